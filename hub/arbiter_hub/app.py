"""The app factory. Nothing is created at import time; the hub lives as long as the app's lifespan."""

import importlib
import importlib.util
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI

from arbiter_hub.api import (
    accounts,
    balls,
    desk,
    devices,
    direction_codes,
    exports,
    imports,
    match_list,
    match_sheets,
    matches,
    notes,
    panel,
    players,
    releases,
    scorer,
    sites,
    slow_play,
    system,
    tables,
    tournaments,
)
from arbiter_hub.api.remote import RemoteControl
from arbiter_hub.api.uploads import BoundedBodies
from arbiter_hub.errors import install_error_handlers
from arbiter_hub.runtime import Hub
from arbiter_hub.settings import Settings

#: Parts that a slimmer installation may leave out; each has `install(app)`.
OPTIONAL = ("arbiter_hub.api.pages", "arbiter_hub.api.bridge", "arbiter_hub.api.chess")


def create_app(settings: Settings | None = None) -> FastAPI:
    """The hub as an ASGI app; `settings` come from the environment if none are given."""
    settings = settings or Settings()
    hub = Hub(settings)

    app = FastAPI(
        title="Arbiter hub",
        summary="Scores of billiards tables, from shot clocks that referees trust",
        version=version("arbiter-shotclock"),
        lifespan=_lifespan,
    )
    app.state.hub = hub
    app.state.remote_control = RemoteControl(app, settings, hub.sites)
    install_error_handlers(app)
    app.add_middleware(BoundedBodies)
    for part in (
        tables,
        matches,
        balls,
        scorer,
        tournaments,
        sites,
        accounts,
        panel,
        devices,
        direction_codes,
        releases,
        system,
        exports,
        imports,
        match_sheets,
        match_list,
        desk,
        slow_play,
        notes,
        players,
    ):
        app.include_router(part.router)
    for name in OPTIONAL:
        if importlib.util.find_spec(name) is not None:
            importlib.import_module(name).install(app)
    return app


async def start(app: FastAPI) -> None:
    """Start the hub of this app and what listens beside it; OSError says in one sentence what cannot be had."""
    hub: Hub = app.state.hub
    await hub.start()
    app.state.remote_control.start(hub.broker.address)


async def stop(app: FastAPI) -> None:
    """Stop what `start` has started."""
    await app.state.remote_control.stop()
    await app.state.hub.stop()


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncGenerator[None, None]:
    await start(app)
    try:
        yield
    finally:
        await stop(app)

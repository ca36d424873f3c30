"""The app factory. Nothing is created at import time; the hub lives as long as the app's lifespan."""

import importlib
import importlib.util
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI

from arbiter_hub.api import (
    accounts,
    exports,
    imports,
    match_sheets,
    matches,
    panel,
    scorer,
    system,
    tables,
    tournaments,
)
from arbiter_hub.errors import install_error_handlers
from arbiter_hub.runtime import Hub
from arbiter_hub.settings import Settings

#: Parts that a slimmer installation may leave out; each has `install(app)`.
OPTIONAL = ("arbiter_hub.api.pages", "arbiter_hub.api.bridge", "arbiter_hub.api.chess")


def create_app(settings: Settings | None = None) -> FastAPI:
    """The hub as an ASGI app; `settings` come from the environment if none are given."""
    hub = Hub(settings or Settings())

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncGenerator[None, None]:
        await hub.start()
        try:
            yield
        finally:
            await hub.stop()

    app = FastAPI(
        title="Arbiter hub",
        summary="Scores of billiards tables, from shot clocks that referees trust",
        version=version("arbiter-shotclock"),
        lifespan=lifespan,
    )
    app.state.hub = hub
    install_error_handlers(app)
    for part in (
        tables,
        matches,
        scorer,
        tournaments,
        accounts,
        panel,
        system,
        exports,
        imports,
        match_sheets,
    ):
        app.include_router(part.router)
    for name in OPTIONAL:
        if importlib.util.find_spec(name) is not None:
            importlib.import_module(name).install(app)
    return app

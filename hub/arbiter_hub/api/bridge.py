"""The bridge service: questions to the rule book, stored seasons, and the pages."""

from fastapi import FastAPI

from arbiter_hub.api import (
    bridge_form,
    bridge_league,
    bridge_pages,
    bridge_scoring,
    bridge_season_pages,
    bridge_seasons,
    bridge_systems,
)
from arbiter_hub.api.bridge_examples import add_examples


def install(app: FastAPI) -> None:
    """Add the service to the app."""
    for part in (
        bridge_systems,
        bridge_scoring,
        bridge_form,
        bridge_league,
        bridge_seasons,
        bridge_season_pages,
        bridge_pages,
    ):
        add_examples(part.router)
        app.include_router(part.router)

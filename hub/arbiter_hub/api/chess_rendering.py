"""How the pages of correspondence chess are rendered: with the rule book's sentences beside the hub's own words."""

from datetime import date
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse

from arbiter_hub.services import chess_plot, chess_rules
from arbiter_hub.services.chess_words import Words
from arbiter_hub.web.templating import page
from arbiter_rules.correspondence.spelling import SPELLINGS, Spelling


def shown(
    request: Request, template: str, words: Words, *, status: int = 200, **context: Any
) -> HTMLResponse:
    """Render a page of this area."""
    return page(
        request, f"chess/{template}", status, say=words, cite=words.paragraph, spellings=SPELLINGS, **context
    )


async def filled(request: Request) -> dict[str, str]:
    """The form of a POST as texts."""
    return {name: value for name, value in (await request.form()).items() if isinstance(value, str)}


def game_page(
    request: Request,
    words: Words,
    document: Any,
    *,
    game: str,
    day: date,
    notation: Spelling,
    base: str,
    mine: str | None = None,
) -> HTMLResponse:
    """Board, scoresheet, ledger, duties and claims of one game; `mine` may enter cards."""
    ruling = chess_rules.audit_one(document, game, day, words, notation)
    value = ruling["value"]
    return shown(
        request,
        "game.html",
        words,
        game=value,
        steps=ruling["steps"],
        plot=chess_plot.plot(value["clocks"]),
        numeric=value["numeric"],
        tournament=document["name"],
        notation=notation,
        base=base,
        mine=mine,
    )

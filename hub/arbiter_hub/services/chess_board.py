"""Boards as pictures, drawn by the `chess` library; the edge names the squares by letters or by the annex's digits."""

from typing import Final, Literal

import chess
import chess.svg

from arbiter_rules.correspondence.board import Side

Labels = Literal["letters", "digits"]

_EDGE: Final = 15
_SIDE: Final = 360
_FIELD: Final = _SIDE // 8
_COLOURS: Final = {
    "square light": "#eeead9",
    "square dark": "#9db29a",
    "square light lastmove": "#f0d98a",
    "square dark lastmove": "#d2b45c",
}
_MARGIN: Final = "#14211b"
_INK: Final = "#f4f7f3"


def draw(
    board: chess.Board, *, last: chess.Move | None = None, view: Side = "white", labels: Labels = "letters"
) -> str:
    """The board as SVG, seen from one side, with the last move marked."""
    inner = chess.svg.board(
        board, lastmove=last, orientation=view == "white", coordinates=False, colors=_COLOURS
    )
    whole = _SIDE + 2 * _EDGE
    placed = inner.replace("<svg ", f'<svg x="{_EDGE}" y="{_EDGE}" width="{_SIDE}" height="{_SIDE}" ', 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}">'
        f'<rect width="{whole}" height="{whole}" fill="{_MARGIN}"/>{_edge(view, labels)}{placed}</svg>'
    )


def _edge(view: Side, labels: Labels) -> str:
    """The names of files and ranks; in numeric notation both are digits, file first."""
    # [rule BdF Annex(1)]
    order = range(8) if view == "white" else range(7, -1, -1)
    parts: list[str] = []
    for place, number in enumerate(order):
        file = "abcdefgh"[number] if labels == "letters" else str(number + 1)
        across = _EDGE + place * _FIELD + _FIELD / 2
        down = _EDGE + _SIDE - place * _FIELD - _FIELD / 2 + 4
        parts += [
            _text(across, _EDGE - 4, file),
            _text(across, _EDGE + _SIDE + 11, file),
            _text(_EDGE / 2, down, str(number + 1)),
            _text(_EDGE * 1.5 + _SIDE, down, str(number + 1)),
        ]
    return "".join(parts)


def _text(x: float, y: float, text: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" fill="{_INK}" font-size="11" font-family="sans-serif" '
        f'text-anchor="middle">{text}</text>'
    )

"""PGN and numeric scores in, PGN out.

`chess.pgn` drops what it cannot read: a numeric score comes back as an empty game without an error, an illegal
move as a game that is cut short. Here every word of the move text is accounted for, or FieldError names it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from io import StringIO
from typing import Final

import chess
import chess.pgn

from arbiter_rules.correspondence import notation, numeric
from arbiter_rules.correspondence.board import position
from arbiter_rules.errors import FieldError

#: Ten moves in thirty days, in seconds.
TIME_CONTROL: Final = "10/2592000"
MODES: Final = {"post": "PM", "fax": "EM", "email": "EM"}

_HEADER: Final = re.compile(r'^\[(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$')
_PIECES: Final = re.compile(
    r"(?P<comment>\{[^}]*\}|;[^\n]*)|(?P<open>\()|(?P<close>\))|(?P<nag>\$\d+)"
    r"|(?P<result>1-0|0-1|1/2-1/2|\*)|(?P<number>\d{1,3}\.(?:\.\.)?|…|\.{3})|(?P<word>[^\s(){};]+)"
)
_SENT: Final = re.compile(r"\[%ccsnt\s+(\d{4})\.(\d{1,2})\.(\d{1,2})")


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game as read: headers, the position it starts from, its moves, and the day each was sent if it says so."""

    headers: dict[str, str]
    fen: str | None
    moves: tuple[chess.Move, ...]
    sent: tuple[date | None, ...]
    result: str


@dataclass(slots=True)
class _Raw:
    headers: dict[str, str] = field(default_factory=dict[str, str])
    text: list[str] = field(default_factory=list[str])


def read(text: str) -> list[ImportedGame]:
    """Read all games of a PGN or of a numeric score; FieldError if there is none, or for the first fault."""
    raws = list(_split(text.removeprefix("\ufeff")))
    games = [_game(raw, f"games[{place}]") for place, raw in enumerate(raws)]
    if not games:
        raise FieldError("pgn", "no game", "at least one game")
    return games


def _split(text: str) -> Iterator[_Raw]:
    """The games of a text; a header line after move text begins the next one."""
    raw = _Raw()
    depth = 0
    for line in text.splitlines():
        header = _HEADER.match(line.strip()) if depth == 0 else None
        if header:
            if any(part.strip() for part in raw.text):
                yield raw
                raw = _Raw()
            raw.headers[header[1]] = re.sub(r"\\(.)", r"\1", header[2])
        elif not line.startswith("%"):
            raw.text.append(line)
            depth = max(0, depth + line.count("{") - line.count("}"))
    if raw.headers or any(part.strip() for part in raw.text):
        yield raw


def _game(raw: _Raw, where: str) -> ImportedGame:
    fen = raw.headers.get("FEN")
    board = position(fen)
    moves: list[chess.Move] = []
    sent: list[date | None] = []
    result = raw.headers.get("Result", "*")
    depth = 0
    for part in _PIECES.finditer("\n".join(raw.text)):
        kind = part.lastgroup
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
        elif depth:
            continue
        elif kind == "comment" and moves:
            sent[-1] = _sent(part[0], f"{where}.moves[{len(moves)}]") or sent[-1]
        elif kind == "result":
            result = part[0]
        elif kind == "word":
            moves.append(_move(board, part[0], f"{where}.moves[{len(moves) + 1}]"))
            sent.append(None)
    if not moves and result == "*":
        raise FieldError(
            f"{where}.moves", "no moves", "at least one move, in SAN, German or numeric notation"
        )
    return ImportedGame(raw.headers, fen, tuple(moves), tuple(sent), result)


def _move(board: chess.Board, word: str, where: str) -> chess.Move:
    reading = notation.interpret(board, word)
    if reading.move is None:
        expected = f"{board.fullmove_number}{'.' if board.turn else '…'}"
        raise FieldError(where, word, f"a valid move for {expected} ({reading.reason})")
    board.push(reading.move)
    return reading.move


def _sent(comment: str, where: str) -> date | None:
    found = _SENT.search(comment)
    if not found:
        return None
    try:
        return date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError as error:
        raise FieldError(f"{where}.ccsnt", found[0], "a date like [%ccsnt 2002.10.26]") from error


def write(
    moves: Sequence[chess.Move],
    *,
    event: str,
    white: str,
    black: str,
    fen: str | None = None,
    start: date | None = None,
    sent: Sequence[date | None] = (),
    result: str = "*",
    termination: str = "",
    site: str = "?",
    medium: str = "post",
) -> str:
    """Write a game as PGN with the days on which its moves were sent.

    FieldError if the tournament is not named exactly: without that no game may be published.
    """
    # [rule BdF § 28]
    if event.strip() in ("", "?"):
        raise FieldError("event", event, "the exact designation of the tournament")
    game = chess.pgn.Game()
    game.headers["Event"] = event
    game.headers["Site"] = site
    game.headers["Date"] = start.strftime("%Y.%m.%d") if start else "????.??.??"
    game.headers["Round"] = "-"
    game.headers["White"] = white
    game.headers["Black"] = black
    game.headers["Result"] = result
    game.headers["Mode"] = MODES[medium]
    game.headers["TimeControl"] = TIME_CONTROL
    if termination:
        game.headers["Termination"] = termination
    if fen is not None:
        game.setup(position(fen))
    node: chess.pgn.GameNode = game
    for place, move in enumerate(moves):
        node = node.add_variation(move)
        day = sent[place] if place < len(sent) else None
        if day is not None:
            node.comment = f"[%ccsnt {day:%Y.%m.%d}]"
    out = StringIO()
    game.accept(chess.pgn.FileExporter(out))
    return out.getvalue()


def write_numeric(moves: Sequence[chess.Move], fen: str | None = None) -> str:
    """Write a score in numeric notation: "1. 5254 5755 2. 7163"."""
    board = position(fen)
    parts: list[str] = []
    for move in moves:
        if board.turn:
            parts.append(f"{board.fullmove_number}.")
        elif not parts:
            parts.append(f"{board.fullmove_number}…")
        parts.append(numeric.spell(move))
        board.push(move)
    return " ".join(parts)

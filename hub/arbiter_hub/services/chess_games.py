"""Games in and out: PGN, numeric scores and Xfcc lists."""

from datetime import date
from typing import Any

import chess

from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services import chess_view, chess_xfcc
from arbiter_hub.services.chess_view import Data
from arbiter_rules.correspondence import days, endings, numeric, pgn
from arbiter_rules.correspondence.audit import audit_game
from arbiter_rules.correspondence.board import position, side_to_move
from arbiter_rules.correspondence.document import parse_tournament
from arbiter_rules.correspondence.tournament import leaves_taken, view
from arbiter_rules.errors import FieldError


def export_pgn(document: object, game_id: str, as_of: date) -> str:
    """A game of a document as PGN."""
    whole = parse_tournament(document)
    game = next((game for game in whole.games if game.id == game_id), None)
    if game is None:
        known = ", ".join(game.id for game in whole.games)
        raise FieldError("game", game_id, Phrase(N_("one of {expected}"), expected=known))
    taken = leaves_taken(whole, as_of)
    state = audit_game(game, whole.start, as_of, leaves=view(game, taken), policy=whole.policy).value.state
    pending = state.status.phase in ("adjudication", "awaiting_director")
    return pgn.write(
        [ply.move for ply in state.plies],
        event=whole.name,
        white=game.white,
        black=game.black,
        fen=game.fen,
        start=whole.start,
        sent=[ply.on for ply in state.plies],
        result=state.status.result,
        termination="adjudication pending" if pending else state.status.reason,
    )


def read_games(text: str) -> list[Data]:
    """Games from PGN or a numeric score."""
    return [_imported(game) for game in pgn.read(text)]


def read_xfcc(data: bytes) -> list[Data]:
    """Games from an Xfcc list."""
    return [
        {
            "id": each.id,
            "event": each.event,
            "white": each.white,
            "black": each.black,
            "reported": each.reported,
            **_imported(each.game),
            "result": each.result,
        }
        for each in chess_xfcc.read(data)
    ]


def _imported(game: pgn.ImportedGame) -> Data:
    board = position(game.fen)
    for move in game.moves:
        board.push(move)
    return {
        "headers": game.headers,
        "start_fen": game.fen or chess.STARTING_FEN,
        "fen": board.fen(),
        "numeric": pgn.write_numeric(game.moves, game.fen),
        "moves": chess_view.plain(game.moves),
        "sent": chess_view.plain(game.sent),
        "result": game.result,
    }


def document_of(text: str, transit: int = 0) -> dict[str, Any]:
    """A document from PGN whose moves all carry the day they were sent, to be audited as if it went by post.

    Each card arrives `transit` days after it was sent. A result that the position does not give is the director's
    ruling. FieldError names the first move without a day.
    """
    games = pgn.read(text)
    players: dict[str, None] = {}
    found: list[dict[str, Any]] = []
    for place, game in enumerate(games):
        white = game.headers.get("White", "").strip() or "Weiß"
        black = game.headers.get("Black", "").strip() or "Schwarz"
        if black == white:
            black += " (2)"
        players |= {white: None, black: None}
        entries = _entries(game, f"games[{place}]", transit)
        found.append(
            {
                "id": str(place + 1),
                "white": white,
                "black": black,
                "fen": game.fen,
                "transit": transit,
                "entries": entries,
            }
        )
    name = games[0].headers.get("Event", "").strip("? ") or "PGN"
    starts = [game["entries"][0]["dispatch"] for game in found if game["entries"]]
    if not starts:
        raise FieldError("games[0].moves", "no moves", "a game with moves")
    return {"name": name, "start": min(starts), "players": list(players), "games": found}


def _entries(game: pgn.ImportedGame, where: str, transit: int) -> list[dict[str, Any]]:
    board = position(game.fen)
    entries: list[dict[str, Any]] = []
    arrival: date | None = None
    repeats = ""
    for ply, (move, sent) in enumerate(zip(game.moves, game.sent, strict=True), start=1):
        if sent is None:
            raise FieldError(f"{where}.moves[{ply}].ccsnt", "no day", "[%ccsnt 2002.10.26] behind every move")
        written = f"{board.fullmove_number}{'.' if board.turn else '…'} {numeric.spell(move)}"
        card: dict[str, Any] = {
            "kind": "card",
            "by": side_to_move(board),
            "repeats": repeats,
            "move": written,
            "arrival": None if arrival is None else arrival.isoformat(),
            "dispatch": sent.isoformat(),
        }
        if arrival is not None and sent < arrival:
            raise FieldError(
                f"{where}.moves[{ply}].ccsnt", sent.isoformat(), f"{arrival.isoformat()} or later"
            )
        card["days"] = 0 if arrival is None else (sent - arrival).days
        entries.append(card)
        board.push(move)
        arrival, repeats = sent + days.DAY * transit, written
    decided = game.result != "*" and endings.ending(board).value is None
    if decided and game.moves:
        last = entries[-1]["dispatch"]
        entries.append({"kind": "ruling", "on": last, "result": game.result, "reason": "PGN"})
    return entries

"""Games in and out: PGN, numeric scores and Xfcc lists."""

from datetime import date

import chess

from arbiter_hub.services import chess_view, chess_xfcc
from arbiter_hub.services.chess_view import Data
from arbiter_rules.correspondence import pgn
from arbiter_rules.correspondence.audit import audit_game
from arbiter_rules.correspondence.board import position
from arbiter_rules.correspondence.document import parse_tournament
from arbiter_rules.correspondence.tournament import leaves_taken, view
from arbiter_rules.errors import FieldError


def export_pgn(document: object, game_id: str, as_of: date) -> str:
    """A game of a document as PGN."""
    whole = parse_tournament(document)
    game = next((game for game in whole.games if game.id == game_id), None)
    if game is None:
        raise FieldError("game", game_id, "one of " + ", ".join(game.id for game in whole.games))
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

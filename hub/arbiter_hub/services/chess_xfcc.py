"""Xfcc game lists (the web service of correspondence servers): XML in, games out. Entities and bombs are refused."""

from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from arbiter_rules.correspondence import pgn
from arbiter_rules.correspondence.pgn import ImportedGame
from arbiter_rules.errors import FieldError

MAX_BYTES: Final = 10_000_000

#: The results of the service, adjudicated and defaulted ones included, as PGN tells them.
RESULTS: Final[dict[str, str]] = {
    "Ongoing": "*",
    "AdjudicationPending": "*",
    "Cancelled": "*",
    "BothDefaulted": "*",
    "WhiteWins": "1-0",
    "WhiteWinAdjudicated": "1-0",
    "BlackDefaulted": "1-0",
    "BlackWins": "0-1",
    "BlackWinAdjudicated": "0-1",
    "WhiteDefaulted": "0-1",
    "Draw": "1/2-1/2",
    "DrawAdjudicated": "1/2-1/2",
}


@dataclass(frozen=True, slots=True)
class XfccGame:
    """One game of a list: its number on the server, the names, the result as PGN and as the service says it."""

    id: str
    event: str
    white: str
    black: str
    result: str
    reported: str
    game: ImportedGame


def read(data: bytes) -> list[XfccGame]:
    """Read a game list, with or without its SOAP envelope. FieldError for anything else."""
    if len(data) > MAX_BYTES:
        raise FieldError("xfcc", f"{len(data)} bytes", f"at most {MAX_BYTES} bytes")
    try:
        root = fromstring(data, forbid_dtd=True)
    except DefusedXmlException as error:
        raise FieldError("xfcc", type(error).__name__, "XML without document type and entities") from error
    except ParseError as error:
        raise FieldError("xfcc", str(error), "well-formed XML") from error
    found = [element for element in root.iter() if _name(element) == "XfccGame"]
    if not found:
        raise FieldError("xfcc", _name(root), "at least one XfccGame")
    return [_game(element, f"XfccGame[{place}]") for place, element in enumerate(found)]


def _name(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _game(element: Element, where: str) -> XfccGame:
    texts = {_name(child): (child.text or "").strip() for child in element}
    reported = texts.get("result", "Ongoing")
    if reported not in RESULTS:
        raise FieldError(f"{where}.result", reported, "one of " + ", ".join(RESULTS))
    moves = texts.get("moves", "")
    if moves:
        try:
            game = pgn.read(moves)[0]
        except FieldError as error:
            raise FieldError(f"{where}.{error.field}", error.found, error.allowed) from error
    else:
        game = ImportedGame({}, None, (), (), RESULTS[reported])
    return XfccGame(
        id=texts.get("id", ""),
        event=texts.get("event", ""),
        white=texts.get("white", ""),
        black=texts.get("black", ""),
        result=RESULTS[reported],
        reported=reported,
        game=game,
    )

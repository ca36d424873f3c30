"""`arbiter chess`: audit documents, check a card, print deadlines."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from arbiter_hub.services import chess_games, chess_rules
from arbiter_hub.services.chess_words import LANGUAGES, Words
from arbiter_rules.errors import FieldError

NAME = "chess"
MAX_BYTES = 10_000_000

app = typer.Typer(help="Correspondence chess by the rules of the BdF (2002).", no_args_is_help=True)

Language = Annotated[str, typer.Option("--lang", help="de, en or sv")]
AsOf = Annotated[str | None, typer.Option("--as-of", help="the day to look from, today if left out")]


@app.command()
def audit(
    files: Annotated[
        list[Path],
        typer.Argument(help="tournament documents (JSON), or PGN with [%ccsnt]", exists=True, dir_okay=False),
    ],
    as_of: AsOf = None,
    lang: Language = "de",
    *,
    as_json: Annotated[bool, typer.Option("--json", help="print everything as JSON")] = False,
) -> None:
    """Audit tournaments: status, clocks, findings and what each side owes. Ends with 1 if a file has a fault."""
    console, words, day = Console(), _words(lang), _day(as_of)
    found: dict[str, Any] = {}
    faults: list[tuple[Path, FieldError]] = []
    for file in track(files, description="", console=Console(stderr=True), transient=True):
        try:
            found[str(file)] = chess_rules.audit(_document(file), day, words)["value"]
        except FieldError as error:
            faults.append((file, error))
    if as_json:
        console.print_json(json.dumps(found, ensure_ascii=False))
    else:
        for name, tournament in found.items():
            _show(console, name, tournament, words)
    for file, error in faults:
        _fault(f"{file}: ", error)
    raise typer.Exit(1 if faults else 0)


@app.command()
def card(
    move: Annotated[str, typer.Argument(help='own move with its number, "1… 5755"')],
    *,
    repeats: Annotated[str, typer.Option(help='the partner\'s move repeated, "1. 5254"')] = "",
    moves: Annotated[str, typer.Option(help="the game so far")] = "",
    by: Annotated[str, typer.Option(help="white or black")] = "white",
    arrival: Annotated[str | None, typer.Option(help="arrival of the partner's move")] = None,
    dispatch: Annotated[str | None, typer.Option(help="dispatch as stated")] = None,
    postmark: Annotated[str | None, typer.Option(help="postmark")] = None,
    days: Annotated[int | None, typer.Option(help="days as stated")] = None,
    lang: Language = "de",
) -> None:
    """Check a card against the game so far. Ends with 1 if it brings no valid move."""
    words = _words(lang)
    written = {
        "by": by,
        "repeats": repeats,
        "move": move,
        "arrival": arrival,
        "dispatch": dispatch or postmark or _day(None).isoformat(),
        "postmark": postmark,
        "days": days,
    }
    given = {name: value for name, value in written.items() if value is not None}
    try:
        verdict = chess_rules.validate_card({"card": given, "moves": moves}, words)["value"]
    except FieldError as error:
        _fault("", error)
        raise typer.Exit(2) from None
    console = Console()
    console.print(
        f"[bold]{verdict['class_text']}[/bold]", *[each["german_long"] for each in verdict["moves"]]
    )
    for finding in verdict["findings"]:
        console.print(
            f"{words.paragraph(finding['paragraph'])}: {finding['text']} {finding['consequence_text']}",
            markup=False,
        )
    raise typer.Exit(0 if verdict["class"] == "valid" else 1)


@app.command()
def deadlines(
    file: Annotated[
        Path, typer.Argument(help="a tournament document (JSON), or PGN", exists=True, dir_okay=False)
    ],
    as_of: AsOf = None,
    player: Annotated[str | None, typer.Option(help="only this player's")] = None,
    lang: Language = "de",
    *,
    ics: Annotated[bool, typer.Option("--ics", help="print an iCalendar feed")] = False,
) -> None:
    """What is due, by day; as a list, or as an iCalendar feed."""
    words, day = _words(lang), _day(as_of)
    try:
        document = _document(file)
        if ics:
            typer.echo(chess_rules.deadlines(document, day, words, player).decode(), nl=False)
            return
        found = chess_rules.audit(document, day, words)["value"]
    except FieldError as error:
        _fault(f"{file}: ", error)
        raise typer.Exit(1) from None
    _duties(Console(), [each for each in found["duties"] if player in (None, each["player"])], words)


def _show(console: Console, name: str, tournament: dict[str, Any], words: Words) -> None:
    console.print(f"\n[bold]{tournament['name']}[/bold] ({name}, {tournament['as_of']})")
    games = Table(
        *(words(f"cli.{column}") for column in ("game", "players", "status", "white", "black", "findings"))
    )
    for game in tournament["games"]:
        totals = [f"{game['totals'][side]}" for side in ("white", "black")]
        found = sum(each["weight"] != "notice" for each in game["findings"])
        status = " ".join(
            (game["status"]["phase_text"], game["status"]["reason_text"], game["status"]["result"])
        )
        games.add_row(game["id"], f"{game['white']} - {game['black']}", status, *totals, str(found))
    console.print(games)
    _duties(console, tournament["duties"], words)


def _duties(console: Console, duties: list[dict[str, Any]], words: Words) -> None:
    table = Table(*(words(f"cli.{column}") for column in ("due", "who", "game", "duty", "paragraph")))
    for duty in duties:
        who = duty["player"] or words("party.director")
        table.add_row(
            duty["due"] or "", who, duty["game"] or "", duty["text"], words.paragraph(duty["paragraph"])
        )
    console.print(table)


def _document(file: Path) -> object:
    if file.stat().st_size > MAX_BYTES:
        raise FieldError("file", f"{file.stat().st_size} bytes", f"at most {MAX_BYTES} bytes")
    try:
        if file.suffix.lower() == ".pgn":
            return chess_games.document_of(file.read_text(encoding="utf-8"))
        return json.loads(file.read_text(encoding="utf-8"))
    except FieldError:
        raise
    except (ValueError, RecursionError) as error:
        raise FieldError("file", str(error)[:80], "a JSON document or PGN in UTF-8") from error


def _words(language: str) -> Words:
    if language not in LANGUAGES:
        raise typer.BadParameter(f"found {language}, allowed: {', '.join(LANGUAGES)}", param_hint="--lang")
    return Words(language)


def _day(text: str | None) -> date:
    if text is None:
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(
            f"found {text}, allowed: a date like 2002-10-26", param_hint="--as-of"
        ) from None


def _fault(where: str, error: FieldError) -> None:
    typer.echo(f"{where}{error.field}: found {error.found}, allowed: {error.allowed}", err=True)

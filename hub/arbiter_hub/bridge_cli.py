"""`arbiter bridge`: check a system, tell a season's tables, compare results across the field."""

import json
import tomllib
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from arbiter_hub.services.bridge_imports import read_file
from arbiter_rules.bridge.across_field import METHODS, Method, TableResult, across_field
from arbiter_rules.bridge.import_report import Notice
from arbiter_rules.bridge.notation import parse_system
from arbiter_rules.bridge.season_read import read_season
from arbiter_rules.bridge.season_report import SeriesReport, season_report
from arbiter_rules.bridge.system import Contest, Level, PointsKind, legality, system_dots
from arbiter_rules.errors import FieldError
from arbiter_rules.trace import Step

T = TypeVar("T")

NAME = "bridge"
app = typer.Typer(
    help="The Swedish bridge league's rules: systems, tables, IMP across the field.", no_args_is_help=True
)

ILLEGAL = 1
REFUSED = 2
MOST_BYTES = 5_000_000


@app.command()
def check(
    system_file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="one opening bid a line")],
    *,
    points: Annotated[str, typer.Option(help="gold, silver or bronze")] = "gold",
    boards: Annotated[int, typer.Option(min=1, max=200, help="boards in a row against one pair")] = 12,
    level: Annotated[str | None, typer.Option(help="A, B, C or D; the recommended one if absent")] = None,
    most: Annotated[
        int | None, typer.Option(min=0, max=500, help="highest total that the organiser allows")
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="show every step")] = False,
) -> None:
    """Count the dots of a system. Ends with 1 if it may not be played, with 2 if the file cannot be read."""
    console = Console()
    with refusing():
        chosen = None if level is None else _choice("level", level, LEVELS)
        contest = Contest(_choice("points", points, POINTS), boards, chosen, most)
        counted = system_dots(parse_system(_text(system_file)), contest)
        ruling = legality(counted.value, contest)
    table = Table("bid", "dots", "working", title=system_file.name)
    for bid in counted.value.bids:
        working = (", ".join([str(each.exempt or each.raw), *each.caps]) for each in bid.variants)
        table.add_row(str(bid.call), str(bid.dots), " | ".join(working))
    table.add_section()
    table.add_row("total", str(counted.value.total), f"class {counted.value.system_class}")
    console.print(table)
    if why:
        _print_steps(console, (*counted.steps, *ruling.steps))
    limit = "no limit" if ruling.value.limit is None else f"limit {ruling.value.limit}"
    verdict = "may be played" if ruling.value.legal else "may NOT be played"
    console.print(f"level {ruling.value.level} ({limit}): {verdict}")
    if not ruling.value.legal:
        raise typer.Exit(ILLEGAL)


POINTS: dict[str, PointsKind] = {"gold": "gold", "silver": "silver", "bronze": "bronze"}
LEVELS: dict[str, Level] = {"A": "A", "B": "B", "C": "C", "D": "D"}


@app.command()
def standings(
    season_file: Annotated[
        Path, typer.Argument(exists=True, dir_okay=False, help="a season in TOML or JSON")
    ],
    *,
    as_of: Annotated[
        str | None, typer.Option(help="the day, such as 2009-12-31; the last match's if absent")
    ] = None,
    series: Annotated[str | None, typer.Option(help="one series only")] = None,
    why: Annotated[bool, typer.Option("--why", help="show what separated equal teams")] = False,
) -> None:
    """Print the tables of a season."""
    console = Console()
    with refusing():
        season = read_season(_document(season_file))
        last = max((match.day for match in season.matches.values()), default=date(1970, 1, 1))
        report = season_report(season, _day(as_of) if as_of else last)
        if series is not None and series not in season.series:
            raise FieldError("series", series, ", ".join(season.series))
    for each in report.series:
        if series in (None, each.series.id):
            console.print(_league_table(each, {team.id: team.name for team in season.teams.values()}))
            if why:
                _print_steps(console, each.table_steps)
    if not report.verified:
        console.print(f"The scale {report.scale} has not been verified.", style="yellow")


def _league_table(report: SeriesReport, names: dict[str, str]) -> Table:
    table = Table("", "team", "played", "VP", "IMP", "quotient", title=report.series.id)
    for line in report.table:
        marks = (
            ("=" if line.shared else "")
            + ("*" if line.provisional else "")
            + (" struck" if line.struck else "")
        )
        ratio = "" if line.quotient is None else f"{float(line.quotient):.4f}"
        imps = f"{line.imps_won}-{line.imps_lost}"
        table.add_row(
            f"{line.place}{marks}", names[line.team], str(line.played), str(line.victory_points), imps, ratio
        )
    return table


@app.command()
def iaf(
    files: Annotated[
        list[Path], typer.Argument(exists=True, dir_okay=False, help="result files, one match each")
    ],
    *,
    method: Annotated[str, typer.Option(help=", ".join(METHODS))] = "cross-average",
) -> None:
    """Compare all results of the files across the field. Pairs are named by file, room and side."""
    console = Console()
    chosen: dict[str, Method] = {each: each for each in METHODS}
    results: list[TableResult] = []
    with refusing():
        how = _choice("method", method, chosen)
        with Progress(console=console, transient=True) as progress:
            for path in progress.track(files, description="reading"):
                results.extend(_results_of(path))
        decision = across_field(results, how)
    table = Table("pair", "boards", "IMP", title=f"IAF, {method}")
    for pair in decision.value:
        table.add_row(pair.pair, str(pair.boards), f"{float(pair.imps):+.2f}")
    console.print(table)


def _results_of(path: Path) -> Iterator[TableResult]:
    report = read_file(path.name, path.read_bytes()[: MOST_BYTES + 1])
    if not report.usable:
        first = next(iter(report.refused), Notice(0, "file", "no result", "a file with results"))
        raise FieldError(f"{path.name}, {first.field}", first.found, first.allowed)
    for record in report.read:
        yield TableResult(
            "1", record.board, f"{path.stem} {record.room} NS", f"{path.stem} {record.room} EW", record.score
        )


@contextmanager
def refusing() -> Generator[None, None, None]:
    """Turn a refusal into one line and the exit status for it."""
    try:
        yield
    except FieldError as error:
        typer.echo(f"arbiter: {error}", err=True)
        raise typer.Exit(REFUSED) from None


def _print_steps(console: Console, steps: tuple[Step, ...]) -> None:
    for step in steps:
        inputs = ", ".join(f"{key} {value}" for key, value in step.inputs.items())
        console.print(
            f"  {step.paragraph:<18} {step.reading} = {step.result}  ({inputs})", style="dim", markup=False
        )


def _choice(field: str, text: str, allowed: dict[str, T]) -> T:
    if text not in allowed:
        raise FieldError(field, text, ", ".join(allowed))
    return allowed[text]


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise FieldError(path.name, "bytes that are not UTF-8", "a text file in UTF-8") from None


def _document(path: Path) -> dict[str, Any]:
    loads: Callable[[str], Any] = json.loads if path.suffix.lower() == ".json" else tomllib.loads
    try:
        return loads(_text(path))
    except (json.JSONDecodeError, tomllib.TOMLDecodeError) as error:
        raise FieldError(
            path.name, str(error), "a season in TOML, or in JSON if the name ends in .json"
        ) from None


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise FieldError("as-of", text, "a day such as 2009-12-31") from None

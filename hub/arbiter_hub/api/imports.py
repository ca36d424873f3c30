"""Players and matches from CSV files: a preview that names every fault, and matches onto their tables."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from fastapi import APIRouter, File, Query, Request, UploadFile
from pydantic import BaseModel, Field

from arbiter_hub.api.access import CallerDep, only
from arbiter_hub.api.uploads import bounded_route, content_of
from arbiter_hub.deps import HubDep
from arbiter_hub.errors import refusals, speaker
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.csv_import import (
    MOST_BYTES,
    Encoding,
    MatchRow,
    PlayerRow,
    Sheet,
    read_matches,
    read_players,
)
from arbiter_hub.services.match_import import MatchImport, keep_players

if TYPE_CHECKING:
    from arbiter_hub.services.accounts import Caller

router = APIRouter(
    prefix="/api/v1/imports",
    tags=["imports"],
    route_class=bounded_route(MOST_BYTES),
    responses=refusals(401, 403, 411, 413, 422),
)

Csv = Annotated[UploadFile, File(description="CSV with the names of the columns in the first line")]
EncodingQuery = Annotated[
    Encoding, Query(description="how the file is written; windows-1252 is taken only when it is said here")
]
NOTICE = Phrase(N_("read as windows-1252, as was asked: check the letters of all names"))


class FaultView(BaseModel):
    """Something that does not fit, in the language that the request asks for. Rows are counted as a spreadsheet does;
    the names of columns are row 1."""

    row: int
    field: str | None = Field(description="null: the row as a whole")
    column: str | None = Field(
        description="what the file calls the column; null where it is none of its columns"
    )
    found: str
    allowed: str


class PlayerRowView(BaseModel):
    """A player."""

    row: int
    name: str
    club: str


class MatchRowView(BaseModel):
    """A match. `threshold_ms` null: no time limit."""

    row: int
    title: str
    discipline: str
    preset: str
    distance: int | None
    best_of: int
    player_a: str
    club_a: str
    player_b: str
    club_b: str
    ball_a: Literal["white", "yellow"]
    starts: Literal["a", "b"] | None = Field(description="who plays the first stroke, if it is known")
    table: str | None
    threshold_sets: int | None
    threshold_ms: int | None


class Preview(BaseModel):
    """What a file holds. With a single fault nothing of it can be stored."""

    good: bool
    encoding: Encoding
    notice: str | None
    delimiter: str
    faults: list[FaultView]


class PlayersPreview(Preview):
    """Of a file of players."""

    players: list[PlayerRowView]
    new: int = Field(description="how many were kept that the hub did not know")


class MatchesPreview(Preview):
    """Of a file of matches; `stored` has the numbers of the matches that were put on tables."""

    matches: list[MatchRowView]
    stored: list[int]


@router.post("/players", **only("direction"))
async def import_players(
    request: Request,
    file: Csv,
    hub: HubDep,
    encoding: EncodingQuery = "utf-8",
    preview: Annotated[bool, Query(description="only read and check")] = True,
) -> PlayersPreview:
    """Read and check a file of players (name, club); without `preview` they are kept, if all of them are good."""
    sheet = read_players(await content_of(file, MOST_BYTES), encoding)
    new = 0 if preview else await keep_players(hub.store, sheet, hub.utc())
    players = [PlayerRowView.model_validate(one, from_attributes=True) for one in sheet.rows]
    return PlayersPreview(**_preview(sheet, speaker(request)), players=players, new=new)


@router.post("/matches", **only("direction"), responses=refusals(409))
async def import_matches(
    request: Request,
    file: Csv,
    hub: HubDep,
    *,
    caller: CallerDep,
    encoding: EncodingQuery = "utf-8",
    preview: Annotated[bool, Query(description="only read and check")] = True,
) -> MatchesPreview:
    """Read and check a file of matches; without `preview` each is put on its table, if all of them are good.

    Columns: player_a, player_b, and if wanted club_a, club_b, title, discipline, preset, distance, best_of, ball_a,
    starts, table, site, threshold, threshold_sets, or their names in German or Swedish.
    """
    matches = MatchImport(hub.scoring, hub.live, hub.settings.max_tables)
    sheet = matches.checked(read_matches(await content_of(file, MOST_BYTES), encoding, hub.sites))
    stored = [] if preview else await matches.store(sheet, cast("Caller", caller).name)
    return MatchesPreview(
        **_preview(sheet, speaker(request)), matches=[_match(one) for one in sheet.rows], stored=stored
    )


def _preview(sheet: Sheet[PlayerRow] | Sheet[MatchRow], say: Callable[[str], str]) -> dict[str, Any]:
    return {
        "good": sheet.good,
        "encoding": sheet.encoding,
        "notice": say(NOTICE) if sheet.encoding == "windows-1252" else None,
        "delimiter": sheet.delimiter,
        "faults": [
            FaultView(
                row=one.row,
                field=one.field,
                column=sheet.names.get(one.field or ""),
                found=say(one.found),
                allowed=say(one.allowed),
            )
            for one in sheet.faults
        ],
    }


def _match(row: MatchRow) -> MatchRowView:
    threshold = row.threshold
    return MatchRowView(
        row=row.row,
        title=row.title,
        discipline=row.discipline,
        preset=row.preset,
        distance=row.distance,
        best_of=row.best_of,
        player_a=row.player_a,
        club_a=row.club_a,
        player_b=row.player_b,
        club_b=row.club_b,
        ball_a=row.ball_a,
        starts=row.starts,
        table=row.table,
        threshold_sets=None if threshold is None else threshold.sets,
        threshold_ms=None if threshold is None else threshold.limit_ms,
    )

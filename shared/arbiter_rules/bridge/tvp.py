"""Import of victory point scales written for JFR's team software (`.TVP`): INI text with a section `[VP]`."""

from dataclasses import dataclass
from decimal import Decimal

from arbiter_rules.bridge.victory_points import Scale, ScaleRow, check_scale
from arbiter_rules.errors import FieldError

MOST_LINES = 500


@dataclass(frozen=True, slots=True)
class TvpImport:
    """The scale and what the reader should know about it: notices are keys of sentences."""

    scale: Scale
    notices: tuple[str, ...]


def read_tvp(text: str, scale_id: str, boards: int) -> TvpImport:
    """Read a scale. MAX is the most victory points, DEUCE those of a draw, NULL the smallest margin that brings MAX.

    The format knows the winner's points only; below the top the loser has the rest. Where the loser goes on
    falling while the winner stays at the top (25-4 to 25-0) the file must say so in a second column, `60=25,4`;
    a 25-0 scale without it is refused, since the missing rows would have to be guessed.
    """
    heads, rows = _entries(text)
    top, draw, null = (_head(heads, key) for key in ("MAX", "DEUCE", "NULL"))
    total = draw * 2
    if not draw < top <= total:
        raise FieldError("tvp.MAX", top, f"from {draw + 1} to {total}")
    table: dict[int, tuple[int, int]] = {0: (draw, draw)}
    for margin, (winner, loser) in rows.items():
        table[margin] = (winner, max(0, total - winner) if loser is None else loser)
    table.setdefault(null, (top, total - top))
    made: list[ScaleRow] = []
    for margin in sorted(table):
        winner, loser = table[margin]
        if (winner == top) != (margin >= null):
            raise FieldError("tvp.NULL", null, f"the smallest margin that brings {top}")
        row = (margin, Decimal(winner), Decimal(loser))
        if not made or made[-1][1:] != row[1:]:
            made.append(row)
    if made[-1][2] != 0:
        raise FieldError(
            "tvp", "the winner's column only", f"rows that bring the loser down to 0, such as 91={top},0"
        )
    notices = ["tvp.rows-repeated"] if len(made) < len(table) else []
    if any(loser is not None for _, loser in rows.values()):
        notices.append("tvp.loser-column")
    scale = Scale(
        scale_id, boards, check_scale(made, "tvp.rows"), "CONFIGURED", False, "imported from a TVP file"
    )
    return TvpImport(scale, tuple(notices))


def _entries(text: str) -> tuple[dict[str, int], dict[int, tuple[int, int | None]]]:
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise FieldError("tvp", f"{len(lines)} lines", f"at most {MOST_LINES} lines")
    heads: dict[str, int] = {}
    rows: dict[int, tuple[int, int | None]] = {}
    section = ""
    for number, line in enumerate(lines, start=1):
        content = line.split(";", 1)[0].strip()
        if content.startswith("["):
            section = content.strip("[]").strip().upper()
        elif content and section == "VP":
            key, equals, value = (part.strip() for part in content.partition("="))
            first, comma, second = (part.strip() for part in value.partition(","))
            if not (equals and first.isdecimal() and (second.isdecimal() or not comma)):
                raise FieldError(
                    f"tvp, line {number}", content, "margin=VP, MAX=, DEUCE= or NULL= with a whole number"
                )
            if not key.isdecimal():
                heads[key.upper()] = int(first)
            elif int(key) in rows:
                raise FieldError(f"tvp, line {number}", content, "a margin that occurs once")
            else:
                rows[int(key)] = (int(first), int(second) if comma else None)
    return heads, rows


def _head(heads: dict[str, int], key: str) -> int:
    if key not in heads:
        raise FieldError(f"tvp.{key}", "nothing", f"a line {key}= in section [VP]")
    return heads[key]

"""A match sheet on A4, as a club prints and signs it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

from arbiter_hub.services.match_sheet import CorrectionLine, MatchSheet, OrderLine, SetLine, SideLine
from arbiter_hub.services.sheet_paper import FONT_FOLDERS, MARGIN, WIDTH, Column, Paper, Sheet
from arbiter_hub.services.sheet_words import SheetWords
from arbiter_rules.billiards.time_limit import Threshold

#: Room for two rows of signatures, which stay together.
SIGNATURES: Final = 33.0
SIGNATURE_GAP: Final = 8.0


def render(
    sheet: MatchSheet, words: SheetWords, *, printed: int, folders: Sequence[Path] = FONT_FOLDERS
) -> bytes:
    """The sheet as a PDF; `printed` in ms since 1970. Without the font in one of `folders` names lose the marks that
    a PDF's own fonts do not have."""
    return _Page(sheet, words, printed, folders).render()


class _Page(Paper):
    def __init__(self, sheet: MatchSheet, words: SheetWords, printed: int, folders: Sequence[Path]):
        super().__init__(words, printed, folders)
        self._sheet, self._words, self._printed = sheet, words, printed

    def render(self) -> bytes:
        sheet, words = self._sheet, self._words
        self._pdf.set_title(self._text(f"{words('title')} {sheet.number}: {sheet.a.name} - {sheet.b.name}"))
        self._pdf.add_page()
        self._head()
        self._players()
        self._facts()
        self._sets()
        self._figures()
        self._orders()
        self._penalties()
        self._warnings()
        self._corrections()
        self._notes()
        self._signatures()
        return bytes(self._pdf.output())

    def _head(self) -> None:
        sheet, words = self._sheet, self._words
        self._font(18, bold=True)
        self._line(words("title"), 9)
        self._font(11)
        where = [sheet.title, f"{words('table')} {sheet.table}", f"{words('match')} {sheet.number}"]
        self._line("  ·  ".join(part for part in where if part), 6)
        if not sheet.complete:
            self._font(8, grey=True)
            self._line(words("public"), 4.2)
        self._pdf.ln(3)

    def _players(self) -> None:
        pdf, words, sheet = self._pdf, self._words, self._sheet
        top, half = pdf.get_y(), (WIDTH - 30) / 2
        pdf.set_draw_color(0, 0, 0)
        sides: tuple[tuple[Literal["a", "b"], float], ...] = (("a", MARGIN), ("b", MARGIN + half + 30))
        for player, left in sides:
            side = sheet.side(player)
            pdf.rect(left, top, half, 26)
            pdf.set_xy(left + 2, top + 1.5)
            self._font(8, grey=True)
            pdf.cell(half - 4, 4, self._text(words(f"player_{player}")))
            pdf.set_xy(left + 2, top + 5.5)
            self._name(side.name, half - 4)
            pdf.set_xy(left + 2, top + 14)
            self._fitted(side.club, half - 4, 4.5, size=9)
            self._ball(side, left + 4.5, top + 21.5, half)
        pdf.set_xy(MARGIN + half, top + 5)
        self._font(22, bold=True)
        pdf.cell(30, 10, f"{sheet.a.sets} : {sheet.b.sets}", align="C")
        pdf.set_xy(MARGIN + half, top + 15)
        self._font(7, grey=True)
        pdf.multi_cell(30, 3.5, self._text(words("result")), align="C")
        pdf.set_xy(MARGIN, top + 28)
        self._font(11, bold=True)
        winner = None if sheet.winner is None else sheet.side(sheet.winner).name
        self._line(words("unfinished") if winner is None else f"{words('winner')}: {winner}", 7)

    def _ball(self, side: SideLine, x: float, y: float, width: float) -> None:
        """A disc, empty or filled, and the word beside it: the print may have no colour."""
        pdf, words = self._pdf, self._words
        if side.ball == "yellow":
            pdf.set_fill_color(245, 200, 40)
        else:
            pdf.set_fill_color(255, 255, 255)
        pdf.circle(x, y, 2, style="DF")
        if side.ball == "yellow":
            pdf.set_fill_color(0, 0, 0)
            pdf.circle(x, y, 0.6, style="F")
        pdf.set_xy(x + 3.5, y - 2.5)
        self._font(9)
        pdf.cell(width - 10, 5, self._text(f"{words('ball')}: {words.choice('ball', side.ball)}"))

    def _facts(self) -> None:
        sheet, words = self._sheet, self._words
        ended = "-" if sheet.ended_at is None else words.minute(sheet.ended_at)
        facts: tuple[tuple[str, str], ...] = (
            (words("discipline"), sheet.discipline),
            (words("date"), words.day(sheet.began_at)),
            (words("edition"), sheet.edition or "-"),
            (words("began"), words.minute(sheet.began_at)),
            (words("preset"), sheet.preset),
            (words("ended"), ended),
            (words("distance"), words("no_distance") if sheet.distance is None else str(sheet.distance)),
            (words("best_of"), words("best_of_value", count=sheet.best_of)),
        )
        gross, net = (ms // 60_000 for ms in (sheet.played.gross_ms, sheet.played.net_ms))
        played = (words("played"), words("played_value", gross=gross, net=net))
        if sheet.threshold is None:
            facts += (("", ""), played)
        else:
            minutes = sheet.threshold.limit_ms // 60_000
            value = words("threshold_value", sets=sheet.threshold.sets, minutes=minutes)
            facts += ((words("threshold"), value), played)
            facts += ((words("reading"), self._reading(sheet.threshold)), ("", ""))
        if sheet.played.no_next_set_at is not None:
            at = words.minute(sheet.played.no_next_set_at)
            facts += ((words("threshold_passed"), words("no_next_set", at=at)), ("", ""))
        for place, (label, value) in enumerate(facts):
            right = place % 2 == 1
            self._pdf.set_x(MARGIN + (WIDTH * 0.62 if right else 0))
            self._font(9, grey=True)
            self._pdf.cell(26, 5.2, self._text(label))
            self._font(9)
            self._fitted(value, WIDTH * (0.38 if right else 0.62) - 27, 5.2, size=9)
            if right:
                self._pdf.ln(4.8)

    def _reading(self, threshold: Threshold) -> str:
        """How the announcement reads the rule."""
        words = self._words
        first = threshold.first_set
        readings = (
            words.choice("reading", threshold.clock),
            words("reading_first_set", set=first) if first > 1 else words("reading_next_set"),
            words.choice("reading", threshold.scope),
        )
        return f"DBU 4.5: {', '.join(readings)}"

    def _sets(self) -> None:
        words, sheet = self._words, self._sheet
        columns = [
            Column(words("set"), 9, "C"),
            Column(words("starts"), 15, "C"),
            Column(words("points_a"), 14, "R"),
            Column(words("points_b"), 14, "R"),
            Column(words("from_penalties"), 22, "C"),
            Column(words("winner"), 40),
            Column(words("ended_by"), 23),
            Column(words("limit"), 33),
            Column(f"{words('began')} - {words('ended')}", 23),
        ]
        self._table(words("sets"), columns, [self._set_row(one) for one in sheet.sets], "-")

    def _set_row(self, one: SetLine) -> list[str]:
        words, sheet = self._words, self._sheet
        began = "" if one.began_at is None else words.minute(one.began_at)
        ended = "" if one.ended_at is None else words.minute(one.ended_at)
        return [
            str(one.number),
            one.starts.upper(),
            *(str(points) for points in one.points),
            " : ".join(str(points) for points in one.penalty_points),
            words("running") if one.winner is None else sheet.side(one.winner).name,
            "" if one.ended_by is None else words.choice("ended_by", one.ended_by),
            words("no_limit") if one.limited_by is None else words("by_name", name=one.limited_by),
            f"{began} - {ended}",
        ]

    def _figures(self) -> None:
        words, sheet = self._words, self._sheet
        rows = [
            [side.name, str(side.innings), words.decimal(side.average), str(side.high_run), str(side.strokes)]
            for side in (sheet.a, sheet.b)
            if side.innings is not None
        ]
        columns = [
            Column(words("player"), 40),
            Column(words("figures"), 20, "R"),
            Column(words("average"), 20, "R"),
            Column(words("high_run"), 20, "R"),
            Column(words("strokes"), 30, "R"),
        ]
        if rows:
            self._table(words("figures"), columns, rows, "")

    def _orders(self) -> None:
        words = self._words
        columns = [
            Column(words("time"), 14),
            Column(words("order"), 40),
            Column(words("scope"), 22),
            Column(words("by"), 40),
        ]
        rows = [
            [words.time(one.at), words.choice("order", one.state), self._scope(one), one.by]
            for one in self._sheet.orders
        ]
        self._table(words("orders"), columns, rows, words("no_orders"))

    def _scope(self, order: OrderLine) -> str:
        if order.state == "off":
            return self._words("scope.at_once")
        return self._words(f"scope.{order.scope}", set=order.from_set)

    def _penalties(self) -> None:
        words, sheet = self._words, self._sheet
        columns = [
            Column(words("time"), 16),
            Column(words("set"), 10, "C"),
            Column(words("stroke"), 14, "C"),
            Column(words("against"), 34),
            Column(words("penalty"), 16, "C"),
            Column(words("points"), 38),
            Column(words("counts"), 44),
        ]
        rows = [
            [
                words.time(one.at),
                str(one.set),
                str(one.stroke),
                sheet.side(one.against).name,
                words("penalty_nth", n=one.n),
                f"+{one.points} {sheet.side(one.to).name}",
                self._standing(counts=one.counts, turn_lost=one.turn_lost),
            ]
            for one in sheet.penalties
        ]
        self._table(words("penalties"), columns, rows, words("no_penalties"))

    def _standing(self, *, counts: bool, turn_lost: bool) -> str:
        if not counts:
            return self._words("taken_back")
        return self._words("turn_lost" if turn_lost else "valid")

    def _warnings(self) -> None:
        words, sheet = self._words, self._sheet
        if not sheet.warnings:
            return
        columns = [
            Column(words("time"), 16),
            Column(words("set"), 10, "C"),
            Column(words("player"), 44),
            Column(words("what"), 40),
            Column(words("by"), 28),
            Column(words("reason"), 32),
        ]
        rows = [
            [
                words.time(one.at),
                str(one.set),
                sheet.side(one.player).name,
                words("disqualified") if one.disqualified else words("warning_nth", n=one.n),
                one.by,
                one.note,
            ]
            for one in sheet.warnings
        ]
        if not sheet.complete:
            columns, rows = columns[:4], [row[:4] for row in rows]
        self._table(words("warnings"), columns, rows, "")

    def _corrections(self) -> None:
        words, sheet = self._words, self._sheet
        columns = [
            Column(words("time"), 16),
            Column(words("what"), 74),
            Column(words("by"), 34),
            Column(words("reason"), 46),
        ]
        rows = [
            [
                words.time(one.at),
                self._corrected(one),
                words("by_device") if one.by is None else one.by,
                one.note,
            ]
            for one in sheet.corrections
        ]
        if not sheet.complete:
            # Without names and reasons their columns would be empty.
            columns, rows = columns[:2], [row[:2] for row in rows]
        self._table(words("corrections"), columns, rows, words("no_corrections"))

    def _corrected(self, one: CorrectionLine) -> str:
        words = self._words
        parts = [words.choice("type", one.what)]
        if one.set is not None:
            parts.append(f"{words('set')} {one.set}")
        if one.player is not None:
            parts.append(self._sheet.side(one.player).name)
        if one.points is not None:
            parts.append(f"{one.points:+d}")
        return words(f"action.{one.action}", what=", ".join(parts))

    def _notes(self) -> None:
        words = self._words
        if not self._sheet.complete:
            return
        columns = [Column(words("time"), 16), Column(words("text"), 120), Column(words("by"), 34)]
        rows = [[words.time(one.at), one.text, one.by] for one in self._sheet.notes]
        self._table(words("notes"), columns, rows, words("no_notes"))

    def _signatures(self) -> None:
        pdf, words, sheet = self._pdf, self._words, self._sheet
        if pdf.get_y() + SIGNATURES > pdf.page_break_trigger:
            pdf.add_page()
        pdf.ln(3)
        self._font(10, bold=True)
        self._line(words("signatures"), 5)
        rows = (
            (f"{words('player_a')}: {sheet.a.name}", f"{words('player_b')}: {sheet.b.name}"),
            (words("referee"), words("scorer"), words("direction")),
        )
        y = pdf.get_y() + 8
        for labels in rows:
            width = (WIDTH - SIGNATURE_GAP * (len(labels) - 1)) / len(labels)
            for place, label in enumerate(labels):
                left = MARGIN + place * (width + SIGNATURE_GAP)
                pdf.line(left, y, left + width, y)
                pdf.set_xy(left, y + 0.5)
                self._fitted(label, width, 4, size=8)
            y += 12

    def _foot(self, paper: Sheet) -> None:
        words = self._words
        paper.set_y(-MARGIN)
        self._font(7, grey=True)
        printed = words("printed", day=words.day(self._printed), time=words.minute(self._printed))
        paper.cell(
            WIDTH / 2, 4, self._text(f"Arbiter  ·  {words('match')} {self._sheet.number}  ·  {printed}")
        )
        page = words("page", page=paper.page_no(), pages="{nb}")
        paper.cell(WIDTH / 2, 4, self._text(page), align="R")

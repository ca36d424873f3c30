"""A sheet of A4: its fonts, one-line texts that fit, and tables that go on on the next page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, cast
from unicodedata import combining, normalize

from fpdf import FPDF
from fpdf.enums import TableBordersLayout
from fpdf.fonts import FontFace

from arbiter_hub.services.sheet_words import SheetWords

MARGIN: Final = 14.0
WIDTH: Final = 210.0 - 2 * MARGIN

#: Where Debian keeps a font that has the letters of every European name.
FONT_FOLDERS: Final = (Path("/usr/share/fonts/truetype/dejavu"), Path("/usr/share/fonts/dejavu"))
_FILES: Final = {"": "DejaVuSans.ttf", "B": "DejaVuSans-Bold.ttf"}

#: Letters that are no letter with a mark.
_PLAIN: Final = str.maketrans({"ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i", "œ": "oe", "Œ": "OE",
                               "–": "-", "—": "-", "…": "...", "„": '"', "“": '"', "”": '"', "’": "'"})  # fmt: skip

_GREY: Final = (90, 90, 90)
_PALE: Final = (236, 236, 236)

Align = Literal["L", "R", "C"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its heading, its share of the width, and on which side its cells stand."""

    heading: str
    share: int
    align: Align = "L"


def plain(text: str) -> str:
    """The text in the letters of a PDF's own fonts: marks that they do not have are dropped."""
    made: list[str] = []
    for letter in text.translate(_PLAIN):
        if not letter.isascii() and not letter.encode("latin-1", "ignore"):
            bare = "".join(part for part in normalize("NFKD", letter) if not combining(part))
            made.append(bare.encode("latin-1", "replace").decode("latin-1"))
        else:
            made.append(letter)
    return "".join(made)


class Sheet(FPDF):
    """A4 with a foot on every page."""

    foot: Callable[["Sheet"], None]

    def footer(self) -> None:
        """The foot of a page."""
        self.foot(self)


class Paper:
    """What is written on; a subclass says what, and what stands at the foot of each page."""

    def __init__(self, words: SheetWords, printed: int, folders: Sequence[Path]):
        self._pdf = Sheet(orientation="portrait", unit="mm", format="A4")
        self._pdf.foot = self._foot
        self._pdf.set_margins(MARGIN, MARGIN)
        self._pdf.set_auto_page_break(True, margin=MARGIN + 4)
        self._pdf.set_creator("Arbiter")
        self._pdf.set_lang(words.language)
        self._pdf.set_creation_date(words.local(printed))
        self._family = "Helvetica"
        self._text: Callable[[str], str] = plain
        folder = next(
            (one for one in folders if all((one / name).is_file() for name in _FILES.values())), None
        )
        if folder is not None:
            for style, name in _FILES.items():
                self._pdf.add_font("DejaVu", "B" if style else "", folder / name)
            self._family, self._text = "DejaVu", str

    def _foot(self, paper: Sheet) -> None:
        """Nothing, unless a subclass has something to say."""

    def _table(
        self, title: str, columns: Sequence[Column], rows: Sequence[Sequence[str]], empty: str
    ) -> None:
        pdf = self._pdf
        if pdf.get_y() + 18 > pdf.page_break_trigger:
            pdf.add_page()
        pdf.ln(2.2)
        self._font(10, bold=True)
        self._line(title, 5.6)
        if not rows:
            self._font(9, grey=True)
            self._line(empty, 5)
            return
        self._font(8)
        pdf.set_draw_color(*_GREY)
        heading = FontFace(emphasis="BOLD", fill_color=_PALE, color=0)
        with pdf.table(
            borders_layout=TableBordersLayout.ALL,
            headings_style=heading,
            line_height=4.2,
            padding=0.5,
            width=WIDTH,
            col_widths=tuple(column.share for column in columns),
            text_align=tuple(column.align for column in columns),
        ) as table:
            table.row([self._text(column.heading) for column in columns])
            for row in rows:
                table.row([self._text(cell) for cell in row])

    def _font(self, size: float, *, bold: bool = False, grey: bool = False) -> None:
        self._pdf.set_font(self._family, "B" if bold else "", size)
        self._pdf.set_text_color(*(_GREY if grey else (0, 0, 0)))

    def _line(self, text: str, height: float) -> None:
        self._pdf.multi_cell(WIDTH, height, self._text(text), align="L", new_x="LMARGIN", new_y="NEXT")

    def _name(self, name: str, width: float) -> None:
        """A player's name in one large line, or in two smaller ones."""
        shown = self._text(name)
        self._font(14, bold=True)
        if self._pdf.get_string_width(shown) <= width - 1:
            self._pdf.cell(width, 8, shown)
            return
        lines = [shown]
        for size in (10.5, 9.5, 8.5, 7.5):
            self._font(size, bold=True)
            found = self._pdf.multi_cell(width, 4, shown, align="L", dry_run=True, output="LINES")
            lines = cast("list[str]", found)
            if len(lines) <= 2:
                break
        self._pdf.multi_cell(width, 4, "\n".join(lines[:2]), align="L")

    def _fitted(self, text: str, width: float, height: float, *, size: float, bold: bool = False) -> None:
        """One line, in a smaller font if it is too long, and cut where that is too small to read."""
        shown = self._text(text)
        self._font(size, bold=bold)
        while size > 6 and self._pdf.get_string_width(shown) > width:
            size -= 0.5
            self._font(size, bold=bold)
        while shown and self._pdf.get_string_width(shown) > width:
            shown = shown[:-1]
        self._pdf.cell(width, height, shown)

"""A move card to print: both notations, the repetition, dates and days, room for the signature."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from fpdf import FPDF

from arbiter_hub.services.chess_words import Words

#: A postcard, in millimetres.
WIDTH: Final = 148.0
HEIGHT: Final = 105.0
_MARGIN: Final = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CardToPrint:
    """What stands on the card. Moves come as pairs of numeric and algebraic notation, with their numbers."""

    tournament: str
    code: str
    game: str
    sender: str
    partner: str
    repeated: tuple[str, str]
    own: tuple[str, str]
    arrival: date | None
    dispatch: date | None
    days: int | None
    remarks: str = ""
    proposals: tuple[str, ...] = ()


def render(card: CardToPrint, words: Words) -> bytes:
    """The card as a PDF of one postcard; letters that its fonts do not have are replaced."""
    pdf = FPDF(orientation="landscape", unit="mm", format=(HEIGHT, WIDTH))
    pdf.set_auto_page_break(False)
    pdf.set_margins(_MARGIN, _MARGIN)
    pdf.set_title(_safe(f"{card.tournament} {card.own[0]}"))
    pdf.set_creator("Arbiter")
    pdf.add_page()
    pdf.set_draw_color(60, 60, 60)
    pdf.rect(_MARGIN / 2, _MARGIN / 2, WIDTH - _MARGIN, HEIGHT - _MARGIN)
    _line(pdf, card.tournament, size=12, bold=True)
    _line(pdf, f"{card.code}  ·  {words('print.game')} {card.game}".strip(" ·"), size=9)
    _line(pdf, f"{card.sender}  >  {card.partner}", size=9)
    pdf.ln(2)
    _moves(pdf, words("print.repeats"), card.repeated, size=13)
    _moves(pdf, words("print.own"), card.own, size=19)
    for proposal in card.proposals[:3]:
        _line(pdf, f"{words('print.proposal')}: {proposal}", size=8)
    pdf.set_y(HEIGHT - _MARGIN - 30)
    third = (WIDTH - 2 * _MARGIN) / 3
    for label, value in (
        (words("print.arrival"), _day(card.arrival)),
        (words("print.dispatch"), _day(card.dispatch)),
        (words("print.days"), "" if card.days is None else str(card.days)),
    ):
        x = pdf.get_x()
        pdf.set_font("Helvetica", size=7)
        pdf.cell(third, 4, _safe(label))
        pdf.set_xy(x, pdf.get_y() + 4)
        pdf.set_font("Helvetica", style="B", size=12)
        pdf.cell(third - 3, 8, _safe(value), border="B")
        pdf.set_xy(x + third, pdf.get_y() - 4)
    pdf.set_y(HEIGHT - _MARGIN - 14)
    if card.remarks:
        _line(pdf, card.remarks, size=8)
    pdf.set_y(HEIGHT - _MARGIN - 8)
    pdf.set_font("Helvetica", size=7)
    pdf.cell(WIDTH / 2, 5, _safe(words("print.signature") + ": ______________________________"))
    return bytes(pdf.output())


def _moves(pdf: FPDF, label: str, pair: tuple[str, str], *, size: float) -> None:
    pdf.set_font("Helvetica", size=7)
    pdf.cell(0, 4, _safe(label), new_x="LMARGIN", new_y="NEXT")
    pdf.set_font("Courier", style="B", size=size)
    half = (WIDTH - 2 * _MARGIN) / 2
    pdf.cell(half, size * 0.5, _safe(pair[0]))
    pdf.set_font("Helvetica", style="B", size=size)
    pdf.cell(half, size * 0.5, _safe(pair[1]), new_x="LMARGIN", new_y="NEXT")
    pdf.ln(1)


def _line(pdf: FPDF, text: str, *, size: float, bold: bool = False) -> None:
    pdf.set_font("Helvetica", style="B" if bold else "", size=size)
    pdf.cell(0, size * 0.5, _safe(text)[:110], new_x="LMARGIN", new_y="NEXT")


def _day(value: date | None) -> str:
    return "" if value is None else f"{value:%d.%m.%Y}"


def _safe(text: str) -> str:
    """The text in the letters of the built-in fonts."""
    return text.replace("…", "...").encode("latin-1", "replace").decode("latin-1")

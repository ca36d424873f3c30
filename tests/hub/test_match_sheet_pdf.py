"""The match sheet as PDF: every word in its language, whatever its length, and letters that the font has."""

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hub.played import BEGAN, Played
from hub.sheets import ZONE, finish, text_of

from arbiter_hub.services.match_sheet import (
    MatchSheet,
    NoteLine,
    match_sheet,
    record_of,
)
from arbiter_hub.services.match_sheet_pdf import render
from arbiter_hub.services.sheet_paper import FONT_FOLDERS, plain
from arbiter_hub.services.sheet_words import SheetWords
from arbiter_hub.web.catalogues import LANGUAGES

needs_poppler = pytest.mark.usefixtures("poppler")


@pytest.fixture
def poppler() -> None:
    assert shutil.which("pdftotext"), "poppler-utils is needed"


@needs_poppler
@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_pdf_says_everything_in_its_language(played: Played, language: str, tmp_path: Path) -> None:
    sheet = match_sheet(await finish(played))
    words = SheetWords(language, ZONE)
    text = text_of(render(sheet, words, printed=BEGAN), tmp_path)

    for key in (
        "title",
        "winner",
        "sets",
        "orders",
        "penalties",
        "corrections",
        "notes",
        "signatures",
        "referee",
    ):
        assert words(key) in text
    for value in ("Halbfinale", "Anna Albers", "BV Harz", "DBU, undated, with 4.5", "H. Schulze"):
        assert value in text
    for value in ("doppelt eingegeben", "Licht ausgefallen", words("taken_back"), words("by_device")):
        assert value in text
    for heading in ("stroke", "penalty", "limit", "starts", "counts", "average", "against"):
        assert words(heading) in text, "a heading is broken"
    assert words.choice("ball", "white") in text
    assert words.time(sheet.penalties[0].at) in text
    assert re.search(r"\b0 *: *2\b", text)
    assert words("page", page=1, pages=1) in text


@needs_poppler
async def test_an_empty_sheet_says_that_there_was_nothing(played: Played, tmp_path: Path) -> None:
    sheet = match_sheet(await record_of(played.store, played.match))
    bare = replace(sheet, distance=None, edition="", title="", a=replace(sheet.a, innings=None))
    bare = replace(bare, b=replace(sheet.b, innings=None))
    words = SheetWords("en", ZONE)
    text = text_of(render(bare, words, printed=BEGAN), tmp_path)

    for key in ("unfinished", "no_orders", "no_penalties", "no_corrections", "no_notes", "no_distance"):
        assert words(key) in text
    assert words("high_run") not in text


def long_sheet(sheet: MatchSheet, *, notes: int) -> MatchSheet:
    return replace(sheet, notes=tuple(NoteLine(BEGAN, "Schiedsrichter", "Vermerk") for _ in range(notes)))


@needs_poppler
async def test_a_long_sheet_goes_on_and_its_signatures_stay_together(played: Played, tmp_path: Path) -> None:
    sheet = match_sheet(await finish(played))
    words = SheetWords("de", ZONE)
    for notes in (0, 2, 5, 8, 40):
        pages = text_of(render(long_sheet(sheet, notes=notes), words, printed=BEGAN), tmp_path).split("\f")[
            :-1
        ]
        assert words("signatures") in pages[-1]
        assert "Schreiber" in pages[-1]
        assert words("direction") in pages[-1].split(words("signatures"))[1]
        assert words("page", page=len(pages), pages=len(pages)) in pages[-1]
    assert len(pages) == 2


@needs_poppler
async def test_a_long_name_is_made_smaller_and_then_cut(played: Played, tmp_path: Path) -> None:
    sheet = match_sheet(await record_of(played.store, played.match))
    name = "Wiśniewska-Brzęczyszczykiewicz " * 4
    named = replace(sheet, a=replace(sheet.a, name=name.strip(), club="Ł" * 120))
    text = text_of(render(named, SheetWords("de", ZONE), printed=BEGAN), tmp_path)

    with_font = any((folder / "DejaVuSans.ttf").is_file() for folder in FONT_FOLDERS)
    assert ("Wiśniewska" if with_font else "Wisniewska") in text


@needs_poppler
async def test_without_the_font_letters_lose_their_marks(played: Played, tmp_path: Path) -> None:
    sheet = match_sheet(await record_of(played.store, played.match))
    named = replace(sheet, a=replace(sheet.a, name="Łukasz Dvořák"), b=replace(sheet.b, name="Jörg Åström"))
    text = text_of(render(named, SheetWords("sv", ZONE), printed=BEGAN, folders=()), tmp_path)

    assert "Lukasz Dvorák" in text
    assert "Jörg Åström" in text


@pytest.mark.parametrize(
    ("text", "shown"),
    [("Müller & Åsa", "Müller & Åsa"), ("Łódź", "Lódz"), ("Škoda – „x“…", 'Skoda - "x"...'), ("日本", "??")],
)
def test_letters_of_the_built_in_fonts(text: str, shown: str) -> None:
    assert plain(text) == shown


def drawn(pdf: bytes, folder: Path) -> tuple[bytes, bytes]:
    """The first page at 50 dots an inch, as another program draws it: its size, and a byte a dot."""
    path = folder / "sheet.pdf"
    path.write_bytes(pdf)
    command = [
        "pdftoppm",
        "-r",
        "50",
        "-gray",
        "-f",
        "1",
        "-l",
        "1",
        "-singlefile",
        str(path),
        str(folder / "page"),
    ]
    done = subprocess.run(command, check=True, capture_output=True, timeout=30)
    assert done.stderr == b""
    header, size, _, pixels = (folder / "page.pgm").read_bytes().split(b"\n", 3)
    assert header == b"P5"
    return size, pixels


@needs_poppler
async def test_the_pdf_can_be_drawn(played: Played, tmp_path: Path) -> None:
    sheet = match_sheet(await finish(played))
    size, pixels = drawn(render(sheet, SheetWords("de", ZONE), printed=BEGAN), tmp_path)

    assert size == b"414 585"
    ink = sum(1 for pixel in pixels if pixel < 128) / len(pixels)
    assert 0.005 < ink < 0.2

"""A match that has been played to its end, and the text of its sheet."""

import subprocess
from datetime import timedelta, timezone
from pathlib import Path

from hub.played import Played

from arbiter_hub.services.match_sheet import (
    MatchRecord,
    record_of,
)

#: That of the hall.
ZONE = timezone(timedelta(hours=1))


async def finish(played: Played) -> MatchRecord:
    """Two sets with a bit of everything; b wins both."""
    await played.order("armed", "next_set")
    await played.set_start()
    await played.shot("a")
    await played.points("a", 8)
    await played.penalty("a", 1, stroke=2)
    await played.penalty("a", 2, stroke=2)
    wrong = await played.penalty("b", 1, stroke=3)
    await played.event("undo", undoes=wrong)
    double = await played.points("a", 6)
    await played.enter("revoke", {"entry": double, "note": "doppelt eingegeben"}, by="Turnierleitung")
    await played.enter("note", {"note": "Licht ausgefallen"}, by="Schiedsrichter")
    await played.points("b", 46)
    await played.order("off", "next_set", by="H. Schulze", begun=1)
    await played.set_start(2, limit=False, striker="b")
    await played.enter("award", {"set": 2, "winner": "b"})
    return await record_of(played.store, played.match)


def text_of(pdf: bytes, folder: Path) -> str:
    """The text of a PDF as another program reads it."""
    path = folder / "sheet.pdf"
    path.write_bytes(pdf)
    done = subprocess.run(
        ["pdftotext", "-layout", str(path), "-"], check=True, capture_output=True, timeout=30
    )
    return done.stdout.decode()

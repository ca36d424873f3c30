"""The interpreter for 32 bits is pinned by version and hash, and by no address."""

from __future__ import annotations

import json
from pathlib import Path

FOLDER = Path(__file__).parent


def test_every_package_is_pinned_by_its_hash_and_comes_from_wherever_npm_is_told():
    locked = json.loads((FOLDER / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    wanted = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))["dependencies"]
    packages = {path.removeprefix("node_modules/"): entry for path, entry in locked.items() if path}

    assert {name: entry["version"] for name, entry in packages.items()} == wanted
    for entry in packages.values():
        assert entry["integrity"].startswith("sha512-")
        assert "resolved" not in entry
    assert "://" not in (FOLDER / "package-lock.json").read_text(encoding="utf-8")

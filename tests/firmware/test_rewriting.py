"""The bundle's rewritten sources: fewer names and files, the same behaviour, and refusals where that cannot be had."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from merge import merge, rewrite, signposts
from shrink import short_constants, shrink_program

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = {
    "p.limits": "LOW = -3\nHIGH = LOW + 2**8\n_NAMES = ('one', 'a rather long word')\nWORD = 'a rather long word'\n",
    "p.flags": "lean = False\n\n\ndef describe():\n    return 'lean' if lean else 'full'\n",
    "p.work": (
        "from p import flags, limits\n"
        "from p.limits import HIGH as TOP\n"
        "from p.limits import LOW, WORD\n\n"
        "TYPE_CHECKING = False\n"
        "if TYPE_CHECKING:\n"
        "    from p.limits import Nothing\n\n"
        "_STEP = 2\n\n\n"
        "class _Counter:\n"
        "    def __init__(self, start: 'Nothing'):\n"
        "        self._value = start\n\n"
        "    def _step(self):\n"
        "        self._value += _STEP\n"
        "        return self._value\n\n\n"
        "def describe(limits_of=limits):\n"
        "    counter = _Counter(LOW)\n"
        "    counter._step()\n"
        "    return f'{counter._step()} of {TOP}', limits.HIGH - _STEP, WORD, [LOW for LOW in range(2)]\n"
    ),
    "p.late": "from p import flags\n\n\ndef told():\n    return flags.describe()\n",
    "p.main": (
        "import json\n\n"
        "from p import flags, work\n"
        "from p.version import VERSION\n\n\n"
        "def main():\n"
        "    from p.late import told\n\n"
        "    flags.lean = True\n"
        "    print(json.dumps([work.describe(), told(), VERSION]))\n"
    ),
    "p.version": "VERSION = '1'\n",
}
#: The same, as far as it can be joined: nobody sets a variable of another module, or passes one on.
JOINABLE = PROGRAM | {
    "p.work": PROGRAM["p.work"].replace("limits_of=limits", "limits_of=3").replace("{TOP}", "{3}"),
    "p.main": PROGRAM["p.main"].replace("    flags.lean = True\n", ""),
}


def output(program: dict[str, str], folder: Path) -> str:
    """What `p.main.main()` prints."""
    for name, text in program.items():
        file = folder.joinpath(*name.split(".")).with_suffix(".py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    start = "import builtins; builtins.const = lambda value: value; import p.main; p.main.main()"
    done = subprocess.run(
        [sys.executable, "-c", start], cwd=folder, capture_output=True, text=True, timeout=20, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def joined(largest: int = 10):
    return merge(JOINABLE, "p.main", {"p.version"}, dict.fromkeys(JOINABLE, 3), largest)


def test_a_program_does_the_same_with_its_constants_in_place(tmp_path):
    program = shrink_program(PROGRAM, apart={"p.version"})

    assert output(program, tmp_path / "shrunk") == output(PROGRAM, tmp_path / "plain")
    assert "VERSION" in program["p.main"]
    assert "_STEP" not in program["p.work"]
    assert "_NAMES = const((" in program["p.limits"]
    assert "_Counter" not in program["p.work"]
    assert "limits.HIGH" not in program["p.work"]


def test_every_line_keeps_its_number():
    program = shrink_program(PROGRAM)

    for name, text in program.items():
        assert text.count("\n") == PROGRAM[name].count("\n")
    for name in ("p.work", "p.main"):
        lines = PROGRAM[name].splitlines(), program[name].splitlines()
        assert [
            line for line in zip(*lines, strict=True) if line[0].startswith("def ") and line[0] != line[1]
        ] == []


def test_a_variable_that_somebody_sets_is_no_constant():
    assert "if lean" in shrink_program(PROGRAM)["p.flags"]


@pytest.mark.parametrize("largest", [3, 6, 9, 100])
def test_a_program_does_the_same_in_few_files(tmp_path, largest):
    program = shrink_program(joined(largest).program, apart={"p.version"})

    assert output(program, tmp_path / "joined") == output(JOINABLE, tmp_path / "plain")


def test_what_is_imported_later_or_to_be_exchanged_stays_by_itself():
    assert set(joined(100).program) == {"p.main", "p.late", "p.version"}
    assert set(joined(6).program) == {"p.part0", "p.main", "p.late", "p.version"}


def test_a_file_takes_modules_up_to_its_largest_size():
    assert len(joined(12).program) == 3
    assert len(joined(11).program) == 4


def test_the_modules_are_still_found_under_their_names(tmp_path):
    one = joined(100)
    constants = {name: short_constants(name, text) for name, text in JOINABLE.items()}
    program = shrink_program(one.program) | signposts(JOINABLE, one, constants)
    program["p.main"] += (
        "\n\n\ndef look():\n    from p import limits, work\n\n    return limits.LOW, work.describe\n"
    )

    assert output(program, tmp_path) == output(JOINABLE, tmp_path / "plain")
    assert "LOW = -3" in program["p.limits"]


def test_what_lies_around_a_joined_program_finds_its_parts(tmp_path):
    one = joined(100)
    around = rewrite(
        {"around": "from p import work\n\n\ndef see():\n    return work.describe()\n"}, one, JOINABLE
    )

    assert "from p import main as work" in around["around"]
    assert "work.describe_work()" in around["around"]


@pytest.mark.parametrize(
    ("module", "text", "words"),
    [
        ("p.main", PROGRAM["p.main"], "a variable set from outside"),
        ("p.work", JOINABLE["p.work"] + "\n\ndef more():\n    return limits.MISSING\n", "MISSING"),
        (
            "p.work",
            JOINABLE["p.work"] + "\n\ndef more():\n    from p import limits as late\n",
            "imported in a function",
        ),
    ],
)
def test_what_cannot_be_joined_is_refused_with_module_and_line(module, text, words):
    sources = JOINABLE | {module: text}

    with pytest.raises(ValueError, match=words) as refused:
        merge(sources, "p.main", {"p.version"}, dict.fromkeys(sources, 1), 100)
    assert str(refused.value).startswith(module)

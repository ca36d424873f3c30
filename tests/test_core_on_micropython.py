"""The core's tests once more, under MicroPython and in the heap of an ESP32."""

from pathlib import Path

import pytest
import run_micropython
from run_micropython import TESTS, core_test_files, main, run_file


@pytest.mark.parametrize("file", core_test_files(), ids=lambda file: f"{file.parent.name}/{file.name}")
def test_file_passes_on_micropython(file: Path) -> None:
    passed, failed, output = run_file(file)
    assert passed, output
    assert not failed, output


def test_every_core_folder_has_files_for_both_interpreters() -> None:
    assert {file.parent.name for file in core_test_files()} == {"clock", "wire", "mqtt", "journal"}


def test_a_failing_test_is_reported_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "test_sample.py"
    file.write_text("def test_good():\n    pass\n\ndef test_bad():\n    assert 1 == 2\n", encoding="utf-8")
    passed, failed, output = run_file(file)
    assert (passed, failed) == (1, 1)
    assert "line 5, in test_bad" in output


@pytest.mark.parametrize(
    "text", ["import nothing_of_this_name\n", "x = 1\n"], ids=["cannot be imported", "has no test"]
)
def test_a_file_that_runs_nothing_fails(tmp_path: Path, text: str) -> None:
    file = tmp_path / "test_sample.py"
    file.write_text(text, encoding="utf-8")
    passed, failed, _ = run_file(file)
    assert (passed, failed) == (0, 1)


@pytest.mark.parametrize("program", ["MICROPYTHON", "MPY_CROSS"])
def test_a_missing_interpreter_or_compiler_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setattr(run_micropython, program, tmp_path / "missing")
    file = tmp_path / "test_sample.py"
    file.write_text("def test_good():\n    pass\n", encoding="utf-8")
    passed, failed, output = run_file(file)
    assert (passed, failed) == (0, 1)
    assert "missing" in output


def test_a_file_that_micropython_cannot_compile_fails(tmp_path: Path) -> None:
    file = tmp_path / "test_sample.py"
    file.write_text("def test_good():\n    return [*(), 1]\n", encoding="utf-8")
    passed, failed, output = run_file(file)
    assert (passed, failed) == (0, 1)
    assert "SyntaxError" in output


def test_the_heap_is_bounded(tmp_path: Path) -> None:
    file = tmp_path / "test_sample.py"
    file.write_text("def test_hungry():\n    bytearray(200000)\n", encoding="utf-8")
    passed, failed, output = run_file(file)
    assert (passed, failed) == (0, 1)
    assert "MemoryError" in output


def test_exit_code_tells_of_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(TESTS / "wire" / "test_topics.py")]) == 0
    assert main([str(TESTS / "expect.py")]) == 1
    assert capsys.readouterr().out.endswith(" passed, 1 failed\n")

"""Commands to copy work as they are printed, whether or not the shell knows the program."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from adjudicator.cli.shared import program


@pytest.mark.parametrize(("found", "called"), [(True, "adjudicator"), (False, "bin/adjudicator")])
def test_the_program_is_called_by_its_path_if_the_shell_does_not_find_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found: bool, called: str
) -> None:
    file = tmp_path / "bin" / "adjudicator"
    file.parent.mkdir()
    file.touch(mode=0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(file)])
    monkeypatch.setenv("PATH", str(file.parent) if found else str(tmp_path))
    assert program() == called

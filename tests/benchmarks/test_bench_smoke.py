"""The benchmarks run. How long anything takes is never tested."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.__main__ import main


def test_the_benchmarks_run_and_write_their_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "numbers.json"
    main(["--quick", "--json", str(file)])
    shown = capsys.readouterr().out
    rows = json.loads(file.read_text(encoding="utf-8"))["rows"]
    assert "python-chess" in shown
    for row in rows:
        assert row["name"].strip() in shown
        assert row["value"] > 0

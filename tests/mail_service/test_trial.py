"""``adjudicator trial``: one person tries a whole exchange of mails at the shell."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import cli
from adjudicator.cli.trial import ADDRESS

CONFIG = ("--config", "trial/adjudicator.toml")
SERVE_ONCE = ("--db", "trial/adjudicator.db", "serve", "--once", *CONFIG)


def type_command(*words: str) -> str:
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_trial_is_read_and_answered_with_the_printed_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = type_command("trial", "--no-serve")
    assert f"between you ({ADDRESS}) and the house is set up" in said
    inbox = ("inbox", ADDRESS, *CONFIG)
    assert f"adjudicator {' '.join(inbox)}\n" in said
    assert f"adjudicator {' '.join(SERVE_ONCE)}\n" in said
    assert "Subject: [DT 1] The game begins (Blue)" in type_command(*inbox)

    sent = type_command("reply", ADDRESS, *CONFIG, "LINE CL@b1 TH@d1 WI@g1 TR@i1")
    assert "Sent to referee+1-b-1-" in sent
    type_command(*SERVE_ONCE)
    assert "Subject: [DT 1] Received. Set-up: hide a token (Blue)" in type_command(*inbox)
    assert "[DT 1] The game begins (Blue)" in type_command(*inbox, "--all")


def test_a_second_trial_keeps_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    type_command("trial", "--no-serve")
    before = type_command("inbox", ADDRESS, *CONFIG, "--all")
    assert "exists already" in type_command("trial", "--no-serve")
    assert type_command("inbox", ADDRESS, *CONFIG, "--all") == before
    type_command("trial", "--no-serve", "--folder", "another")

"""``adjudicator trial``: one person tries a whole exchange of mails at the shell."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.app.service.config import read_config
from adjudicator.app.service.troubles import alone
from adjudicator.cli.main import cli
from adjudicator.cli.trial import ADDRESS
from adjudicator.daemon import Service

CONFIG = ("--config", "trial/adjudicator.toml")
SERVE_ONCE = ("serve", "--once", *CONFIG)


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
    assert "Subject: [DT] Welcome" in type_command(*inbox, "--number", "2")
    beyond = CliRunner().invoke(cli, (*inbox, "--number", "99"))
    assert beyond.exit_code == 2
    assert "there is no mail 99; --all lists 1 to" in beyond.output


def test_a_second_trial_keeps_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    type_command("trial", "--no-serve")
    before = type_command("inbox", ADDRESS, *CONFIG, "--all")
    assert "exists already" in type_command("trial", "--no-serve")
    assert type_command("inbox", ADDRESS, *CONFIG, "--all") == before
    type_command("trial", "--no-serve", "--folder", "another")


@pytest.mark.parametrize("mails", range(5))
def test_a_trial_that_was_interrupted_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mails: int
) -> None:
    """Power fails after so many mails of the opening, before the last of them is read."""
    monkeypatch.chdir(tmp_path)
    left = [mails]
    once = Service.once

    async def fail_after_some(service: Service) -> None:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        await once(service)

    with monkeypatch.context() as patched:
        patched.setattr(Service, "once", fail_after_some)
        CliRunner().invoke(cli, ("trial", "--no-serve"))
    type_command("trial", "--no-serve")
    subjects = type_command("inbox", ADDRESS, *CONFIG, "--all").splitlines()
    assert sum("The game begins (Blue)" in subject for subject in subjects) == 1
    assert sum("Welcome" in subject for subject in subjects) == 1
    assert "exists already" in type_command("trial", "--no-serve")


def test_two_services_in_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    type_command("trial", "--no-serve")
    config = read_config(Path(CONFIG[1]))
    with alone(config.folder, config.worker_name):
        refused = CliRunner().invoke(cli, ("serve", *CONFIG))
        assert refused.exit_code == 2
        assert "another service works as" in refused.output
        type_command(*SERVE_ONCE)

"""A short game in which every mail goes through real mail servers, to a service of its own.

Players submit to Postfix. It delivers the referee's mail by LMTP to us, or to Dovecot, where we
read it by IMAP. Our answers are submitted to Postfix as well, which hands them to the players.
"""

from __future__ import annotations

import subprocess
from contextlib import closing
from pathlib import Path

from adjudicator.app.proof.verify import prove, read_stored
from adjudicator.app.service.config import read_config
from adjudicator.app.store import Store
from adjudicator.mail.maildir import deliver, maildir_of
from adjudicator.mail.verdict import TAKEN, Verdict
from tests.databases import new_database
from tests.mail.servers import dovecot, free_port, listening, postfix
from tests.mail_service.post_office import MAILBOX
from tests.mail_service.process import (
    FAST,
    Running,
    answers,
    command,
    serving,
    surroundings,
    wait_until,
)
from tests.mail_service.test_smtp_game import Robot, play


class Provider:
    """The provider of the players keeps their mail in Maildirs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def take(self, raw: bytes, sender: str | None, recipient: str | None) -> Verdict:
        deliver(maildir_of(self.folder, str(recipient)), raw)
        return TAKEN


def configured(folder: Path, source: str, postfix_port: int) -> Path:
    file = folder / "adjudicator.toml"
    file.write_text(
        f'mailbox = "{MAILBOX}"\ndatabase = "games.db"\npictures = false\n'
        f"[[source]]\n{source}\n{FAST}"
        f'[send]\nkind = "smtp"\nhost = "127.0.0.1"\nport = {postfix_port}\nsecurity = "none"\n'
    )
    return file


def imap(port: int, folder: Path, password: str) -> str:
    file = folder / "password"
    file.write_text(f"{password}\n")
    file.chmod(0o600)
    return (
        f'kind = "imap"\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\n'
        'user = "referee"\npassword_file = "password"\nidle = 0.3\n'
    )


def check(config: Path) -> subprocess.CompletedProcess[str]:
    words = ("config", "check", "--connect", "--config", str(config))
    return subprocess.run(command(*words), env=surroundings(), capture_output=True, text=True)


def play_through(config: Path, port: int, turns: int) -> list[Robot]:
    settings = read_config(config)
    with closing(Store.open(str(settings.database))) as store:
        return play(store, settings, port, turns)


def check_game(config: Path, robots: list[Robot], running: Running, entries: int) -> None:
    """The game is sound, every mail came once, and nothing went wrong on the way."""
    with closing(Store.open(str(read_config(config).database))) as store:
        proof = prove(read_stored(store, 1))
    assert proof.fault is None, proof.fault
    assert len(proof.stored.entries) >= entries
    for robot in robots:
        ids = [str(mail["Message-ID"]) for mail in robot.mails.values()]
        assert len(ids) == len(set(ids)) > 5
    assert "level=error" not in running.logged()
    assert "mail not sent" not in running.logged()


def test_by_lmtp_from_postfix(tmp_path: Path) -> None:
    lmtp, players = free_port(), free_port()
    new_database(tmp_path / "games.db")
    provider = Provider(tmp_path / "mail/out")
    with listening(provider.take, players), postfix(lmtp, players) as (port, log):
        config = configured(tmp_path, f'kind = "lmtp"\nport = {lmtp}', port)
        checked = check(config)
        assert checked.returncode == 0, checked.stderr
        assert "the server welcomes us" in checked.stdout
        with serving(config) as running:
            wait_until(lambda: answers(lmtp), "the listener")
            robots = play_through(config, port, turns=2)
        assert "status=bounced" not in log.read_text()
    check_game(config, robots, running, entries=24)


def test_by_imap_from_dovecot(tmp_path: Path) -> None:
    players = free_port()
    new_database(tmp_path / "games.db")
    provider = Provider(tmp_path / "mail/out")
    with (
        dovecot() as box,
        listening(provider.take, players),
        postfix(box.lmtp, players) as (port, _),
    ):
        config = configured(tmp_path, imap(box.imap, tmp_path, "secret"), port)
        checked = check(config)
        assert checked.returncode == 0, checked.stderr
        assert "logged in; 0 mails wait" in checked.stdout
        with serving(config) as running:
            robots = play_through(config, port, turns=0)
    check_game(config, robots, running, entries=22)


def test_a_wrong_password_is_told(tmp_path: Path) -> None:
    with dovecot() as box:
        config = configured(tmp_path, imap(box.imap, tmp_path, "a wrong one"), free_port())
        (tmp_path / "password").chmod(0o644)
        checked = check(config)
    assert checked.returncode == 2
    assert "the server refuses user and password" in checked.stdout
    assert f"others may read {tmp_path / 'password'}" in checked.stdout
    assert "2 faults in the settings" in checked.stderr, "nobody takes our mail, either"
    assert "a wrong one" not in checked.stdout + checked.stderr

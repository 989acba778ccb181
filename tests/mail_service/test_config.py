"""The settings of the mail service: what they may say, and what is told of those that are wrong."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.app.service.config import EXAMPLE, Config, parse_config, read_config
from adjudicator.app.service.config_parts import (
    ImapIn,
    LmtpIn,
    MaildirIn,
    MaildirOut,
    SmtpIn,
    SmtpOut,
)
from adjudicator.cli.main import cli
from tests.databases import new_database
from tests.mail.servers import free_port

IMAP = '[[source]]\nkind = "imap"\nhost = "imap.example.org"\nuser = "referee"\n'
SEND = '[send]\nkind = "smtp"\nhost = "mail.example.org"\n'


def parsed(text: str) -> Config:
    return parse_config(tomllib.loads(text))


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, words)


def check(folder: Path, text: str, *words: str) -> Result:
    file = folder / "adjudicator.toml"
    file.write_text(text)
    return run("config", "check", "--config", str(file), *words)


# -- reading ------------------------------------------------------------------------------------


def test_without_settings_it_works_on_this_machine_only() -> None:
    config = read_config(None)
    assert config == parsed("")
    assert config.sources == (MaildirIn(), SmtpIn(host="127.0.0.1", port=8025))
    assert config.send == MaildirOut()
    assert (config.inbox, config.outbox) == (Path("mail/in"), Path("mail/out"))
    assert (config.require_proof, config.moderators) == (False, ())


def test_paths_count_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "adjudicator.toml"
    file.write_text(
        'folder = "post"\ndatabase = "games.db"\nkey_file = "/etc/key"\n'
        f'{IMAP}password_file = "secret"\n[[source]]\nkind = "maildir"\nfolder = "in"\n'
        '[[source]]\nkind = "lmtp"\nsocket = "lmtp"\n[send]\nkind = "maildir"\nfolder = "out"\n'
    )
    config = read_config(file)
    assert config.folder == tmp_path / "post"
    assert config.database == str(tmp_path / "games.db")
    assert config.key_place == Path("/etc/key")
    imap, maildir, lmtp = config.sources
    assert isinstance(imap, ImapIn) and imap.password_file == tmp_path / "secret"
    assert isinstance(maildir, MaildirIn) and config.inbox == maildir.folder == tmp_path / "in"
    assert isinstance(lmtp, LmtpIn) and lmtp.socket == tmp_path / "lmtp"
    assert config.outbox == tmp_path / "out"


def test_secrets_come_from_files_and_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret").write_text(" from a file\n")
    monkeypatch.setenv("REFEREE_PASSWORD", "from outside")
    file = tmp_path / "adjudicator.toml"
    file.write_text(
        f'{IMAP}password_file = "secret"\n{SEND}user = "a"\npassword_env = "REFEREE_PASSWORD"\n'
    )
    config = read_config(file)
    (imap,) = config.sources
    assert isinstance(imap, ImapIn) and imap.settings().password == "from a file"
    assert isinstance(config.send, SmtpOut) and config.send.settings().password == "from outside"
    assert "from" not in repr(config.send.settings()) + repr(imap.settings())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nonsense = 1", "nonsense is not known; known: "),
        ("folder = 3", "folder should be a path in quotes, not 3"),
        ('days = "soon"', "days should be a valid number"),
        ("days = -1", "days should be greater than 0, not -1"),
        ('mailbox = "referee"', "mailbox: 'referee' is no address like referee@example.org"),
        ('mailbox = "Referee+x@example.org"', "mailbox: "),
        ('moderators = "anna@example.org"', "moderators should be a list in brackets"),
        ('moderators = ["anna"]', "moderators: 'anna' is no address"),
        ('listen = "127.0.0.1:8025"', "listen is not known"),
        ("[source]\nkind = 1", "[source] should have double brackets: [[source]]"),
        ("[[source]]\nport = 1", "source 1.kind should be one of: maildir, smtp, lmtp, imap"),
        ('[[source]]\nkind = "pop3"', "source 1.kind should be one of: maildir, smtp, lmtp, imap"),
        ('[[source]]\nkind = "smtp"\nport = 70000', "source 1.port should be less than or equal"),
        ('[[source]]\nkind = "smtp"\nsocket = "x"', "source 1.socket is not known; known: cert"),
        ('[[source]]\nkind = "lmtp"\nkey = "k"', "source 1: certificate and key belong together"),
        ('[[source]]\nkind = "maildir"\n' * 2, "source: maildir in is there twice"),
        (IMAP, "source 1: user needs password_file or password_env"),
        (f'{IMAP}password_file = "a"\npassword_env = "B"', "not both"),
        (f'{IMAP}password_env = "B"\nsecurity = "none"', "a password is not sent without TLS"),
        ('[[source]]\nkind = "imap"\nuser = "a"\npassword_env = "B"', "source 1.host is missing"),
        (f'{IMAP}password = "hunter2"', "source.password: a secret does not belong"),
        (f'{SEND}password = "hunter2"', "send.password: a secret does not belong"),
        ('key = "hunter2"', "key: a secret does not belong"),
        ('database = "postgresql://me:hunter2@host/games"', "database: a password does not belong"),
        ('[send]\nkind = "smtp"', "send.host is missing"),
        ('[send]\nkind = "pigeon"', "send.kind should be one of: maildir, smtp"),
        (f"{SEND}password_env = 'X'", "they need a user"),
        (f'{SEND}security = "maybe"', "send.security should be 'tls', 'starttls' or 'none'"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, text: str, why: str) -> None:
    result = check(tmp_path, text)
    assert result.exit_code == 2, result.output
    assert why in result.output
    assert str(tmp_path / "adjudicator.toml") in result.output, "the file is named"
    assert "hunter2" not in result.output, "a secret is not repeated"


def test_every_fault_is_told_at_once(tmp_path: Path) -> None:
    result = check(tmp_path, "days = 0\nnonsense = 1\n")
    assert "days should" in result.output and "nonsense is not known" in result.output


def test_no_settings_and_no_toml(tmp_path: Path) -> None:
    missing = run("config", "check", "--config", str(tmp_path / "none.toml"))
    assert missing.exit_code == 2 and "cannot read" in missing.output
    broken = check(tmp_path, "folder = \n")
    assert broken.exit_code == 2 and "line 1" in broken.output


# -- config example -----------------------------------------------------------------------------


def test_the_example_reads_and_names_every_setting() -> None:
    text = run("config", "example").output
    assert text == EXAMPLE.read_text()
    config = parsed(text)
    assert config.mailbox == "referee@example.org"
    assert isinstance(config.sources[0], LmtpIn) and isinstance(config.send, SmtpOut)


def test_what_is_off_in_the_example_reads_too(tmp_path: Path) -> None:
    """Every setting that stands behind a # is one, and has the value said."""
    for line in EXAMPLE.read_text().splitlines():
        name = line.removeprefix("# ").partition(" =")[0]
        if line.startswith("# ") and name.isidentifier():
            tomllib.loads(line.removeprefix("# "))
    for part in _blocks(EXAMPLE.read_text()):
        config = parsed(part)
        assert config.sources or config.send


def _blocks(text: str) -> list[str]:
    """Each table of the example, with everything that is off switched on."""
    blocks: list[str] = []
    for line in text.splitlines():
        on = line.removeprefix("# ")
        if on.startswith("["):
            blocks.append("")
        if on.startswith("[") or (blocks and on.partition(" =")[0].isidentifier()):
            blocks[-1] += f"{on}\n"
    return [_with_user(block) for block in blocks]


def _with_user(block: str) -> str:
    """Secrets need a way that is safe."""
    return block.replace('"none"', '"tls"') if "user" in block else block


def test_the_example_is_in_the_documentation() -> None:
    docs = Path(__file__).parents[2] / "docs/hosts.md"
    assert EXAMPLE.read_text() in docs.read_text()


# -- config check -------------------------------------------------------------------------------


def test_good_settings_are_explained(tmp_path: Path) -> None:
    new_database(tmp_path / "games.db")
    text = f'database = "games.db"\n[[source]]\nkind = "smtp"\nport = {free_port()}\n'
    result = check(tmp_path, text, "--connect")
    assert result.exit_code == 0, result.output
    assert "games.db is ready" in result.output
    assert "source 1: listens at smtp 127.0.0.1:" in result.output
    assert "source 1: the port is free" in result.output
    assert "send: no mail leaves" in result.output
    assert not (tmp_path / "mail").exists(), "looking changes nothing"


def test_keys_that_others_may_read(tmp_path: Path) -> None:
    key = tmp_path / "mail/key"
    key.parent.mkdir()
    key.write_text("k" * 32)
    key.chmod(0o644)
    result = check(tmp_path, "")
    assert result.exit_code == 0
    assert f"warning the key: others may read {key}; run: chmod 600 {key}" in result.output
    key.chmod(0o600)
    assert "warning" not in check(tmp_path, "").output
    key.write_text("short")
    assert check(tmp_path, "").exit_code == 2


def test_faults_of_the_surroundings(tmp_path: Path) -> None:
    (tmp_path / "mail").write_text("no folder")
    (tmp_path / "games.db").write_text("no database at all, but long enough to be looked at" * 20)
    send = f'{SEND}user = "a"\npassword_env = "NO"\n'
    result = check(tmp_path, f'database = "games.db"\n{IMAP}password_file = "none"\n{send}')
    assert result.exit_code == 2
    for part in (
        f"fault   folder: {tmp_path / 'mail'} is no folder",
        "fault   database: ",
        "fault   source 1: password_file: cannot read",
        "fault   send: password_env: the environment variable NO is not set",
    ):
        assert part in result.output, result.output
    assert "Traceback" not in result.output


def test_servers_that_do_not_answer(tmp_path: Path) -> None:
    port = free_port()
    text = f'[send]\nkind = "smtp"\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\n'
    assert check(tmp_path, text).exit_code == 0, "only --connect connects"
    result = check(tmp_path, text, "--connect")
    assert result.exit_code == 2
    assert "fault   send: " in result.output

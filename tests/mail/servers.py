"""Private Postfix and Dovecot servers on loopback, from a scratch configuration.

They need root to start, as mail servers do. Where they are missing, tests are skipped, except in
CI.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from adjudicator.mail.listener import ListenerSettings, SmtpListener
from adjudicator.mail.verdict import Take

POSTFIX = """\
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
daemon_directory = /usr/lib/postfix/sbin
command_directory = /usr/sbin
mail_owner = postfix
setgid_group = postdrop
myhostname = mx.example.org
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
alias_maps =
alias_database =
recipient_delimiter = +
relay_domains = example.org, example.com, example.net
transport_maps = inline:{{
  example.org=lmtp:inet:127.0.0.1:{lmtp}, example.com=smtp:[127.0.0.1]:{smtp},
  example.net=smtp:[127.0.0.1]:{smtp} }}
default_transport = error:no mail leaves this machine
smtp_host_lookup = native
disable_dns_lookups = yes
maillog_file = {folder}/mail.log
maillog_file_prefixes = {folder}
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
"""

MASTER = """\
127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""

DOVECOT = """\
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
recipient_delimiter = +
first_valid_uid = 1
mail_location = maildir:{folder}/mail/%n
passdb {{
  driver = static
  args = password=secret
}}
userdb {{
  driver = static
  args = uid=dovecot gid=dovecot home={folder}/mail/%n allow_all_users=yes
}}
service imap-login {{
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    port = {lmtp}
  }}
}}
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def require(program: str) -> None:
    """Skip where the server cannot be started; in CI that is a failure."""
    missing = shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin") is None
    if missing or os.geteuid() != 0:
        why = f"{program} is not installed" if missing else f"{program} needs root"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder with a short name that the servers' own users may enter."""
    folder = Path(tempfile.mkdtemp(prefix="mail-", dir="/tmp"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running(start: list[str], stop: list[str] | None, port: int, log: Path) -> Iterator[None]:
    """A server in the foreground of its own session, from its first answer until it is gone.

    Without a command that stops it, its whole process group is told to end.
    """
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(start, start_new_session=True, **quiet)
    try:
        _wait_for(port, process, log)
        yield
    finally:
        if stop is not None:
            subprocess.run(stop, check=False, **quiet)
        elif process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(15)


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + 20
    while time.monotonic() < until and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"{process.args!r}: {log.read_text() if log.exists() else 'no log'}")


@contextmanager
def postfix(lmtp: int, smtp: int) -> Iterator[tuple[int, Path]]:
    """Postfix, which hands example.org to LMTP, others to SMTP; its port and its log."""
    require("postfix")
    with scratch() as folder:
        port = free_port()
        for name in ("etc", "queue", "data"):
            (folder / name).mkdir()
        shutil.chown(folder / "data", "postfix")
        main = POSTFIX.format(folder=folder, lmtp=lmtp, smtp=smtp)
        (folder / "etc/main.cf").write_text(main)
        (folder / "etc/master.cf").write_text(MASTER.format(port=port))
        command = ["/usr/sbin/postfix", "-c", str(folder / "etc")]
        with running([*command, "start-fg"], [*command, "stop"], port, folder / "mail.log"):
            yield port, folder / "mail.log"


class Dovecot:
    """Dovecot with a mailbox for whatever name; the password is `secret`."""

    def __init__(self, folder: Path) -> None:
        self.imap, self.lmtp, self.folder = free_port(), free_port(), folder
        text = DOVECOT.format(folder=folder, imap=self.imap, lmtp=self.lmtp)
        (folder / "dovecot.conf").write_text(text)
        (folder / "mail").mkdir()
        shutil.chown(folder / "mail", "dovecot", "dovecot")
        self._running = ExitStack()

    def start(self) -> None:
        file, log = str(self.folder / "dovecot.conf"), self.folder / "dovecot.log"
        command = ["/usr/sbin/dovecot", "-F", "-c", file]
        self._running.enter_context(running(command, None, self.imap, log))

    def stop(self) -> None:
        self._running.close()

    def deliver(self, name: str, raw: bytes) -> None:
        with smtplib.LMTP("127.0.0.1", self.lmtp) as client:
            client.sendmail("anna@example.net", [name], raw)


@contextmanager
def dovecot() -> Iterator[Dovecot]:
    """A running Dovecot."""
    require("dovecot")
    with scratch() as folder:
        server = Dovecot(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def listening(take: Take, port: int) -> Iterator[None]:
    """Somebody's mail server: our own listener, in a thread of its own."""
    loop = asyncio.new_event_loop()
    listener = SmtpListener(take, ListenerSettings(port=port))
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(loop.run_forever)
        asyncio.run_coroutine_threadsafe(listener.start(), loop).result()
        try:
            yield
        finally:
            asyncio.run_coroutine_threadsafe(listener.stop(), loop).result()
            loop.call_soon_threadsafe(loop.stop)
            running.result()
            loop.close()

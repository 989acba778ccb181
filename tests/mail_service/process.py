"""``adjudicator serve`` as a process of its own, and ways to watch it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

MAIN = "from adjudicator.cli.main import main; main()"
ROOT = Path(__file__).parents[2]
PATIENCE = 20.0
FAST = "[[rates]]\nmails = 100000\nseconds = 60\n"
"""Settings for programs that play: they write more than a person may."""


def command(*words: str) -> list[str]:
    return [sys.executable, "-c", MAIN, *words]


def surroundings(**more: str) -> dict[str, str]:
    """The environment of the tests, without settings of whoever runs them."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("ADJUDICATOR")}
    return {**kept, "PYTHONPATH": str(ROOT), **more}


def wait_until(condition: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(0.02)


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


class Running:
    """A service, and what it has logged so far."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self.process, self.log = process, log

    def logged(self) -> str:
        return self.log.read_text()

    def has_logged(self, text: str) -> bool:
        assert self.process.poll() is None, f"it has ended: {self.logged()}"
        return text in self.logged()

    def stop(self) -> None:
        """Tell it to stop, as systemd does; it must end well."""
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(PATIENCE) == 0, self.logged()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def serving(
    config: Path, *words: str, environment: Mapping[str, str] | None = None
) -> Iterator[Running]:
    """Serve a configuration; stopped with SIGTERM at the end, unless the test has done so."""
    log = config.with_suffix(".log")
    with log.open("ab") as out:
        process = subprocess.Popen(
            command("serve", "--config", str(config), *words),
            env=surroundings(**(environment or {})),
            stdout=out,
            stderr=out,
        )
    running = Running(process, log)
    try:
        wait_until(lambda: running.has_logged("started"), "the service to start")
        yield running
        if process.poll() is None:
            running.stop()
    finally:
        running.kill()

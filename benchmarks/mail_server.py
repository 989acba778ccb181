"""A mail server to measure: ``python -m benchmarks.mail_server DATABASE bare|text|pictures``.

It listens on a port of its own, prints it, and serves until it is told to end. ``bare`` keeps each
mail with one durable commit and does nothing else; the others are the referee.
"""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import sys
from collections.abc import Callable

from adjudicator.app.store import Store
from adjudicator.mail.listener import ListenerSettings, SmtpListener
from adjudicator.mail.sources import TAKEN, Verdict

from .correspondence import Counter

Keep = Callable[[bytes], object]


def bare(path: str) -> Keep:
    """The yardstick: one durable commit for each mail, as SQLite does it."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    for statement in (
        "PRAGMA journal_mode=WAL",
        "PRAGMA synchronous=FULL",
        "CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, raw BLOB NOT NULL)",
    ):
        db.execute(statement)
    return lambda raw: db.execute("INSERT INTO bare (raw) VALUES (?)", (raw,))


def keeper(path: str, kind: str) -> Keep:
    if kind == "bare":
        return bare(path)
    return Counter(Store.open(path), pictures=kind == "pictures").take


async def serve(keep: Keep) -> None:
    """Acknowledge each mail when everything about it is on the disk."""

    async def take(raw: bytes, envelope_from: str | None, to: str | None) -> Verdict:
        await asyncio.to_thread(keep, raw)
        return TAKEN

    listener = SmtpListener(take, ListenerSettings())
    gc.freeze()  # as the service does
    await listener.start()
    print(listener.port, flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await listener.stop()


if __name__ == "__main__":
    asyncio.run(serve(keeper(sys.argv[1], sys.argv[2])))

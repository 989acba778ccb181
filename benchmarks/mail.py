"""What mail costs: order mails from the listener to the outbox, letters, pictures, memory.

The yardstick is a bare aiosmtpd server that keeps each mail with one durable commit. Each server
is a process of its own; batches are sent to them by turns, one connection for each mail as mail
servers do it, and the best batch of each counts.
"""

from __future__ import annotations

import smtplib
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import chain, cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from sqlalchemy import text

from adjudicator.app.games import Game
from adjudicator.app.letters.scribe import write_out
from adjudicator.app.store import Store
from adjudicator.engine.ids import Colour
from adjudicator.engine.view import view
from adjudicator.render.png import write_png
from adjudicator.render.svg import draw_svg
from adjudicator.storage import post

from .correspondence import (
    MAILBOX,
    Counter,
    Message,
    log_length,
    mails,
    messages,
    open_games,
    write_mail,
)
from .storage import TEAMS, Say, multiply, new_store
from .table import Row


class Amount(NamedTuple):
    """How much is measured."""

    batches: int
    batch: int
    """Mails in a batch: few, so that what disturbs the machine spoils only some batches."""
    pairs: int
    """Mails compared with the same mail elsewhere."""
    many_games: int
    long_log: int
    early: int
    """Mails after which memory is weighed first."""
    late: int


FULL = Amount(
    batches=20, batch=16, pairs=100, many_games=100_000, long_log=800, early=1_000, late=10_000
)
QUICK = Amount(batches=1, batch=3, pairs=3, many_games=30, long_log=20, early=4, late=8)


def mail_rows(amount: Amount, games: Sequence[Game], ply: float, say: Say) -> Iterator[Row]:
    """Everything about mail; ``games`` are played by mail."""
    lines = [messages(game) for game in games]
    seeds = [game.record.tags["Seed"] for game in games]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        say("mailing from the listener to the outbox")
        yield from _rate_rows(amount, folder, seeds, lines)
        say(f"mailing among {amount.many_games:,} games")
        yield from _among_many_rows(amount, folder, seeds[0], lines[0], ply)
        say(f"mailing to a log of {amount.long_log} entries")
        yield _long_log_row(amount, folder)
        yield _picture_row(games[0], ply)
        say(f"weighing the service after {amount.late:,} mails")
        yield _memory_row(amount, folder, seeds, lines)


# -- servers ----------------------------------------------------------------------------------


class Server:
    """A process that takes mail on a port of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.process = process
        self.port = int(process.stdout.readline())

    def post(self, raw: bytes) -> None:
        """Deliver a mail; it is refused unless everything about it is on the disk."""
        with smtplib.SMTP("127.0.0.1", self.port) as door:
            door.sendmail("somebody@example.net", [MAILBOX], raw)

    @property
    def resident(self) -> int:
        """Bytes of memory in use."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024


@contextmanager
def _server(database: Path, kind: str) -> Iterator[Server]:
    words = [sys.executable, "-m", "benchmarks.mail_server", str(database), kind]
    here, pipe = Path(__file__).parents[1], subprocess.PIPE
    with subprocess.Popen(words, cwd=here, stdin=pipe, stdout=pipe, text=True) as process:
        try:
            yield Server(process)
        finally:
            process.communicate()


def _all_mails(lines: Sequence[Sequence[Message]], first: int = 1) -> Iterator[bytes]:
    """The mails of all games, one of each game in turn, as on a busy day."""
    waiting = [mails(game, line) for game, line in enumerate(lines, start=first)]
    while waiting:
        for game in list(waiting):
            mail = next(game, None)
            if mail is None:
                waiting.remove(game)
            else:
                yield mail


# -- the rate ---------------------------------------------------------------------------------

KINDS = ("bare", "text", "pictures")


def _rate_rows(
    amount: Amount, folder: Path, seeds: Sequence[str], lines: Sequence[Sequence[Message]]
) -> Iterator[Row]:
    best = dict.fromkeys(KINDS, 0.0)
    with ExitStack() as stack:
        servers = {}
        for kind in KINDS:
            with new_store(folder / f"{kind}.db") as store:
                open_games(store, seeds)
            servers[kind] = stack.enter_context(_server(folder / f"{kind}.db", kind))
        posts = {kind: _all_mails(lines) for kind in KINDS}
        for _ in range(amount.batches):
            for kind, server in servers.items():
                rate = _rate(server, list(islice(posts[kind], amount.batch)))
                best[kind] = max(best[kind], rate)
    for kind in ("text", "pictures"):
        with closing(Store.open(str(folder / f"{kind}.db"))) as store:
            played = sum(log_length(store, game) for game in range(1, len(lines) + 1))
        assert played == amount.batches * amount.batch, f"only {played} mails were played"
    for kind, name, most in (("text", "a mail", 3), ("pictures", "  with pictures", None)):
        note = f"{best[kind]:.0f} mails a second against {best['bare']:.0f}"
        yield Row(
            f"{name}, listener to outbox", best["bare"] / best[kind], "bare mails", most, note
        )


def _rate(server: Server, batch: Sequence[bytes]) -> float:
    begin = perf_counter()
    for raw in batch:
        server.post(raw)
    return len(batch) / (perf_counter() - begin)


# -- one mail ---------------------------------------------------------------------------------


def _among_many_rows(
    amount: Amount, folder: Path, seed: str, line: Sequence[Message], ply: float
) -> Iterator[Row]:
    """The same mails to a database with one game, and to one with very many."""
    with new_store(folder / "one.db") as one, new_store(folder / "many.db") as many:
        for store in (one, many):
            open_games(store, [seed])
        multiply(many, 1, amount.many_games - 1)
        _multiply_players(many, amount.many_games // 10)
        works = {
            name: _mailing(Counter(store, pictures=False), mails(1, line))
            for name, store in (("one", one), ("many", many))
        }
        times = _pairs(min(amount.pairs, len(line)), works)
        letter = median(_letter_times(one, amount.pairs))
    own = median(times["one"])
    yield Row("an order mail, computing only", own / ply, "plies", None, f"{own * 1e3:.1f} ms")
    ratio = median(b / a for a, b in zip(times["one"], times["many"], strict=True))
    yield Row(f"  among {amount.many_games:,} games", ratio, "of one game", 1.2)
    note = f"{letter * 1e3:.1f} ms, when it leaves"
    yield Row("a letter written out", letter / ply, "plies", None, note)


def _letter_times(store: Store, most: int) -> Iterator[float]:
    """Processor time for each letter of the outbox that is not written yet."""
    with store.transaction() as db:
        owed = post.claim(db, datetime.max.replace(tzinfo=UTC) - timedelta(days=1), "bench", most)
    for promised in owed:
        if promised.outline is not None:
            begin = process_time()
            write_out(store, promised)
            yield process_time() - begin


def _multiply_players(store: Store, number: int) -> None:
    """Other people, who do not play here."""
    people = [{"name": f"player {i}", "address": f"p{i}@example.com"} for i in range(number)]
    with store.transaction() as db:
        db.execute(
            text(
                "INSERT INTO player (name, address, language, created_at)"
                " SELECT :name, :address, language, created_at FROM player WHERE id = 1"
            ),
            people,
        )


def _long_log_row(amount: Amount, folder: Path) -> Row:
    """Blue changes his team again and again: the same work at the beginning and much later."""
    works, counters = {}, {}
    for name, before in (("short", 10), ("long", amount.long_log)):
        store = Store.open(_upgraded(folder / f"{name}.db"))
        open_games(store, ["bench"])
        counters[name] = Counter(store, pictures=False)
        line = (Message(Colour.BLUE, (order,)) for order in cycle(TEAMS))
        post = (write_mail(1, entry, message) for entry, message in enumerate(line))
        for raw in islice(post, before):
            counters[name].take(raw)
        works[name] = _mailing(counters[name], post)
    times = _pairs(amount.pairs, works)
    ratio = median(b / a for a, b in zip(times["short"], times["long"], strict=True))
    for counter in counters.values():
        counter.office.store.close()
    return Row(f"  at entry {amount.long_log} of a game", ratio, "of entry 10", 1.2)


def _upgraded(path: Path) -> str:
    with new_store(path):
        return str(path)


def _mailing(counter: Counter, post: Iterator[bytes]) -> Callable[[], None]:
    return lambda: counter.take(next(post))


def _pairs(number: int, works: dict[str, Callable[[], None]]) -> dict[str, list[float]]:
    """Processor time of each work, side by side; the first of each is a rehearsal."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(number):
        for name, work in works.items():
            begin = process_time()
            work()
            times[name].append(process_time() - begin)
    return {name: found[1:] or found for name, found in times.items()}


def _picture_row(game: Game, ply: float) -> Row:
    svg = draw_svg(view(game.state, Colour.BLUE))
    times = []
    for _ in range(5):
        begin = process_time()
        write_png(svg)
        times.append(process_time() - begin)
    return Row("the picture", min(times) / ply, "plies", None, f"{min(times) * 1e3:.0f} ms")


# -- memory -----------------------------------------------------------------------------------


def _memory_row(
    amount: Amount, folder: Path, seeds: Sequence[str], lines: Sequence[Sequence[Message]]
) -> Row:
    """Many games after each other, a few at a time, as the years go by."""
    shortest = min(map(len, lines))
    rounds = -(-amount.late // (shortest * len(lines)))
    with new_store(folder / "memory.db") as store:
        open_games(store, list(seeds) * rounds)
    even = [line[:shortest] for line in lines]
    starts = range(1, rounds * len(lines), len(lines))
    post = chain.from_iterable(_all_mails(even, first) for first in starts)
    with _server(folder / "memory.db", "text") as server:
        for raw in islice(post, amount.early):
            server.post(raw)
        early = server.resident
        for raw in islice(post, amount.late - amount.early):
            server.post(raw)
        late = server.resident
    note = f"{late / 1e6:.0f} MB against {early / 1e6:.0f} MB after {amount.early:,}"
    return Row(f"memory after {amount.late:,} mails", late / early, "of before", 1.1, note)

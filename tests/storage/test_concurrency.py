"""Many writers at once: no update is lost, no entry is made twice, every chain verifies."""

from __future__ import annotations

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from adjudicator.app.store import Store
from adjudicator.storage import log
from adjudicator.storage.migrate import form, upgrade
from tests.storage.games import BLUE, TEAMS, YELLOW, all_ids, assert_genuine, dealt, demo, proof

ROOT = Path(__file__).parents[2]
THREADS, EACH = 8, 10
PROCESSES = 3

WRITER = """
import random, sys
from adjudicator.app.store import Store
from tests.storage.games import BLUE, TEAMS
store, chance = Store.open(sys.argv[1]), random.Random(sys.argv[2])
games = [int(word) for word in sys.argv[4:]]
for number in range(int(sys.argv[3])):
    text = f"{chance.choice(TEAMS)}  # {sys.argv[2]} {number}"
    game = games[0] if number % 2 else chance.choice(games[1:])
    assert store.submit(game, BLUE, text, sys.argv[2]).accepted
store.close()
"""


def _writers(url: str, each: int, games: list[int]) -> None:
    """Several processes write into the first game and into others by turns, as fast as they can."""
    words = [sys.executable, "-c", WRITER, url]
    running = [
        subprocess.Popen([*words, f"writer {n}", str(each), *map(str, games)], cwd=ROOT)
        for n in range(PROCESSES)
    ]
    assert [process.wait(timeout=60) for process in running] == [0] * PROCESSES


def _received(store: Store, game_ids: list[int]) -> list[str]:
    """What was sent, as the logs keep it."""
    stored = [proof(store, game_id).stored for game_id in game_ids]
    return sorted(str(entry.received).split("# ")[1] for one in stored for entry in one.entries)


def test_threads_on_one_game(store: Store) -> None:
    game_id = store.add(dealt(), "referee")

    def write(writer: int) -> None:
        chance = random.Random(writer)
        for number in range(EACH):
            text = f"{chance.choice(TEAMS)}  # {writer} {number}"
            assert store.submit(game_id, BLUE, text, "blue").accepted

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(write, range(THREADS)))
    assert_genuine(store, game_id, THREADS * EACH)
    expected = sorted(f"{writer} {number}" for writer in range(THREADS) for number in range(EACH))
    assert _received(store, [game_id]) == expected


def test_threads_on_many_games(store: Store) -> None:
    """Also in stores of their own, so that what one has cached is often out of date."""
    games = [store.add(dealt(f"seed-{n}"), "referee") for n in range(4)]

    def write(writer: int) -> None:
        chance = random.Random(writer)
        with closing(Store(store.url)) as own:
            for _ in range(EACH):
                order = chance.choice(TEAMS)
                assert own.submit(chance.choice(games), BLUE, order, "blue").accepted

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(write, range(THREADS)))
    assert sum(len(proof(store, game_id).stored.entries) for game_id in games) == THREADS * EACH
    for game_id in games:
        assert_genuine(store, game_id)


def test_processes_on_one_game_and_on_many(store: Store) -> None:
    games = [store.add(dealt(f"seed-{n}"), "referee") for n in range(5)]
    _writers(store.url, 24, games)
    assert_genuine(store, games[0], PROCESSES * 12)
    for game_id in games[1:]:
        assert_genuine(store, game_id)
    expected = sorted(f"writer {n} {number}" for n in range(PROCESSES) for number in range(24))
    assert _received(store, games) == expected


def test_of_many_equal_orders_one_is_played(store: Store) -> None:
    """Each is judged in the position it finds, not in the one it hoped for."""
    game_id = store.add(dealt(demo().record.tags["Seed"]), "referee")
    for message in demo().record.messages[:22]:
        store.submit(game_id, message.by, "; ".join(message.orders), "somebody")

    def write(_: int) -> bool:
        return store.submit(game_id, BLUE, "A2", "blue").accepted

    with ThreadPoolExecutor(THREADS) as pool:
        accepted = list(pool.map(write, range(THREADS)))
    assert accepted.count(True) == 1
    assert_genuine(store, game_id, 23)


def test_readers_and_importers_among_writers(store: Store) -> None:
    game_id = store.add(dealt(), "referee")

    def read(number: int) -> None:
        for _ in range(5):
            before = len(proof(store, game_id).stored.entries)
            assert_genuine(store, game_id)
            assert len(store.load(game_id).record.messages) >= before

    def write(number: int) -> None:
        for order in TEAMS[:EACH]:
            assert store.submit(game_id, BLUE, order, "blue").accepted

    def take(number: int) -> None:
        for _ in range(2):
            store.import_record(demo().text(), "archivist")

    with ThreadPoolExecutor(6) as pool:
        for future in [pool.submit(work, n) for n in range(2) for work in (read, write, take)]:
            future.result()
    assert_genuine(store, game_id, 2 * EACH)
    assert len(all_ids(store)) == 5
    for other in all_ids(store):
        assert other == game_id or store.export_record(other) == demo().text()


def test_both_seal_their_teams_at_once(store: Store) -> None:
    games = [store.add(dealt(f"seed-{n}"), "referee") for n in range(5)]
    yellow = TEAMS[7].replace("1", "22")

    def write(job: tuple[int, bool]) -> None:
        game_id, is_blue = job
        by, order = (BLUE, TEAMS[3]) if is_blue else (YELLOW, yellow)
        assert store.submit(game_id, by, order, "somebody").accepted

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, [(game_id, blue) for game_id in games for blue in (True, False)]))
    for game_id in games:
        assert_genuine(store, game_id, 2)


def test_two_upgrades_at_once(empty_url: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: upgrade(empty_url), range(4)))
    assert form(empty_url).pending == ()
    with closing(Store.open(empty_url)) as store, store.transaction() as db:
        assert log.game_ids(db) == []

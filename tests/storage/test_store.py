"""Games in a database of each kind: what goes in comes out, whatever is cached."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from itertools import islice

import pytest
from sqlalchemy import text

from adjudicator.app.games import load_game
from adjudicator.app.store import Store
from adjudicator.notation.position import write_state
from adjudicator.notation.record import RecordFault
from adjudicator.storage import log, snapshots
from adjudicator.storage.errors import MovedOn, OtherRules, Unknown
from tests.storage.games import ARCHIVE, BLUE, TEAMS, YELLOW, assert_genuine, dealt, demo, proof


def test_a_record_comes_back_byte_for_byte(store: Store) -> None:
    lines = demo().text().splitlines(keepends=True)
    lines.insert(12, "# Remarques: très beau!\n#\n")
    record = "".join([*lines, "#last words \n"])
    game_id = store.import_record(record, "archivist")
    assert store.export_record(game_id) == record
    assert_genuine(store, game_id, len(demo().record.messages) + 3)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text + "\n",
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("\n\n", "\n \n"),
        lambda text: text.replace("\n\n", "\n# first\x85# second\n", 1) + "#\x0b\n",
        lambda text: "\ufeff" + text,
        lambda text: text.replace('[Set "base"]\n', "").replace("[Result", '[Set "base"]\n[Result'),
        lambda text: text.replace("target=5 memory=own", "memory=elephant"),
        lambda text: text.replace("PUT b.ro@a6", "PUT b.ro@a5"),
        lambda text: text.replace('[Result "*"]', '[Result "b"]'),
        lambda text: "",
    ],
)
def test_what_could_not_be_given_back_is_refused(sqlite_store: Store, change: object) -> None:
    assert callable(change)
    with pytest.raises(RecordFault):
        sqlite_store.import_record(change(demo().text()), "archivist")
    with sqlite_store.transaction() as db:
        assert log.game_ids(db) == []


def test_playing_is_the_same_as_in_a_record(store: Store) -> None:
    game_id = store.add(dealt(demo().record.tags["Seed"]), "referee")
    for message in demo().record.messages:
        assert store.submit(game_id, message.by, "\n".join(message.orders), "somebody").accepted
    assert store.export_record(game_id) == demo().text()
    assert_genuine(store, game_id, len(demo().record.messages))


def test_a_refused_message_changes_nothing(store: Store) -> None:
    game_id = store.import_record(demo().text(), "archivist")
    before = proof(store, game_id).stored
    for order in ("A7", "nonsense", "A2; nonsense"):
        assert not store.submit(game_id, BLUE, order, "blue").accepted
    assert proof(store, game_id).stored == before


def test_snapshots_are_a_cache(url: str) -> None:
    """Dropping them changes nothing but time, at any moment of a game."""
    played = load_game(ARCHIVE.joinpath("standard-eager.dt").read_text(encoding="utf-8"))
    at = datetime(2026, 11, 18, tzinfo=UTC)
    with closing(Store.open(url)) as cached:
        one, other = (cached.add(dealt(played.record.tags["Seed"]), "ref", at) for _ in range(2))
        for by, order in islice(played.record.orders, 60):
            at += timedelta(hours=1)
            first = cached.submit(one, by, order, "somebody", at)
            with closing(Store.open(url)) as forgetful:
                with forgetful.transaction() as db:
                    snapshots.drop_snapshots(db)
                second = forgetful.submit(other, by, order, "somebody", at)
            assert first.accepted and second.accepted
            assert first.events == second.events
            assert write_state(first.state) == write_state(second.state)
        assert cached.export_record(one) == cached.export_record(other)
        for game_id in (one, other):
            assert_genuine(cached, game_id, 60)
            kept = _snapshot(cached, other)
            cached.renew(game_id)
            assert _snapshot(cached, other) == kept


def _snapshot(store: Store, game_id: int) -> snapshots.Snapshot:
    with store.transaction() as db:
        found = snapshots.get_snapshot(db, game_id)
    assert found is not None
    return found


def test_since_when_somebody_is_asked(store: Store) -> None:
    """One player's answer does not give the other one more time, nor does a replaced answer."""
    day = datetime(2026, 11, 1, tzinfo=UTC)
    game_id = store.add(dealt(), "referee", day)
    for days in (1, 2):
        store.submit(game_id, BLUE, TEAMS[days], "blue", day + timedelta(days=days))
    snapshot = _snapshot(store, game_id)
    assert (snapshot.waiting, snapshot.since) == ("y", day)
    team = TEAMS[0].replace("1", "22")
    assert store.submit(game_id, YELLOW, team, "yellow", day + timedelta(days=5)).accepted
    snapshot = _snapshot(store, game_id)
    assert snapshot.since == day + timedelta(days=5)


def test_a_time_of_another_zone_is_the_same_time(store: Store) -> None:
    zone = timezone(timedelta(hours=5, minutes=30))
    game_id = store.add(dealt(), "referee", datetime(2026, 11, 18, 12, 0, 0, 17, tzinfo=zone))
    store.submit(game_id, BLUE, TEAMS[0], "blue", datetime(2026, 11, 18, 13, tzinfo=zone))
    assert_genuine(store, game_id, 1)


def test_entry_seventeen_is_added_once(store: Store) -> None:
    game_id = store.import_record(demo().text(), "archivist")
    with store.transaction() as db:
        game, head = log.lock_log(db, game_id)
        entry = log.NewEntry("note", "mod", "a", "mod", datetime.now(UTC), 1, head.digest)
        log.append(db, game, head, entry)
    with pytest.raises(MovedOn), store.transaction() as db:
        log.append(db, game, head, entry._replace(text="b"))
    assert_genuine(store, game_id, head.number + 1)


def test_a_game_of_other_rules_is_left_alone(store: Store) -> None:
    game_id = store.add(dealt(), "referee")
    with store.transaction() as db:
        db.execute(text("UPDATE game SET rules_version = 99"))
    fresh = Store(store.url)
    for use in (
        lambda: fresh.submit(game_id, BLUE, TEAMS[0], "blue"),
        lambda: fresh.load(game_id),
        lambda: fresh.state(game_id),
    ):
        with pytest.raises(OtherRules, match="version 99 of the rules; this program knows"):
            use()
    fresh.close()


def test_unknown_games(store: Store) -> None:
    for use in (store.load, store.state, store.renew):
        with pytest.raises(Unknown, match="there is no game 7"):
            use(7)


def test_players_are_seated_with_the_game_or_not_at_all(store: Store) -> None:
    with store.transaction() as db:
        log.add_player(db, log.StoredPlayer(0, "Émile", None, "fr", datetime.now(UTC)))
    with pytest.raises(Unknown, match="ben"):
        store.add(dealt(), "referee", players={BLUE: "émile", YELLOW: "ben"})
    with store.transaction() as db:
        assert log.game_ids(db) == []
    game_id = store.add(dealt(), "referee", players={BLUE: "éMILE"})
    with store.transaction() as db:
        assert log.seats(db, game_id) == {"blue": "Émile"}

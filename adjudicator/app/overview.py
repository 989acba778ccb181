"""The games of a database at a glance, and who is late."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from adjudicator.engine.ids import Colour
from adjudicator.notation.names import COLOURS
from adjudicator.storage import listing, log
from adjudicator.storage.errors import Damaged, OtherRules
from adjudicator.storage.listing import Listed

from .due import due
from .store import Store
from .terms import BadTerms, Terms, read_terms

NO_TERMS = Terms()


class Wait(NamedTuple):
    """Somebody who is asked, and since when."""

    seat: Colour
    since: datetime


class Overview(NamedTuple):
    """One game."""

    id: int
    scenario: str
    players: Mapping[Colour, str]
    turn: int
    over: bool
    waits: tuple[Wait, ...]
    trouble: str | None = None
    """Why nothing more is known about it."""
    terms: Terms = NO_TERMS


def overviews(store: Store) -> list[Overview]:
    """All games. A missing snapshot is made again."""
    with store.transaction() as db:
        stale = listing.without_snapshot(db)
    troubles = {game_id: why for game_id in stale if (why := _renew(store, game_id))}
    with store.reading() as db:
        games, seats = listing.listed_games(db), listing.all_seats(db)
        lost = {game_id: log.get_game(db, game_id).scenario for game_id in troubles}
    known = [_overview(game, seats.get(game.id, {})) for game in games]
    for game_id, why in troubles.items():
        players = _by_colour(seats.get(game_id, {}))
        known.append(Overview(game_id, lost[game_id], players, 0, False, (), why))
    return sorted(known)


def _renew(store: Store, game_id: int) -> str | None:
    try:
        store.renew(game_id)
    except (OtherRules, Damaged) as error:
        return str(error)
    return None


def _overview(game: Listed, seats: Mapping[str, str]) -> Overview:
    players, waits = _by_colour(seats), tuple(_waits(game))
    known = Overview(game.id, game.scenario, players, game.turn, game.over, waits)
    try:
        return known._replace(terms=read_terms(game.terms))
    except BadTerms as error:  # written by another version of the program
        return known._replace(trouble=str(error))


def _by_colour(seats: Mapping[str, str]) -> dict[Colour, str]:
    return {Colour(colour): name for colour, name in seats.items()}


def _waits(game: Listed) -> Iterable[Wait]:
    """Each seat that is waited for, with the oldest question it has."""
    asked: dict[str, datetime] = {}
    for line in game.asked.splitlines():
        who, when = line.split(" ", 1)
        moment = datetime.fromisoformat(when)
        asked[who[0]] = min(asked.get(who[0], moment), moment)
    return (Wait(COLOURS[letter], asked[letter]) for letter in game.waiting)


def asked_for(game: Overview, longest: timedelta, now: datetime, part: float = 1) -> list[Wait]:
    """Who has been asked for as long as he may take, or for a part of it, if the clock always ran.

    ``longest`` is what the host allows for an answer.
    """
    time = game.terms.time(longest) * part
    return [wait for wait in game.waits if now - wait.since > time]


def late_waits(store: Store, game: Overview, longest: timedelta, now: datetime) -> tuple[Wait, ...]:
    """Those who are overdue; pauses, disputes, extensions, absences and days off are granted."""
    late = asked_for(game, longest, now)
    if not late:
        return ()
    with store.transaction() as db:
        here = store.position(db, game.id)
        dues = [(wait, due(db, here, wait.seat, longest, now)) for wait in late]
    return tuple(wait for wait, found in dues if found is not None and now > found.at)

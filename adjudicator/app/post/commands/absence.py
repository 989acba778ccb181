"""ABSENCE: be away for some days; one's deadlines stand still so long."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from adjudicator.mail.authenticity import Authentic
from adjudicator.render import letter_kinds as k
from adjudicator.storage.absences import Absence, absences, add_absence, cancel_absences
from adjudicator.storage.log import StoredPlayer
from adjudicator.storage.seats import games_going_on, seated

from ...players import zone_of
from ..visit import Visit

MOST_DAYS = 30
FARTHEST = timedelta(days=366)
CANCEL = ("CANCEL", "OFF")


def run(visit: Visit, words: list[str], text: str) -> None:
    """``ABSENCE 2026-12-24 TO 2027-01-02``; ``ABSENCE CANCEL``. A new one replaces the last."""
    if visit.player is None:
        visit.refused(text, "not registered")
    elif visit.reply is None and visit.letter.authentic is not Authentic.PASSED:
        visit.refused(text, "not confirmed")  # a forged mail must not stop a clock
    elif words and words[0].upper() in CANCEL:
        _cancel(visit, visit.player, text)
    else:
        _note(visit, visit.player, words, text)


def _cancel(visit: Visit, player: StoredPlayer, text: str) -> None:
    cancelled = cancel_absences(visit.db, player.id, visit.at)
    if not cancelled:
        visit.refused(text, "not away")
    for absence in cancelled:
        first, last = days_of(absence, player)
        _done(visit, text, "absence cancelled", first, last)
        _tell_others(visit, player, first, last, cancelled=True)


def _note(visit: Visit, player: StoredPlayer, words: list[str], text: str) -> None:
    named = [word for word in words if word.upper() not in ("TO", "-", "FROM")]
    days = [_day(word) for word in named[:2]]
    if not days or None in days:
        wrong = next((w for w, day in zip(named, days, strict=False) if day is None), "ABSENCE")
        visit.refused(text, "not a date", word=wrong)
        return
    first, last = days[0], days[-1]
    assert first is not None and last is not None, "both are days"
    today = visit.at.astimezone(zone_of(player)).date()
    if last < first or last < today:
        visit.refused(text, "away when")
        return
    first = max(first, today)  # the past is not changed
    if first - today > FARTHEST:
        visit.refused(text, "too far away")
    elif (last - first).days >= MOST_DAYS:
        visit.refused(text, "too long away", days=MOST_DAYS)
    else:
        cancel_absences(visit.db, player.id, visit.at)
        begin, end = _midnight(first, player), _midnight(last + timedelta(1), player)
        add_absence(visit.db, player.id, Absence(max(begin, visit.at), end))
        _done(visit, text, "absent", first, last)
        _tell_others(visit, player, first, last)


def _tell_others(
    visit: Visit, away: StoredPlayer, first: date, last: date, *, cancelled: bool = False
) -> None:
    """One letter to everybody who plays with him now, whatever number of games that is."""
    shared: dict[StoredPlayer, list[int]] = {}
    for game in games_going_on(visit.db, away.id):
        for seat in seated(visit.db, game):
            if seat.player.id != away.id:
                shared.setdefault(seat.player, []).append(game)
    for reader, games in shared.items():
        letter = k.Away(away.name, first, last, tuple(games), cancelled)
        key = f"away/{visit.letter.identity}/{reader.id}/{first}/{last}/{cancelled}"
        visit.writer.send(reader, letter, key)


def _done(visit: Visit, text: str, key: str, first: date, last: date) -> None:
    note = k.Note(key, {"first": first, "last": last})
    visit.lines.append(k.LineRead(text, k.Fate.DONE, note=note))


def _day(word: str) -> date | None:
    """
    >>> _day("2026-12-24"), _day("24.12.")
    (datetime.date(2026, 12, 24), None)
    """
    try:
        return datetime.strptime(word.rstrip(".,;"), "%Y-%m-%d").date()
    except ValueError:
        return None


def _midnight(day: date, player: StoredPlayer) -> datetime:
    return datetime.combine(day, time(), zone_of(player))


def days_of(absence: Absence, player: StoredPlayer) -> tuple[date, date]:
    """The first and the last day of an absence, on the player's clock."""
    zone, instant = zone_of(player), timedelta(microseconds=1)
    return absence.begin.astimezone(zone).date(), (absence.end - instant).astimezone(zone).date()


def announced(visit: Visit, player: StoredPlayer) -> tuple[tuple[date, date], ...]:
    """The absences of a player that are not over."""
    ahead = [absence for absence in absences(visit.db, player.id) if absence.end > visit.at]
    return tuple(days_of(absence, player) for absence in ahead)

"""One letter of every kind, from one fixed game with a fixed clock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

from adjudicator.app.games import Judged, Turn, judge, replay
from adjudicator.app.post.mail_orders import read_line_of
from adjudicator.app.post.preview import preview
from adjudicator.app.suggestions import suggestions
from adjudicator.engine.ids import Colour
from adjudicator.engine.seen import Fact, Role, Viewer
from adjudicator.engine.state import State
from adjudicator.engine.telling import tell
from adjudicator.engine.view import view
from adjudicator.notation.record import read_record
from adjudicator.render.language import language
from adjudicator.render.letter import Written, write_letter
from adjudicator.render.letter_kinds import (
    Away,
    Board,
    BounceNotice,
    Chapter,
    Confirm,
    DisputeOpened,
    Ended,
    Fate,
    GameLine,
    GameList,
    Help,
    History,
    Letter,
    LineRead,
    Look,
    Note,
    NotRead,
    Opened,
    Position,
    Press,
    Preview,
    QuarantineNotice,
    Receipt,
    Reminder,
    Ruling,
    Seal,
    Sitter,
    Situation,
    Stale,
    Status,
    Table,
    TimeOutNotice,
    Weekday,
    Welcome,
)

RECORD = Path(__file__).with_name("letters.dt")
PARIS = ZoneInfo("Europe/Paris")
DEADLINE = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
BLUE, YELLOW = Colour.BLUE, Colour.YELLOW
SITTERS = (Sitter(BLUE, "Anna"), Sitter(YELLOW, "Bruno"))
TABLE = Table(7, BLUE, SITTERS)
DIGEST = "9f2c4e1d0b7a86533c1f7e52d4a90b8812c5e6f7a3b4d9e0f1c2a3b4c5d6e7f8"
SALT = "9e107d9d372bb6826bd81d3542a419d6e4d909c290d0fb1ca068ffaddf22cbd0"
PRESS = (
    Press(YELLOW, "Nice move with the Thief!\n\nI shall be slower this week: exams."),
    Press(None, "Somebody should watch the pit on c5.", BLUE),
)
STANDING = ("CARD defence: +2 +1", "NEVER +5 +6")


@cache
def turns() -> tuple[Turn, ...]:
    return tuple(replay(read_record(RECORD.read_text(encoding="utf-8"))))


def state_after(message: int) -> State:
    """The position after a message of the record; 0 is the deal."""
    if message == 0:
        return turns()[0].before
    return [turn for turn in turns() if turn.message <= message][-1].after


def told(first: int, last: int, viewer: Viewer) -> tuple[Fact, ...]:
    """What the viewer is told of the messages from one to another."""
    return tuple(
        fact
        for turn in turns()
        if first <= turn.message <= last
        for fact in tell(turn.before, turn.events, viewer)
    )


def situation(message: int, viewer: Viewer, **more: object) -> Situation:
    return seen(state_after(message), viewer, **more)


def seen(state: State, viewer: Viewer, **more: object) -> Situation:
    lines, afterwards = suggestions(state, viewer) if isinstance(viewer, Colour) else ((), ())
    return Situation(view(state, viewer), DEADLINE, lines, afterwards, **more)  # type: ignore[arg-type]  # test data


def lines_read(found: Judged, by: Colour, preview: bool = False) -> tuple[LineRead, ...]:
    return tuple(read_line_of(verdict, found, by, preview) for verdict in found.verdicts)


def judged(message: int, text: str) -> tuple[Judged, tuple[LineRead, ...]]:
    found = judge(state_after(message), BLUE, text)
    return found, lines_read(found, BLUE)


# -- letters about a game ---------------------------------------------------------------------


def positions() -> Iterator[tuple[str, Letter]]:
    yield (
        "position-turn",
        Position(
            TABLE,
            situation(36, BLUE, press=PRESS, standing=STANDING),
            told(34, 36, BLUE),
        ),
    )
    seal = Seal(YELLOW, 14, DIGEST)
    yield (
        "position-card",
        Position(TABLE, situation(48, BLUE, standing=STANDING, seals=(seal,)), told(48, 48, BLUE)),
    )
    yield "position-place", Position(TABLE, situation(24, BLUE), told(22, 24, BLUE))
    yield "position-set-up", Position(TABLE, situation(2, BLUE), told(1, 2, BLUE))
    yield "position-waiting", Position(TABLE, situation(39, BLUE), told(39, 39, BLUE))
    observer = Table(7, Role.OBSERVER, SITTERS)
    watched = situation(41, Role.OBSERVER)
    yield "position-observer", Position(observer, watched, told(37, 41, Role.OBSERVER))
    yield "board-observer", Board(observer, watched)


def receipts() -> Iterator[tuple[str, Letter]]:
    good, lines = judged(36, "a2\nwarrior g1-h1\nCL x y.ME +3\nEND")
    facts = tell(good.before, good.events, BLUE)
    yield "receipt-played", Receipt(TABLE, lines, facts, seen(good.state, BLUE), digest=DIGEST)
    _, lines = judged(36, "A2\nCL b1-b7\nWA x y.GO")
    yield "receipt-refused", Receipt(TABLE, lines, (), situation(36, BLUE), digest=DIGEST)
    _, lines = judged(36, "A2\nWA g1-g~2\nEND")
    yield "receipt-unreadable", Receipt(TABLE, lines, (), situation(36, BLUE))
    commands = (
        LineRead("LANGUAGE fr", Fate.DONE, note=Note("language")),
        LineRead(
            "ABSENCE 2026-12-24 TO 2027-01-02",
            Fate.DONE,
            note=Note("absent", {"first": date(2026, 12, 24), "last": date(2027, 1, 2)}),
        ),
        LineRead("JOIN 12", Fate.REFUSED, note=Note("game full", {"game": 12})),
    )
    yield "receipt-commands", Receipt(None, commands)
    tried = preview(state_after(36), BLUE, "A2; WA f1; CL x y.ME; END")
    yield (
        "preview",
        Preview(
            TABLE,
            lines_read(tried.outcome, BLUE, preview=True),
            tell(tried.outcome.before, tried.events, BLUE),
            seen(tried.state, BLUE),
        ),
    )
    yield "stale", Stale(TABLE, ("A3", "WW h13"), told(37, 46, BLUE), situation(46, BLUE))


def course() -> Iterator[tuple[str, Letter]]:
    yield "opened", Opened(TABLE, situation(0, BLUE))
    agreed = (
        Note("agreed days", {"days": "2"}),
        Note("agreed weekdays", {"days": (Weekday.SATURDAY, Weekday.SUNDAY)}),
    )
    yield "opened-terms", Opened(TABLE, situation(0, BLUE), agreed=agreed)
    yield "reminder", Reminder(TABLE, situation(36, BLUE), told(34, 36, BLUE))
    grace = situation(36, BLUE, grace=DEADLINE + timedelta(hours=12))
    yield "reminder-grace", Reminder(TABLE, grace)
    late = state_after(36)
    number = late.pending[0].number
    noted = judge(late, None, f"TIMEOUT {number}")
    facts = tell(noted.before, noted.events, BLUE)
    now = seen(noted.state, BLUE)
    yield "timed-out", TimeOutNotice(TABLE, BLUE, facts, now)
    standing = seen(noted.state, BLUE, standing=STANDING)
    yield "timed-out-grace", TimeOutNotice(TABLE, BLUE, facts, standing, partial=True, grace=True)
    yield "board", Board(TABLE, situation(60, BLUE))
    yield (
        "history",
        History(
            TABLE,
            view(state_after(41), BLUE).names,
            (
                Chapter(0, None, told(1, 4, BLUE)),
                Chapter(7, YELLOW, told(34, 36, BLUE)),
                Chapter(8, BLUE, told(37, 41, BLUE)),
            ),
        ),
    )
    yield (
        "dispute",
        DisputeOpened(TABLE, 3, YELLOW, "The portcullis on c7|c8 was closed when she passed.", 31),
    )
    yield (
        "ruling",
        Ruling(
            TABLE,
            "Carla",
            "The portcullis was open since turn 5. The move stands.",
            situation(36, BLUE),
            dispute=3,
        ),
    )
    watching = Table(7, Role.OBSERVER, SITTERS)
    yield "dispute-observer", DisputeOpened(watching, 3, YELLOW, "", 31)
    yield (
        "dispute-more",
        DisputeOpened(TABLE, 3, Role.MODERATOR, "Which turn do you mean?", 31, more=True),
    )
    yield (
        "ruling-amended",
        Ruling(
            TABLE,
            "Carla",
            "Bruno's mail was misread: he wrote d7.",
            situation(36, BLUE),
            told=told(35, 36, BLUE),
            did=(Note("amended", {"number": 35}), Note("dropped", {"numbers": "37, 38"})),
        ),
    )
    yield (
        "ruling-more-time",
        Ruling(
            TABLE,
            "Carla",
            "Our server was down.",
            situation(36, BLUE),
            did=(Note("more time", {"who": BLUE, "moment": DEADLINE}),),
        ),
    )
    yield (
        "ruling-newcomer",
        Ruling(
            TABLE,
            "Carla",
            "Dora has no time any more.",
            situation(36, BLUE),
            did=(Note("replaced", {"who": BLUE, "old": "Dora", "new": "Anna"}),),
            newcomer=True,
        ),
    )
    yield "remark", Ruling(TABLE, "Carla", "Mails were late yesterday.", situation(39, BLUE))
    opened = (
        Seal(BLUE, 28, DIGEST, 2, f"{SALT} +2"),
        Seal(YELLOW, 28, DIGEST[::-1], 3, f"{SALT[::-1]} +3"),
        Seal(YELLOW, 28, DIGEST[::-1], 4, f"{SALT[1:]}0 +4", turned=False),
    )
    looks = (
        Look("Carla", Note("looked at entry", {"number": 31}), DEADLINE),
        Look("Carla", Note("looked", {"what": "replay"}), DEADLINE),
    )
    yield (
        "ended",
        Ended(TABLE, situation(75, BLUE), told(73, 75, BLUE), opened, "game-7.dt", looks),
    )


# -- the others -------------------------------------------------------------------------------


def others() -> Iterator[tuple[str, Letter]]:
    yield "confirm", Confirm("Anna", "anna@example.org")
    yield "confirm-moved", Confirm("Anna", "anna@example.net", moved=True)
    yield "welcome", Welcome("Anna", "Europe/Paris")
    yield "status", Status(games(), ((date(2026, 12, 24), date(2027, 1, 2)),), games()[:1])
    yield "list", GameList(games()[:2])
    away = Away("Bruno", date(2026, 12, 24), date(2027, 1, 2), (7, 9))
    yield "away", away
    yield "away-cancelled", replace(away, cancelled=True)
    yield "help", Help()
    yield "help-orders", Help(("ORDERS",))
    yield "help-standing", Help(("STANDING",))
    yield "help-press", Help(("PRESS",))
    yield "help-two", Help(("JOIN", "DRAW", "CASTLING"))
    yield "not-read", NotRead("Re: [DT 7] Your move", Note("too large"))
    yield (
        "bounce",
        BounceNotice("Bruno", "bruno@example.org", "550 5.1.1 no such user", (7, 9)),
    )
    yield (
        "quarantine",
        QuarantineNotice(14, "x@example.org", "Hello\r\nBcc: y", "LookupError: charset", DEADLINE),
    )


def games() -> tuple[GameLine, ...]:
    return (
        GameLine(7, "standard", 5, SITTERS, 8, (BLUE,), DEADLINE),
        GameLine(9, "standard", 7, (SITTERS[0], Sitter(YELLOW))),
        GameLine(4, "beginner", 5, SITTERS, 30, over=True),
    )


@cache
def letters() -> Mapping[str, Letter]:
    return dict([*positions(), *receipts(), *course(), *others()])


@cache
def written(name: str, code: str) -> Written:
    """A letter in a language, written once for all tests."""
    return write_letter(letters()[name], language(code), PARIS)

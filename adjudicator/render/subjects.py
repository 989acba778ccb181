"""Subjects and headings: first the game, then what is wanted, at the end the seat."""

from __future__ import annotations

from typing import assert_never

from ..engine.ids import Colour
from ..engine.requests import Ask
from ..engine.seen import View, Viewer
from . import letter_kinds as k
from .language import N_, Language
from .letter_kinds import Fate, Letter, Table
from .mail_templates import one_line
from .scene import person, sitting

ASKED = {
    Ask.TEAM: N_("Set-up: choose your team"),
    Ask.PICK: N_("Set-up: your pick"),
    Ask.LEAVE_OUT: N_("Set-up: leave characters out"),
    Ask.LINE_UP: N_("Set-up: line up your team"),
    Ask.HIDE: N_("Set-up: hide a token"),
    Ask.ACTION_CARD: N_("Your move: turn {turn}"),
    Ask.ACT: N_("Your move: turn {turn}"),
    Ask.PUT: N_("Place the tokens found: turn {turn}"),
    Ask.NAME_CARD: N_("Name a Combat card: turn {turn}"),
    Ask.COMBAT_CARD: N_("Seal a Combat card: turn {turn}"),
    Ask.DRAW: N_("A draw is offered: turn {turn}"),
    Ask.CLAIM: N_("A claim to answer: turn {turn}"),
}


def subject(letter: Letter, say: Language) -> str:
    """``[DT 7] Your move: turn 12 (Blue)``; without a game ``[DT] Welcome``."""
    table: Table | None = getattr(letter, "table", None)
    if table is not None:
        return f"[DT {table.game}] {title(letter, say)} ({_as(table.seat, say)})"
    return f"[DT] {title(letter, say)}"


def _as(seat: Viewer, say: Language) -> str:
    return say.seat(seat) if isinstance(seat, Colour) else say.term("role", seat)


def heading(letter: Letter, say: Language) -> str:
    """The line above the title: which game, who plays."""
    table: Table | None = getattr(letter, "table", None)
    if table is None:
        return say("Dungeon Twister by mail")
    game = say("Dungeon Twister, game {game}", game=table.game)
    return game + say(": ") + sitting(table.sitters, say) if table.sitters else game


def title(letter: Letter, say: Language) -> str:
    """What the letter is about, in a few words."""
    match letter:
        case k.Position() | k.Board():
            return _wanted(letter.situation.view, say)
        case k.Receipt():
            return _receipt(letter, say)
        case k.Preview():
            if letter.situation.view.active is None:
                return say("Preview: set-up")
            return say("Preview: turn {turn}", turn=letter.situation.view.turn)
        case k.Stale():
            if letter.situation.view.active is None:
                return say("Too late, please answer again: set-up")
            return say(
                "Too late, please answer again: turn {turn}", turn=letter.situation.view.turn
            )
        case k.Opened():
            return say("The game begins")
        case k.Reminder():
            return say("Reminder. {wanted}", wanted=_wanted(letter.situation.view, say))
        case k.TimeOutNotice():
            news = say("Deadline of {who} passed", who=say.seat(letter.who))
            return _and_wanted(news, letter.situation.view, say)
        case k.History():
            return say("History")
        case k.DisputeOpened():
            return say("Dispute {number}", number=letter.number)
        case k.Ruling() if letter.dispute is not None:
            news = say("Ruling on dispute {number}", number=letter.dispute)
            return _and_wanted(news, letter.situation.view, say)
        case k.Ruling():
            return _and_wanted(say("Ruling of the moderator"), letter.situation.view, say)
        case k.Ended():
            return _result(letter.situation.view, say)
        case _:
            return _other(letter, say)


def _other(letter: _Other, say: Language) -> str:
    match letter:
        case k.Confirm():
            return say("Please confirm your address")
        case k.Welcome():
            return say("Welcome")
        case k.Status():
            return say("Your games")
        case k.Away(name=name, cancelled=True):
            return say("{name} is not away", name=one_line(name))
        case k.Away(name=name):
            return say("{name} is away", name=one_line(name))
        case k.GameList():
            return say("Games to join or to watch")
        case k.Help():
            topic = one_line(", ".join(filter(None, letter.topics))).upper()[:40]
            return say("Help: {topic}", topic=topic) if topic else say("Help")
        case k.NotRead():
            return say("Your mail could not be used")
        case k.BounceNotice():
            return say("Mails to {name} come back", name=one_line(letter.name))
        case k.QuarantineNotice():
            return say("Mail {number} put aside", number=letter.number)
        case _:
            assert_never(letter)


_Other = (
    k.Confirm
    | k.Welcome
    | k.Status
    | k.Away
    | k.GameList
    | k.Help
    | k.NotRead
    | k.BounceNotice
    | k.QuarantineNotice
)


def _wanted(view: View, say: Language) -> str:
    """What is wanted of the reader, else what goes on."""
    open_asks = [ask for ask in view.mine if not ask.sealed]
    if open_asks:
        return say(ASKED[open_asks[0].ask], turn=view.turn)
    if view.winners is not None:
        return _result(view, say)
    if view.active is None:
        return say("Set-up")
    return say("Turn {number}: {who}", number=view.turn, who=say.seat(view.active))


def _and_wanted(news: str, view: View, say: Language) -> str:
    """News, and what is wanted of the reader, if he is asked something."""
    return f"{news}. {_wanted(view, say)}" if any(not ask.sealed for ask in view.mine) else news


def _receipt(letter: k.Receipt, say: Language) -> str:
    if any(line.fate in (Fate.REFUSED, Fate.UNREADABLE) for line in letter.lines):
        return say("Refused, please look again")
    view = letter.situation.view if letter.situation else None
    if view is None:
        return say("Received")
    if any(not ask.sealed for ask in view.mine):
        return say("Received. {wanted}", wanted=_wanted(view, say))
    return say("Received: turn {turn}", turn=view.turn) if view.active else say("Received")


def _result(view: View, say: Language) -> str:
    if not view.winners:
        return say("The game is over: a draw")
    winners = say(" and ").join(person(colour, say) for colour in view.winners)
    return say("The game is over: {winners} wins", winners=winners)

"""Short notes about commands: what was done, and why something was not."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, tzinfo

from ..engine.ids import Colour
from .language import N_, Language
from .letter_kinds import Note
from .phrases import phrase

NOTES: Mapping[str, str] = {
    # done
    "language": N_("From now on you get mails in English."),
    "zone": N_("From now on times are those of {zone}."),
    "absent": N_("You are away from {first} to {last}; your deadlines wait so long."),
    "absence cancelled": N_("Your absence from {first} to {last} is cancelled."),
    "standing noted": N_("Noted as a standing order. Only you see it."),
    "standing revoked": N_("Cancelled: {orders}."),
    "standing none": N_("You have no standing orders."),
    "press sent": N_("Sent to {who}."),
    "press sent to all": N_("Sent to everybody in the game."),
    "press waits": N_("It goes out with the next position mail."),
    "retracted": N_("Taken back: {orders}."),
    "created": N_("Game {game} is open."),
    "joined": N_("You play {who} in game {game}."),
    "observing": N_("You will get the public mails of game {game}."),
    "draw offered": N_("Your offer of a draw is on its way."),
    "disputed": N_("Dispute {number} is open; the clocks of the game stand still."),
    "stopped here": N_("Everything from here on was not read: this line ended the orders."),
    # not done
    "no retract": N_("It cannot be taken back: somebody has learned something new since."),
    "nothing to retract": N_("There is nothing of yours to take back."),
    "no such game": N_("There is no game {game}."),
    "which game": N_("Please name the game by its number, for example {example}."),
    "reply only": N_("Please send this as a reply to a mail about the game you mean."),
    "seat taken": N_("{who} is already taken in game {game}."),
    "game full": N_("Game {game} has all its players. OBSERVE {game} lets you watch."),
    "not yours": N_("You do not play in game {game}."),
    "no press": N_("This game allows no press of this kind."),
    "no address": N_("Please write to whom: PRESS ALL, or PRESS and a colour."),
    "not registered": N_("We do not know this address yet. Please send REGISTER and your name."),
    "already registered": N_("This address is already registered, as {name}."),
    "unknown language": N_("We write English, French and German: LANGUAGE en, fr or de."),
    "unknown command": N_("We do not know the command {word}. HELP lists all of them."),
    "not a date": N_("{word} is no date; write 2026-12-24."),
    "too long away": N_("An absence has at most {days} days."),
    "no standing": N_("This standing order cannot be understood."),
    "unknown scenario": N_("There is no scenario {word}; known are {known}."),
    "resign alone": N_("RESIGN works only in a mail of its own, without other lines."),
    "over": N_("This game is over."),
    # mails that were not used
    "no orders": N_("We found no orders in your mail."),
    "too large": N_("Your mail is too large; please send only the orders, without attachments."),
    "not readable": N_("Your mail could not be read. A moderator will look at it."),
    "encrypted": N_("Your mail is encrypted; please send it in plain text."),
    "wrong token": N_("The address you answered to is not valid for you. Nothing was changed."),
    "not confirmed": N_("This mail does not prove that it comes from you. Nothing was changed."),
    "too many": N_("Too many mails came from you in a short time. Please try again in an hour."),
    "cut": N_("Your mail was very long; only its first {number} lines were read."),
}


def note_text(note: Note, language: Language, zone: tzinfo) -> str:
    """A note in words; one that is not listed stands for itself, as a phrase of the engine."""
    message = NOTES.get(note.key)
    if message is None:
        return phrase(note.key, language)
    return language(message, **{k: _word(v, language, zone) for k, v in note.values.items()})


def _word(value: object, language: Language, zone: tzinfo) -> object:
    match value:
        case datetime():
            return language.moment(value, zone)
        case date():
            return language.day(value)
        case Colour():
            return language.seat(value)
        case _:
            return value

"""Short notes about commands: what was done, and why something was not."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, tzinfo

from ..engine.ids import Colour
from .language import N_, Language
from .letter_parts import Note, Weekday
from .phrases import phrase

NOTES: Mapping[str, str] = {
    # done
    "language": N_("From now on you get mails in English."),
    "zone": N_("From now on times are those of {zone}."),
    "absent": N_("You are away from {first} to {last}; your deadlines wait so long."),
    "absence cancelled": N_("Your absence from {first} to {last} is cancelled."),
    "standing noted": N_("Noted as a standing order. Only you see it."),
    "standing revoked": N_("Cancelled: {orders}."),
    "standing used": N_("They fit what you were asked and were used at once: {orders}."),
    "turn ended": N_("Your turn has ended: your standing order END auto says so."),
    "press sent": N_("Sent to {who}."),
    "press sent to all": N_("Sent to everybody in the game."),
    "press waits": N_("It goes out with the next mail that its readers get about the game."),
    "retracted": N_("Taken back: {orders}."),
    "created": N_("Game {game} is open, and you play {who} in it."),
    "created drawn": N_(
        "Game {game} is open, and you have a seat in it. A draw decides the colours when the game"
        " begins."
    ),
    "created with house": N_("Game {game} begins: you play {who} against the house."),
    "joined": N_("You play {who} in game {game}."),
    "observing": N_("You watch game {game}: a mail comes at the end of each turn."),
    "observing no more": N_("You watch game {game} no more."),
    "disputed": N_("Dispute {number} is open; the clocks of the game stand still."),
    "dispute joined": N_(
        "Dispute {number} is open already: your words were added to it. The clocks of the game"
        " stand still until a moderator has ruled."
    ),
    "move asked": N_(
        "We have written to both addresses. The change is made when each of them has answered OK,"
        " within {days} days. ADDRESS CANCEL takes it back."
    ),
    "move half": N_("Thank you. The other address has to answer OK as well."),
    "moved": N_("From now on your mails go to {address}."),
    "move cancelled": N_("Your address stays {address}."),
    # done by a moderator
    "dealt anew": N_("All that was played is taken back: the game stands as it was dealt."),
    "rewound": N_("All that was played after entry {number} is taken back. It does not count."),
    "restored": N_("What counted after entry {number} counts again, and nothing else."),
    "amended": N_("The orders of entry {number} were changed, and the rest was played again."),
    "dropped": N_("Later entries that no longer fit do not count any more: {numbers}."),
    "played for": N_("Orders were played for {who}."),
    "played as referee": N_("A decision of the referee was made."),
    "more time": N_("{who} has more time: up to {moment}."),
    "paused": N_("The clock of the game stands still up to {moment}."),
    "resumed": N_("The clock of the game runs again."),
    "replaced": N_("{new} now plays {who} in the place of {old}."),
    # looked at by a moderator
    "looked at entry": N_("Looked at entry {number} with everything hidden."),
    "looked why": N_("Had the rules of entry {number} explained."),
    "looked why orders": N_("Had orders explained that nobody sent."),
    "looked what if": N_("Tried other orders at entry {number} in a copy."),
    "looked at plan": N_("Tried in a copy to change entry {number}."),
    "looked at dispute": N_("Looked at dispute {number} with what both sides saw."),
    "exported dispute": N_("Wrote the position of dispute {number} as a case."),
    "looked": N_("Looked at the whole position ({what})."),
    # agreed on
    "agreed days": N_("Days for each answer: {days}."),
    "agreed weekdays": N_("Days off in the week: {days}."),
    "agreed dates": N_("Days off: {days}."),
    "agreed grace": N_("Hours of grace after a deadline: {hours}."),
    "agreed anonymous": N_("Anonymous press is allowed."),
    "colours drawn": N_("A draw decides the colours when the game begins."),
    "colours were drawn": N_(
        "A draw has decided who plays which colour; it follows from the seed."
    ),
    # not done
    "standing too late": N_("Too late: what this line would answer is over in this game."),
    "no retract": N_("It cannot be taken back: somebody has learned something new since."),
    "room turned": N_("It cannot be taken back: a room that was turned stays so ({rule})."),
    "nothing to retract": N_("There is nothing of yours to take back."),
    "no such game": N_("There is no game {game}."),
    "which game": N_("Please name the game by its number, for example {example}."),
    "reply only": N_("Please send this as a reply to a mail about the game you mean."),
    "seat taken": N_(
        "{who} is already taken in game {game}. JOIN {game} gives you the seat that is free."
    ),
    "game waits": N_(
        "Game {game} has not begun: it waits for somebody to play {who}. JOIN {game} gives you"
        " that seat."
    ),
    "your game waits": N_(
        "Game {game} has not begun: it waits for somebody to play {who}. He joins it with"
        " JOIN {game}; JOIN {game} house lets the program play."
    ),
    "draw waits": N_(
        "Game {game} has not begun: it waits for another player. JOIN {game} gives you that seat."
    ),
    "your draw waits": N_(
        "Game {game} has not begun: it waits for another player. He joins it with JOIN {game};"
        " JOIN {game} house lets the program play."
    ),
    "game full": N_("Game {game} has all its players. OBSERVE {game} lets you watch."),
    "not yours": N_("You do not play in game {game}. OBSERVE {game} lets you watch it."),
    "plays there": N_("You play in game {game}; BOARD {game} shows it to you."),
    "not observing": N_("You do not watch game {game}."),
    "observes too many": N_(
        "You watch {number} games already. OBSERVE, a number and OFF ends one."
    ),
    "observers give no orders": N_(
        "You only watch game {game}: those who watch give no orders. BOARD, HISTORY and"
        " OBSERVE OFF work."
    ),
    "observers are silent": N_("Those who watch a game send no press, so that nobody gets advice."),
    "no anonymous press": N_(
        "This game allows no anonymous press. It can be allowed only when a game is opened:"
        " CREATE anonymous=yes."
    ),
    "press to himself": N_("This message is addressed to yourself."),
    "empty press": N_(
        "There is no message. Write it behind the address, or below it with the line END PRESS"
        " at its end."
    ),
    "long press": N_("A message has at most {number} characters. It was not sent."),
    "much press": N_("One mail sends at most {number} messages. This one was not sent."),
    "no address": N_("Please write to whom: PRESS ALL, or PRESS and a colour."),
    "not registered": N_(
        "We do not know this address yet. Please send REGISTER and your name, for example:"
        " REGISTER Anna. LANGUAGE fr or LANGUAGE de behind it: mails in French or German."
    ),
    "already registered": N_("This address is already registered, as {name}."),
    "bad name": N_("A name has 1 to {number} letters, without commas and equals signs."),
    "name means": N_("{name} means a seat or a role. Please choose another name."),
    "name taken": N_("Somebody is called {name} already. Please send REGISTER and another name."),
    "unknown zone": N_("There is no time zone {word}. Write a place, for example Europe/Paris."),
    "bad address": N_("{word} is no mail address we can write to, such as anna@example.org."),
    "address not free": N_("{address} cannot be your address. Please choose another one."),
    "same address": N_("{address} is your address already."),
    "move again": N_(
        "You have just asked for a change of address. You can do so again at {moment}."
    ),
    "unknown language": N_("We write English, French and German: LANGUAGE en, fr or de."),
    "not a date": N_("{word} is no date; write 2026-12-24."),
    "too long away": N_("An absence has at most {days} days."),
    "too far away": N_("An absence begins within a year from now."),
    "away when": N_("An absence ends today or later, and not before it begins."),
    "not away": N_("You have announced no absence."),
    "unknown scenario": N_("There is no scenario {word}; known are {known}."),
    "scenario twice": N_("Only one scenario can be played, not {first} and {second}."),
    "unknown word": N_(
        "CREATE does not know the word {word}. It knows sets and scenarios ({known}), a colour,"
        " house, and options with =."
    ),
    "no such colour": N_("Nobody plays {word} in this game; the colours are {known}."),
    "unknown option": N_("There is no option {word}; known are {known}."),
    "option twice": N_("The option {word} is given twice."),
    "no days": N_("days={word} is not possible: write a number from {least} to {most}."),
    "no day off": N_("off={word} is not possible: write for example off=sat,sun,2026-12-25."),
    "too much off": N_("One day of the week must be left to play; at most {number} dates are off."),
    "no grace": N_("grace={word} is not possible: write for example 12h or 2d, up to {most} days."),
    "not yes or no": N_("{option}={word} is not possible: write yes or no."),
    "resign alone": N_("RESIGN works only in a mail of its own, without other lines."),
    "over": N_("This game is over."),
    # mails that were not used
    "no orders": N_("We found no orders in your mail."),
    "no seat": N_(
        "Orders are played only in a reply to a mail about the game: its address says which seat"
        " you mean. Nothing of this was played. HELP lists all commands."
    ),
    "too large": N_("Your mail is too large; please send only the orders, without attachments."),
    "not readable": N_("Your mail could not be read. Please send your lines as plain text."),
    "too long": N_("Your mail is too long to be read. Please send fewer lines."),
    "put aside": N_("Your mail could not be read. A moderator will look at it."),
    "encrypted": N_("Your mail is encrypted; please send it in plain text."),
    "wrong token": N_("The address you answered to is not valid for you. Nothing was changed."),
    "not confirmed": N_("This mail does not prove that it comes from you. Nothing was changed."),
    "too many": N_(
        "Too many mails came from you in a short time. Nothing of this one was played or done:"
        " please send it again after {moment}. Until then we do not answer."
    ),
    "not agreed": N_("Your answer did not say OK, so nothing was changed. Please reply OK or NO."),
    "declined": N_("You said no, and nothing was changed."),
    "no move": N_("There is no such change of address any more. Nothing was changed."),
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
        case tuple():
            return ", ".join(str(_word(part, language, zone)) for part in value)
        case Weekday():
            return language.weekday(value)
        case datetime():
            return language.moment(value, zone)
        case date():
            return language.day(value)
        case Colour():
            return language.seat(value)
        case _:
            return value

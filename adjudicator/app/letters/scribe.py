"""Writing letters out: from what they say to the bytes of a mail."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engine.ids import Colour
from adjudicator.engine.seen import Fact, Viewer
from adjudicator.engine.state import State
from adjudicator.engine.telling import tell
from adjudicator.engine.view import view
from adjudicator.mail.outbound import Attachment, Picture, compose
from adjudicator.mail.quotes import write_mark
from adjudicator.render import letter_kinds as k
from adjudicator.render.language import language
from adjudicator.render.letter import ABOVE, write_letter
from adjudicator.storage import log
from adjudicator.storage.post import Owed

from ..again import play_again
from ..players import zone_named
from ..store import Store
from ..suggestions import suggestions
from .outline import Aside, Cover, Outline, read_promise
from .since import Since, since


def write_mail(cover: Cover, letter: k.Letter, attachments: tuple[Attachment, ...] = ()) -> bytes:
    """A letter in its cover: text, HTML and drawing."""
    say = language(cover.draft.language or "en")
    mark = write_mark(say(ABOVE))
    written = write_letter(letter, say, zone_named(cover.zone), cover.pictured, mark)
    pictures: tuple[Picture, ...] = ()
    if written.picture_svg is not None:
        drawing = written.picture_svg.encode()
        pictures = (Picture("board", drawing, written.picture_alt, "svg"),)
    subject = f"{written.subject}: {cover.about}" if cover.about else written.subject
    return compose(
        replace(
            cover.draft,
            subject=subject,
            text=written.text,
            html=written.html,
            pictures=pictures,
            attachments=attachments,
        )
    )


def write_out(store: Store, owed: Owed) -> Owed:
    """A mail of the outbox with its bytes, also if only its outline was kept.

    The database is free again before the letter is written.
    """
    if owed.outline is None:
        return owed
    promise = read_promise(owed.outline)
    outline = promise.outline
    with store.reading() as db:
        game = log.get_game(db, outline.table.game)
        state = store.state_after(db, game, outline.entry)
        happened = since(store, db, game, outline.since, outline.entry)
    letter = letter_of(outline, state, happened)
    return owed._replace(raw=write_mail(promise.cover, letter), outline=None)


def letter_of(outline: Outline, state: State, happened: Since) -> k.Position | k.Receipt:
    """What an outline amounts to."""
    table, answered = outline.table, outline.answered
    assert isinstance(table.seat, Colour), "outlines are made for those who play"
    told, situation = told_of(happened, table.seat), situation_of(state, table.seat, outline.aside)
    if answered is None:
        return k.Position(table, situation, told)
    return k.Receipt(table, answered.lines, told, situation, answered.notes, digest=answered.digest)


def situation_of(state: State, colour: Colour, aside: Aside) -> k.Situation:
    """A position as a seat may see it, with lines it could write."""
    ready = suggestions(state, colour)
    return k.Situation(
        view(state, colour),
        aside.deadline,
        ready.lines,
        ready.afterwards,
        grace=aside.grace,
        standing=aside.standing,
        press=aside.press,
        seals=aside.seals,
    )


def told_of(happened: Since, reader: Viewer) -> tuple[Fact, ...]:
    """What has happened, as this reader may be told."""
    facts: list[Fact] = []
    state, line = happened
    for placed in line:
        for taken in play_again(state, placed.by, placed.orders).taken:
            facts.extend(tell(taken.before, taken.played.events, reader))
            state = taken.played.state
    return tuple(facts)

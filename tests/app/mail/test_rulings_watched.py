"""Those who watch a game hear of what moderators do to it, and see no more than before."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage

from adjudicator.app.desk import disputes, moderation
from adjudicator.app.desk.herald import Herald
from adjudicator.app.desk.moderation import Warrant
from adjudicator.engine.ids import Colour
from tests.app.mail.desk import ANNA, BEN, EVE, Desk, text_of


def warrant(desk: Desk) -> Warrant:
    return Warrant("Mona", desk.now, "the mail was misread", None, Herald(desk.sender))


def to_eve(desk: Desk, before: int) -> list[EmailMessage]:
    return desk.letters(EVE)[before:]


def test_an_intervention_is_told(watched: Desk) -> None:
    before = len(watched.letters(EVE))
    mona = warrant(watched)
    moderation.extend(watched.store, 1, timedelta(days=1), None, mona)
    (letter,) = to_eve(watched, before)
    assert "the mail was misread" in text_of(letter)
    assert "has more time" in text_of(letter)
    assert "Your cards" not in text_of(letter)
    assert mona.herald is not None
    assert sorted(mona.herald.told) == ["Anna", "Ben", "Eve"]


def test_a_dispute_and_its_ruling_are_told_but_not_what_is_said_in_it(watched: Desk) -> None:
    before = len(watched.letters(EVE))
    watched.answer(ANNA, "DISPUTE My Troll is hidden in R3.")
    watched.answer(BEN, "DISPUTE It is not.")
    (letter,) = to_eve(watched, before)
    assert letter["Subject"] == "[DT 1] Dispute 1 (observer)"
    assert "Blue asks for a ruling. Dispute 1 is open." in text_of(letter)
    assert "stays between them and the moderators" in text_of(letter)
    assert "Troll" not in letter.as_string() and "It is not" not in letter.as_string()
    assert "You may add" not in text_of(letter)
    disputes.rule(watched.store, 1, "The position stands.", warrant(watched))
    (ruling,) = to_eve(watched, before + 1)
    assert "has ruled on dispute 1." in text_of(ruling)
    assert "The position stands." in text_of(ruling)


def test_a_dispute_that_a_moderator_opens_is_told_too(watched: Desk) -> None:
    before = len(watched.letters(EVE))
    mona = warrant(watched)
    disputes.open_dispute(watched.store, 1, 1, "What was that?", None, mona)
    (letter,) = to_eve(watched, before)
    assert "asks for a ruling. Dispute 1 is open." in text_of(letter)
    assert mona.herald is not None and sorted(mona.herald.told) == ["Anna", "Ben", "Eve"]


def test_what_is_taken_back_is_told_once(watched: Desk) -> None:
    active = ANNA if watched.here().state.turn.active is Colour.BLUE else BEN
    watched.answer(active, "A2; END")
    before = len(watched.letters(EVE))
    moderation.rewind(watched.store, 1, watched.here().head.number - 1, warrant(watched))
    (letter,) = to_eve(watched, before)
    assert "is taken back. It does not count." in text_of(letter)
    watched.answer(active, "A2; END")
    (turn,) = to_eve(watched, before + 1)
    assert text_of(turn).count("plays the Action card 2.") == 1


def test_the_end_that_a_moderator_declares_is_the_last_letter(watched: Desk) -> None:
    before = len(watched.letters(EVE))
    moderation.declare(watched.store, 1, "blue", warrant(watched))
    ruling, last = to_eve(watched, before)
    assert "the mail was misread" in text_of(ruling)
    assert [part.get_filename() for part in last.iter_attachments()] == ["game-1.dt"]
    moderation.remark(watched.store, 1, "Well played.", warrant(watched))
    (remark,) = to_eve(watched, before + 2)
    assert "Well played." in text_of(remark)

"""What moderators do at the shell is mailed to the players by the transaction that does it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from adjudicator.app.desk import disputes, looks, moderation
from adjudicator.app.desk.herald import Herald
from adjudicator.app.desk.moderation import Warrant
from adjudicator.app.mistakes import NotPossible
from adjudicator.app.players import new_player
from adjudicator.app.post.commands import join
from adjudicator.cli.demo import SEED
from adjudicator.cli.main import cli
from adjudicator.engine.ids import Colour
from adjudicator.storage import log, seats
from tests.mail_service.post_office import ANNA, BEN, MAILBOX, PostOffice, Sent, opened
from tests.mail_service.test_secrets import play_demonstration

BLUE, YELLOW = Colour.BLUE, Colour.YELLOW
CARL = "carl@example.net"
ATTACK = 27
"""The entry in which Ben attacks and seals his +1; Anna is asked for her card."""


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PostOffice]:
    """The demonstration game of Anna (Blue) and Ben (Yellow), who seals a card against her."""
    monkeypatch.setattr(join, "secrets", SimpleNamespace(token_hex=lambda _: SEED))
    with opened(tmp_path) as office:
        play_demonstration(office, "+1")
        yield office


class Acting:
    """A moderator at work: what he does, and the letters it leads to."""

    def __init__(self, office: PostOffice) -> None:
        self.office = office
        self.before = len(office.sent())
        self.herald = Herald(office.office.sender)

    @property
    def warrant(self) -> Warrant:
        return Warrant("Mona", self.office.at, "the mail was misread", None, self.herald)

    def letters(self) -> dict[str, Sent]:
        """The new letters by their readers; each gets one."""
        sent = self.office.sent()[self.before :]
        assert len({one.to for one in sent}) == len(sent), [one.subject for one in sent]
        return {one.to: one for one in sent}


@pytest.fixture
def acting(office: PostOffice) -> Acting:
    return Acting(office)


def newest(office: PostOffice) -> int:
    with office.store.transaction() as db:
        return office.store.position(db, 1).head.number


# -- the line of play -------------------------------------------------------------------------


def test_rewind(office: PostOffice, acting: Acting) -> None:
    stale = office.last(ANNA).reply_to
    moderation.rewind(office.store, 1, ATTACK - 1, acting.warrant)
    letters = acting.letters()
    assert set(letters) == {ANNA, BEN}
    for letter in letters.values():
        letter.says("The moderator Mona has intervened", "the mail was misread")
        letter.says(f"All that was played after entry {ATTACK - 1} is taken back.")
    letters[BEN].says("You are asked to play an Action card.", "Please answer by")
    assert "You are asked" not in letters[ANNA].text
    office.write(ANNA, "CARD +2", stale)
    assert newest(office) == ATTACK + 1, "an answer to what was taken back is not played"
    office.write(BEN, "A3; GO x b.TH +3", letters[BEN].reply_to)
    office.last(ANNA).says("You are asked to seal a Combat card.")


def test_rewind_to_the_deal(office: PostOffice, acting: Acting) -> None:
    moderation.rewind(office.store, 1, 0, acting.warrant)
    for letter in acting.letters().values():
        letter.says("the game stands as it was dealt", "You are asked to line up")


def test_restore_tells_again_what_counts_again(office: PostOffice, acting: Acting) -> None:
    moderation.rewind(office.store, 1, ATTACK - 1, acting.warrant)
    again = Acting(office)
    moderation.restore(office.store, 1, ATTACK, again.warrant)
    again.letters()[ANNA].says(
        f"What counted after entry {ATTACK} counts again",
        "Yellow has sealed his Combat card.",
        "You are asked to seal a Combat card.",
    )


def test_amend_does_not_tell_the_orders(office: PostOffice, acting: Acting) -> None:
    moderation.amend(office.store, 1, ATTACK, "A3; GO x b.TH +4", acting.warrant)
    letters = acting.letters()
    letters[ANNA].says(f"The orders of entry {ATTACK} were changed", "has sealed a card")
    letters[BEN].says("Yellow has sealed his Combat card: +4.")
    assert "+4." not in letters[ANNA].text.replace("Yellow: 1", "")
    assert "card: +" not in letters[ANNA].text


# -- decisions --------------------------------------------------------------------------------


def test_play_for(office: PostOffice, acting: Acting) -> None:
    judged = moderation.play_for(office.store, 1, BLUE, "CARD +2", acting.warrant)
    assert judged.accepted
    letters = acting.letters()
    letters[BEN].says("Orders were played for Blue.", "wins the combat", "You are asked to")
    letters[ANNA].says("Orders were played for Blue.")


def test_a_refused_order_is_not_told(office: PostOffice, acting: Acting) -> None:
    assert not moderation.play_for(office.store, 1, BLUE, "CARD +9", acting.warrant).accepted
    assert acting.letters() == {} and not acting.herald.acted


def test_a_result_ends_the_game(office: PostOffice, acting: Acting) -> None:
    looks.inspect(office.store, 1, ATTACK, acting.warrant)
    moderation.declare(office.store, 1, "blue", acting.warrant)
    sent = office.sent()[acting.before :]
    assert [one.to for one in sent].count(ANNA) == 2
    ruling, last = [one for one in sent if one.to == ANNA]
    ruling.says("Mona has intervened", "the mail was misread")
    last.says(
        "Everything is opened",
        SEED,
        "Yellow: +1, replaced or taken back",
        "What moderators have looked at",
        f"Mona: Looked at entry {ATTACK} with everything hidden.",
    )
    assert next(last.mail.iter_attachments()).get_filename() == "game-1.dt"


# -- the clock --------------------------------------------------------------------------------


def test_extend(office: PostOffice, acting: Acting) -> None:
    due = office.at + timedelta(days=5)
    moderation.extend(office.store, 1, timedelta(days=2), None, acting.warrant)
    letters = acting.letters()
    for letter in letters.values():
        letter.says(f"Blue has more time: up to {due:%A} {due.day} {due:%B %Y}")
    assert "Yellow has more time" not in letters[BEN].text, "he has sealed his card"


def test_pause_and_resume(office: PostOffice, acting: Acting) -> None:
    stale = office.last(ANNA).reply_to
    until = office.at + timedelta(days=7)
    moderation.pause(office.store, 1, until, acting.warrant)
    acting.letters()[ANNA].says("The clock of the game stands still up to Monday 9 March 2026")
    again = Acting(office)
    moderation.resume(office.store, 1, again.warrant)
    again.letters()[BEN].says("The clock of the game runs again.")
    office.write(ANNA, "CARD +2", stale)
    assert newest(office) == ATTACK + 3, "what is asked has not changed: the old mail still counts"


# -- people and remarks -----------------------------------------------------------------------


def test_replace(office: PostOffice, acting: Acting) -> None:
    old_address = office.last(ANNA).reply_to
    office.answer(ANNA, "STANDING\nSET any R1")
    acting = Acting(office)
    with office.store.transaction() as db:
        log.add_player(db, new_player("Carl", CARL, "de", office.at))
    moderation.replace(office.store, 1, BLUE, "Carl", acting.warrant)
    letters = acting.letters()
    assert set(letters) == {ANNA, BEN, CARL} and sorted(acting.herald.told) == [
        "Anna", "Ben", "Carl",
    ]  # fmt: skip
    letters[CARL].says("Carl spielt jetzt Blau anstelle von Anna.", "Fingerabdruck")
    with office.store.transaction() as db:
        assert office.store.position(db, 1).game.commitment in letters[CARL].text
        assert seats.standing_lines(db, 1, "blue") == ()
    letters[BEN].says("Carl now plays Blue in the place of Anna.")
    letters[ANNA].says("Carl now plays Blue in the place of Anna.")
    assert "+" not in letters[ANNA].reply_to and "Your cards" not in letters[ANNA].text
    office.write(ANNA, "CARD +2", old_address)
    assert newest(office) == ATTACK + 1, "Anna plays no more"
    office.write(CARL, "CARD +2", letters[CARL].reply_to)
    assert newest(office) == ATTACK + 2


def test_nobody_takes_both_sides(office: PostOffice, acting: Acting) -> None:
    with pytest.raises(NotPossible, match="other side"):
        moderation.replace(office.store, 1, BLUE, "Ben", acting.warrant)
    assert acting.letters() == {}


def test_remark(office: PostOffice, acting: Acting) -> None:
    moderation.remark(office.store, 1, "Mails were late.", acting.warrant)
    for letter in acting.letters().values():
        letter.says("A remark of the moderator Mona:", "Mails were late.")


# -- disputes ---------------------------------------------------------------------------------


def test_a_dispute_at_the_shell(office: PostOffice, acting: Acting) -> None:
    opened_one = disputes.open_dispute(office.store, 1, ATTACK, "Too far.", BLUE, acting.warrant)
    acting.letters()[BEN].says("Blue asks for a ruling. Dispute 1 is open.", "Too far.")
    said = Acting(office)
    disputes.say(office.store, opened_one.id, "Which square?", None, said.warrant)
    said.letters()[ANNA].says("The moderator has added something to dispute 1.", "Which square?")
    ruled = Acting(office)
    disputes.rule(office.store, opened_one.id, "It stands.", ruled.warrant)
    for letter in ruled.letters().values():
        letter.says("The moderator Mona has ruled on dispute 1.", "It stands.")


def test_a_dispute_by_mail_goes_on(office: PostOffice) -> None:
    office.answer(ANNA, f"DISPUTE #{ATTACK} Too far.")
    before = len(office.sent())
    office.answer(BEN, "DISPUTE 1 It is next to me.")
    anna = [one for one in office.sent()[before:] if one.to == ANNA]
    anna[0].says("Yellow has added something to dispute 1.", "It is next to me.")
    assert len(disputes.disputes(office.store, 1)) == 1
    office.answer(ANNA, "DISPUTE No, two away.")
    assert len(disputes.disputes(office.store, 1)) == 1
    assert "No, two away." in office.last(BEN).text


# -- languages and failures -------------------------------------------------------------------


def test_letters_are_in_the_readers_language(office: PostOffice) -> None:
    office.write(ANNA, "LANGUAGE fr")
    office.write(BEN, "LANGUAGE de")
    acting = Acting(office)
    moderation.rewind(office.store, 1, ATTACK - 1, acting.warrant)
    letters = acting.letters()
    letters[ANNA].says("Le modérateur Mona est intervenu dans la partie.", "La raison :")
    letters[BEN].says("Moderator Mona hat in die Partie eingegriffen.", "Der Grund:")


def test_letters_and_act_are_one(
    office: PostOffice, acting: Acting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a letter cannot be written, nothing was done."""
    position = office.position()
    monkeypatch.setattr("adjudicator.app.letters.scribe.compose", _fail)
    with pytest.raises(OSError, match="no paper"):
        moderation.rewind(office.store, 1, ATTACK - 1, acting.warrant)
    assert office.position() == position and acting.letters() == {}


def _fail(draft: object) -> bytes:
    raise OSError("no paper")


def test_looks_are_not_told_before_the_end(office: PostOffice, acting: Acting) -> None:
    looks.inspect(office.store, 1, ATTACK, acting.warrant)
    looks.plan_amendment(office.store, 1, ATTACK, "A3; GO x b.TH +4", acting.warrant)
    assert acting.letters() == {} and not acting.herald.acted


# -- at the shell -----------------------------------------------------------------------------


def command(office: PostOffice, *words: str) -> Result:
    args = ["--db", office.store.url, *words, "--as-moderator", "Mona"]
    return CliRunner().invoke(cli, args)


def test_the_shell_says_who_is_told(
    office: PostOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = len(office.sent())
    settings = tmp_path / "adjudicator.toml"
    settings.write_text(f'folder = "post"\nmailbox = "{MAILBOX}"\npictures = false\n')
    result = command(office, "mod", "note", "G1", "Hello.", "--config", str(settings))
    assert result.exit_code == 0, result.output
    assert "Letters are queued for Anna and Ben." in result.output
    assert len(office.sent()) == before + 2


def test_without_mail_the_shell_says_so(
    office: PostOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = len(office.sent())
    result = command(office, "mod", "rewind", "G1", str(ATTACK - 1), "--reason", "x")
    assert result.exit_code == 0, result.output
    assert "No mail is configured (--config): tell the players yourself." in result.output
    assert len(office.sent()) == before and not (tmp_path / "mail").exists()


def test_a_plan_is_nothing_to_tell(
    office: PostOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    orders = "A3; GO x b.TH +4"
    result = command(office, "mod", "amend", "G1", str(ATTACK), orders, "--reason", "x")
    assert result.exit_code == 0, result.output
    assert "tell the players" not in result.output

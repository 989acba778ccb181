"""What somebody keeps to himself must not show in what others are sent, nor in when.

See ``worlds``: the same game twice. Readers get the same mails to the byte, although somebody else
was silent or made mistakes, left other standing orders, or got other rooms.

Three things are public on purpose and not compared here: that an answer came at once, how many
messages the log of a game has (its number is in every reply address), and absences.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from adjudicator.app.games import new_game
from adjudicator.app.post.commands import join
from adjudicator.cli.demo import PLAY, SEED
from adjudicator.engine.deal import commitment, draw_index
from adjudicator.engine.ruleset import Options
from tests.mail_service.post_office import ANNA, BEN, PostOffice, Sent
from tests.mail_service.worlds import EVE, PEOPLE, aside, assert_alike, mails_of, set_up, wait

LOOKS = "BOARD 1\nHISTORY 1\nSTATUS\nLIST"
MISTAKES = (
    "What now?",
    "A5; TH RV R1",
    "PREVIEW\nA2; TH RV R1",
    "STATUS\nBOARD\nHISTORY",
    "HELP ORDERS",
    "STANDING\nCARD else: +5\nNEVER +6",
    "RETRACT",
    "LANGUAGE fr",
)
"""What Anna may send before her deadline passes without playing anything."""


@pytest.fixture(autouse=True)
def demonstration_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    deal_from(monkeypatch, SEED)


def deal_from(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    monkeypatch.setattr(join, "secrets", SimpleNamespace(token_hex=lambda _: seed))


def look(office: PostOffice) -> None:
    """Ben and Eve ask for everything that they may ask for."""
    office.answer(BEN, LOOKS)
    office.write(EVE, LOOKS)


# -- until the deadline -----------------------------------------------------------------------


def test_silence_and_mistakes_are_alike(tmp_path: Path) -> None:
    """Whether nothing comes until the deadline, or only what cannot be played."""

    def silent(office: PostOffice) -> None:
        set_up(office)
        wait(office, 100)
        look(office)

    def mistaken(office: PostOffice) -> None:
        set_up(office)
        aside(office, ANNA, *MISTAKES)
        wait(office, 100)
        look(office)

    one, other = (
        mails_of(tmp_path / play.__name__, play, BEN, EVE, terms="grace=12h")
        for play in (silent, mistaken)
    )
    assert any("Deadline of Blue passed" in sent.subject for sent in one)
    assert_alike(one, other)


def test_nobody_learns_of_a_reminder_to_another(tmp_path: Path) -> None:
    """Anna is reminded after two of her three days; Ben and Eve get nothing in that time."""

    def wait_for_reminder(office: PostOffice) -> None:
        set_up(office)
        before = len(office.sent())
        wait(office, 60)
        assert [sent.to for sent in office.sent()[before:]] == [ANNA]

    mails_of(tmp_path / "reminded", wait_for_reminder, BEN)


# -- standing orders --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "standing", ["CARD defence on TH sum<5: +3 +2\nNEVER +6\nKEEP +5", "CARD defence: +3"]
)
def test_only_the_card_shows_and_not_the_line_that_chose_it(tmp_path: Path, standing: str) -> None:
    def fight(lines: str) -> list[Sent]:
        def play(office: PostOffice) -> None:
            set_up(office)
            aside(office, ANNA, f"STANDING\n{lines}")
            for by, orders in PLAY[:5]:
                office.answer(PEOPLE[by], orders)
            look(office)
            office.answer(BEN, "END")

        return mails_of(tmp_path / str(abs(hash(lines))), play, BEN, EVE)

    one, other = fight("CARD else: +3"), fight(standing)
    assert any("+3" in sent.text for sent in one if sent.to == BEN), "the combat was fought"
    assert_alike(one, other)


def test_standing_orders_that_answer_nothing_do_not_show(tmp_path: Path) -> None:
    def play(office: PostOffice) -> None:
        for by, orders in PLAY:
            office.answer(PEOPLE[by], orders)
        look(office)

    def without(office: PostOffice) -> None:
        set_up(office)
        play(office)

    def with_some(office: PostOffice) -> None:
        set_up(office)
        aside(office, ANNA, "STANDING\nCARD attack: +6\nPUT y.tz: corner", "STANDING\nREVOKE 1")
        play(office)

    assert_alike(
        mails_of(tmp_path / "without", without, BEN, EVE),
        mails_of(tmp_path / "with", with_some, BEN, EVE),
    )


# -- pictures and rooms -----------------------------------------------------------------------


def test_pictures_show_no_hidden_token(tmp_path: Path) -> None:
    """Blue hides two of her tokens the other way round; everybody looks with pictures."""

    def hide(first: str, second: str) -> list[Sent]:
        def play(office: PostOffice) -> None:
            office.answer(ANNA, "LINE CL@b1 TH@d1 WI@g1 WA@i1")
            office.answer(BEN, "LINE CL@b22 TH@d22 WI@g22 TR@i22")
            for mine, his in ((f"{first} R3", "WA R1"), (f"{second} R4", "ME R5")):
                office.answer(ANNA, f"SET {mine}")
                office.answer(BEN, f"SET {his}")
            look(office)
            office.answer(ANNA, "BOARD 1")

        return mails_of(tmp_path / first, play, ANNA, BEN, EVE, pictures=True)

    one, other = hide("GO", "ro"), hide("ro", "GO")
    others = [[sent for sent in mails if sent.to != ANNA] for mails in (one, other)]
    assert sum(b"image/svg+xml" in sent.raw for sent in others[0]) > 5
    assert_alike(*others)
    hers = [[sent.raw for sent in mails if sent.to == ANNA] for mails in (one, other)]
    assert hers[0] != hers[1], "she sees her own tokens"


def test_rooms_do_not_show_before_they_are_revealed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another seed, other rooms: only its fingerprint differs, as long as all lie face down."""

    def play(office: PostOffice) -> None:
        set_up(office)
        look(office)
        wait(office, 50)

    worlds = []
    for seed in (SEED, other_rooms()):
        deal_from(monkeypatch, seed)
        mails = mails_of(tmp_path / seed, play, ANNA, BEN, EVE, pictures=True)
        worlds.append([masked(sent, commitment(seed)) for sent in mails])
    assert_alike(*worlds, at_least=40)


def other_rooms() -> str:
    """A seed with the same draws of the set-up as the demonstration, and other rooms."""
    dealt = new_game("base", "standard", Options(), SEED).state
    for number in range(1000):
        seed = f"other-{number}"
        same = all(
            draw_index(seed, label, 2) == draw_index(SEED, label, 2)
            for label in ("placer", "starter")
        )
        if same and new_game("base", "standard", Options(), seed).state.space != dealt.space:
            return seed
    raise AssertionError("one of a thousand seeds is enough")


def masked(sent: Sent, fingerprint: str) -> Sent:
    """A mail without a fingerprint, however its lines are broken."""
    unbroken = sent.raw.replace(b"=\r\n", b"")
    return sent._replace(raw=unbroken.replace(fingerprint.encode(), b"FINGERPRINT"))


# -- press ------------------------------------------------------------------------------------


def test_those_who_watch_do_not_learn_who_wrote_anonymously(tmp_path: Path) -> None:
    def write(who: str) -> list[Sent]:
        def play(office: PostOffice) -> None:
            set_up(office)
            aside(office, who, "PRESS ANONYMOUS ALL Who am I?")
            for by, orders in PLAY:
                office.answer(PEOPLE[by], orders)

        return mails_of(tmp_path / who, play, EVE, terms="anonymous=yes")

    one, other = write(ANNA), write(BEN)
    assert any("Who am I?" in sent.text for sent in one)
    assert_alike(one, other, at_least=5)


def test_those_who_watch_do_not_learn_of_private_press(tmp_path: Path) -> None:
    def write(*press: str) -> list[Sent]:
        def play(office: PostOffice) -> None:
            set_up(office)
            aside(office, ANNA, *press)
            for by, orders in PLAY:
                office.answer(PEOPLE[by], orders)
            office.write(EVE, LOOKS)

        return mails_of(tmp_path / str(len(press)), play, EVE)

    assert_alike(write(), write("PRESS yellow Psst.", "PRESS LATER yellow Psst again."), at_least=5)

"""What somebody chooses in secret in a mixed game must not show in what others are sent.

See ``worlds``: the same game twice. Anna chooses another team, other objects or other rooms, or
needs several tries; Ben and Eve get the same mails to the byte until something of it is seen on the
board (NATURE-HIDDEN-01). What a deadline or ``ok`` draws for her is a secret as well; that it was
drawn is not.

Whoever loses a pair of rooms in a draw is told which one he gets instead, so these worlds give Ben
the pairs he wants. Public on purpose is, as always, how many messages the log has.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from adjudicator.app.games import judge, new_game
from adjudicator.cli.demo import SEED
from adjudicator.engine.deal import commitment
from adjudicator.engine.ids import Colour
from adjudicator.engine.ruleset import Options
from adjudicator.engine.state import State
from tests.mail_service.post_office import ANNA, BEN, PostOffice, Sent
from tests.mail_service.test_secrets_in_time import deal_from, look, masked
from tests.mail_service.worlds import EVE, aside, assert_alike, mails_of, wait

STARTERS = "CL GO WI ME"
"""Anna takes these four in every world, since they are turned up when play begins."""
HERS = f"TEAM {STARTERS} TH TR WW WA ar fw ro sp sw tz PAIRS 1 2 RESERVE 37 38"
HIS = "TEAM BA BS CL CO ME NA TP WI bo fw ke ls ro ts PAIRS 3 4 RESERVE 39 40"
HIDE = "STANDING\nSET any R1 R2 R3 R4 R5 R6 R7 R8"
PROBES = (
    "PREVIEW\nLINE CO@b22 BA@d22 TP@g22 WI@i22; SET b.TH R1",
    f"PREVIEW\n{HIS.replace('bo', 'ar')}",
    "PREVIEW\nLINE b.TH@b1; PICK CO",
    "PREVIEW\nWI x b.CO; BA b.ro2",
    "HISTORY 1",
)
"""What Ben may try without playing anything."""
MISTAKES = (
    HERS.replace("TH", "CO GO"),
    HERS.replace("tz", "ro ro"),
    HERS.replace("PAIRS 1 2", "PAIRS 3 3"),
    f"PREVIEW\n{HERS}",
    "STANDING\nTEAM CO BA",
    "What can I choose from?",
)
"""What Anna may send without handing anything in."""


def world(folder: Path, hers: str, *mistakes: str) -> list[Sent]:
    """Everything that Ben and Eve are sent up to the first turn, if this is what Anna chooses."""

    def play(office: PostOffice) -> None:
        office.answer(BEN, HIS)
        aside(office, ANNA, *mistakes)
        office.answer(ANNA, hers)
        probe(office)
        office.answer(ANNA, _line_of(STARTERS, 1))
        office.answer(BEN, _line_of("CO BA TP WI", 22))
        office.answer(ANNA, HIDE)
        office.answer(BEN, HIDE)
        probe(office)
        look(office)

    with pytest.MonkeyPatch.context() as patch:
        deal_from(patch, SEED)
        return mails_of(folder, play, BEN, EVE, game="mixed free")


def probe(office: PostOffice) -> None:
    for body in PROBES:
        office.answer(BEN, body)


def _line_of(names: str, row: int) -> str:
    team = (f"{name}@{dot}{row}" for name, dot in zip(names.split(), "bdgi", strict=True))
    return f"LINE {' '.join(team)}"


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> list[Sent]:
    return world(tmp_path_factory.mktemp("choice") / "one", HERS)


@pytest.mark.parametrize(
    ("hers", "mistakes"),
    [
        (HERS.replace("TH TR WW WA", "BA CO NA TP"), ()),
        (HERS.replace("ar fw ro sp sw tz", "bo ro ro ke ls ts"), ()),
        (HERS.replace("PAIRS 1 2 RESERVE 37 38", "PAIRS 3 40 RESERVE 38 39"), MISTAKES),
        (f"STANDING\n{HERS.replace('TH', 'BS')}\nCARD else: +0", ()),
    ],
    ids=["characters", "objects", "rooms and tries", "in advance"],
)
def test_nobody_sees_what_was_chosen(
    mails: list[Sent], tmp_path: Path, hers: str, mistakes: tuple[str, ...]
) -> None:
    assert hers != HERS
    assert_alike(mails, world(tmp_path / "other", hers, *mistakes), at_least=20)


def test_these_worlds_show_all_they_may(mails: list[Sent]) -> None:
    """Ben reads of his own choice and of Anna's starting team, and Eve of neither choice."""
    his, hers = (
        " ".join(word for mail in mails if mail.to == to for word in mail.text.split())
        for to in (BEN, EVE)
    )
    assert "brings in the pairs of rooms 3, 4" in his and "brings in" not in hers
    for text in (his, hers):
        assert "Blue has handed in his choice." in text
        assert "the blue Goblin (bGO) on d1" in text


# -- what is drawn ----------------------------------------------------------------------------


def drawn(seed: str) -> State:
    """A game in which Blue's team was drawn."""
    state = judge(new_game("mixed", "free", Options(), seed).state, Colour.YELLOW, HIS).state
    late = next(request for request in state.pending if request.who is Colour.BLUE)
    return judge(state, None, f"TIMEOUT {late.number}").state


@cache
def two_draws() -> tuple[str, str]:
    """Seeds that draw different pairs and teams for Blue, and leave Yellow those he wants."""
    found: dict[tuple[str, ...], str] = {}
    for number in range(100):
        chosen = drawn(f"draw-{number}").chosen
        if chosen[Colour.YELLOW].allotted == chosen[Colour.YELLOW].pairs:
            found.setdefault(chosen[Colour.BLUE].pairs, f"draw-{number}")
        if len(found) == 2:
            break
    one, other = found.values()
    return one, other


def let_it_pass(office: PostOffice) -> None:
    wait(office, 80)


def accept(office: PostOffice) -> None:
    office.answer(ANNA, "ok")


@pytest.mark.parametrize("default", [let_it_pass, accept])
def test_nobody_sees_what_was_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, default: Callable[[PostOffice], None]
) -> None:
    """Another seed draws another team; only the fingerprint of the seed differs."""

    def play(office: PostOffice) -> None:
        office.answer(BEN, HIS)
        default(office)
        probe(office)
        look(office)

    worlds = []
    for seed in two_draws():
        deal_from(monkeypatch, seed)
        sent = mails_of(tmp_path / seed, play, BEN, EVE, game="mixed free")
        worlds.append([masked(mail, commitment(seed)) for mail in sent])
    assert_alike(*worlds, at_least=15)


# -- mutual choice ----------------------------------------------------------------------------


def test_only_the_pick_shows_and_not_the_list_it_comes_from(tmp_path: Path) -> None:
    """Ben picks first; Anna's lists answer him twice with the same, whatever else is on them."""

    def choose(lists: str) -> list[Sent]:
        def play(office: PostOffice) -> None:
            aside(office, ANNA, f"STANDING\n{lists}")
            office.answer(BEN, "PICK 37")
            office.answer(BEN, "PICK 2")
            look(office)

        with pytest.MonkeyPatch.context() as patch:
            deal_from(patch, SEED)
            return mails_of(tmp_path / lists[-2:], play, BEN, EVE, game="mixed mutual")

    one = choose("PICK 38 40\nPICK CO\nPICK ro")
    assert any("Blue picks the pair of rooms 40" in mail.text for mail in one if mail.to == BEN)
    assert_alike(one, choose("PICK 37 38 2 40 1\nPICK TP BA\nSET any R5 R1"))

"""What players hide must not show in the mails of those who watch: not in a byte.

As in ``test_secrets``: the same game twice, which differs only in what nobody but its owner may
know. Eve watches it from the beginning and asks for everything that she may ask for.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from adjudicator.app.post.commands import join
from adjudicator.cli.demo import HIDING, PLAY, SEED, TEAMS
from adjudicator.engine.ids import Colour
from adjudicator.engine.requests import Ask
from tests.mail_service.post_office import ANNA, BEN, PostOffice, Sent, opened

EVE = "eve@example.net"
PEOPLE = {Colour.BLUE: ANNA, Colour.YELLOW: BEN}
LOOKS = "BOARD 1\nHISTORY 1\nSTATUS\nLIST"


@pytest.fixture(autouse=True)
def one_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(join, "secrets", SimpleNamespace(token_hex=lambda _: SEED))


def _begin(office: PostOffice) -> None:
    for address, name in ((ANNA, "Anna"), (BEN, "Ben"), (EVE, "Eve")):
        office.register(address, name)
    office.write(ANNA, "CREATE standard blue")
    office.write(BEN, "JOIN 1")
    office.write(EVE, "OBSERVE 1")


def _asked(office: PostOffice) -> tuple[Ask, Colour]:
    first = next(r for r in office.store.state(1).pending if not r.sealed)
    return first.ask, first.who


def _set_up(
    office: PostOffice, teams: tuple[tuple[Colour, str], ...], hiding: tuple[tuple[str, str], ...]
) -> None:
    for by, orders in teams:
        office.answer(PEOPLE[by], orders)
        office.write(EVE, LOOKS)
    for blue, yellow in hiding:
        both = [(ANNA, blue), (BEN, yellow)]
        for who, token in both if _asked(office)[1] is Colour.BLUE else both[::-1]:
            office.answer(who, f"SET {token}")
    office.write(EVE, LOOKS)


def _mails_of_eve(office: PostOffice) -> list[Sent]:
    return [sent for sent in office.sent() if sent.to == EVE]


def _assert_alike(one: list[Sent], other: list[Sent]) -> None:
    assert len(one) == len(other) > 10
    for first, second in zip(one, other, strict=True):
        assert first.subject == second.subject
        assert first.text == second.text
        assert first.raw == second.raw


def _swapped(hiding: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Each player hides his tokens in the opposite order, in the same rooms."""
    rooms = [(blue.split()[1], yellow.split()[1]) for blue, yellow in hiding]
    tokens = [(blue.split()[0], yellow.split()[0]) for blue, yellow in hiding][::-1]
    return tuple((f"{b} {rb}", f"{y} {ry}") for (b, y), (rb, ry) in zip(tokens, rooms, strict=True))


def test_hidden_tokens_and_private_press_do_not_show(tmp_path: Path) -> None:
    worlds = []
    for number, (hiding, text) in enumerate(((HIDING, "I hide it."), (_swapped(HIDING), "No!"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        with opened(folder) as office:
            _begin(office)
            _set_up(office, TEAMS, hiding)
            office.answer(ANNA, f"PRESS yellow {text}")
            office.answer(ANNA, f"STANDING\nCARD else: +{number}")
            office.answer(ANNA, "A2; END")
            office.write(EVE, LOOKS)
            worlds.append(_mails_of_eve(office))
    _assert_alike(*worlds)


def test_a_team_that_is_lined_up_does_not_show(tmp_path: Path) -> None:
    worlds = []
    for number, team in enumerate(("LINE CL@b1 TH@d1 WI@g1 WA@i1", "LINE GO@b1 ME@d1 WW@g1 TR@i1")):
        folder = tmp_path / str(number)
        folder.mkdir()
        with opened(folder) as office:
            _begin(office)
            _set_up(office, ((Colour.BLUE, team), TEAMS[1]), ())
            office.write(EVE, LOOKS)
            worlds.append(_mails_of_eve(office))
    _assert_alike(*worlds)


def test_a_sealed_card_does_not_show(tmp_path: Path) -> None:
    """Eve looks while the cards lie face down."""
    worlds = []
    for number, card in enumerate(("+1", "+6")):
        folder = tmp_path / str(number)
        folder.mkdir()
        with opened(folder) as office:
            _begin(office)
            _set_up(office, TEAMS, HIDING)
            for by, orders in PLAY[:5]:
                office.answer(PEOPLE[by], orders.replace("+1", card))
            assert _asked(office) == (Ask.COMBAT_CARD, Colour.BLUE)
            office.write(EVE, LOOKS)
            worlds.append(_mails_of_eve(office))
    _assert_alike(*worlds)


def test_what_is_public_does_show(tmp_path: Path) -> None:
    """The mails are not alike because nothing is in them."""
    with opened(tmp_path) as office:
        _begin(office)
        _set_up(office, TEAMS, HIDING)
        for by, orders in PLAY:
            office.answer(PEOPLE[by], orders)
        last = _mails_of_eve(office)[-1]
        last.says("Combat", "+3")

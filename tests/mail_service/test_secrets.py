"""What one player hides must not show in the mails of the other: not in a byte.

The same game is played twice from the same seed, with the same clock and the same mails of Ben.
Anna's mails look alike from outside and differ in what is secret: whom she lines up, which token
she hides in a room, which card she seals, what she orders to stand. All of Ben's mails must be the
same until the secret comes out, headers, subjects, ids and sizes included.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from adjudicator.app.post.commands import join
from adjudicator.app.proof.stored_seals import lying
from adjudicator.app.seals import Seal
from adjudicator.cli.demo import HIDING, PLAY, TEAMS
from adjudicator.cli.demo import SEED as DEMO_SEED
from adjudicator.engine.ids import Colour
from adjudicator.engine.options import options
from adjudicator.engine.requests import Ask
from adjudicator.notation.orders import write_order
from tests.mail_service.post_office import ANNA, BEN, PostOffice, Sent, opened

BEN_LINES_UP = "LINE CL@b22 TH@d22 WI@g22 TR@i22"


class Secrets(NamedTuple):
    """What Anna keeps to herself."""

    line_up: str
    hidden: tuple[str, ...]
    """The order in which she hides her tokens; the rooms are the same in both worlds."""
    standing: str
    preview: str


ONE = Secrets(
    "LINE CL@b1 TH@d1 WI@g1 TR@i1",
    ("GO", "ME", "WA", "WW", "ar", "fw", "ro", "sp", "sw", "tz"),
    "CARD +0",
    "SET GO R1",
)
OTHER = Secrets(
    "LINE CL@b1 TH@d1 WI@g1 TR@i1",
    ("tz", "sw", "sp", "ro", "fw", "ar", "WW", "WA", "ME", "GO"),
    "CARD +6; NEVER +0; KEEP +5",
    "SET tz R8",
)
OTHER_TEAM = Secrets(
    "LINE WW@b1 ME@d1 GO@g1 WA@i1",
    ("CL", "TH", "WI", "TR", *ONE.hidden[4:]),
    "SET any R1",
    "SET WI R3",
)
ROOMS = (1, 2, 3, 4, 5, 6, 7, 8, 1, 2)


def _begin(office: PostOffice) -> None:
    office.register(ANNA, "Anna")
    office.register(BEN, "Ben")
    office.write(ANNA, "CREATE standard blue")
    office.write(BEN, "JOIN 1")


def _asked(office: PostOffice) -> tuple[Ask, Colour]:
    first = next(r for r in office.store.state(1).pending if not r.sealed)
    return first.ask, first.who


def _set_up(office: PostOffice, secrets: Secrets) -> None:
    """Both line up and hide, until all tokens but one of Anna's are hidden."""
    office.answer(ANNA, secrets.line_up)
    office.answer(ANNA, "STATUS")
    office.answer(BEN, BEN_LINES_UP)
    mine = iter(zip(secrets.hidden, ROOMS, strict=True))
    while _asked(office)[0] is Ask.HIDE:
        if _asked(office)[1] is Colour.BLUE:
            token, room = next(mine)
            if token == secrets.hidden[-1]:
                return
            office.answer(ANNA, f"SET {token} R{room}")
        else:
            office.answer(BEN, _first_option(office, Colour.YELLOW))
            office.answer(BEN, "BOARD 1")


def _first_option(office: PostOffice, who: Colour) -> str:
    """Ben's choice depends on what he may do, which is the same in both worlds."""
    state = office.store.state(1)
    return write_order(state, who, options(state, who)[0][0])


def _mails_of_ben(folder: Path, secrets: Secrets) -> list[Sent]:
    folder.mkdir()
    with opened(folder) as office:
        _begin(office)
        _set_up(office, secrets)
        office.answer(ANNA, f"PREVIEW {secrets.preview}")
        office.answer(ANNA, f"STANDING\n{secrets.standing}")
        office.answer(ANNA, "PRESS yellow Your move soon.")
        office.answer(BEN, "STATUS")
        office.answer(BEN, "BOARD 1")
        return [sent for sent in office.sent() if sent.to == BEN]


def _assert_alike(one: list[Sent], other: list[Sent]) -> None:
    assert len(one) == len(other) > 15
    for first, second in zip(one, other, strict=True):
        assert first.subject == second.subject
        assert first.text == second.text
        assert first.raw == second.raw


def test_hidden_tokens_do_not_show(tmp_path: Path) -> None:
    one, other = (_mails_of_ben(tmp_path / f"{n}", s) for n, s in enumerate((ONE, OTHER)))
    _assert_alike(one, other)


def test_a_team_that_is_lined_up_does_not_show(tmp_path: Path) -> None:
    """Teams are turned up only when all tokens are hidden."""
    one, other = (_mails_of_ben(tmp_path / f"{n}", s) for n, s in enumerate((ONE, OTHER_TEAM)))
    _assert_alike(one, other)


@pytest.mark.parametrize("card", ["+2", "+6"])
def test_a_sealed_card_does_not_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, card: str
) -> None:
    """The demonstration game by mail: Ben attacks with another card, and Anna is asked for hers."""
    monkeypatch.setattr(join, "secrets", SimpleNamespace(token_hex=lambda _: DEMO_SEED))
    worlds = []
    for number, sealed in enumerate(("+1", card)):
        folder = tmp_path / str(number)
        folder.mkdir()
        with opened(folder) as office:
            play_demonstration(office, sealed)
            assert _asked(office) == (Ask.COMBAT_CARD, Colour.BLUE)
            office.answer(ANNA, "BOARD 1")
            seal = lying_seal(office)
            worlds.append([_masked(sent, seal) for sent in office.sent() if sent.to == ANNA])
    _assert_alike(*worlds)


def lying_seal(office: PostOffice) -> Seal:
    """The only card that lies face down."""
    game, entries = office.store.read(1)
    [seal] = lying(office.store.state(game.id), entries)
    return seal


def _masked(sent: Sent, seal: Seal) -> Sent:
    """A mail without the fingerprint of a card, from which nobody can tell the card."""
    unbroken = sent.raw.replace(b"=\r\n", b"")
    assert seal.opened.split()[0].encode() not in unbroken
    return sent._replace(raw=unbroken.replace(seal.digest.encode(), b"SEAL"))


def play_demonstration(office: PostOffice, sealed: str) -> None:
    """Up to the combat, in which Yellow seals this card."""
    people = {Colour.BLUE: ANNA, Colour.YELLOW: BEN}
    _begin(office)
    for by, orders in TEAMS:
        office.answer(people[by], orders)
    for blue, yellow in HIDING:
        both = [(ANNA, blue), (BEN, yellow)]
        for who, token in both if _asked(office)[1] is Colour.BLUE else both[::-1]:
            office.answer(who, f"SET {token}")
    for by, orders in PLAY:
        office.answer(people[by], orders.replace("+1", sealed))
        if " x " in orders:
            return


def test_the_mails_of_the_owner_do_show_them(tmp_path: Path) -> None:
    """The two worlds do differ: Anna reads her own secrets."""
    texts = []
    for number, secrets in enumerate((ONE, OTHER)):
        folder = tmp_path / str(number)
        folder.mkdir()
        with opened(folder) as office:
            _begin(office)
            _set_up(office, secrets)
            texts.append(office.last(ANNA).text)
    assert texts[0] != texts[1]

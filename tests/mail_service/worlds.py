"""The same game twice, with a difference that some of its readers must not notice.

Anna plays Blue, Ben plays Yellow, Eve watches. What Anna does ``aside`` takes no time and leaves no
trace in the numbers of the mails of others, so that only what we make of it could show.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from adjudicator.app.post.deadlines import let_time_out, remind
from adjudicator.cli.demo import HIDING, TEAMS
from adjudicator.engine.ids import Colour
from tests.mail_service.post_office import ANNA, BEN, MAILBOX, PostOffice, Sent, opened, written

EVE = "eve@example.net"
PEOPLE = {Colour.BLUE: ANNA, Colour.YELLOW: BEN}
HOUR = timedelta(hours=1)

Play = Callable[[PostOffice], None]
"""What is done in a world once the game has begun."""


def mails_of(
    folder: Path,
    play: Play,
    *readers: str,
    game: str = "standard",
    terms: str = "",
    pictures: bool = False,
) -> list[Sent]:
    """Everything that these readers were sent in a world of their own."""
    folder.mkdir()
    with opened(folder) as office:
        sender = office.office.sender._replace(pictures=pictures)
        office.office.sender = sender
        for address, name in ((ANNA, "Anna"), (BEN, "Ben"), (EVE, "Eve")):
            office.register(address, name)
        office.write(ANNA, f"CREATE {game} {terms} blue")
        office.write(BEN, "JOIN 1")
        office.write(EVE, "OBSERVE 1")
        play(office)
        return [sent for sent in office.sent() if sent.to in readers]


def set_up(office: PostOffice) -> None:
    """Both line up and hide everything, as in the demonstration: Blue moves first."""
    for by, orders in TEAMS:
        office.answer(PEOPLE[by], orders)
    for blue, yellow in HIDING:
        both = [(ANNA, blue), (BEN, yellow)]
        first = next(r.who for r in office.store.state(1).pending if not r.sealed)
        for who, token in both if first is Colour.BLUE else both[::-1]:
            office.answer(who, f"SET {token}")


def aside(office: PostOffice, sender: str, *bodies: str, plain: bool = False) -> None:
    """Somebody writes mails in no time: as answers to his newest letter, or to the referee."""
    for body in bodies:
        to = MAILBOX if plain else office.last(sender).reply_to
        raw = written(sender, to, body, number=f"aside {len(office.fates())}")
        result = office.office.receive(raw, None, office.at)
        assert result == "handled", result


def wait(office: PostOffice, hours: int) -> None:
    """Time goes by, and the clocks are looked at every hour."""
    sender = office.office.sender
    for _ in range(hours):
        office.began += HOUR
        remind(office.store, sender, sender.longest, office.at)
        let_time_out(office.store, sender, sender.longest, office.at)


def assert_alike(one: list[Sent], other: list[Sent], at_least: int = 10) -> None:
    """The same mails to the byte: headers, ids, sizes, texts, pictures, attachments, and when."""
    assert [sent.subject for sent in one] == [sent.subject for sent in other]
    assert len(one) >= at_least
    for first, second in zip(one, other, strict=True):
        assert first.text == second.text
        assert first.raw == second.raw

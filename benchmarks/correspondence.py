"""Games played by mail: the same orders for everybody, and a post office to take them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from itertools import takewhile
from typing import NamedTuple

from adjudicator.app.games import Game, judge, new_game
from adjudicator.app.letters.writer import Sender
from adjudicator.app.post.office import Office
from adjudicator.app.store import Store
from adjudicator.engine.ids import Colour
from adjudicator.engine.ruleset import Options
from adjudicator.mail.address import ReplyTo, Signer, write_reply
from adjudicator.storage import log
from adjudicator.storage.log import StoredPlayer

MAILBOX = "referee@example.org"
SIGNER = Signer(MAILBOX, b"a key that only the benchmarks have")
BEGIN = datetime(2026, 3, 2, 12, tzinfo=UTC)
PAUSE = timedelta(hours=1)
"""Between two mails: nobody writes so fast that he would be asked to slow down."""
LANGUAGES = {Colour.BLUE: "en", Colour.YELLOW: "fr"}


class Message(NamedTuple):
    """The orders of one mail: everything up to a halt."""

    by: Colour
    orders: tuple[str, ...]


def messages(game: Game) -> list[Message]:
    """The mails a recorded game takes; nobody's mail goes on behind a halt."""
    state = new_game("base", "standard", Options(), game.record.tags["Seed"]).state
    orders = [(m.by, order) for m in game.record.messages for order in m.orders]
    found: list[Message] = []
    while orders:
        by = orders[0][0]
        assert by is not None, "nobody is late in these games"
        mine = [order for _, order in takewhile(lambda o, by=by: o[0] == by, orders)]
        judged = judge(state, by, "\n".join(mine))
        assert judged.orders, f"an order of the record was refused: {mine[0]}"
        found.append(Message(by, tuple(mine[: len(judged.orders)])))
        del orders[: len(judged.orders)]
        state = judged.state
    return found


def address_of(game: int, by: Colour) -> str:
    return f"{by.value}{game}@example.net"


def open_games(store: Store, seeds: Sequence[str]) -> list[int]:
    """A game for each seed, and two people of its own who play it."""
    return [_open_game(store, number, seed) for number, seed in enumerate(seeds, start=1)]


def _open_game(store: Store, number: int, seed: str) -> int:
    game, at = new_game("base", "standard", Options(), seed), BEGIN + timedelta(seconds=number)
    with store.transaction() as db:
        sitting = {
            by.value: log.add_player(
                db, StoredPlayer(0, f"{by.value} {number}", address_of(number, by), language, at)
            )
            for by, language in LANGUAGES.items()
        }
        added = store.add_in(db, game, "bench", at, sitting)
    assert added == number, "games are numbered from 1 in a new database"
    return added


def write_mail(game: int, entry: int, message: Message) -> bytes:
    """A plain answer to the letter that came after an entry."""
    mail = EmailMessage()
    mail["From"] = address_of(game, message.by)
    mail["To"] = write_reply(ReplyTo(game, message.by.letter, entry), SIGNER)
    mail["Subject"] = f"Re: game {game}"
    mail["Message-ID"] = f"<{game}.{entry}@example.net>"
    mail.set_content("\n".join(message.orders) + "\n\n-- \nSent by hand\n")
    return mail.as_bytes()


def mails(game: int, line: Sequence[Message]) -> Iterator[bytes]:
    """All mails of a game, in order: each of them adds one entry."""
    return (write_mail(game, entry, message) for entry, message in enumerate(line))


class Counter:
    """A post office whose clock goes on by one pause with every mail."""

    def __init__(self, store: Store, pictures: bool) -> None:
        self.office = Office(store, Sender(SIGNER, pictures=pictures))
        self.now = BEGIN + timedelta(days=1)

    def take(self, raw: bytes) -> None:
        self.now += PAUSE
        result = self.office.receive(raw, at=self.now)
        assert result == "handled", result


def log_length(store: Store, game: int) -> int:
    with store.transaction() as db:
        return log.lock_log(db, game).head.number

"""A post office whose clock the test sets, and two people who write to it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import parseaddr
from itertools import count

from adjudicator.app.games import judge
from adjudicator.app.letters.writer import Sender, Writer
from adjudicator.app.post.deadlines import let_time_out, remind
from adjudicator.app.post.office import Office
from adjudicator.app.proof.verify import prove, read_stored
from adjudicator.app.store import Position, Store
from adjudicator.engine.ids import Colour
from adjudicator.mail.address import Signer
from tests.outbox import read, written_mails

MAILBOX = "referee@example.org"
ANNA, BEN = "anna@example.net", "ben@example.net"
EVE = "eve@example.net"
"""She watches."""
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LONGEST = 3 * DAY
BLUE_LINE = "LINE CL@b1 TH@d1 WI@g1 TR@i1"


class Desk:
    """What people write, and what they get for it."""

    def __init__(self, store: Store, first: int = 1) -> None:
        self.store = store
        self.sender = Sender(Signer(MAILBOX, b"a key that only tests have"), pictures=False)
        self.office = Office(store, self.sender)
        self.now = NOON
        self._numbers = count(first)

    # -- writing --------------------------------------------------------------------------------

    def write(
        self, who: str, text: str, to: str = MAILBOX, subject: str = "Hello"
    ) -> list[EmailMessage]:
        """A mail to the referee; the letters it led to."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = who, to, subject
        mail["Message-ID"] = f"<{next(self._numbers)}@example.net>"
        mail.set_content(text)
        before = len(self.letters())
        result = self.office.receive(mail.as_bytes(), at=self.now)
        assert result == "handled", result
        return self.letters()[before:]

    def answer(self, who: str, text: str) -> list[EmailMessage]:
        """An answer to the newest letter that can be answered."""
        asked = next(m for m in reversed(self.letters(who)) if "+" in reply_address(m))
        return self.write(who, text, reply_address(asked), f"Re: {asked['Subject']}")

    def register(self, who: str, name: str) -> None:
        self.write(who, f"REGISTER {name}")
        self.answer(who, "yes")

    def begin(self, *, house: bool = False) -> int:
        """Anna plays Blue, Ben or the house Yellow."""
        self.register(ANNA, "Anna")
        self.write(ANNA, "CREATE standard blue")
        if house:
            self.write(ANNA, "JOIN 1 house")
        else:
            self.register(BEN, "Ben")
            self.write(BEN, "JOIN 1")
        return 1

    def set_up(self) -> str:
        """A game up to its first turn, all by defaults; says whose turn it is."""
        self.begin()
        with self.store.transaction() as db:
            while not (here := self.store.position(db, 1)).state.turn.number:
                asked = next(r for r in here.state.pending if not r.sealed)
                order = f"TIMEOUT {asked.number}"
                assert self.store.submit_in(db, here, None, order, "clock", self.now).accepted
            Writer(self.store, db, self.sender, self.now).tell_seats(here)
        return ANNA if here.state.turn.active is Colour.BLUE else BEN

    def move(self) -> str:
        """An order that plays an Action card and moves somebody, uncovering nothing."""
        state = self.here().state
        me = state.turn.active
        assert me is not None
        for who in ("CL", "GO", "ME", "TH", "TR", "WA", "WI", "WW"):
            for column in "abcdefghij":
                for row in (1, 2, 21, 22):
                    text = f"A2; {who} {column}{row}"
                    judged = judge(state, me, text)
                    if judged.accepted and len(judged.orders) == 2:
                        return text
        raise AssertionError("somebody can move on the starting line")

    # -- waiting --------------------------------------------------------------------------------

    def later(self, time: timedelta) -> None:
        self.now += time

    def time_out(self) -> int:
        return let_time_out(self.store, self.sender, LONGEST, self.now)

    def remind(self) -> int:
        return remind(self.store, self.sender, LONGEST, self.now)

    # -- looking --------------------------------------------------------------------------------

    def letters(self, to: str | None = None) -> list[EmailMessage]:
        """Everything that is owed or was sent, the oldest first."""
        mails = written_mails(self.store)
        return [read(mail.raw) for mail in mails if to in (None, mail.recipient)]

    def here(self, game: int = 1) -> Position:
        with self.store.transaction() as db:
            return self.store.position(db, game)

    def is_genuine(self, game: int = 1) -> bool:
        return prove(read_stored(self.store, game)).fault is None


def reply_address(mail: EmailMessage) -> str:
    return parseaddr(str(mail["Reply-To"]))[1]


def text_of(mail: EmailMessage) -> str:
    """What a letter says, without its line breaks."""
    body = mail.get_body(("plain",))
    assert body is not None
    return " ".join(str(body.get_content()).split())


def other(who: str) -> str:
    return BEN if who == ANNA else ANNA


def subjects(mails: list[EmailMessage]) -> list[str]:
    return [f"{parseaddr(str(m['To']))[1]}: {m['Subject']}" for m in mails]

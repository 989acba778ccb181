"""A whole game between two people who only write mails, through a real SMTP connection."""

from __future__ import annotations

import asyncio
import random
import re
import smtplib
import time
from collections.abc import Callable
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path

from adjudicator.app.games import verify
from adjudicator.app.house.selfplay import EAGER, next_turn
from adjudicator.app.proof.verify import prove, read_stored
from adjudicator.app.service.config import Config
from adjudicator.app.service.config_parts import RatePart
from adjudicator.app.store import Store
from adjudicator.daemon import Service
from adjudicator.engine.deal import commitment
from adjudicator.engine.ids import Colour
from adjudicator.engine.requests import Ask, Request
from adjudicator.engine.state import State
from adjudicator.mail.address import ReplyTo, read_reply
from adjudicator.mail.listener import ListenerSettings, SmtpListener
from adjudicator.mail.maildir import maildir_of
from adjudicator.notation.orders import write_order
from tests.databases import new_database
from tests.mail_service.conftest import SEED
from tests.mail_service.post_office import ANNA, BEN, MAILBOX, read, reply_address, text_of, written

PATIENCE = 60.0
"""Seconds in which every answer must have come."""
MOST_MAILS = 600
PEOPLE = {Colour.BLUE: ANNA, Colour.YELLOW: BEN}


class Robot:
    """A player who reads his Maildir and answers by SMTP."""

    def __init__(self, address: str, config: Config, door: smtplib.SMTP) -> None:
        self.address = address
        self.signer = config.signer()
        self.folder = maildir_of(config.outbox, address) / "new"
        self.door = door
        self.written = 0
        self.unanswered: EmailMessage | None = None
        """The newest mail with a signed reply address, until it is answered."""
        self.mails: dict[str, EmailMessage] = {}

    def look(self) -> None:
        """Read what has come since, in the order in which it was sent."""
        files = sorted(self.folder.glob("*"), key=lambda file: (file.stat().st_mtime_ns, file.name))
        for file in files:
            if file.name not in self.mails:
                mail = self.mails[file.name] = read(file.read_bytes())
                if "+" in reply_address(mail):
                    self.unanswered = mail

    def wait_for(self, what: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not what():
            assert time.monotonic() < until, f"{self.address} waits in vain"
            time.sleep(0.005)
            self.look()

    def write(self, body: str, to: str = MAILBOX, subject: str = "Dungeon Twister") -> None:
        self.written += 1
        raw = written(self.address, to, body, self.written, subject)
        assert not self.door.sendmail(self.address, [to], raw)

    def answer(self, body: str, entry: int | None = None) -> None:
        """Answer the newest question, which was asked with an entry or later."""
        self.wait_for(lambda: self.is_asked(entry))
        assert self.unanswered is not None
        asked, self.unanswered = self.unanswered, None
        self.write(body, reply_address(asked), f"Re: {asked['Subject']}")

    def is_asked(self, entry: int | None) -> bool:
        if self.unanswered is None or entry is None:
            return self.unanswered is not None
        meant = read_reply(reply_address(self.unanswered), self.signer)
        return isinstance(meant, ReplyTo) and meant.entry >= entry

    def wait_for_subject(self, part: str) -> EmailMessage:
        found: list[EmailMessage] = []

        def has_come() -> bool:
            found[:] = [mail for mail in self.mails.values() if part in str(mail["Subject"])]
            return bool(found)

        self.wait_for(has_come)
        return found[0]


def test_a_whole_game_by_smtp(tmp_path: Path) -> None:
    url = new_database(tmp_path / "games.db")
    fast = (RatePart(mails=MOST_MAILS, seconds=60),)
    config = Config(tmp_path / "mail", MAILBOX, sources=(), pictures=False, rates=fast)
    with closing(Store.open(url)) as store:
        robots = asyncio.run(_serve_and_play(store, config))
        proof = prove(read_stored(store, 1))
    assert proof.fault is None
    assert proof.result != "*"
    record = proof.stored.game
    for robot in robots:
        first = text_of(robot.wait_for_subject("The game begins"))
        last = robot.wait_for_subject("is over")
        assert commitment(SEED) in first, "the first mail commits to the seed"
        assert SEED not in first
        assert SEED in text_of(last), "the last mail opens it"
        (attached,) = last.iter_attachments()
        game = verify(str(attached.get_content()).replace("\r\n", "\n"))
        assert game.commitment == record.commitment == commitment(game.record.tags["Seed"])
        assert game.record.tags["Result"] == proof.result
        everything = [str(mail["Message-ID"]) for mail in robot.mails.values()]
        assert len(everything) == len(set(everything))
        assert not any("could not be used" in str(m["Subject"]) for m in robot.mails.values())
        assert not any("Too late" in str(m["Subject"]) for m in robot.mails.values())


async def _serve_and_play(store: Store, config: Config) -> list[Robot]:
    """Listen on a free port, send what is owed, and let two robots play meanwhile."""
    service = Service(store, config)
    listener = SmtpListener(service.take, ListenerSettings(port=0))
    await listener.start()
    sending = asyncio.create_task(_send(service))
    try:
        return await asyncio.to_thread(play, store, config, listener.port)
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        await listener.stop()


async def _send(service: Service) -> None:
    while True:
        if not await service.send_due():
            await asyncio.sleep(0.005)


def play(store: Store, config: Config, port: int, turns: int | None = None) -> list[Robot]:
    """Play a game to its end, or so many turns of it."""
    with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as door:
        robots = {colour: Robot(who, config, door) for colour, who in PEOPLE.items()}
        for robot, name in zip(robots.values(), ("Anna", "Ben"), strict=True):
            robot.write(f"REGISTER {name}")
            robot.answer("ok")
            robot.wait_for_subject("Welcome")
        blue, yellow = robots.values()
        blue.write("CREATE standard blue")
        blue.wait_for_subject("Received")
        yellow.write("JOIN 1 yellow")
        yellow.wait_for_subject("The game begins")
        since: dict[int, int] = {}
        for number in range(MOST_MAILS):
            with store.transaction() as db:
                here = store.position(db, 1)
            state = here.state
            if state.result is not None or (turns is not None and state.turn.number > turns):
                break
            asked = next(request for request in state.pending if not request.sealed)
            for request in state.pending:
                since.setdefault(request.number, here.head.number)
            robots[asked.who].answer(_chosen(state, asked, number), since[asked.number])
            robots[asked.who].wait_for(lambda before=here: _head(store) > before.head.number)
        for robot in robots.values() if turns is None else ():
            robot.wait_for_subject("is over")
        return list(robots.values())


def _head(store: Store) -> int:
    """How long the log of the game is: mails may be on the way for a while."""
    with store.transaction() as db:
        return store.position(db, 1).head.number


def _chosen(state: State, asked: Request, number: int) -> str:
    """A legal answer: now and then ``ok`` to what the mail offers, else what an eager one does."""
    if asked.ask is Ask.HIDE and number % 3 == 0:
        return "ok"
    alone = state._replace(pending=(asked,))
    turn = next_turn(alone, random.Random(f"robot/{number}"), EAGER)
    return re.sub(r"\s+", " ", write_order(state, turn.by, turn.decision))

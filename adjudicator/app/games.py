"""A game with its record: making, replaying, and judging messages of orders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from adjudicator.engine.actions.combat import card_may_be_named
from adjudicator.engine.deal import commitment
from adjudicator.engine.decisions import Attack, Decision, LayCard
from adjudicator.engine.events import (
    CardNamed,
    CardsTurned,
    CombatDeclared,
    Ended,
    Event,
    PointsLost,
    RoomRevealed,
    TurnEnded,
)
from adjudicator.engine.events_setup import LinesTurnedUp, PlacerDrawn, RoomsLaid, StarterDrawn
from adjudicator.engine.ids import Colour, RuleId
from adjudicator.engine.play import Played, check, play
from adjudicator.engine.refusals import Refusal, refuse
from adjudicator.engine.ruleset import Options, Ruleset
from adjudicator.engine.start import start
from adjudicator.engine.state import State
from adjudicator.notation.orders import OrderText, Unreadable, read_order, split_orders, write_order
from adjudicator.notation.position import write_state
from adjudicator.notation.record import (
    BadOptionText,
    Message,
    Record,
    RecordFault,
    chain,
    read_options,
    read_record,
    write_options,
    write_record,
)
from adjudicator.sets.load import BadOption, load_ruleset

_SEED = re.compile(r"[!#-~]{1,100}")


@dataclass(frozen=True, slots=True)
class Game:
    """A record and the position it has led to."""

    record: Record
    state: State

    @property
    def digest(self) -> str:
        return self.record.messages[-1].digest if self.record.messages else self.commitment

    @property
    def commitment(self) -> str:
        return self.record.tags["Commitment"]

    def text(self) -> str:
        return write_record(self.record)


def new_game(set_name: str, scenario: str, options: Options, seed: str) -> Game:
    """Deal a game. Raises ``BadOption`` for what the rules do not allow."""
    if not _SEED.fullmatch(seed):
        raise BadOption("BASE-HIDDEN-09", "a seed is 1 to 100 letters, digits and signs, no spaces")
    rules = load_ruleset(set_name, scenario, options)
    tags = {
        "Set": set_name,
        "Scenario": scenario,
        "Rules": str(rules.version),
        "Options": write_options(rules.options),
        "Commitment": commitment(seed),
        "Seed": seed,
        "Result": "*",
    }
    return Game(Record(tags, ()), start(rules, seed).state)


class Turn(NamedTuple):
    """One decision of a record being replayed."""

    message: int
    by: Colour | None
    order: str
    before: State
    events: tuple[Event, ...]
    after: State


def rules_of(record: Record) -> Ruleset:
    """The rules a record was played by."""
    tags = record.tags
    try:
        rules = load_ruleset(tags["Set"], tags["Scenario"], read_options(tags["Options"]))
    except (BadOption, BadOptionText) as error:
        raise RecordFault(1, str(error)) from error
    if str(rules.version) != tags["Rules"]:
        raise RecordFault(
            1, f"played by version {tags['Rules']} of the rules; this program knows {rules.version}"
        )
    return rules


def replay(record: Record) -> Iterator[Turn]:
    """Every decision of a record again. Raises ``RecordFault`` where it is not legal."""
    state = start(rules_of(record), record.tags["Seed"]).state
    for number, message in enumerate(record.messages, start=1):
        for order in message.orders:
            played = _replay_order(state, message.by, order, number)
            yield Turn(number, message.by, order, state, played.events, played.state)
            state = played.state


def _replay_order(state: State, by: Colour | None, order: str, number: int) -> Played:
    decision = read_order(order, state, by)
    if isinstance(decision, Unreadable):
        raise RecordFault(number, f"message {number}: {order!r} cannot be read: {decision.why}")
    result = decision if isinstance(decision, Refusal) else play(state, by, decision)
    if isinstance(result, Refusal):
        raise RecordFault(
            number, f"message {number}: {order!r} is not legal: {result.why} ({result.rule})"
        )
    return result


def load_game(text: str) -> Game:
    """A game from the text of its record."""
    record = read_record(text)
    state = start(rules_of(record), record.tags["Seed"]).state
    for turn in replay(record):
        state = turn.after
    return Game(record, state)


def verify(text: str) -> Game:
    """Prove a record legal and genuine, or raise ``RecordFault`` naming the first bad message."""
    record = read_record(text)
    if commitment(record.tags["Seed"]) != record.tags["Commitment"]:
        raise RecordFault(1, "the seed does not fit the commitment: the deal was not honest")
    state = start(rules_of(record), record.tags["Seed"]).state
    digest = record.tags["Commitment"]
    for number, message in enumerate(record.messages, start=1):
        for order in message.orders:
            before = state
            state = _replay_order(before, message.by, order, number).state
            _check_canonical(before, message.by, order, number)
        digest = chain(digest, message.by, message.orders, write_state(state))
        if digest != message.digest:
            raise RecordFault(number, f"message {number}: the digest does not fit; it was changed")
    if record.tags["Result"] != result_tag(state):
        raise RecordFault(
            1, f"the result tag says {record.tags['Result']}, the game {result_tag(state)}"
        )
    return Game(record, state)


def _check_canonical(state: State, by: Colour | None, order: str, number: int) -> None:
    decision = read_order(order, state, by)
    if isinstance(decision, Refusal | Unreadable) or write_order(state, by, decision) != order:
        raise RecordFault(number, f"message {number}: {order!r} is not in canonical form")


def result_tag(state: State) -> str:
    """``*`` while the game goes on, else the winners' letters, or ``draw``."""
    if state.result is None:
        return "*"
    return "".join(colour.letter for colour in state.result.winners) or "draw"


# -- messages ---------------------------------------------------------------------------------


class Verdict(NamedTuple):
    """What became of one order of a message."""

    order: OrderText
    played: str | None = None
    """The canonical order, if it was (or would have been) played."""
    refusal: Refusal | Unreadable | None = None
    decision: Decision | None = None
    """What was understood, if anything."""
    state: State | None = None
    """The position in which the order was judged."""

    @property
    def held_back(self) -> bool:
        return self.played is None and self.refusal is None


HALTS = (
    RoomsLaid, RoomRevealed, CombatDeclared, CardNamed, CardsTurned, PlacerDrawn, LinesTurnedUp,
    StarterDrawn, Ended,
)  # fmt: skip
"""Events behind which a message is cut: somebody else decides, something hidden came to light, or
the game is over (PRISON-END-04), so that an END too many does not cost anybody his victory.

Without the latter a message that fails later could be used to try out a card (decision 0006).
"""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a message leads to: everything up to its first halt, or nothing (BASE-TURN-15).

    Orders behind a halt are neither checked nor played nor shown to anybody (BASE-HIDDEN-06).
    """

    accepted: bool
    verdicts: tuple[Verdict, ...]
    before: State
    state: State
    events: tuple[Event, ...]

    @property
    def orders(self) -> tuple[str, ...]:
        """The canonical orders that were played."""
        return tuple(verdict.played for verdict in self.verdicts if verdict.played is not None)


def judge(before: State, by: Colour | None, text: str) -> Judged:
    """Judge a message: all or nothing up to its first halt."""
    state, events = before, list[Event]()
    verdicts: list[Verdict] = []
    waiting = list(split_orders(text))
    while waiting:
        order = waiting.pop(0)
        decision = read_order(order.text, state, by)
        if isinstance(decision, Refusal):
            decision = _in_time(decision, state, by, events)
        if isinstance(decision, Refusal | Unreadable):
            verdicts.append(Verdict(order, refusal=decision, state=state))
            break
        if isinstance(decision, Attack) and decision.card is None and waiting:
            decision = _with_card(decision, waiting, state, by)
        result = play(state, by, decision)
        if isinstance(result, Refusal):
            result = _in_time(result, state, by, events)
            verdicts.append(Verdict(order, refusal=result, decision=decision, state=state))
            break
        written = write_order(state, by, decision)
        verdicts.append(Verdict(order, played=written, decision=decision, state=state))
        state = result.state
        events.extend(result.events)
        if any(isinstance(event, HALTS) for event in result.events):
            break  # what follows must wait until the sender knows the result (BASE-TURN-15)
    accepted = bool(verdicts) and all(verdict.refusal is None for verdict in verdicts)
    verdicts.extend(Verdict(order) for order in waiting)
    if not accepted:
        return Judged(False, tuple(verdicts), before, before, ())
    return Judged(True, tuple(verdicts), before, state, tuple(events))


@dataclass(frozen=True, slots=True)
class Outcome(Judged):
    """A judged message and the game after it."""

    game: Game


def submit(game: Game, by: Colour | None, text: str) -> Outcome:
    """Play a message into a game; a refused one changes nothing."""
    judged = judge(game.state, by, text)
    after = extend(game, by, judged.orders, judged.state) if judged.accepted else game
    return Outcome(
        judged.accepted, judged.verdicts, judged.before, judged.state, judged.events, after
    )


def _with_card(attack: Attack, waiting: list[OrderText], state: State, by: Colour | None) -> Attack:
    """A Combat card written right after the attack is sealed with it."""
    card = read_order(waiting[0].text, state, by)
    if not isinstance(card, LayCard) or check(state, by, attack) is not None:
        return attack
    if card_may_be_named(state, attack):
        return attack  # it is laid later, when none was named (PRISON-ABILITY-30)
    waiting.pop(0)
    return replace(attack, card=card.card)


def _in_time(refusal: Refusal, state: State, by: Colour | None, events: list[Event]) -> Refusal:
    """Orders behind the last action point: the turn has ended by itself (BASE-TURN-07, -19)."""
    ended = by is not None and TurnEnded(by) in events
    if not ended or any(isinstance(event, PointsLost) for event in events):
        return refusal  # it is his turn, or he has ended it himself
    why = "the action points are used up; the turn ended with the order before"
    return refuse(state.rules.rule(RuleId("BASE-TURN-07")), why)


def extend(game: Game, by: Colour | None, orders: tuple[str, ...], state: State) -> Game:
    """The game with one more message in its record."""
    digest = chain(game.digest, by, orders, write_state(state))
    record = game.record
    message = Message(by, orders, digest, record.closing)
    tags = {**record.tags, "Result": result_tag(state)}
    return Game(Record(tags, (*record.messages, message)), state)

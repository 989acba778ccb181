"""Carrying out standing orders: an answer to what a player is asked, if he has given one before.

``answer`` sees the owner's ``View`` and his own legal options, never the position. What it returns
is his decision like any other: the engine judges it. ``None`` means that he is asked.

- **Combat cards.** The first ``CARD`` line whose circumstances hold decides: the first of its cards
  that is in hand and not held back by ``NEVER`` or ``KEEP`` is played. If there is none, or no line
  holds, he is asked; later lines are not tried.
- **Mind control.** The first ``MIND`` line whose circumstances hold names its card, or none with
  ``NO``; without one he is asked.
- **Set-up.** See ``standing_setup.py``.
- **Placing.** Each token follows the first ``PUT`` line about it; the tokens of earlier lines
  choose first. Every wish narrows the choice among the free squares if any of them fulfils it;
  ``far`` and ``near`` (rows and columns from the own line) always do. Among equals the lowest row,
  then the leftmost column is taken. If no wish is fulfilled, or no line is about a token, he is
  asked.
- **The end of a turn.** ``END auto`` ends the turn when ``orders_done`` says so: see
  ``orders_are_done``. A view does not tell that; so without it nobody's turn is ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.engine import decisions as d
from adjudicator.engine.actions.reveal import free_sites
from adjudicator.engine.ids import OUTSIDE, Cell, Colour, Slot, Token
from adjudicator.engine.layout import LineRule
from adjudicator.engine.options import Group
from adjudicator.engine.requests import Ask
from adjudicator.engine.seen import AskSeen, CombatSeen, TokenSeen, View
from adjudicator.engine.state import Piece, State
from adjudicator.engine.walk import ground_of
from adjudicator.notation.standing_lines import (
    At,
    CardLine,
    Circumstances,
    EndLine,
    Feature,
    KeepLine,
    Line,
    MindLine,
    NeverLine,
    NextTo,
    Part,
    PieceClass,
    PutLine,
    Standing,
    What,
    Whose,
    Wish,
)

from ..games import HALTS, Judged
from ..house.imagine import imagine
from .standing_setup import choose_team, hide, leave_out, line_up, own_seat, pick


def answer(
    view: View, options: Sequence[Group], standing: Standing, *, orders_done: bool = False
) -> d.Decision | None:
    """The owner's decision by his standing orders, or ``None`` if he has to be asked."""
    for ask in view.mine:
        if ask.sealed:
            continue
        decision = _answer(view, options, standing, ask, orders_done)
        if decision is not None:
            return decision
    return None


def orders_are_done(judged: Judged) -> bool:
    """Whether a message was all that its sender wanted to do in his turn.

    All of it was played, nothing came to light, and it ended with an action: whoever has only
    played his Action card, placed what was found or sealed a card wants to go on.
    """
    if not judged.accepted or any(isinstance(event, HALTS) for event in judged.events):
        return False
    last = judged.verdicts[-1]
    return last.played is not None and isinstance(last.decision, d.Action)


def _answer(
    view: View, options: Sequence[Group], standing: Standing, ask: AskSeen, orders_done: bool
) -> d.Decision | None:
    groups = [group for group in options if group.kind == ask.ask]
    match ask.ask:
        case Ask.COMBAT_CARD:
            return _card(view, standing)
        case Ask.TEAM:
            return choose_team(view, standing)
        case Ask.PICK:
            return pick(view, groups, standing)
        case Ask.LEAVE_OUT:
            return leave_out(view, standing)
        case Ask.LINE_UP:
            return line_up(view, groups, standing)
        case Ask.HIDE:
            return hide(groups, standing)
        case Ask.PUT:
            return _put(view, groups, ask, standing)
        case Ask.ACT:
            ends = orders_done and any(isinstance(line, EndLine) for line in standing)
            return d.EndTurn() if ends else None
        case Ask.NAME_CARD:
            return _name_card(view, standing)
        case Ask.ACTION_CARD | Ask.DRAW | Ask.CLAIM:
            return None


# -- Combat cards -----------------------------------------------------------------------------


def _card(view: View, standing: Standing) -> d.Decision | None:
    hand = own_seat(view).hand
    if view.combat is None or hand is None:
        return None
    for line in standing:
        if isinstance(line, CardLine) and _holds(view, view.combat, line.when):
            allowed = set(_allowed(hand.combat, standing))
            card = next((card for card in line.cards if card in allowed), None)
            return None if card is None else d.LayCard(card)
    return None


def _name_card(view: View, standing: Standing) -> d.Decision | None:
    """What a ``MIND`` line names; nobody knows whether the other side holds it."""
    if view.combat is None:
        return None
    for line in standing:
        if isinstance(line, MindLine) and _holds(view, view.combat, line.when):
            return d.NameCard(line.card)
    return None


def _allowed(hand: tuple[int, ...], standing: Standing) -> Iterator[int]:
    """The cards in hand that no line holds back."""
    return (card for card in hand if not any(_holds_back(line, card, hand) for line in standing))


def _holds_back(line: Line, card: int, hand: tuple[int, ...]) -> bool:
    match line:
        case NeverLine(cards, below, above):
            too_low = below is not None and card < below
            too_high = above is not None and card > above
            return card in cards or too_low or too_high
        case KeepLine(cards):
            return card in cards and hand.count(card) == 1
        case _:
            return False


def _holds(view: View, combat: CombatSeen, when: Circumstances) -> bool:
    """Whether the circumstances of a line are those of this combat."""
    own = next(side for side in combat.sides if side.colour == view.viewer)
    other = next(side for side in combat.sides if side.colour != view.viewer)
    part = Part.ATTACK if combat.attacker == view.viewer else Part.DEFENCE
    target = _seen(view, combat.target)
    return (
        when.part in (None, part)
        and (not when.attacked or combat.target[1:] in when.attacked)
        and (not when.fighting or any(token[1:] in when.fighting for token in own.fighters))
        and (not when.against or any(token[1:] in when.against for token in other.fighters))
        and all(bound.holds(other.sum - own.sum) for bound in when.sums)
        and (not when.wounded or (target is not None and target.wounded))
    )


def _seen(view: View, token: Token) -> TokenSeen | None:
    return next(
        (seen for square in view.squares.values() for seen in square.tokens if seen.token == token),
        None,
    )


# -- placing what was found -------------------------------------------------------------------


def _put(
    view: View, groups: Sequence[Group], ask: AskSeen, standing: Standing
) -> d.Decision | None:
    if view.reveal is None:
        return None
    state = imagine(view, groups)
    room = _Room(state, Slot(view.reveal.slot), own_seat(view).colour)
    lines = [line for line in standing if isinstance(line, PutLine)]
    wanted: list[tuple[PutLine, Token]] = []
    for token in ask.tokens:
        line = next((line for line in lines if _is_about(line, state.pieces[token], room.me)), None)
        if line is None:
            return None
        wanted.append((line, token))
    for line, token in sorted(wanted, key=lambda pair: lines.index(pair[0])):
        if not room.put(token, line.wishes):
            return None
    return d.Put(tuple((token, room.chosen[token]) for token in ask.tokens))


def _is_about(line: PutLine, piece: Piece, me: Colour) -> bool:
    which = line.which
    if not isinstance(which, PieceClass):
        return piece.token == which
    own = piece.colour == me
    whose = {Whose.OWN: own, Whose.ENEMY: not own, Whose.ANY: True}
    character = piece.kind.character
    what = {What.CHARACTERS: character, What.OBJECTS: not character, What.TOKENS: True}
    return whose[which.whose] and what[which.what]


class _Room:
    """A room just revealed: its free squares, and where tokens have been put so far."""

    def __init__(self, state: State, slot: Slot, me: Colour) -> None:
        self.state = state
        self.slot = slot
        self.me = me
        self.free = sorted(free_sites(state, slot), key=lambda cell: state.space.square_of[cell])
        self.chosen: dict[Token, Cell] = {}
        self._line = [
            where
            for line in state.rules.layout.lines
            if line.rule(me) is LineRule.HOME
            for where in line.squares
        ]

    def put(self, token: Token, wishes: Sequence[Wish]) -> bool:
        """Put a token where it is wished for; nowhere if no wish can be fulfilled."""
        left, fulfilled = self.free, False
        for wish in wishes:
            good = self._fulfilling(wish, left)
            if good:
                left, fulfilled = good, True
        if not fulfilled:
            return False
        self.chosen[token] = left[0]
        self.free.remove(left[0])
        return True

    def _fulfilling(self, wish: Wish, cells: list[Cell]) -> list[Cell]:
        match wish:
            case At(square):
                return [cell for cell in cells if self.state.square(cell) == square]
            case NextTo(token):
                beside = self._beside(token)
                return [cell for cell in cells if cell in beside]
            case Feature.FAR | Feature.NEAR:
                away = {cell: self._from_line(cell) for cell in cells}
                pick = max if wish is Feature.FAR else min
                best = pick(away.values(), default=0)
                return [cell for cell in cells if away[cell] == best]
            case Feature.GEAR:
                return [cell for cell in cells if ground_of(self.state, cell).gear]
            case Feature.CORNER:
                return [cell for cell in cells if self._is_corner(cell)]
            case Feature.DEAD_END:
                return [cell for cell in cells if self._ways_on(cell) <= 1]

    def _beside(self, token: Token) -> tuple[Cell, ...]:
        piece = self.state.pieces.get(token)
        cell = self.chosen.get(token, piece.cell if piece else OUTSIDE)
        return () if cell == OUTSIDE else self.state.space.open_to(cell, "reach")

    def _where(self, cell: Cell) -> tuple[int, int]:
        width = self.state.rules.layout.width
        square = self.state.space.square_of[cell]
        return square % width, square // width

    def _from_line(self, cell: Cell) -> int:
        x, y = self._where(cell)
        return min((abs(x - a) + abs(y - b) for a, b in self._line), default=0)

    def _is_corner(self, cell: Cell) -> bool:
        place = self.state.rules.layout.place_by_slot[self.slot]
        x, y = self._where(cell)
        ends = (place.x, place.x + place.width - 1), (place.y, place.y + place.height - 1)
        return x in ends[0] and y in ends[1]

    def _ways_on(self, cell: Cell) -> int:
        """On how many sides one could go on, now or once a face-down room is revealed."""
        space = self.state.space
        unseen = sum(
            space.hidden_slot_beyond(half) is not None and space.blocking(half, "access") is None
            for half in space.halves(cell)
        )
        return len(space.open_to(cell)) + unseen

"""The house: a practice opponent who sees what a player in his seat would see, and no more.

``decide`` is handed a ``View`` and the seat's own options. It imagines a position that looks like
that (``app/imagine.py``), tries out what it could do there, and takes what looks best
(``app/outlook.py``); Combat cards are chosen by the odds (``app/duel.py``). The same view, options
and chance always give the same decision. No set, character or object is named here.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from adjudicator.engine import decisions as d
from adjudicator.engine.abilities import Kind
from adjudicator.engine.actions.combat import attackable
from adjudicator.engine.actions.finish import leaders
from adjudicator.engine.actions.reveal import free_sites
from adjudicator.engine.actions.rotate import turnable
from adjudicator.engine.actions.use import verbs_of
from adjudicator.engine.combat import total
from adjudicator.engine.ids import Cell, Colour, Side, Slot, Token
from adjudicator.engine.options import Group
from adjudicator.engine.play import Played, play
from adjudicator.engine.requests import Ask, Request
from adjudicator.engine.state import CombatUnderWay, Piece, RevealUnderWay, State, Status
from adjudicator.engine.view import AskSeen, View
from adjudicator.engine.walk import ground_of

from .duel import Duel, Stakes, fight
from .imagine import imagine
from .outlook import W, outlook
from .ways import board

IDLE = 0.02
"""What an action point is worth that is not spent on anything better."""
HOPE = 0.25
"""What it is worth to see a face-down room, whatever lies in it."""
PATIENCE = 30
"""The turn from which on the house becomes restless."""
MOST_FOR_ONE = 3
"""The most points one step can bring, with everything that scores."""
RESTLESS = 0.004
"""How much chance each later turn adds to what an option seems worth, in points."""


class Thought(NamedTuple):
    """What the house thinks about: an imagined position, its seat, its options and some chance."""

    state: State
    me: Colour
    groups: Sequence[Group]
    chance: random.Random

    def hidden(self, slot: Slot) -> Iterator[Piece]:
        """What lies face down in a room, as far as it is known; else as it is imagined."""
        tile = self.state.space.tile_in(slot)
        return iter(self.state.hidden_in(tile) if tile is not None else ())


class Stand(NamedTuple):
    """Somebody on a square, with what he carries."""

    actor: Token
    cell: Cell
    load: Token | None


def decide(view: View, options: Sequence[Group], chance: random.Random) -> d.Decision:
    """What the house does in this seat. It must be asked something it has not answered yet."""
    assert isinstance(view.viewer, Colour), "the house sits at the table"
    waiting = [ask for ask in view.mine if not ask.sealed]
    ask = min(waiting, key=lambda ask: ask.ask is not Ask.DRAW)  # an offer is answered first
    groups = [group for group in options if _answers(group, ask)]
    thought = Thought(imagine(view, groups), view.viewer, groups, chance)
    return _DECIDES[ask.ask](thought)


def _answers(group: Group, ask: AskSeen) -> bool:
    """Whether a group of options answers this request; actions are named by what is done."""
    others = {kind.value for kind in Ask}
    return group.kind not in others if ask.ask is Ask.ACT else group.kind == ask.ask


# -- set-up -----------------------------------------------------------------------------------


def _worth(kind: Kind) -> float:
    """How useful somebody is from the first turn on: strong, then quick."""
    return kind.combat + kind.speed / 2


def _team(thought: Thought) -> d.Decision:
    """The best of a few teams."""

    def strength(decision: d.Decision) -> float:
        assert isinstance(decision, d.ChooseTeam), "a group holds decisions of one kind"
        return sum(_worth(thought.state.rules.kinds[code]) for code in decision.codes)

    return max((thought.chance.choice(thought.groups[0]) for _ in range(12)), key=strength)


def _pick(thought: Thought) -> d.Decision:
    """Somebody useful; rooms and objects by chance."""

    def liking(decision: d.Decision) -> float:
        assert isinstance(decision, d.Pick), "a group holds decisions of one kind"
        kind = thought.state.rules.kinds.get(decision.what)
        return thought.chance.uniform(0, 2) + (_worth(kind) if kind else 0)

    return max(thought.groups[0], key=liking)


def _leave_out(thought: Thought) -> d.Decision:
    def kept(decision: d.Decision) -> float:
        assert isinstance(decision, d.LeaveOut), "a group holds decisions of one kind"
        return -sum(_worth(thought.state.pieces[token].kind) for token in decision.tokens)

    return max(thought.groups[0], key=kept)


def _line_up(thought: Thought) -> d.Decision:
    """The strong and the quick, a little different each time, mixed over the dots."""
    state, chance = thought.state, thought.chance
    first = thought.groups[0][0]
    assert isinstance(first, d.LineUp), "a group holds decisions of one kind"
    own = [
        piece
        for piece in state.of(thought.me)
        if piece.kind.character and piece.status in (Status.UNPLACED, Status.LINED_UP)
    ]
    liking = {piece.token: _worth(piece.kind) + chance.uniform(0, 1.2) for piece in own}
    team = sorted(liking, key=lambda token: -liking[token])[: len(first.team)]
    chance.shuffle(team)
    some = chance.choice(thought.groups[0])
    assert isinstance(some, d.LineUp), "a group holds decisions of one kind"
    dots = sorted(cell for _, cell in some.team)
    return d.LineUp(tuple(zip(team, dots, strict=True)))


def _hide(thought: Thought) -> d.Decision:
    """Each token about where it will be wanted: points far ahead, fighters in the middle."""

    def fits(decision: d.Decision) -> float:
        assert isinstance(decision, d.Hide), "a group holds decisions of one kind"
        kind = thought.state.pieces[decision.token].kind
        miss = abs(_depth(thought.state, thought.me, decision.slot) - _wanted_depth(kind))
        return thought.chance.uniform(0, 0.15) - miss

    return max(thought.groups[0], key=fits)


def _depth(state: State, me: Colour, slot: Slot) -> float:
    """How far ahead a room lies: 0 at the own line, 1 at the exit."""
    place = state.rules.layout.place_by_slot[slot]
    ground = board(state.rules, state.space)
    anybody = next(piece for piece in state.of(me) if piece.kind.character)
    middle = state.rules.layout.square(place.x + place.width // 2, place.y + place.height // 2)
    height = max(state.rules.layout.height, state.rules.layout.width)
    return 1 - ground.steps_to_exit(state, anybody, middle) / height


def _wanted_depth(kind: Kind) -> float:
    if not kind.character:
        return 0.9 if kind.escape_points else 0.55
    return 0.6 if kind.escape_points or kind.speed > 3 else 0.4


# -- turns ------------------------------------------------------------------------------------


def _action_card(thought: Thought) -> d.Decision:
    """The lowest card with which somebody gets out; without such a one the highest."""
    cards = sorted(thought.groups[0], key=_points)
    state = thought.state
    ground = board(state.rules, state.space)
    needed = min(
        (
            ground.actions_to_exit(state, piece, piece.cell)
            for piece in state.of(thought.me)
            if piece.status is Status.ON_BOARD and piece.living
        ),
        default=99.0,
    )
    enough = [
        card for card in cards if isinstance(card, d.PlayActionCard) and card.points >= needed
    ]
    return enough[0] if enough else cards[-1]


def _points(card: d.Decision) -> int:
    assert isinstance(card, d.PlayActionCard), "a group holds decisions of one kind"
    return card.points


def _act(thought: Thought) -> d.Decision:
    """Whatever leads to the best outlook; the turn ends only when nothing is any good.

    The longer a game has lasted, the more restless the house becomes, so that none stands still.
    """
    winning = _winning(thought)
    if winning is not None:
        return winning
    restless = RESTLESS * max(0, thought.state.turn.number - PATIENCE)
    best, best_value = None, -99.0
    for decision, value in _valued(thought):
        value += thought.chance.uniform(0, restless) if restless else 0.0
        if value > best_value:
            best, best_value = decision, value
    assert best is not None, "a turn can always be ended"
    return best


def _winning(thought: Thought) -> d.Decision | None:
    """A step out of the labyrinth that reaches the target, if the points are the best then."""
    state, me = thought.state, thought.me
    if state.players[me].score < state.rules.options.target - MOST_FOR_ONE or state.end_triggered:
        return None
    for decision in (decision for group in thought.groups for decision in group):
        if isinstance(decision, d.Move | d.Jump):
            after = tried(state, me, decision)
            if after is not None and after.end_triggered and leaders(after) == (me,):
                return decision
    return None


def _valued(thought: Thought) -> Iterator[tuple[d.Decision, float]]:
    """Every option with how much better the outlook is afterwards, or could become."""
    state, me = thought.state, thought.me
    now = outlook(state, me)
    turning: dict[Cell, float] = {}
    striking: dict[Stand, float] = {}
    for group in thought.groups:
        for decision in group:
            match decision:
                case d.EndTurn():
                    yield decision, 0.0
                case d.Attack():
                    yield decision, _attack(thought, decision, now) - IDLE
                case d.Reveal():
                    yield decision, _reveal(thought, decision) - IDLE
                case _:
                    after = tried(state, me, decision)
                    if after is None:
                        continue
                    value = outlook(after, me) - now - IDLE
                    if isinstance(decision, d.Move):
                        value += max(
                            _from_gear(thought, decision, after, turning),
                            _next_blow(thought, decision, after, striking),
                        )
                    yield decision, value


def _from_gear(thought: Thought, move: d.Move, after: State, known: dict[Cell, float]) -> float:
    """What turning a room would bring to somebody who has come to a gear."""
    cell, me = move.path[-1].cell, thought.me
    if not ground_of(after, cell).gear or after.turn.active != me or cell == move.path[0].cell:
        return 0.0
    if cell not in known:
        here = outlook(after, me)
        actor = after.pieces[move.actor]
        turned = (tried(after, me, d.Rotate(actor.token, slot)) for slot in turnable(after, actor))
        known[cell] = max((outlook(s, me) - here for s in turned if s is not None), default=0.0)
    return max(0.0, 0.9 * (known[cell] - IDLE))


def _next_blow(thought: Thought, move: d.Move, after: State, known: dict[Stand, float]) -> float:
    """What somebody could do to an enemy from where he has come to."""
    actor, me = after.pieces[move.actor], thought.me
    if after.turn.active != me or not actor.can_act or actor.cell == move.path[0].cell:
        return 0.0
    load = after.load(actor.token)
    stand = Stand(actor.token, actor.cell, load.token if load is not None else None)
    if stand not in known:
        here = outlook(after, me)
        known[stand] = max(
            (_blow(after, me, blow, here) for blow in _blows(after, actor)), default=0.0
        )
    return max(0.0, 0.9 * (known[stand] - IDLE))


def _blows(state: State, actor: Piece) -> Iterator[d.Attack | d.Use]:
    """Attacks, and whatever he can do in one of the four directions."""
    for target in attackable(state, actor):
        yield d.Attack(actor.token, target.token)
    for name, verb in verbs_of(state, actor).items():
        if verb.takes == "direction":
            yield from (d.Use(actor.token, name, side) for side in Side)


def _blow(state: State, me: Colour, blow: d.Attack | d.Use, here: float) -> float:
    after = tried(state, me, blow)
    if after is None:
        return 0.0
    return _duel(after, me, here).value if isinstance(blow, d.Attack) else outlook(after, me) - here


def tried(state: State, me: Colour, decision: d.Decision) -> State | None:
    played = play(state, me, decision)
    return played.state if isinstance(played, Played) else None


def _reveal(thought: Thought, reveal: d.Reveal) -> float:
    """Own characters come into play where it suits, the enemy's where it does not."""
    state, me = thought.state, thought.me
    place = state.rules.layout.place_by_slot[reveal.slot]
    ground = board(state.rules, state.space)
    middle = state.rules.layout.square(place.x + place.width // 2, place.y + place.height // 2)
    value = HOPE
    for piece in thought.hidden(reveal.slot):
        if not piece.kind.character:
            continue
        steps = ground.steps_to_exit(state, piece, middle)
        steps += -2 if piece.colour == me else 3
        near = (
            W.nearness
            * (1 + piece.kind.escape_points)
            * math.pow(W.fading, steps / piece.kind.speed)
        )
        value += (1.0 if piece.colour == me else -0.1) * (near + W.living)
    return value


def _put(thought: Thought) -> d.Decision:
    """Token by token on the square that looks best, own characters first."""
    state, me = thought.state, thought.me
    reveal = state.under_way
    assert isinstance(reveal, RevealUnderWay), "placing belongs to a reveal"
    first = thought.groups[0][0]
    assert isinstance(first, d.Put), "a group holds decisions of one kind"
    sites = free_sites(state, reveal.slot)
    tokens = [token for token, _ in first.places]
    places: dict[Token, Cell] = {}
    for token in sorted(tokens, key=lambda t: _placing_order(state.pieces[t], me)):
        boards = [(placed(state, token, cell), cell) for cell in sites]
        state, cell = max(boards, key=lambda pair: outlook(pair[0], me))
        sites.remove(cell)
        places[token] = cell
    return d.Put(tuple((token, places[token]) for token in tokens))


def _placing_order(piece: Piece, me: Colour) -> tuple[bool, bool]:
    return (not piece.kind.character, piece.colour != me)


def placed(state: State, token: Token, cell: Cell) -> State:
    """The position with a found token on a square."""
    piece = state.pieces[token]._replace(status=Status.ON_BOARD, cell=cell)
    return state._replace(pieces={**state.pieces, token: piece}, at={**state.at, cell: (token,)})


# -- fighting ---------------------------------------------------------------------------------


def _attack(thought: Thought, attack: d.Attack, now: float) -> float:
    fought = tried(thought.state, thought.me, attack)
    if fought is None:
        return -99.0
    return _duel(fought, thought.me, now).value


def _card(thought: Thought) -> d.Decision:
    """A card by the odds, as often as it pays."""
    duel = _duel(thought.state, thought.me, outlook(thought.state, thought.me))
    cards = [card for card, _ in duel.mix]
    weights = [weight for _, weight in duel.mix]
    return d.LayCard(thought.chance.choices(cards, weights)[0])


def _name_card(thought: Thought) -> d.Decision:
    """The lowest card the enemy is likely to hold."""
    combat = thought.state.under_way
    assert isinstance(combat, CombatUnderWay), "a card is named in a combat"
    enemy = next(colour for colour in combat.fighters if colour != thought.me)
    likely = [card for card in thought.state.players[enemy].combat if card]
    return d.NameCard(min(likely, default=None))


def _duel(state: State, me: Colour, now: float) -> Duel:
    """The combat under way, judged by what winning and losing it would lead to."""
    combat = state.under_way
    assert isinstance(combat, CombatUnderWay), "cards belong to a combat"
    enemy = next(colour for colour in combat.fighters if colour != me)
    win, lose = (outlook(ended(state, colour), me) - now for colour in (me, enemy))
    lead = total(combat.parts[me]) - total(combat.parts[enemy])
    return fight(
        lead, _hand(state, combat, me), _hand(state, combat, enemy), Stakes(win, 0.0, lose)
    )


def _hand(state: State, combat: CombatUnderWay, colour: Colour) -> Sequence[int]:
    """The cards one side may play: one that was named, or the low one that will be."""
    hand = state.players[colour].combat
    if combat.forced == colour:
        return (combat.cards[colour],)
    if any(request.ask is Ask.NAME_CARD and request.who != colour for request in state.pending):
        return (min((card for card in hand if card), default=0),)
    return hand


def ended(state: State, winner: Colour) -> State:
    """The position after the combat under way, if this side wins it."""
    combat = state.under_way
    assert isinstance(combat, CombatUnderWay), "cards belong to a combat"
    state = state._replace(
        under_way=combat._replace(cards={}, forced=None),
        pending=tuple(
            Request(number, Ask.COMBAT_CARD, colour)
            for number, colour in enumerate(combat.fighters, start=1)
        ),
        players={
            colour: player._replace(combat=(99 if colour == winner else 0,))
            for colour, player in state.players.items()
        },
    )
    for colour in combat.fighters:
        played = play(state, colour, d.LayCard(99 if colour == winner else 0))
        assert isinstance(played, Played), f"a card in hand is refused: {played}"
        state = played.state
    return state


def _draw(thought: Thought) -> d.Decision:
    """Only when clearly behind."""
    players = thought.state.players
    own = players[thought.me].score
    return d.AnswerDraw(any(player.score >= own + 2 for player in players.values()))


_DECIDES: dict[Ask, Callable[[Thought], d.Decision]] = {
    Ask.TEAM: _team,
    Ask.PICK: _pick,
    Ask.LEAVE_OUT: _leave_out,
    Ask.LINE_UP: _line_up,
    Ask.HIDE: _hide,
    Ask.ACTION_CARD: _action_card,
    Ask.ACT: _act,
    Ask.PUT: _put,
    Ask.NAME_CARD: _name_card,
    Ask.COMBAT_CARD: _card,
    Ask.DRAW: _draw,
}

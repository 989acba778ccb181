"""Nobody learns what he may not know: two worlds that differ only in that give him the same output.

What is compared at every step: the view, the drawn board, what is told and reported, the options
with their texts, and the verdicts on legal and illegal orders with their hints.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.app.games import Judged, judge
from adjudicator.app.hints import instead_of
from adjudicator.engine import decisions as d
from adjudicator.engine.events import CardForced, CardsTurned, Ended, Event, HandShown, RoomRevealed
from adjudicator.engine.events_setup import LinesTurnedUp
from adjudicator.engine.ids import Colour
from adjudicator.engine.options import options
from adjudicator.engine.play import Played, play
from adjudicator.engine.requests import Ask
from adjudicator.engine.seen import Role, Viewer
from adjudicator.engine.state import Piece, State
from adjudicator.engine.telling import tell
from adjudicator.engine.view import view
from adjudicator.notation.orders import write_order
from adjudicator.render.report import report
from adjudicator.render.text import render_text
from tests.properties.other_world import differences, other_world, translated
from tests.strategies import GAMES, any_decision, chances, examples, game, states

VIEWERS: tuple[Viewer, ...] = (Colour.BLUE, Colour.YELLOW, Role.OBSERVER)


def viewers() -> st.SearchStrategy[Viewer]:
    return st.sampled_from(VIEWERS)


# -- what a viewer gets -----------------------------------------------------------------------


def same_sight(first: State, second: State, viewer: Viewer) -> None:
    one, two = view(first, viewer), view(second, viewer)
    assert one == two, list(differences(one, two))
    assert repr(one) == repr(two)
    assert render_text(one) == render_text(two)
    assert render_text(one, colour=True) == render_text(two, colour=True)


def same_options(first: State, second: State, viewer: Viewer, chance: random.Random) -> None:
    if not isinstance(viewer, Colour):
        return
    ones, twos = options(first, viewer), options(second, viewer)
    assert [(g.kind, g.actor, len(g)) for g in ones] == [(g.kind, g.actor, len(g)) for g in twos]
    for one, two in zip(ones, twos, strict=True):
        for index in (chance.randrange(len(one)) for _ in range(5)):
            assert one[index] == two[index]
            text = write_order(first, viewer, one[index])
            assert text == write_order(second, viewer, two[index])


def told(before: State, events: tuple[Event, ...], viewer: Viewer) -> list[str]:
    facts = tell(before, events, viewer)
    return [*map(repr, facts), *report(facts, view(before, viewer).names)]


def same_verdict(
    first: State, second: State, by: Colour, text: str, with_hints: bool = True
) -> None:
    """A refused message tells nothing; an accepted one is accepted in both worlds."""
    one, two = judge(first, by, text), judge(second, by, text)
    if uncovers(one.events) or uncovers(two.events):
        assert one.accepted == two.accepted, text
        return
    assert said(one, by, with_hints) == said(two, by, with_hints), text
    if one.accepted:
        assert told(first, one.events, by) == told(second, two.events, by)
        same_sight(one.state, two.state, by)


def said(judged: Judged, by: Colour, with_hints: bool) -> list[object]:
    """Everything the sender reads about his message."""
    found: list[object] = [judged.accepted]
    for verdict in judged.verdicts:
        hints: list[str] = []
        if with_hints and verdict.refusal is not None:
            hints = instead_of(verdict, by)
        found.append((verdict.order, verdict.played, verdict.refusal, hints))
    return found


def uncovers(events: tuple[Event, ...]) -> bool:
    """Whether something secret has become public, so that the worlds part."""
    return any(
        isinstance(
            event, RoomRevealed | CardsTurned | LinesTurnedUp | Ended | CardForced | HandShown
        )
        for event in events
    )


# -- what a viewer might type -----------------------------------------------------------------


def messages(state: State, by: Colour, chance: random.Random) -> Iterator[str]:
    """Legal and illegal orders, about own and other tokens, known and hidden places."""
    groups = options(state, by)
    legal = [write_order(state, by, chance.choice(group)) for group in groups]
    yield from chance.sample(legal, min(2, len(legal)))
    wild = write_order(state, by, any_decision(state, by, chance))
    foreign = write_order(state, by, any_decision(state, chance.choice(state.rules.seats), chance))
    yield from (wild, foreign)
    yield from (probe(state, chance) for _ in range(3))
    if legal:
        yield f"{chance.choice(legal)}; {chance.choice((*legal, wild, probe(state, chance)))}"


def probe(state: State, chance: random.Random) -> str:
    """Something an inquisitive player might try."""
    square = chance.choice(state.rules.layout.square_names)
    other = chance.choice(state.rules.layout.square_names)
    slot = chance.choice(list(state.rules.layout.place_by_slot))
    tokens = [f"{token[0]}.{token[1:]}" for token in state.pieces]
    who, whom = chance.choice(tokens), chance.choice(tokens)
    return chance.choice(
        (
            f"{who} {square}",
            f"{who} {square}-{other}",
            f"{who} {square}+{whom}-{other}",
            f"{who} {square}/{whom}-{other}",
            f"{who} JUMP {square}-{other}",
            f"JUMP {who} {square}-{other}-{square}",
            f"{who} x {whom}",
            f"{who} x {whom} +{chance.randint(0, 6)}",
            f"{who} heal {whom}",
            f"{who} open {square}|{other}",
            f"{who} thru {square}|{other}",
            f"{who} fire n",
            f"{who} drink",
            f"{who} regenerate",
            f"{who} RV {slot}",
            f"{who} RT {slot}",
            f"SET {whom} {slot}",
            f"PUT {whom}@{square}",
            f"LINE {who}@{square} {whom}@{other}",
            f"OUT {whom}",
            f"CARD +{chance.randint(0, 7)}",
            f"MIND +{chance.randint(0, 7)}",
            f"{who} scream w",
            f"{who} x {whom} with {who} {whom}",
            f"A{chance.randint(1, 6)}",
        )
    )


def every_probe(state: State, actor: Piece) -> Iterator[str]:
    """Whatever one character could be told to do with a room or another piece, hidden or not."""
    who, here = actor.token[1:], state.square(actor.cell)
    for slot in state.rules.layout.place_by_slot:
        yield from (f"{who} RV {slot}", f"{who} RT {slot}", f"{who} RT {slot} x2 ccw")
    for token in state.pieces:
        whom = f"{token[0]}.{token[1:]}"
        yield from (f"{who} x {whom}", f"{who} heal {whom}", f"{who} {here}+{whom}-{here}")
        yield from (f"{whom} {here}", f"{whom} RV R1", f"{whom} drink", f"PUT {whom}@{here}")
    yield from (f"{who} {verb} {side}" for verb in ("fire", "scream") for side in "nesw")
    yield from (f"{who} {square}" for square in state.rules.layout.square_names[::3])


# -- the properties ---------------------------------------------------------------------------


@examples(100)
@given(states(), viewers(), chances())
def test_a_position_looks_the_same(state: State, viewer: Viewer, chance: random.Random) -> None:
    other = other_world(state, viewer, chance).state
    same_sight(state, other, viewer)
    same_options(state, other, viewer, chance)


@examples(120)
@given(states(), st.sampled_from((Colour.BLUE, Colour.YELLOW)), chances())
def test_verdicts_tell_nothing(state: State, viewer: Colour, chance: random.Random) -> None:
    other = other_world(state, viewer, chance).state
    for text in messages(state, viewer, chance):
        same_verdict(state, other, viewer, text)


@examples(80)
@given(viewers(), chances())
def test_playing_on_tells_nothing_until_it_is_uncovered(
    viewer: Viewer, chance: random.Random
) -> None:
    played = game(chance.randrange(GAMES))
    turns = played[chance.randrange(len(played)) :][:12]
    world = other_world(turns[0].before, viewer, chance)
    other = world.state
    for turn in turns:
        decision = translated(turn.decision, turn.by, viewer, world)
        if isinstance(decision, d.TimeOut) and turn.before.turn.active is None:
            return  # what the referee draws for another player is a secret of its own
        result = play(other, turn.by, decision)
        if turn.by != viewer and not isinstance(result, Played):
            return  # in the other world he has no such card
        assert isinstance(result, Played), "a viewer may do the same in both worlds"
        if uncovers(turn.events) or uncovers(result.events):
            return
        assert told(turn.before, turn.events, viewer) == told(other, result.events, viewer)
        same_sight(turn.after, result.state, viewer)
        same_options(turn.after, result.state, viewer, chance)
        other = result.state


@examples(60)
@given(states(), viewers())
def test_no_name_of_a_secret_token_is_drawn(state: State, viewer: Viewer) -> None:
    """A second, cruder net: the board text never holds the token of another's hidden piece."""
    text = render_text(view(state, viewer))
    for token, piece in state.pieces.items():
        if piece.status.value in ("hidden", "lined up", "left out") and piece.colour != viewer:
            assert token not in text.split("For example")[0]


def test_a_sealed_card_cannot_be_tried_out() -> None:
    """The card that ends a combat uncovers the other one: what is written behind it must wait."""
    chance, tried = random.Random(2), 0
    for number in range(GAMES):
        for turn in game(number):
            open_for = [
                r.who for r in turn.before.pending if r.ask is Ask.COMBAT_CARD and not r.sealed
            ]
            if len(open_for) != 1:
                continue
            viewer, tried = open_for[0], tried + 1
            for other in (other_world(turn.before, viewer, chance).state for _ in range(3)):
                for second in [*_after_combat(turn.before, viewer), "CARD +0", "nonsense"]:
                    same_verdict(turn.before, other, viewer, f"CARD +0; {second}")
    assert tried > 20


def _after_combat(state: State, by: Colour) -> Iterator[str]:
    """Orders whose fate depends on who has won."""
    for piece in state.of(by):
        if piece.can_act:
            yield f"{piece.token[1:]} {state.square(piece.cell)}"


def test_a_hand_is_shown_to_one_player_only() -> None:
    """PRISON-HIDDEN-07: whoever watches is told the same, whatever the cards are."""
    chance, seen = random.Random(7), 0
    for number in range(GAMES):
        for turn in game(number):
            shown = next((e for e in turn.events if isinstance(e, HandShown)), None)
            if shown is None or not isinstance(turn.decision, d.NameCard):
                continue
            seen += 1
            hand = repr(shown.cards)
            assert hand in repr(tell(turn.before, turn.events, shown.to))
            assert hand not in repr(tell(turn.before, turn.events, Role.OBSERVER))
            for other in (other_world(turn.before, Role.OBSERVER, chance).state for _ in range(8)):
                result = play(other, turn.by, turn.decision)
                assert isinstance(result, Played)
                if any(isinstance(event, HandShown) for event in result.events):
                    facts = told(turn.before, turn.events, Role.OBSERVER)
                    assert facts == told(other, result.events, Role.OBSERVER)
                    same_sight(turn.after, result.state, Role.OBSERVER)
    assert seen


def test_no_probe_tells_anything() -> None:
    """In turn after turn, one character on a gear and another one elsewhere are told everything."""
    chance = random.Random(4)
    turns = [turn for n in range(GAMES) for turn in game(n) if isinstance(turn.decision, d.Move)]
    on_gear = [turn for turn in turns if _actors(turn.before, gear=True)]
    for turn in [*chance.sample(turns, 12), *chance.sample(on_gear, 12)]:
        state, viewer = turn.before, turn.before.turn.active
        assert viewer is not None
        other = other_world(state, viewer, chance).state
        actors = _actors(state, gear=True) or _actors(state, gear=False)
        for text in every_probe(state, chance.choice(actors)):
            same_verdict(state, other, viewer, text, with_hints=chance.random() < 0.03)


def _actors(state: State, gear: bool) -> list[Piece]:
    return [
        piece
        for piece in state.pieces.values()
        if piece.colour == state.turn.active
        and piece.can_act
        and state.rules.grounds[state.space.ground(piece.cell)].gear == gear
    ]


def test_starting_teams_cannot_be_probed() -> None:
    """Before the teams are shown, nothing said about another player's token depends on it."""
    chance = random.Random(3)
    positions = [
        turn.before for n in range(GAMES) for turn in game(n) if not turn.before.lines_shown
    ]
    for state in chance.sample(positions, 60):
        for viewer in (Colour.BLUE, Colour.YELLOW):
            other = other_world(state, viewer, chance).state
            for token in state.pieces:
                who = f"{token[0]}.{token[1:]}"
                for text in (f"{who} JUMP a1-b1", f"{who} a1-b1", f"{who} b1", f"{who} x {who}"):
                    same_verdict(state, other, viewer, text)


def test_the_other_world_is_another_one() -> None:
    """The net would catch something: in most positions much is different."""
    chance = random.Random(1)
    changed = 0
    for turn in game(0)[:100]:
        other = other_world(turn.before, Colour.BLUE, chance).state
        changed += view(other, Role.MODERATOR) != view(turn.before, Role.MODERATOR)
    assert changed > 80

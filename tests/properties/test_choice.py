"""Mixed games: what is chosen in secret stays secret, and the choice always leads to a game.

Two worlds that differ only in what a viewer may not know (another team, other pairs of rooms, other
rooms face down) give him the same view, text, options and verdicts (NATURE-HIDDEN-01, -02).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from adjudicator.app.automatic.standing import answer
from adjudicator.app.games import judge
from adjudicator.app.house.imagine import imagine
from adjudicator.app.house.selfplay import (
    EAGER,
    MIXED_TABLES,
    RANDOM,
    Table,
    find_faults,
    next_turn,
)
from adjudicator.engine import decisions as d
from adjudicator.engine.actions.choose import allot, tokens_of
from adjudicator.engine.essence import essence
from adjudicator.engine.ids import Colour
from adjudicator.engine.options import options
from adjudicator.engine.play import Played, play
from adjudicator.engine.requests import CHOOSING, Ask
from adjudicator.engine.seen import Role, Viewer
from adjudicator.engine.space import Space
from adjudicator.engine.start import start
from adjudicator.engine.state import Chosen, State, Status
from adjudicator.engine.view import view
from adjudicator.notation.orders import read_order, write_order
from adjudicator.notation.position import read_state, write_state
from adjudicator.notation.standing import Standing, change_standing, write_standing
from adjudicator.sets.load import load_ruleset
from tests.properties.other_world import World, other_world, translated
from tests.properties.test_secrets import (
    VIEWERS,
    every_probe,
    same_options,
    same_sight,
    same_verdict,
    told,
    uncovers,
)
from tests.strategies import Turn

GAMES = 4
LONGEST = 130
PROBES = ("TEAM y.GO PAIRS 1 37 RESERVE 2 38", "PICK GO", "PICK 37", "SET ro2 R3", "OUT y.ro2")


@cache
def mixed_game(number: int) -> tuple[Turn, ...]:
    return tuple(_turns(MIXED_TABLES[number % len(MIXED_TABLES)], number))


def _turns(table: Table, number: int) -> Iterator[Turn]:
    rules = load_ruleset(table.set_name, table.scenario, table.options)
    state, chance = start(rules, f"mixed-{number}").state, random.Random(number)
    for _ in range(LONGEST):
        if state.result is not None:
            return
        by, decision = next_turn(state, chance, RANDOM if number % 2 else EAGER)
        played = play(state, by, decision)
        assert isinstance(played, Played), f"an option was refused: {played}"
        assert not find_faults(state, played)
        yield Turn(state, by, decision, played.events, played.state)
        state = played.state


# -- another world ----------------------------------------------------------------------------


def other_choice(state: State, viewer: Viewer, chance: random.Random) -> World:
    """Another game in truth: other teams, pairs and rooms where the viewer knows none of them."""
    choice = state.rules.choice
    assert choice is not None
    if not choice.secret:
        return other_world(state, viewer, chance)
    if not any(request.ask in CHOOSING for request in state.pending):
        state = _with_other_pairs(state, viewer, chance)
    world = other_world(state, viewer, chance)
    chosen = {
        colour: was if colour == viewer else _other_chosen(world.state, colour, was, chance)
        for colour, was in world.state.chosen.items()
    }
    return world._replace(state=world.state._replace(chosen=chosen))


def _with_other_pairs(state: State, viewer: Viewer, chance: random.Random) -> State:
    """Other tiles face down, but whole pairs, and those of the viewer and of open rooms remain."""
    space = state.space
    tiles = space.geometry.tiles
    open_ = {tiles[t].pair for t, p in enumerate(space.placements) if p is not None and p.face_up}
    own = state.chosen[viewer].allotted if isinstance(viewer, Colour) else ()
    kept = open_ | set(own)
    rest = [pair for pair in state.rules.pairs if pair not in kept]
    pairs = kept | set(chance.sample(rest, 4 - len(kept)))
    placements = [p if p is not None and p.face_up else None for p in space.placements]
    hidden = [p for p in space.placements if p is not None and not p.face_up]
    free = [t for t, tile in enumerate(tiles) if tile.pair in pairs and placements[t] is None]
    moved = {}
    for tile, placement in zip(free, hidden, strict=True):
        placements[tile] = placement
        moved[placement.slot] = tile
    pieces = dict(state.pieces)
    for token, piece in state.pieces.items():
        if piece.status is Status.HIDDEN:
            was = space.placements[piece.tile]
            assert was is not None
            pieces[token] = piece._replace(tile=moved[was.slot])
    space = Space(space.geometry, tuple(placements), space.doors)
    return state._replace(space=space, pieces=pieces)


def _other_chosen(state: State, colour: Colour, was: Chosen, chance: random.Random) -> Chosen:
    team = [p.kind.code for p in state.of(colour) if p.status is not Status.LEFT_OUT]
    codes = was.codes if len(team) > len(was.codes) else tuple(team)
    pairs = chance.sample(state.rules.pairs, 4)
    return Chosen(codes, tuple(pairs[:2]), tuple(pairs[2:]), was.allotted and tuple(pairs[:2]))


# -- standing orders --------------------------------------------------------------------------


def _wishes(state: State, by: Colour, chance: random.Random) -> Standing:
    """Lines for the choice and the set-up after it, some of them too short to be of use."""
    rules = state.rules
    some = [code for code in rules.teams[by] if chance.random() < 0.9]
    chance.shuffle(some)
    pairs = chance.sample(rules.pairs, chance.randint(4, 8))
    people = [code for code in some if rules.is_character(code)]
    things = [code for code in some if not rules.is_character(code)]
    texts = [
        f"TEAM {' '.join(some)} PAIRS {' '.join(pairs)}",
        *(f"PICK {' '.join(words)}" for words in (pairs, people, things) if words),
        f"OUT {' '.join(people)}",
        f"LINE {' '.join(people)}",
        *(f"SET {code} R{chance.randint(1, 8)}" for code in dict.fromkeys(some)),
        f"SET {chance.choice(('any', 'ro2'))} R5 R6 R7 R8 R1 R2 R3 R4",
        "PUT any: gear, far",
        "MIND else: +4",
        "CARD else: +0",
    ]
    return change_standing((), "\n".join(texts), rules, by).standing


@pytest.mark.parametrize("number", range(GAMES))
def test_standing_orders_choose_legally_and_tell_nothing(number: int) -> None:
    """The same answer in every world their owner cannot tell from this one, legal in each."""
    chance, answered = random.Random(number), Counter[str]()
    for turn in mixed_game(number)[:60]:
        state, by = turn.before, turn.by
        if by is None:
            continue  # a deadline has passed
        standing = _wishes(state, by, chance)
        decision = answer(view(state, by), options(state, by), standing)
        other = other_choice(state, by, chance).state
        assert decision == answer(view(other, by), options(other, by), standing)
        if decision is not None:
            answered[type(decision).__name__] += 1
            for world in (state, other):
                played = play(world, by, decision)
                assert isinstance(played, Played), f"{decision}: {played}"
    choice = load_ruleset("mixed", MIXED_TABLES[number % len(MIXED_TABLES)].scenario).choice
    assert choice is not None
    assert answered["ChooseTeam" if choice.secret else "Pick"] and answered["Hide"] > 5


@pytest.mark.parametrize("scenario", ["free", "mutual"])
def test_lines_about_the_choice_are_read_as_they_were_written(scenario: str) -> None:
    rules, chance, seen = load_ruleset("mixed", scenario), random.Random(3), Counter[str]()
    state = start(rules, "lines").state
    for _ in range(40):
        standing = _wishes(state, Colour.YELLOW, chance)
        text = "\n".join(write_standing(standing, Colour.YELLOW))
        assert change_standing((), text, rules, Colour.YELLOW).standing == standing
        shouted = text.upper().replace(":", " ").replace("TR", "Troll").replace("TZ", "tz")
        assert change_standing((), shouted, rules, Colour.YELLOW).standing == standing
        seen.update(type(line).__name__ for line in standing)
    assert seen["ChooseLine" if scenario == "free" else "PickLine"] >= 20


def test_two_lists_of_standing_orders_complete_any_choice() -> None:
    """Without a mail: whatever both like, the game comes to its first Action card."""
    for number, scenario in enumerate(("free", "mutual") * 4):
        chance = random.Random(number)
        state = start(load_ruleset("mixed", scenario), f"lists-{number}").state
        everything = {
            by: change_standing((), _everything(state, by, chance), state.rules, by).standing
            for by in state.rules.seats
        }
        while state.turn.active is None:
            by = next(request.who for request in state.pending if not request.sealed)
            decision = answer(view(state, by), options(state, by), everything[by])
            assert decision is not None, state.pending
            played = play(state, by, decision)
            assert isinstance(played, Played), played
            state = played.state


def _everything(state: State, by: Colour, chance: random.Random) -> str:
    rules = state.rules
    all_, pairs = list(rules.teams[by]), list(rules.pairs)
    chance.shuffle(all_)
    chance.shuffle(pairs)
    people = [code for code in all_ if rules.is_character(code)]
    things = [code for code in all_ if not rules.is_character(code)]
    chosen = (
        [f"TEAM {' '.join(all_)} PAIRS {' '.join(pairs)}"]
        if rules.choice is not None and rules.choice.secret
        else [f"PICK {' '.join(words)}" for words in (pairs, people, things)]
    )
    return "\n".join([*chosen, f"LINE {' '.join(people)}", "SET any R1 R2 R3 R4 R5 R6 R7 R8"])


# -- the properties ---------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(GAMES))
def test_a_mixed_position_looks_the_same(number: int) -> None:
    chance = random.Random(number)
    for turn in mixed_game(number)[::9]:
        for viewer in VIEWERS:
            other = other_choice(turn.before, viewer, chance).state
            same_sight(turn.before, other, viewer)
            same_options(turn.before, other, viewer, chance)


@pytest.mark.parametrize("number", range(GAMES))
def test_playing_on_tells_nothing_of_a_secret_choice(number: int) -> None:
    chance, played = random.Random(number), mixed_game(number)
    for first in range(0, len(played), 26):
        for viewer in VIEWERS:
            _play_on(played[first : first + 9], viewer, chance)


def _play_on(turns: tuple[Turn, ...], viewer: Viewer, chance: random.Random) -> None:
    world = other_choice(turns[0].before, viewer, chance)
    other = world.state
    for turn in turns:
        if turn.by != viewer and isinstance(turn.decision, d.ChooseTeam | d.TimeOut):
            return  # what another chooses, or is drawn for him, is a secret of its own
        result = play(other, turn.by, translated(turn.decision, turn.by, viewer, world))
        if turn.by != viewer and not isinstance(result, Played):
            return
        assert isinstance(result, Played), "a viewer may do the same in both worlds"
        if uncovers(turn.events) or uncovers(result.events):
            return
        if any(request.ask is Ask.TEAM for request in turn.before.pending):
            return  # the last choice decides about pairs, of which the viewer is told his own
        assert told(turn.before, turn.events, viewer) == told(other, result.events, viewer)
        same_sight(turn.after, result.state, viewer)
        other = result.state


def test_no_probe_tells_what_was_chosen() -> None:
    chance = random.Random(5)
    for number in range(GAMES):
        for turn in mixed_game(number)[1::45]:
            for viewer in (Colour.BLUE, Colour.YELLOW):
                other = other_choice(turn.before, viewer, chance).state
                for text in (*PROBES, *_probes(turn.before, viewer)):
                    same_verdict(turn.before, other, viewer, text, with_hints=False)


def _probes(state: State, viewer: Colour) -> Iterator[str]:
    for token in state.pieces:
        whom = f"{token[0]}.{token[1:]}"
        yield from (
            f"SET {whom} R3",
            f"LINE {whom}@b1",
            f"OUT {whom}",
            f"{whom} b1",
            f"PICK {whom}",
        )
    actor = next((p for p in state.of(viewer) if p.can_act), None)
    if actor is not None:
        yield from every_probe(state, actor)


def test_the_other_choice_is_another_one() -> None:
    chance, changed = random.Random(1), Counter[str]()
    for turn in mixed_game(0)[2:100]:
        other = other_choice(turn.before, Colour.BLUE, chance).state
        first, second = view(turn.before, Role.MODERATOR), view(other, Role.MODERATOR)
        changed["choice"] += first.choice != second.choice
        changed["rooms"] += first.rooms != second.rooms
    assert changed["choice"] > 80 and changed["rooms"] > 60


@pytest.mark.parametrize("number", range(GAMES))
def test_positions_and_orders_of_mixed_games_can_be_written_and_read(number: int) -> None:
    for turn in mixed_game(number)[::4]:
        text = write_state(turn.before)
        again = read_state(text)
        assert write_state(again) == text
        assert essence(again) == essence(turn.before)
        order = write_order(turn.before, turn.by, turn.decision)
        assert read_order(order, turn.before, turn.by) == turn.decision


@pytest.mark.parametrize("number", range(GAMES))
def test_a_mixed_game_can_be_imagined(number: int) -> None:
    """What is thought out from a view looks like that view again."""
    for turn in mixed_game(number)[::6]:
        for viewer in (Colour.BLUE, Colour.YELLOW):
            seen = view(turn.before, viewer)
            again = view(imagine(seen, options(turn.before, viewer)), viewer)
            assert again.choice == seen.choice
            assert again.players == seen.players
            assert again.rooms == seen.rooms
            assert again.squares == seen.squares


def test_both_always_get_two_different_pairs() -> None:
    """However their wishes meet (NATURE-SETUP-05)."""
    rules, chance = load_ruleset("mixed", "free"), random.Random(9)
    codes = tuple(rules.kinds)
    for number in range(400):
        state = start(rules, f"pairs-{number}").state
        few = chance.sample(rules.pairs, chance.choice((4, 5, 8)))
        chosen = {}
        for colour in rules.seats:
            wish = chance.sample(few, 4)
            chosen[colour] = Chosen(codes, tuple(wish[:2]), tuple(wish[2:]))
        given = allot(state._replace(chosen=chosen))
        assert len({pair for pairs in given.values() for pair in pairs}) == 4
        for colour, pairs in given.items():
            assert len(pairs) == 2
            assert set(pairs) <= {*chosen[colour].pairs, *chosen[colour].reserve}
            others = [c for c in rules.seats if c != colour]
            wanted = {pair for other in others for pair in chosen[other].pairs}
            assert set(chosen[colour].pairs) - wanted <= set(pairs), "nobody else wanted it"


BLUE = "TEAM CL GO ME TH TR WW WA WI ar fw ro sp sw tz PAIRS 1 2 RESERVE 3 4"
YELLOW = (
    "TEAM CL GO ME TH TR WW WA WI ar fw ro sp sw tz PAIRS 37 38 RESERVE 3 4",
    "TEAM BA BS CL CO ME NA TP WI bo ro ro ke ls ts PAIRS 39 40 RESERVE 1 2",
)


def test_the_last_choice_tells_nothing_of_the_other() -> None:
    """Blue hands in last; what he is told and sees does not depend on Yellow's choice."""
    rules, chance = load_ruleset("mixed", "free"), random.Random(2)
    before, after = [], []
    for order in YELLOW:
        waiting = judge(start(rules, "last").state, Colour.YELLOW, order)
        complete = judge(waiting.state, Colour.BLUE, BLUE)
        assert complete.accepted
        before.append(waiting.state)
        after.append(complete)
    same_sight(*before, Colour.BLUE)
    for viewer in (Colour.BLUE, Role.OBSERVER):
        one, two = (
            told(waiting, complete.events, viewer)
            for waiting, complete in zip(before, after, strict=True)
        )
        assert one == two
        same_sight(after[0].state, after[1].state, viewer)
    same_options(after[0].state, after[1].state, Colour.BLUE, chance)
    for text in _probes(after[0].state, Colour.BLUE):
        same_verdict(after[0].state, after[1].state, Colour.BLUE, text)
    for follow in ("LINE CL@b1 GO@d1 ME@g1 TH@i1", "LINE y.BA@b1", "nonsense"):
        same_verdict(*before, Colour.BLUE, f"{BLUE}; {follow}")


def test_copies_are_numbered_from_the_first() -> None:
    assert tokens_of(Colour.BLUE, ("ro", "CL", "ro")) == ("bro", "bro2", "bCL")

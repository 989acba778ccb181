"""Standing orders: text and back, and answers that are legal and tell nothing."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.app.automatic.standing import answer
from adjudicator.engine.ids import Colour, Slot, Token
from adjudicator.engine.options import options
from adjudicator.engine.play import Played, play
from adjudicator.engine.state import State
from adjudicator.engine.view import view
from adjudicator.notation.standing import change_standing, read_line, write_line, write_standing
from adjudicator.notation.standing_lines import (
    At,
    CardLine,
    Circumstances,
    Compare,
    EndLine,
    Feature,
    KeepLine,
    Line,
    NeverLine,
    NextTo,
    OutLine,
    Part,
    PieceClass,
    PutLine,
    SetLine,
    Standing,
    TeamLine,
    What,
    Whose,
    Wish,
    with_line,
)
from adjudicator.notation.words import Unreadable
from adjudicator.sets.load import load_ruleset
from tests.properties.other_world import other_world
from tests.strategies import chances, examples, states

RULES = load_ruleset()
TEAM = RULES.teams[Colour.BLUE]
CHARACTERS = [code for code in TEAM if RULES.is_character(code)]
CARDS = sorted(set(RULES.combat_cards))
SEATS = st.sampled_from(RULES.seats)


# -- any line ---------------------------------------------------------------------------------


def _some(items: list[str], least: int = 0) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(items), min_size=least, unique=True).map(tuple)


def _cards() -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(st.sampled_from(CARDS), min_size=1, unique=True).map(tuple)


def _circumstances() -> st.SearchStrategy[Circumstances]:
    compare = st.builds(Compare, st.sampled_from([">=", "<=", ">", "<", "="]), st.integers(-20, 20))
    return st.builds(
        Circumstances,
        st.none() | st.sampled_from(Part),
        _some(CHARACTERS),
        _some(CHARACTERS),
        _some(CHARACTERS),
        st.lists(compare, max_size=2, unique=True).map(tuple),
        st.booleans(),
    )


def _tokens(
    colour: Colour, codes: list[str], least: int = 1
) -> st.SearchStrategy[tuple[Token, ...]]:
    return _some(codes, least).map(lambda found: tuple(Token(colour.letter + c) for c in found))


def _any_token() -> st.SearchStrategy[Token]:
    return st.builds(lambda colour, code: Token(colour.letter + code), SEATS, st.sampled_from(TEAM))


def _wishes() -> st.SearchStrategy[tuple[Wish, ...]]:
    wish = (
        st.sampled_from(Feature)
        | st.builds(NextTo, _any_token())
        | st.builds(At, st.sampled_from(RULES.layout.square_names))
    )
    return st.lists(wish, min_size=1, max_size=5, unique=True).map(tuple)


def lines(by: Colour) -> st.SearchStrategy[Line]:
    """Any standing order of this player in the standard game."""
    row = 0 if by is Colour.BLUE else 21
    dots = [RULES.layout.square_names[row * 10 + column] for column in (1, 3, 6, 8)]
    team = _tokens(by, CHARACTERS).flatmap(
        lambda tokens: st.tuples(*(st.tuples(st.just(t), _some(dots)) for t in tokens))
    )
    slots = st.lists(st.sampled_from(list(RULES.layout.place_by_slot)), min_size=1, unique=True)
    own = st.sampled_from(TEAM).map(lambda code: Token(by.letter + code))
    classes = st.builds(PieceClass, st.sampled_from(Whose), st.sampled_from(What))
    return st.one_of(
        st.builds(CardLine, _circumstances(), _cards()),
        st.builds(NeverLine, _cards()),
        st.builds(lambda card: NeverLine(below=card), st.sampled_from(CARDS)),
        st.builds(lambda card: NeverLine(above=card), st.sampled_from(CARDS)),
        st.builds(KeepLine, _cards()),
        st.builds(TeamLine, team),
        st.builds(OutLine, _tokens(by, CHARACTERS)),
        st.builds(SetLine, st.none() | own, slots.map(lambda s: tuple(map(Slot, s)))),
        st.builds(PutLine, _any_token() | classes, _wishes()),
        st.just(EndLine()),
    )


def standings(by: Colour) -> st.SearchStrategy[Standing]:
    def joined(found: list[Line]) -> Standing:
        standing: Standing = ()
        for line in found:
            standing = with_line(standing, line)
        return standing

    return st.lists(lines(by), max_size=12).map(joined)


def willing(by: Colour, chance: random.Random) -> Standing:
    """Standing orders that have an answer to almost everything."""
    squares = chance.sample(RULES.layout.square_names, 8)
    texts = [
        *(f"SET {code} R{chance.randint(1, 8)}" for code in chance.sample(TEAM, 5)),
        "SET any " + " ".join(chance.sample(list(RULES.layout.place_by_slot), 8)),
        "LINE " + " ".join(chance.sample(CHARACTERS, 8)),
        "OUT " + " ".join(chance.sample(CHARACTERS, 8)),
        f"PUT own characters: {chance.choice(['gear', 'corner', 'next to ro'])}, far",
        f"PUT enemy: {chance.choice(['dead end', squares[0]])}, {chance.choice(['far', 'near'])}",
        "PUT any: near",
        f"CARD {chance.choice(['attack', 'defence'])} sum>{chance.randint(-3, 3)}: +5 +3",
        f"CARD {chance.choice(CHARACTERS)} wounded: +6 +4 +2 +0",
        "CARD else: +4 +3 +2 +1 +0",
        f"KEEP +{chance.randint(1, 4)}",
        "END auto",
    ]
    return change_standing((), "\n".join(texts), RULES, by).standing


# -- text and back ----------------------------------------------------------------------------


@examples(300)
@given(SEATS.flatmap(lambda by: st.tuples(st.just(by), lines(by))))
def test_every_line_is_read_as_it_was_written(case: tuple[Colour, Line]) -> None:
    by, line = case
    text = write_line(line, by)
    assert text.isascii()
    assert read_line(text, RULES, by) == line
    assert read_line(f"  {text.lower().replace(':', ' ')} ".replace("tr", "TR"), RULES, by) == line


@examples(80)
@given(SEATS.flatmap(lambda by: st.tuples(st.just(by), standings(by))))
def test_a_whole_list_is_read_as_it_was_written(case: tuple[Colour, Standing]) -> None:
    by, standing = case
    change = change_standing((), "\n".join(write_standing(standing, by)), RULES, by)
    assert change.standing == standing
    assert all(verdict.added for verdict in change.verdicts)
    assert change_standing(standing, "revoke all", RULES, by).standing == ()


@examples(200)
@given(st.text(st.sampled_from("CARDcardSETPUT +6:,sum>=-2 GO@b1/R7 any*next to.y\t"), max_size=40))
def test_nothing_breaks_the_reader(text: str) -> None:
    line = read_line(text, RULES, Colour.BLUE)
    if isinstance(line, Unreadable):
        assert 1 <= line.column <= len(text) + 1
    else:
        assert read_line(write_line(line, Colour.BLUE), RULES, Colour.BLUE) == line


# -- answers ----------------------------------------------------------------------------------


@examples(150)
@given(states(), SEATS, st.booleans(), st.booleans(), chances(), st.data())
def test_an_answer_is_legal_and_tells_nothing(
    state: State, by: Colour, done: bool, wild: bool, chance: random.Random, data: st.DataObject
) -> None:
    """The same in every world the owner cannot tell from this one, and accepted in each."""
    standing = data.draw(standings(by)) if wild else willing(by, chance)
    decision = answer(view(state, by), options(state, by), standing, orders_done=done)
    other = other_world(state, by, chance).state
    assert decision == answer(view(other, by), options(other, by), standing, orders_done=done)
    if decision is not None:
        for world in (state, other):
            played = play(world, by, decision)
            assert isinstance(played, Played), f"{decision}: {played}"

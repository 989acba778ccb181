"""Orders are read and written as a pair, for every kind of decision and every way to spell it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.app.cases.case import position
from adjudicator.engine import decisions as d
from adjudicator.engine.ids import Colour, Token
from adjudicator.engine.options import options
from adjudicator.engine.play import check
from adjudicator.engine.refusals import Refusal
from adjudicator.engine.requests import Ask
from adjudicator.engine.state import State
from adjudicator.notation.orders import Unreadable, read_order, split_orders, write_order
from adjudicator.notation.position import read_state
from tests.strategies import (
    BASE_GAMES,
    any_decision,
    chances,
    examples,
    games,
    some_options,
    states,
)

BLUE, YELLOW = Colour.BLUE, Colour.YELLOW


def agrees(state: State, by: Colour | None, decision: d.Decision) -> None:
    """The text of a decision means this decision, and is written the same way again."""
    text = write_order(state, by, decision)
    again = read_order(text, state, by)
    assert again == decision, f"{text!r} was read as {again}"
    assert write_order(state, by, again) == text


def by_line(put: str, more: str = "turn b ap 5") -> State:
    """Blue's line is a row of open squares: enough for every handling of loads."""
    return read_state(
        "board base standard / option target=5 memory=own / rooms R1=1R:0 R2=2R:0"
        f" / put {put} yCL@b22 / {more} / flag shown"
    )


# -- round trips ------------------------------------------------------------------------------


@examples(120)
@given(states(), chances())
def test_every_option_survives_writing_and_reading(state: State, chance: random.Random) -> None:
    for asked in some_options(state, chance, 6):
        agrees(state, asked.by, asked.decision)


@examples(80)
@given(states(), chances())
def test_variants_that_no_option_lists_survive_too(state: State, chance: random.Random) -> None:
    for asked in some_options(state, chance, 1):
        match asked.decision:
            case d.Attack() as attack:
                friends = tuple(p.token for p in state.of(asked.by) if p.can_act)
                helpers = tuple(chance.sample(friends, min(2, len(friends))))
                card = chance.randint(0, 6)
                agrees(state, asked.by, replace(attack, card=card, helpers=helpers))
            case d.Rotate() as rotate:
                agrees(state, asked.by, replace(rotate, quarters=chance.randint(2, 5)))
                agrees(state, asked.by, replace(rotate, sense=chance.choice((1, -1))))
        if isinstance(asked.decision, d.Action):
            agrees(state, asked.by, replace(asked.decision, purse=chance.choice(list(d.Purse))))


def test_every_kind_of_decision_is_played_and_survives() -> None:
    seen = set()
    for game in games():
        for turn in game:
            if type(turn.decision) not in seen:
                seen.add(type(turn.decision))
                agrees(turn.before, turn.by, turn.decision)
    answers = [answer(yes) for answer in (d.AnswerDraw, d.AnswerClaim) for yes in (True, False)]
    for decision in (d.Resign(), d.OfferDraw(), d.Claim(), *answers):
        seen.add(type(decision))
        agrees(games()[0][0].before, BLUE, decision)
    for winners in ((), (BLUE,), (BLUE, YELLOW)):
        seen.add(d.Declare)
        agrees(games()[0][0].before, None, d.Declare(winners))
    choices = {d.ChooseTeam, d.Pick}  # made before a game of mixed sets: test_choice.py
    assert seen == set(get_args(d.Decision)) - choices


def test_everything_prison_adds_is_played_and_survives() -> None:
    seen = set()
    for turn in (turn for game in games()[BASE_GAMES:] for turn in game):
        if isinstance(turn.decision, d.Use | d.NameCard):
            seen.add(getattr(turn.decision, "verb", "name"))
            agrees(turn.before, turn.by, turn.decision)
    assert seen == {"break", "close", "fire", "heal", "name", "open", "scream"}


def test_attacks_with_helpers_survive() -> None:
    state = position("given  .{bCL+bo} . . .{yME} .{bNA}\nturn b ap 2", "prison")
    attacks = [a for g in options(state, BLUE) for a in g if isinstance(a, d.Attack)]
    assert {attack.helpers for attack in attacks} == {(), ("bCL",)}
    for attack in attacks:
        agrees(state, BLUE, attack)


@examples(200)
@given(states(), chances())
def test_what_is_read_is_written_stably(state: State, chance: random.Random) -> None:
    """Legal or not: whatever the text of any decision means, its own text means the same."""
    by = chance.choice(state.rules.seats)
    text = write_order(state, by, any_decision(state, by, chance))
    decision = read_order(text, state, by)
    if not isinstance(decision, Refusal | Unreadable):
        agrees(state, by, decision)


@pytest.mark.parametrize(
    ("put", "order"),
    [
        ("bTH+sw@b1 ysw@c1", "TH b1-c1/sw+y.sw-d1/y.sw-c1+sw-b1"),
        ("bWA@b1 bTR*+tz@c1", "WA b1-c1+TR-d1"),
        ("bWA@b1 bTR*+tz@c1", "WA b1-c1+tz-d1"),
        ("bWA@b1 bTR*+ytz@c1", "WA b1-c1+y.tz-d1"),
        ("bWA+bGO*@b1 bar@c1", "WA b1-c1/GO-d1"),
        ("bWA+bGO*@b1 bCL*+ar@c1", "WA b1-c1/GO+CL-d1"),
    ],
)
def test_handlings_that_are_easily_confused(put: str, order: str) -> None:
    state = by_line(put)
    decision = read_order(order, state, BLUE)
    assert not isinstance(decision, Refusal | Unreadable), decision
    assert check(state, BLUE, decision) is None
    assert write_order(state, BLUE, decision) == order


def test_the_troll_and_the_treasure_of_one_room() -> None:
    for by, pair in (("b", "bTR btz"), ("b", "yTR ytz"), ("y", "bTR btz"), ("y", "yTR ytz")):
        where = " ".join(f"{token}@hand" for token in pair.split())
        more = f"turn {by} ap 2 / reveal R1 {by} 1 own {pair} / asked 1 / ask 1 put {by} {pair}"
        state = by_line(where, more)
        seat = next(seat for seat in state.rules.seats if seat.letter == by)
        request = state.request(seat, Ask.PUT)
        assert request is not None
        cells = [cell for cell in state.space.cell_at if cell >= 0]
        agrees(state, seat, d.Put(tuple(zip(request.tokens, cells, strict=False))))  # type: ignore[arg-type]  # plain ints from the index


# -- lenient reading --------------------------------------------------------------------------


def spaced(text: str, chance: random.Random) -> str:
    """The same order with more room in it."""
    roomy = re.sub(r" ", lambda _: " " * chance.randint(1, 3), text)
    if re.search(r"\d-\w", roomy):
        roomy = roomy.replace("-", chance.choice(("-", " - ", "- ")))
    return f"  {roomy} "


def spelled_out(state: State, text: str, language: str, chance: random.Random) -> str:
    """The same order with full names for codes."""

    def name(match: re.Match[str]) -> str:
        return chance.choice(state.rules.names[match.group()][language])

    codes = "|".join(state.rules.codes)
    return re.sub(rf"(?<![A-Za-z|])(?:{codes})(?![A-Za-z0-9])", name, text)


def shorter(text: str, by: Colour) -> Iterator[str]:
    """Other ways to write the same thing."""
    if match := re.fullmatch(r"(\w+) JUMP (.*)", text):
        yield f"JUMP {match.group(1)} {match.group(2)}"
    if " x " in text:
        yield re.sub(r" x [a-z]\.", " x ", text)
    if not text.startswith(("A", "CARD", "END")):
        yield re.sub(r"^([A-Z]{2}) ", rf"{by.letter}.\1 ", text)


@examples(80)
@given(states(), chances(), st.sampled_from(("en", "fr", "de")))
def test_lenient_spellings_mean_the_same(
    state: State, chance: random.Random, language: str
) -> None:
    for asked in some_options(state, chance, 2):
        text = write_order(state, asked.by, asked.decision)
        variants = [spaced(text, chance), spelled_out(state, text, language, chance)]
        variants += shorter(text, asked.by)
        if "TR" not in text:  # tr may be the Treasure
            variants += [text.lower(), spaced(text.lower(), chance)]
        variants.append(spelled_out(state, text, language, chance).upper())
        for variant in (order.text for message in variants for order in split_orders(message)):
            assert read_order(variant, state, asked.by) == asked.decision, (
                f"{variant!r} for {text!r}"
            )


@pytest.mark.parametrize("name", ["TR", "Troll", "b.TR", "TROLL"])
def test_names_and_purses_go_together(name: str) -> None:
    """The Potion of ``by potion`` is no object here."""
    state = by_line("bTR+sp@c1", "turn b ap 5 / pool bTR 4")
    for purse in d.Purse:
        assert read_order(f"{name} drink by {purse}", state, BLUE) == d.Use(
            Token("bTR"), "drink", None, purse
        )


def test_a_moved_piece_is_found_by_its_goal() -> None:
    state = by_line("bTH@b1 bro@d1")
    for text in ("TH e1", "th E1", "Thief e1", "Voleuse  e1", "Diebin e1", "TH b1-e1", "TH c1-e1"):
        decision = read_order(text, state, BLUE)
        assert write_order(state, BLUE, decision) == "TH b1-c1-d1-e1", text  # type: ignore[arg-type]  # a refusal would fail the comparison


# -- nonsense ---------------------------------------------------------------------------------

WORDS = [
    *("OUT", "LINE", "SET", "PUT", "CARD", "END", "RESIGN", "DRAW", "ACCEPT", "TIMEOUT", "JUMP"),
    *("RV", "RT", "x", "heal", "open", "break", "thru", "drink", "fire", "by", "card", "potion"),
    *("A3", "A9", "+3", "x2", "cw", "n", "R1", "R99", "c4", "c99", "zz1", "c4-c5", "c4/sw-c5"),
    *("c4+tz", "c4|c5", "WA", "WI", "TR", "tr", "tz", "y.TR", "b.ro", "q.WA", "WA@c4", "tr@c4"),
    *("12", "-1", "é", "|", "-", "+", "/", "@", ".", "~", "\x00", "9" * 40),
]


@examples(150)
@given(
    states(),
    st.one_of(st.text(max_size=40), st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)),
    st.sampled_from((Colour.BLUE, Colour.YELLOW, None)),
)
def test_nonsense_is_explained(state: State, text: str, by: Colour | None) -> None:
    """Whatever is typed gets a decision, a refusal or an explanation, never an exception."""
    if not text.strip():
        return
    answer = read_order(text, state, by)
    if isinstance(answer, Unreadable):
        assert 1 <= answer.column <= len(text) + 1
        assert answer.why
    elif not isinstance(answer, Refusal):
        check(state, by, answer)

"""The practice opponent: sees only its view, always legal, wins against weaker play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.app.cases.case import position
from adjudicator.app.house import manoeuvre, muster
from adjudicator.app.house.decide import decide
from adjudicator.app.house.duel import Stakes, fight
from adjudicator.app.house.imagine import imagine
from adjudicator.app.house.outlook import outlook
from adjudicator.app.house.selfplay import EAGER, LIMIT, RANDOM, TABLES, Style, Table
from adjudicator.app.house.thought import Thought, tried
from adjudicator.app.house.ways import board, escape_worth, hindrance
from adjudicator.engine import decisions as d
from adjudicator.engine.actions.reveal import free_sites
from adjudicator.engine.ids import Colour, Side, Slot, Token
from adjudicator.engine.options import options
from adjudicator.engine.play import Played, play
from adjudicator.engine.requests import Ask
from adjudicator.engine.start import start
from adjudicator.engine.state import RevealUnderWay, State, Status
from adjudicator.engine.sums import Point
from adjudicator.engine.view import view
from adjudicator.notation.position import read_state
from adjudicator.sets.load import load_ruleset
from tests.properties.other_world import differences, other_world
from tests.strategies import GAMES, chances, examples, game, states

BLUE, YELLOW = Colour.BLUE, Colour.YELLOW
SEATS = st.sampled_from((BLUE, YELLOW))
OPENING = 4
"""Turns after which everybody has been set up, has acted and has found something."""


def house(state: State, by: Colour, seed: str = "house") -> d.Decision:
    return decide(view(state, by), options(state, by), random.Random(seed))


def asked(state: State) -> list[Colour]:
    return list(dict.fromkeys(r.who for r in state.pending if not r.sealed))


# -- what it sees -----------------------------------------------------------------------------


@examples(100)
@given(states(), SEATS)
def test_an_imagined_position_looks_the_same(state: State, viewer: Colour) -> None:
    seen = view(state, viewer)
    imagined = view(imagine(seen, options(state, viewer)), viewer)
    alike = replace(imagined, commitment=seen.commitment)
    assert alike == seen, list(differences(alike, seen))


@examples(60)
@given(states())
def test_the_same_is_possible_in_an_imagined_position(state: State) -> None:
    """Only which Action cards are too high does not follow from a view."""
    for by in asked(state):
        real = [group for group in options(state, by) if group.kind != Ask.ACTION_CARD]
        thought = options(imagine(view(state, by), real), by)
        known = [group for group in thought if group.kind != Ask.ACTION_CARD]
        assert [len(group) for group in known] == [len(group) for group in real]
        for one, two in zip(known, real, strict=True):
            if len(one) < 1000:
                assert set(map(repr, one)) == set(map(repr, two))


@examples(40)
@given(states(), chances())
def test_it_decides_legally_and_knows_no_secret(state: State, chance: random.Random) -> None:
    for by in asked(state):
        decision = house(state, by)
        assert decision == house(state, by), "the same chance, the same decision"
        assert isinstance(play(state, by, decision), Played), decision
        other = other_world(state, by, chance).state
        assert decision == house(other, by)


def test_options_that_do_not_belong_to_the_view_are_noticed() -> None:
    """In the beginner's game the view does not tell which pair of rooms is out; the options do."""
    turns = [turn for n in range(GAMES) for turn in game(n) if isinstance(turn.decision, d.Put)]
    state = next(turn.before for turn in turns if turn.before.rules.scenario == "beginner")
    by = state.pending[0].who
    seen, groups = view(state, by), options(state, by)
    assert imagine(seen, groups).space.placements
    with pytest.raises(ValueError, match="do not belong"):
        imagine(replace(seen, reveal=None), groups)


# -- how it plays -----------------------------------------------------------------------------


def play_on(state: State, style: Style, seed: str, seat: Colour) -> Iterator[State]:
    """The positions of a game of the house against a style; ``make soak`` plays many of them."""
    chance = random.Random(seed)
    for number in range(LIMIT):
        if state.result is not None:
            return
        request = chance.choice([r for r in state.pending if not r.sealed])
        if request.who == seat:
            decision = house(state, seat, f"{seed}/{number}")
        else:
            groups = options(state._replace(pending=(request,)), request.who)
            decision = style.choose(state, request, groups, chance)
        played = play(state, request.who, decision)
        assert isinstance(played, Played), f"{decision}: {played}"
        state = played.state
        yield state


def begun(table: Table, seed: str) -> State:
    return start(load_ruleset(table.set_name, table.scenario, table.options), seed).state


def winners(table: Table, style: Style, seed: str, seat: Colour) -> tuple[Colour, ...]:
    *_, last = play_on(begun(table, seed), style, seed, seat)
    return last.result.winners if last.result is not None else ()


def wins(table: Table, style: Style, games: int) -> int:
    """How many of some short games the house wins, seats by turns."""
    won = 0
    for number in range(games):
        seat = BLUE if number % 2 else YELLOW
        seed = f"house-{style.name}-{number}"
        won += winners(table, style, seed, seat) == (seat,)
    return won


def test_it_beats_whoever_plays_at_random() -> None:
    assert wins(Table("prison", "1"), RANDOM, 4) == 4


def test_it_beats_whoever_plays_eagerly() -> None:
    assert wins(Table("prison", "4"), EAGER, 3) >= 2


def test_it_wins_the_standard_game() -> None:
    assert winners(Table(), EAGER, "house", YELLOW) == (YELLOW,)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_it_plays_at_every_table(table: Table) -> None:
    """Whatever is chosen, set up and done in the first turns; whole games are won elsewhere."""
    positions = play_on(begun(table, "table"), EAGER, "table", BLUE)
    assert any(state.turn.number > OPENING for state in positions)


@pytest.mark.parametrize(
    ("scenario", "seat"),
    [("1", BLUE), ("2", BLUE), ("2", YELLOW), ("3", BLUE), ("5", BLUE)],
)
def test_it_wins_the_scenarios_of_prison(scenario: str, seat: Colour) -> None:
    """Scenario 4 is won above."""
    assert winners(Table("prison", scenario), EAGER, "meager", seat) == (seat,)


# -- making ready in mixed games --------------------------------------------------------------


def chosen_team(seed: str) -> tuple[State, d.ChooseTeam]:
    state = begun(Table("mixed", "free"), seed)
    decision = house(state, BLUE, seed)
    assert isinstance(decision, d.ChooseTeam)
    return state, decision


def test_a_team_is_chosen_by_what_it_is_worth() -> None:
    """Likings differ from game to game, but what brings points is never left at home."""
    teams = {chosen_team(f"team-{number}")[1] for number in range(5)}
    assert len(teams) > 1
    for team in teams:
        assert {"tz", "CO"} <= set(team.codes)
        assert "TP" not in team.codes


def test_nothing_is_taken_along_that_nobody_can_use() -> None:
    state, _ = chosen_team("wand")
    thought = Thought(imagine(view(state, BLUE)), BLUE, options(state, BLUE), random.Random(0))
    assert muster.liking(thought, "fw", ("CO", "TH")) == 0
    assert muster.liking(thought, "fw", ("CO", "WI")) > 0


def test_rooms_are_chosen_that_hinder_the_team_least() -> None:
    """Slits are no hindrance to those who slip through, pits none to those who fly."""
    state, team = chosen_team("rooms")
    hidden = imagine(view(state, BLUE))
    kinds = {piece.kind.code: piece for piece in hidden.of(BLUE)}
    for free, barred, tiles in (("NA", "ME", "37"), ("WI", "CL", "1")):
        tile = next(tile for tile in hidden.rules.tiles if tile.pair == tiles)
        steps = [hindrance(hidden, kinds[c], tile) * kinds[c].kind.speed for c in (free, barred)]
        assert steps[0] < steps[1]
    thought = Thought(hidden, BLUE, options(state, BLUE), random.Random(0))
    characters = team.codes[:8]
    middle = sum(muster.liking(thought, p, characters) for p in hidden.rules.pairs) / 8
    assert all(muster.liking(thought, pair, characters) > middle for pair in team.pairs)


def test_picks_follow_the_same_likings() -> None:
    state, picks = begun(Table("mixed", "mutual"), "picks"), list[str]()
    while state.pending[0].ask is Ask.PICK:
        by = state.pending[0].who
        decision = house(state, by, f"picks-{len(picks)}")
        assert isinstance(decision, d.Pick)
        played = play(state, by, decision)
        assert isinstance(played, Played)
        picks.append(decision.what)
        state = played.state
    assert "CO" in picks[4:7] and "tz" in picks[12:14]


# -- single positions -------------------------------------------------------------------------


def test_a_room_is_turned_twice_if_only_the_second_quarter_helps() -> None:
    state = read_state(
        "board prison 1 / option target=2 memory=own / rooms R1=39c:90 / put bNA@e5"
        " / turn b ap 3 number 5 / flag shown"
    )
    turn = d.Rotate(Token("bNA"), Slot("R1"))
    once = tried(state, BLUE, turn)
    assert once is not None and outlook(once, BLUE) < outlook(state, BLUE)
    assert manoeuvre.turning(state, BLUE, turn) > 0


def test_hunters_gather_around_somebody_strong() -> None:
    """Only the Colossus counts. Alone nobody is glad to stand beside him, in company they are."""
    with_company, alone, away = (
        read_state(
            "board prison 2 / option target=1 memory=own / rooms R3=38c:0"
            f" / put {blue} yCO@d11 / turn b ap 2 number 9 / flag shown"
        )
        for blue in ("bCL@c11 bBS@e11", "bCL@c11 bBS@a11", "bCL@b11 bBS@a11")
    )
    joining = outlook(with_company, BLUE) - outlook(alone, BLUE)
    approaching = outlook(alone, BLUE) - outlook(away, BLUE)
    assert joining > 0.2 > approaching


def in_corridor(put: str, hands: str = "") -> State:
    """A room of Prison in which row 11 is open from end to end, and d9 is a pit."""
    return read_state(
        f"board prison 5 / option target=5 memory=own / rooms R3=38c:0 / put {put}"
        f" / turn b ap 2 number 9 / {hands or 'hand y +0'} / flag shown"
    )


@pytest.mark.parametrize(
    ("put", "order"),
    [
        ("bBA@d11 yME@d10", d.Use(Token("bBA"), "scream", Side.SOUTH)),
        ("bWI+fw@a11 yCO@d11", d.Use(Token("bWI"), "fire", Side.EAST)),
        ("bCL+bo@a11 yTP*@d11", d.Attack(Token("bCL"), Token("yTP"))),
        ("bCO+ts@a11 yME*@c11", d.Attack(Token("bCO"), Token("yME"))),
    ],
)
def test_it_kills_from_afar(put: str, order: d.Decision) -> None:
    """A pit behind somebody, a fireball, a shot, a thrust: whoever can kill so does it."""
    assert house(in_corridor(put), BLUE) == order


def test_it_names_a_card_and_answers_it() -> None:
    """The lowest one the enemy may hold; then the lowest own one that wins."""
    state = in_corridor("bTP@a11 yCL@b11", "hand b +0 +2 +6 / hand y +0 +1 +4")
    attacked = play(state, BLUE, d.Attack(Token("bTP"), Token("yCL")))
    assert isinstance(attacked, Played)
    assert isinstance(house(attacked.state, BLUE), d.NameCard)
    named = play(attacked.state, BLUE, d.NameCard(1))
    assert isinstance(named, Played)
    assert house(named.state, BLUE) == d.LayCard(6)


def test_slits_are_open_to_those_who_slip_through() -> None:
    state = position("given  .{bNA} : .{bME} . Y^\nturn b ap 2", "prison")
    ground = board(state)
    naga, mekanork = state.pieces[Token("bNA")], state.pieces[Token("bME")]
    assert ground.steps_to_exit(state, naga, state.space.square_of[naga.cell]) == 3
    assert ground.steps_to_exit(state, mekanork, state.space.square_of[naga.cell]) > 20


def test_two_houses_finish_their_game() -> None:
    state = start(load_ruleset(), "two houses").state
    for number in range(LIMIT):
        if state.result is not None:
            return
        by = asked(state)[0]
        played = play(state, by, house(state, by, str(number)))
        assert isinstance(played, Played)
        state = played.state
    pytest.fail("the game does not end")


# -- single decisions -------------------------------------------------------------------------


def test_it_escapes_when_it_can() -> None:
    """Whoever can win the game with one step does so before his turn is over."""
    tried = 0
    for number in range(GAMES):
        for turn in game(number):
            state, by = turn.before, turn.before.turn.active
            if by is None or state.request(by, Ask.ACT) is None:
                continue
            if state.players[by].score < state.rules.options.target - 1:
                continue
            if any(_escapes(state, by, option) for g in options(state, by) for option in g):
                tried += 1
                assert _score_after_turn(state, by) > state.players[by].score
    assert tried


def _score_after_turn(state: State, by: Colour) -> int:
    """The points of the house when it has scored, or has nothing more to do."""
    score = state.players[by].score
    while state.request(by, Ask.ACT) is not None and state.players[by].score == score:
        played = play(state, by, house(state, by))
        assert isinstance(played, Played)
        state = played.state
    return state.players[by].score


def _escapes(state: State, by: Colour, decision: d.Decision) -> bool:
    if not isinstance(decision, d.Move):
        return False
    line = state.space.line(decision.path[-1].cell)
    worth = escape_worth(state.rules, state.pieces[decision.actor].kind)
    return line is not None and line.rule(by).value == "exit" and worth > 0


def test_it_wastes_no_card_on_a_lost_combat_and_no_high_one_on_a_won_one() -> None:
    hand = (0, 1, 2, 3, 4, 5, 6)
    hopeless = fight(-7, hand, hand, Stakes(1.0, 0.0, -1.0))
    assert dict(hopeless.mix)[0] == 1.0
    certain = fight(7, hand, hand, Stakes(1.0, 0.0, -1.0))
    assert dict(certain.mix)[0] == 1.0 and certain.value == 1.0
    close = fight(0, hand, hand, Stakes(2.0, 0.0, -2.0))
    assert dict(close.mix)[6] > 0.5, "much is at stake"


def test_own_characters_are_put_near_their_exit_and_others_far_from_theirs() -> None:
    better: dict[bool, list[bool]] = {True: [], False: []}
    for turn in (turn for number in range(GAMES) for turn in game(number)):
        state, reveal = turn.before, turn.before.under_way
        if turn.by is None or not isinstance(reveal, RevealUnderWay):
            continue
        decision, ground = house(state, turn.by), board(state)
        assert isinstance(decision, d.Put)
        for token, cell in decision.places:
            piece = state.pieces[token]
            if piece.kind.character:
                own = piece.colour == turn.by
                ways = [
                    ground.actions_to_exit(state, piece, s) for s in free_sites(state, reveal.slot)
                ]
                here, middle = ground.actions_to_exit(state, piece, cell), sum(ways) / len(ways)
                better[own].append(here < middle if own else here > middle)
    assert all(len(found) > 10 and sum(found) > 0.7 * len(found) for found in better.values())


def test_it_declines_a_draw_unless_behind() -> None:
    state = start(load_ruleset(), "draw").state
    offered = play(state, BLUE, d.OfferDraw())
    assert isinstance(offered, Played)
    assert house(offered.state, YELLOW) == d.AnswerDraw(False)
    leader = state.players[BLUE]._replace(points=(Point(2, Token("bGO"), "escaped"),))
    behind = offered.state._replace(players={**state.players, BLUE: leader})
    assert house(behind, YELLOW) == d.AnswerDraw(True)


def test_it_contests_a_claim_unless_it_gains_by_the_count() -> None:
    """Blue claims; what becomes of it follows from the scenario and the score."""
    for scenario, scores, agrees in (
        ("5", (0, 0), False),
        ("5", (0, 1), True),
        ("5", (3, 1), False),
        ("4", (0, 1), False),
        ("4", (3, 1), True),
    ):
        state = start(load_ruleset("prison", scenario), "claim").state
        while not (state.turn.active is BLUE and state.request(BLUE, Ask.ACTION_CARD)):
            request = next(r for r in state.pending if not r.sealed)
            late = play(state, None, d.TimeOut(request.number))
            assert isinstance(late, Played)
            state = late.state
        players = {
            colour: player._replace(points=(Point(score, Token("bNA"), "escaped"),) * bool(score))
            for (colour, player), score in zip(state.players.items(), scores, strict=True)
        }
        state = state._replace(players=players)
        for decision in (d.PlayActionCard(min(state.players[BLUE].actions)), d.Claim()):
            played = play(state, BLUE, decision)
            assert isinstance(played, Played), played
            state = played.state
        assert house(state, YELLOW) == d.AnswerClaim(agrees), (scenario, scores)


def test_a_hidden_enemy_is_only_guessed() -> None:
    """What is imagined in a face-down room is the same whatever lies there."""
    state = next(turn.after for turn in game(0) if turn.after.turn.number > 0)
    imagined, other = (
        imagine(view(world, YELLOW))
        for world in (state, other_world(state, YELLOW, random.Random(1)).state)
    )
    assert imagined.pieces == other.pieces
    hidden = [p for p in imagined.pieces.values() if p.status is Status.HIDDEN]
    assert len(hidden) == sum(p.status is Status.HIDDEN for p in state.pieces.values())

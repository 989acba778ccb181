"""Whole games: sound at every step, never stuck, the same when played again."""

from __future__ import annotations

import random
from collections import Counter
from functools import reduce
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.app.games import load_game, replay, verify
from adjudicator.app.house.selfplay import (
    EAGER,
    RANDOM,
    TABLES,
    BrokenGame,
    Style,
    Table,
    play_game,
)
from adjudicator.app.house.series import play_games
from adjudicator.engine import decisions as d
from adjudicator.engine.actions.turn import playable_cards
from adjudicator.engine.apply import apply
from adjudicator.engine.essence import essence
from adjudicator.engine.events import Scored
from adjudicator.engine.ids import Colour, Token
from adjudicator.engine.invariants import broken_invariants
from adjudicator.engine.options import options
from adjudicator.engine.play import Played, play
from adjudicator.engine.requests import Ask
from adjudicator.engine.ruleset import Options
from adjudicator.engine.start import start
from adjudicator.engine.state import INERT, State, Status
from adjudicator.notation.position import read_state, write_state
from adjudicator.notation.record import read_record, write_record
from adjudicator.sets.load import load_ruleset
from tests.strategies import (
    GAMES,
    Turn,
    chances,
    examples,
    game,
    some_options,
    states,
    turns,
)

BLUE, YELLOW = Colour.BLUE, Colour.YELLOW


# -- at every step ----------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(GAMES))
def test_invariants_hold_at_every_step(number: int) -> None:
    for turn in game(number):
        assert not broken_invariants(turn.after), turn.decision


@examples(60)
@given(states(), chances())
def test_invariants_hold_after_any_option(state: State, chance: random.Random) -> None:
    """Not only after what the players of a game chose."""
    for asked in some_options(state, chance, 2):
        played = play(state, asked.by, asked.decision)
        assert isinstance(played, Played)
        assert not broken_invariants(played.state), asked.decision


@examples(60)
@given(states())
def test_nobody_is_ever_stuck(state: State) -> None:
    """Whoever is asked has an answer, and every deadline has a default."""
    assert any(not request.sealed for request in state.pending)
    for request in state.pending:
        assert sum(len(group) for group in options(state, request.who)) > 0
        if not request.sealed:
            played = play(state, None, d.TimeOut(request.number))
            assert isinstance(played, Played)
            assert not broken_invariants(played.state), request


def test_a_game_left_to_the_referee_goes_on_for_ever() -> None:
    """Deadline after deadline: set-up is drawn, cards cycle, turns pass."""
    for table in TABLES:
        rules = load_ruleset(table.set_name, table.scenario, table.options)
        state = start(rules, "nobody").state
        for _ in range(120):
            request = next(request for request in state.pending if not request.sealed)
            played = play(state, None, d.TimeOut(request.number))
            assert isinstance(played, Played)
            state = played.state
            assert not broken_invariants(state)
        assert state.turn.number > 40


def test_offers_of_a_draw_never_stop_a_game() -> None:
    """An open offer stands beside whatever else is asked (BASE-END-05)."""
    for table in TABLES:
        rules = load_ruleset(table.set_name, table.scenario, table.options)
        state = start(rules, "offers").state
        for step in range(80):
            request = next(r for r in state.pending if not r.sealed and r.ask.value != "draw")
            decisions: list[tuple[Colour | None, d.Decision]] = [(None, d.TimeOut(request.number))]
            if state.offer is None:
                decisions.insert(0, (state.rules.seats[step % 2], d.OfferDraw()))
            elif step % 3 == 0:
                decisions.append((state.others(state.offer)[0], d.AnswerDraw(False)))
            for by, decision in decisions:
                played = play(state, by, decision)
                if isinstance(played, Played):
                    state = played.state
                    assert not broken_invariants(state), (table, decision)


@examples(100)
@given(turns())
def test_events_lead_to_the_same_position(turn: Turn) -> None:
    assert essence(reduce(apply, turn.events, turn.before)) == essence(turn.after)


@examples(100)
@given(turns())
def test_points_add_up(turn: Turn) -> None:
    """Points are only ever won, each reported by an event (BASE-VP-04)."""
    for colour, player in turn.after.players.items():
        before = turn.before.players[colour].points
        assert player.points[: len(before)] == before
        scored = [e.point for e in turn.events if isinstance(e, Scored) and e.colour == colour]
        assert list(player.points[len(before) :]) == scored
        assert player.score == sum(point.value for point in player.points)


@examples(60)
@given(states())
def test_positions_survive_writing_and_reading(state: State) -> None:
    text = write_state(state)
    again = read_state(text)
    assert write_state(again) == text
    assert essence(again) == essence(state)


# -- records ----------------------------------------------------------------------------------


@pytest.mark.parametrize("style", (RANDOM, EAGER), ids=("random", "eager"))
@pytest.mark.parametrize("table", TABLES[:4], ids=("standard", "beginner", "strict", "handicap"))
def test_a_record_replays_to_the_same_game(table: Table, style: Style) -> None:
    played = play_game(table, "replay", random.Random(style.name), style, limit=150)
    text = played.text()
    assert write_record(read_record(text)) == text
    again = verify(text)
    assert essence(again.state) == essence(played.state) == essence(load_game(text).state)
    assert again.record == played.record
    last = list(replay(played.record))[-1]
    assert essence(last.after) == essence(played.state)


def test_play_games_counts_and_records(tmp_path: Path) -> None:
    calls: list[tuple[int, int]] = []
    summary = play_games(4, "t", progress=lambda done, all_: calls.append((done, all_)),
                         out_dir=tmp_path, limit=60)  # fmt: skip
    assert calls == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert not summary.faults
    assert {name: tally.games for name, tally in summary.styles.items()} == {
        "random": 2,
        "eager": 2,
    }
    records = sorted(tmp_path.iterdir())
    assert len(records) == 4
    for file in records:
        assert verify(file.read_text(encoding="utf-8")).state.result is None


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (
        play_game(TABLES[0], "same", random.Random(7), EAGER, limit=80).text() for _ in range(2)
    )
    assert first == second


# -- the net catches something ----------------------------------------------------------------


def broken(state: State, token: str, **change: object) -> list[str]:
    pieces = {**state.pieces, Token(token): state.pieces[Token(token)]._replace(**change)}  # type: ignore[arg-type]  # each test names a field of Piece
    return broken_invariants(state._replace(pieces=pieces))


def mid_game() -> State:
    return game(0)[100].before


def test_faults_are_found() -> None:
    state = mid_game()
    assert not broken_invariants(state)
    someone = next(p for p in state.pieces.values() if p.can_act)
    hidden = next(p for p in state.pieces.values() if p.status is Status.HIDDEN)
    assert broken(state, someone.token, cell=0)
    assert broken(state, someone.token, status=Status.LOST)
    assert broken(state, someone.token, wounded=True, marks=frozenset({INERT}))
    assert broken(state, someone.token, carrier=hidden.token)
    assert broken(state, hidden.token, wounded=True)
    assert broken(state, hidden.token, status=Status.UNPLACED)
    assert broken_invariants(state._replace(pending=()))
    assert broken_invariants(state._replace(turn=state.turn._replace(pool=-1)))
    assert broken_invariants(state._replace(end_triggered=True))
    for change in ({"combat": (1, 2)}, {"jumps": 9}, {"used": 5}, {"actions": (2, 2)}):
        player = state.players[BLUE]._replace(**change)
        assert broken_invariants(state._replace(players={**state.players, BLUE: player}))


def test_a_broken_game_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.app.house.selfplay.broken_invariants", lambda state: ["bad"])
    with pytest.raises(BrokenGame, match="bad"):
        play_game(Table(), "broken", random.Random(1), RANDOM)
    summary = play_games(2, "broken", ["eager"])
    assert [fault.row.style for fault in summary.faults] == ["eager", "eager"]
    assert summary.styles["eager"].games == 0


def test_what_a_living_friend_leaves_with_a_wounded_is_his() -> None:
    """BASE-CARRY-17: however it came there."""
    for put, order in (
        ("bWA+bGO*@b1 bar@c1", [("bWA", "b1", None), ("bWA", "c1", "bGO"), ("bWA", "d1", None)]),
        ("bWA+bar@b1 bGO*@c1", [("bWA", "b1", None), ("bWA", "c1", "bar"), ("bWA", "d1", None)]),
    ):
        state = read_state(
            "board base standard / option target=5 memory=own / rooms R1=1R:0 R2=2R:0"
            f" / put {put} yCL@b22 / turn b ap 3 / flag shown"
        )
        cell = {name: state.space.cell(s) for name, s in state.rules.layout.square_by_name.items()}
        path = tuple(d.Step(cell[at], Token(leave) if leave else None) for _, at, leave in order)
        played = play(state, BLUE, d.Move(Token("bWA"), path))
        assert isinstance(played, Played)
        assert played.state.pieces[Token("bar")].carrier == "bGO"


@examples(20)
@given(st.sampled_from((RANDOM, EAGER)), st.integers(0, 10**6))
def test_any_seed_gives_a_sound_game(style: Style, seed: int) -> None:
    """Short games from new seeds; ``make soak`` plays long ones."""
    chance = random.Random(seed)
    played = play_game(chance.choice(TABLES), f"any-{seed}", chance, style, limit=60)
    assert Counter(by for by, _ in played.record.orders)


def test_options_may_be_any_that_the_scenario_allows() -> None:
    options = Options(target=8, memory="strict", removed={YELLOW: (6,)}, characters={YELLOW: 7})
    played = play_game(Table(options=options), "options", random.Random(4), EAGER, limit=120)
    assert not broken_invariants(played.state)


def test_claims_stop_a_game_until_they_are_answered() -> None:
    """Whatever is asked waits for the answer, and goes on from where it was (PRISON-END-06)."""
    made = 0
    for table in TABLES:
        rules = load_ruleset(table.set_name, table.scenario, table.options)
        state = start(rules, "claims").state
        for _ in range(120):
            by = state.turn.active
            claimed = by and play(state, by, d.Claim())
            if by is not None and isinstance(claimed, Played):
                made += 1
                (asked,) = claimed.state.pending
                assert (asked.ask, asked.who) == (Ask.CLAIM, state.others(by)[0])
                assert not broken_invariants(claimed.state), table
                contested = play(claimed.state, asked.who, d.AnswerClaim(False))
                assert isinstance(contested, Played)
                assert not broken_invariants(contested.state), table
                assert contested.state.turn == state.turn._replace(contested=True)
                assert read_state(write_state(contested.state)).turn.contested
                agreed, late = (
                    play(claimed.state, who, decision)
                    for who, decision in (
                        (asked.who, d.AnswerClaim(True)),
                        (None, d.TimeOut(asked.number)),
                    )
                )
                assert isinstance(agreed, Played) and isinstance(late, Played)
                assert agreed.state.result == late.state.result is not None
                state = contested.state
            request = next(r for r in state.pending if not r.sealed)
            played = play(state, None, d.TimeOut(request.number))
            if request.ask is Ask.ACTION_CARD:
                card = d.PlayActionCard(min(playable_cards(state, request.who)))
                played = play(state, request.who, card)
            assert isinstance(played, Played)
            state = played.state
        assert rules.claims == (table.set_name == "prison")
    assert made > 20

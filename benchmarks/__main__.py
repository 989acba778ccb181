"""Measure everything and print it: ``python -m benchmarks [--quick] [--json FILE]``."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from adjudicator.app.games import Game
from adjudicator.app.selfplay import EAGER, RANDOM

from . import works
from .games import decisions, finished_games
from .memory import bytes_per_game, bytes_per_state
from .table import Row, write_table
from .timing import Timing, measure
from .yardstick import NAME, yardstick


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured."""

    rounds: int
    chess_games: int
    eager_games: int
    random_games: int
    watched_games: int
    """Games of self-play that are timed."""
    longest: int
    """Decisions after which these are broken off."""
    states: int
    """Positions kept to measure memory."""


FULL = Plan(5, 20, 8, 2, 3, 250, 10_000)
QUICK = Plan(1, 2, 1, 1, 1, 30, 300)


@dataclass(frozen=True, slots=True)
class Results:
    """The rows, and how long the yardstick itself took."""

    ply: float
    plies: int
    rows: tuple[Row, ...]


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a taste only; numbers mean little")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the numbers there")
    chosen = parser.parse_args(arguments)
    results = run(QUICK if chosen.quick else FULL)
    print(f"1 ply = {results.ply * 1e6:.1f} us: {NAME} reads and replays {results.plies} plies\n")
    print(write_table(results.rows))
    if chosen.json is not None:
        chosen.json.write_text(write_json(results), encoding="utf-8")


def run(plan: Plan) -> Results:
    say("playing games")
    eager = tuple(finished_games("eager", EAGER, plan.eager_games))
    wild = tuple(finished_games("random", RANDOM, plan.random_games))
    chess = yardstick(plan.chess_games)
    replay, options, anew = (
        works.replaying(eager),
        works.listing_options(eager),
        works.listing_options_anew(eager),
    )
    verify = works.verifying(wild)
    alone, watched = (
        works.playing_alone("self-play", RANDOM, plan.watched_games, plan.longest, checked=checked)
        for checked in (False, True)
    )
    timings = measure([chess, replay, options, anew, verify, alone, watched], plan.rounds, say)
    ply = timings[chess.name].per_unit
    say("weighing memory")
    rows = (
        _replay_row(timings[replay.name], ply),
        *_options_rows(timings[options.name], timings[anew.name], ply),
        *_verify_rows(timings[verify.name], ply),
        _self_play_row("a decision of self-play", timings[alone.name], ply),
        _self_play_row("the same with its checks", timings[watched.name], ply),
        *_record_rows(eager),
        *_memory_rows(eager, plan.states),
    )
    return Results(ply, chess.units, rows)


def say(what: str) -> None:
    """Progress, for whoever waits."""
    print(f"{perf_counter() - _BEGIN:5.1f} s  {what}", file=sys.stderr)


_BEGIN = perf_counter()


# -- rows -------------------------------------------------------------------------------------


def _replay_row(timing: Timing, ply: float) -> Row:
    note = f"{micro(timing.per_unit)}, {timing.units} decisions; in the long term 1"
    return Row("a replayed decision", timing.per_unit / ply, "plies", 5, note)


def _options_rows(timing: Timing, anew: Timing, ply: float) -> tuple[Row, ...]:
    note = f"{micro(timing.mean)}, {timing.units} action states"
    return (
        Row("options of an action state, mean", timing.mean / ply, "plies", 150, note),
        Row("  95 of 100 at most", timing.percentile(95) / ply, "plies"),
        Row("  worst", timing.worst / ply, "plies"),
        Row("  mean, board not looked at before", anew.mean / ply, "plies", 150),
    )


def _verify_rows(timing: Timing, ply: float) -> tuple[Row, ...]:
    length = timing.units / len(timing.pieces)
    note = f"{timing.mean / ply:,.0f} plies for {length:.0f} decisions"
    return (
        Row("a whole random game verified", timing.worst, "s", 0.5, note),
        Row("  a verified decision", timing.per_unit / ply, "plies", None, micro(timing.per_unit)),
    )


def _self_play_row(name: str, timing: Timing, ply: float) -> Row:
    speed = 1 / timing.per_unit
    games = len(timing.pieces) / timing.total
    length = timing.units / len(timing.pieces)
    note = f"{speed:,.0f} decisions a second, {games:.2g} games of {length:.0f} decisions a second"
    return Row(name, timing.per_unit / ply, "plies", None, note)


def _record_rows(games: tuple[Game, ...]) -> tuple[Row, ...]:
    sizes = [len(game.text().encode()) for game in games]
    length = sum(decisions(game.record) for game in games) / len(games)
    mean = sum(sizes) / len(sizes)
    return (
        Row("record of an eager game, mean", mean, "bytes", 10_000, f"{length:.0f} decisions"),
        Row("  largest", max(sizes), "bytes", 10_000),
    )


def _memory_rows(games: tuple[Game, ...], states: int) -> tuple[Row, ...]:
    each = bytes_per_state([game.record for game in games], states)
    one = bytes_per_game([game.text() for game in games])
    return (
        Row("a state among its game's states", each, "bytes", None, f"{states:,} states"),
        Row(f"all {states:,} states", each * states / 1e6, "MB"),
        Row("a loaded game with its last state", one, "bytes"),
    )


def micro(seconds: float) -> str:
    return f"{seconds * 1e6:,.0f} us"


def write_json(results: Results) -> str:
    content = {
        "yardstick": NAME,
        "seconds_per_ply": results.ply,
        "rows": [row.as_json() for row in results.rows],
    }
    return json.dumps(content, indent=2) + "\n"


if __name__ == "__main__":
    main()

"""Measure everything and print it: ``python -m benchmarks [--quick] [--json FILE]``."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from adjudicator.app.games import Game
from adjudicator.app.house.selfplay import EAGER, RANDOM, Style, find_faults

from . import mail, storage, works
from .games import begun_games, decisions, finished_games
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
    states: int
    """Positions kept to measure memory."""
    storage: storage.Amount
    mail: mail.Amount
    longest: int | None = None
    """Decisions after which games are broken off; otherwise they are played to their end."""

    def games(self, style: Style, number: int) -> tuple[Game, ...]:
        if self.longest is None:
            return tuple(finished_games(style.name, style, number))
        return tuple(begun_games(style.name, style, number, self.longest))


FULL = Plan(
    rounds=3,
    chess_games=20,
    eager_games=8,
    random_games=2,
    states=10_000,
    storage=storage.FULL,
    mail=mail.FULL,
)
QUICK = Plan(
    rounds=1,
    chess_games=2,
    eager_games=1,
    random_games=1,
    states=100,
    storage=storage.QUICK,
    mail=mail.QUICK,
    longest=60,
)


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
    eager, wild = plan.games(EAGER, plan.eager_games), plan.games(RANDOM, plan.random_games)
    chess, replay, verify = (
        yardstick(plan.chess_games),
        works.replaying(eager),
        works.verifying(wild),
    )
    options, anew = works.listing_options(eager), works.listing_options_anew(eager)
    alone = works.playing_alone(_shortest(wild), RANDOM, None)
    watched = works.playing_alone(_shortest(wild), RANDOM, find_faults)
    choosy = works.playing_alone(_shortest(eager), EAGER, None)
    timings = measure(
        [chess, replay, options, anew, verify, alone, watched, choosy], plan.rounds, say
    )
    ply = timings[chess.name].per_unit
    say("weighing memory")
    rows = (
        _replay_row(timings[replay.name], ply),
        *_options_rows(timings[options.name], timings[anew.name], ply),
        *_verify_rows(timings[verify.name], ply),
        *(_self_play_row(work.name, timings[work.name], ply) for work in (alone, watched, choosy)),
        *_record_rows(eager),
        *_memory_rows(eager, plan.states),
        *storage.storage_rows(plan.storage, eager, say),
        *mail.mail_rows(plan.mail, eager, ply, say),
    )
    return Results(ply, chess.units, rows)


def _shortest(games: tuple[Game, ...]) -> list[Game]:
    """Playing takes long, so one game must do."""
    return [min(games, key=lambda game: decisions(game.record))]


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
    decisions_a_second = 1 / timing.per_unit
    games_a_second = len(timing.pieces) / timing.total
    note = f"{decisions_a_second:,.0f} decisions or {games_a_second:.2g} games a second"
    return Row(f"a decision of {name}", timing.per_unit / ply, "plies", None, note)


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

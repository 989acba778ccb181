"""What is timed: replaying, listing options, playing by itself, verifying."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from adjudicator.app.games import Game, load_game, verify
from adjudicator.app.house.selfplay import Style
from adjudicator.engine.decisions import Decision
from adjudicator.engine.ids import Colour
from adjudicator.engine.options import options
from adjudicator.engine.state import State

from .games import Watch, action_states, decisions, play_out
from .timing import Piece, Work


def replaying(games: Sequence[Game]) -> Work:
    """Reading records and playing them again: orders are parsed, checked, resolved, applied."""
    texts = [game.text() for game in games]

    def pieces() -> Iterator[Piece]:
        return (partial(load_game, text) for text in texts)

    return Work("replay", pieces, _decisions(games))


def verifying(games: Sequence[Game]) -> Work:
    """Proving records legal and genuine, digests and canonical notation included."""
    texts = [game.text() for game in games]

    def pieces() -> Iterator[Piece]:
        return (partial(verify, text) for text in texts)

    return Work("verify", pieces, _decisions(games))


def listing_options(games: Sequence[Game]) -> Work:
    """The options of one action state after the other, as in self-play."""

    def pieces() -> Iterator[Piece]:
        for game in games:
            for state, by in action_states(game.record):
                yield partial(_look_at_all, state, by)

    return Work("options", pieces, _action_states(games))


def listing_options_anew(games: Sequence[Game]) -> Work:
    """The same when nothing about the board has been looked up before, as after loading a game."""

    def pieces() -> Iterator[Piece]:
        for game in games:
            for state, by in action_states(game.record):
                yield partial(_look_at_all, _not_looked_at(state), by)

    return Work("options of a board not looked at before", pieces, _action_states(games))


def _look_at_all(state: State, by: Colour) -> list[Decision]:
    """Every option as a decision: groups may make theirs only when they are looked at."""
    return [decision for group in options(state, by) for decision in group]


def _not_looked_at(state: State) -> State:
    """The same position on a board that remembers no earlier question."""
    space = state.space
    return state._replace(space=space.with_placement(0, space.placements[0]))


def playing_alone(games: Sequence[Game], style: Style, watch: Watch | None) -> Work:
    """Self-play: the same games once more, with or without looking for faults after each step."""
    lengths = [decisions(game.record) for game in games]

    def pieces() -> Iterator[Piece]:
        for game, length in zip(games, lengths, strict=True):
            yield partial(play_out, game.record.tags["Seed"], style, length, watch)

    checks = "without checks" if watch is None else "with checks"
    return Work(f"{style.name} self-play {checks}", pieces, sum(lengths))


def _decisions(games: Sequence[Game]) -> int:
    return sum(decisions(game.record) for game in games)


def _action_states(games: Sequence[Game]) -> int:
    return sum(1 for game in games for _ in action_states(game.record))

"""Paths: the squares a movement names, what is handled on them, and the way between them."""

from __future__ import annotations

import re
from itertools import pairwise

from adjudicator.engine.decisions import Step
from adjudicator.engine.handling import Handled, handle
from adjudicator.engine.ids import OUTSIDE, Cell, Token
from adjudicator.engine.refusals import refuse
from adjudicator.engine.search import find_way, nearest_way
from adjudicator.engine.state import Piece
from adjudicator.engine.walk import Walk, entry, go, is_exit, set_out

from .words import Stop, WordReader

_STEP = re.compile(r"([a-z]{1,2}[0-9]{1,2})((?:[/+](?:[a-z]\.)?[a-z]{2}[0-9]?\*?)*)", re.IGNORECASE)
_HANDLING = re.compile(r"([/+])((?:[a-z]\.)?[a-z]{2}[0-9]?)\*?", re.IGNORECASE)


def read_steps(words: WordReader, actor: Token, text: str) -> tuple[Step, ...]:
    """The squares named in a path, with what is left and taken on each."""
    state = words.state
    load = state.load(actor) if actor in state.pieces else None
    held = load.token if load else None
    lying: dict[Cell, tuple[Token, ...]] = {}
    steps: list[Step] = []
    for part in text.split("-"):
        match = _STEP.fullmatch(part)
        if match is None:
            raise words.stop(part or text, f"{part!r} should be a square, like c5 or c5+ro")
        cell = words.cell(match.group(1))
        if steps and steps[-1].cell == cell:
            raise words.stop(part, f"{match.group(1)} is named twice in a row")
        if not match.group(2):
            steps.append(Step(cell))
            continue
        here = lying.get(cell, state.at.get(cell, ()))
        here = tuple(token for token in here if token not in (actor, held))
        step = _with_handlings(words, Step(cell), match.group(2), here, held)
        steps.append(step)
        left = (step.leave,) if step.leave else ()
        lying[cell] = (*(token for token in here if token != step.take), *left)
        held = step.take or (None if step.leave else held)
    return tuple(steps)


def _with_handlings(
    words: WordReader, step: Step, text: str, here: tuple[Token, ...], held: Token | None
) -> Step:
    leave: Token | None = None
    take: Token | None = None
    for sign, word in _HANDLING.findall(text):
        if sign == "/":
            if leave is not None:
                raise Stop(refuse("BASE-CARRY-01", "nobody carries two things"))
            leave = words.token(word, (held,) if held else ())
        else:
            if take is not None:
                why = "a wounded and his object are two loads; one may be taken"
                raise Stop(refuse("BASE-CARRY-23", why))
            take = words.token(word, here)
    return Step(step.cell, leave, take)


def read_path(words: WordReader, actor: Token, text: str) -> tuple[Step, ...]:
    """A whole path from the square the actor stands on; where squares are left out, a way is found.

    A path that begins where he stands is spelled out: squares side by side in it are single steps.
    """
    named = read_steps(words, actor, text)
    state = words.state
    piece = state.pieces.get(actor)
    if piece is None or piece.cell == OUTSIDE or actor not in state.at.get(piece.cell, ()):
        return named
    if named[0].cell == piece.cell:
        _refuse_diagonals(words, named)
        if all(state.space.touches(a.cell, b.cell) for a, b in pairwise(named)):
            return _without_last_take(words, piece, named)
        found = _find_path(words, piece, named[0], named[1:], spelled_out=True)
    else:
        found = _find_path(words, piece, Step(piece.cell), named, spelled_out=False)
    return _without_last_take(words, piece, found)


def _refuse_diagonals(words: WordReader, steps: tuple[Step, ...]) -> None:
    """Two squares that touch by a corner are no step and no way either (BASE-TURN-13)."""
    state, width = words.state, words.state.rules.layout.width
    for here, there in pairwise(steps):
        a, b = state.space.square_of[here.cell], state.space.square_of[there.cell]
        if abs(a % width - b % width) == 1 and abs(a // width - b // width) == 1:
            names = f"{state.square(here.cell)}-{state.square(there.cell)}"
            raise Stop(refuse("BASE-TURN-13", f"{names} is diagonal; nothing is"))


def _find_path(
    words: WordReader, piece: Piece, first: Step, points: tuple[Step, ...], spelled_out: bool
) -> tuple[Step, ...]:
    """Fill in the squares between those that are named."""
    walk = set_out(words.state, piece)
    path, limit = [first], piece.kind.speed
    for point in points:
        walk = _handled(walk, path[-1])
        if spelled_out and words.state.space.touches(walk.cell, point.cell):
            way: tuple[Cell, ...] = (point.cell,)
        else:
            last = point is points[-1]
            way = find_way(walk, point.cell, limit, last) or nearest_way(walk, point.cell)
        for cell in way:
            walk = go(walk, cell, entry(walk, cell))
        path.extend(Step(cell) for cell in way[:-1])
        path.append(point)
        limit -= len(way)
    return tuple(path)


def _handled(walk: Walk, step: Step) -> Walk:
    if step.leave is None and step.take is None:
        return walk
    handled = handle(walk, step.leave, step.take)
    return handled.walk if isinstance(handled, Handled) else walk


def _without_last_take(words: WordReader, piece: Piece, path: tuple[Step, ...]) -> tuple[Step, ...]:
    """Taking what lies on the last square need not be written, so it is not kept."""
    last = path[-1]
    lies_there = last.take in words.state.at.get(last.cell, ())
    if last.take is None or last.leave is not None or not lies_there:
        return path
    if is_exit(words.state, piece, last.cell):
        return path  # he cannot take it out with him; the referee says so (BASE-CARRY-20)
    return (*path[:-1], Step(last.cell))

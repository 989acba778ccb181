"""The facts a case may state after its orders: each checks one thing and says what is different."""

from __future__ import annotations

import re
from collections.abc import Callable

from adjudicator.engine.events import CardsTurned, CombatDeclared, Event
from adjudicator.engine.ids import Colour, Slot, Token
from adjudicator.engine.refusals import Refusal
from adjudicator.engine.seen import Role, Viewer
from adjudicator.engine.state import Piece, State, Status
from adjudicator.engine.sums import total
from adjudicator.engine.telling import tell
from adjudicator.engine.view import view
from adjudicator.notation.draft import find_cell, number, seat
from adjudicator.notation.orders import Unreadable
from adjudicator.notation.position import write_state
from adjudicator.render.report import report
from adjudicator.render.text import render_text

from ..games import judge


class CaseFailed(Exception):
    """An expectation does not hold, or the case cannot be read."""


class Facts:
    """What a case knows of its game. Each ``fact_...`` says why it does not hold, or ``None``."""

    def __init__(self) -> None:
        self.state: State | None = None
        self.before: State | None = None
        self.events: tuple[Event, ...] = ()
        self.all_events: list[Event] = []
        self.refusal: Refusal | Unreadable | None = None

    @property
    def now(self) -> State:
        if self.state is None:
            raise CaseFailed(f"there is no game: {self.refusal}")
        return self.state

    def piece(self, word: str) -> Piece:
        token = Token(word.rstrip("*"))
        if token not in self.now.pieces:
            raise CaseFailed(f"there is no piece {word}")
        return self.now.pieces[token]

    def fact_accepted(self, words: list[str]) -> str | None:
        return None if self.refusal is None else f"refused: {_why(self.refusal)}"

    def fact_refused(self, words: list[str]) -> str | None:
        if self.refusal is None:
            return "it was accepted"
        if not words:
            return None
        allowed = words[0].split("|")
        if isinstance(self.refusal, Refusal) and self.refusal.rule in allowed:
            return None
        return _why(self.refusal)

    def fact_says(self, words: list[str]) -> str | None:
        return None if self.refusal and words[0] in self.refusal.why else f"{self.refusal}"

    def fact_nothing(self, words: list[str]) -> str | None:
        if self.before is None or write_state(self.before) == write_state(self.now):
            return None
        return "the position has changed"

    def fact_at(self, words: list[str]) -> str | None:
        piece = self.piece(words[0])
        where = _place(self.now, piece)
        return None if where == words[1] else f"it is {where}"

    def fact_wounded(self, words: list[str]) -> str | None:
        piece = self.piece(words[0])
        return None if piece.wounded and piece.status is Status.ON_BOARD else "he is not"

    def fact_living(self, words: list[str]) -> str | None:
        piece = self.piece(words[0])
        return None if piece.living and piece.status is Status.ON_BOARD else "he is not"

    def fact_gone(self, words: list[str]) -> str | None:
        status = self.piece(words[0]).status
        return None if status.value == words[1] else f"it is {status.value}"

    def fact_carries(self, words: list[str]) -> str | None:
        load = self.now.load(self.piece(words[0]).token)
        found = load.token if load else "nothing"
        return None if found == words[1].rstrip("*") else f"he carries {found}"

    def fact_ap(self, words: list[str]) -> str | None:
        return _same(self.now.turn.pool, number(words[0]))

    def fact_pool(self, words: list[str]) -> str | None:
        return _same(self.now.turn.purses.get(Token(words[0]), 0), number(words[1]))

    def fact_vp(self, words: list[str]) -> str | None:
        return _same(self.now.players[seat(words[0])].score, number(words[1]))

    def declared(self) -> CombatDeclared:
        declared = [e for e in self.all_events if isinstance(e, CombatDeclared)]
        if not declared:
            raise CaseFailed("no combat was declared")
        return declared[-1]

    def fact_fighters(self, words: list[str]) -> str | None:
        found = set(dict(self.declared().fighters)[seat(words[0])])
        wanted = {word.rstrip("*") for word in words[1:]}
        return None if found == wanted else f"they are {' '.join(sorted(found))}"

    def fact_sum(self, words: list[str]) -> str | None:
        return _same(total(dict(self.declared().parts)[seat(words[0])]), number(words[1]))

    def fact_total(self, words: list[str]) -> str | None:
        turned = [e for e in self.all_events if isinstance(e, CardsTurned)]
        if not turned:
            return "the cards are not turned"
        return _same(dict(turned[-1].totals)[seat(words[0])], number(words[1]))

    def fact_asks(self, words: list[str]) -> str | None:
        waiting = [r for r in self.now.pending if not r.sealed]
        if any(r.who == seat(words[0]) and r.ask == words[1] for r in waiting):
            return None
        return "asked are " + ", ".join(f"{r.who} {r.ask}" for r in waiting)

    def fact_turn(self, words: list[str]) -> str | None:
        active = self.now.turn.active
        return None if active == seat(words[0]) and self.now.result is None else f"it is {active}'s"

    def fact_door(self, words: list[str]) -> str | None:
        near, _, far = words[0].partition("|")
        space = self.now.space
        half = space.half_between(find_cell(space, near), find_cell(space, far))
        states = [layer.state for layer in space.layers(half)] if half is not None else []
        return None if words[1] in states else f"there is {states or 'nothing'}"

    def fact_room(self, words: list[str]) -> str | None:
        space = self.now.space
        tile = space.tile_in(Slot(words[0]))
        placement = space.placements[tile] if tile is not None else None
        if tile is None or placement is None or not placement.face_up:
            return "it is face down"
        found = f"{space.geometry.tiles[tile].name}:{placement.turns * 90}"
        wanted = words[1] if ":" in words[1] else f"{words[1]}:0"
        return None if found == wanted else f"it is {found}"

    def fact_hand(self, words: list[str]) -> str | None:
        player = self.now.players[seat(words[0])]
        found = [f"+{card}" for card in player.combat]
        wanted = [word for word in words[1:] if not word.startswith("J")]
        jumps = [number(word[1:]) for word in words[1:] if word.startswith("J")]
        if sorted(found) != sorted(wanted) or any(j != player.jumps for j in jumps):
            return f"it is {' '.join(found)} J{player.jumps}"
        return None

    def fact_actions(self, words: list[str]) -> str | None:
        found = self.now.players[seat(words[0])].actions
        wanted = tuple(number(word) for word in words[1:])
        return None if found == wanted else f"they are {found}"

    def fact_mark(self, words: list[str]) -> str | None:
        marks = self.piece(words[0]).marks
        return None if words[1] in marks else f"marks are {sorted(marks)}"

    def fact_result(self, words: list[str]) -> str | None:
        result = self.now.result
        if result is None:
            return None if words[0] == "none" else "the game goes on"
        found = "".join(c.letter for c in result.winners) or "draw"
        return None if found == words[0] else f"it is {found}"

    def attempt(self, by: Colour, order: str) -> Refusal | Unreadable | None:
        judged = judge(self.now, by, order)
        return next((v.refusal for v in judged.verdicts if v.refusal), None)

    def fact_legal(self, words: list[str]) -> str | None:
        refusal = self.attempt(seat(words[0]), words[1])
        return None if refusal is None else _why(refusal)

    def fact_illegal(self, words: list[str]) -> str | None:
        refusal = self.attempt(seat(words[0]), words[1])
        if refusal is None:
            return "it is legal"
        if len(words) < 3 or (isinstance(refusal, Refusal) and refusal.rule in words[2].split("|")):
            return None
        return _why(refusal)

    def fact_sees(self, words: list[str]) -> str | None:
        text = render_text(view(self.now, _viewer(words[0])))
        return None if _mentions(text, words[1]) else "it is not shown"

    def fact_hides(self, words: list[str]) -> str | None:
        return None if self.fact_sees(words) is not None else "it is shown"

    def fact_told(self, words: list[str]) -> str | None:
        assert self.before is not None, "something was ordered"
        viewer = _viewer(words[0])
        names = {token: self.now.name(token) for token in self.now.pieces}
        text = "\n".join(report(tell(self.before, self.events, viewer), names))
        return None if _mentions(text, words[1]) else f"the report is: {text}"


FACTS: dict[str, Callable[[Facts, list[str]], str | None]] = {
    name.removeprefix("fact_"): function
    for name, function in vars(Facts).items()
    if name.startswith("fact_")
}


def _why(refusal: Refusal | Unreadable) -> str:
    rule = refusal.rule if isinstance(refusal, Refusal) else "unreadable"
    return f"{rule}: {refusal.why}"


def _same(found: int, wanted: int) -> str | None:
    return None if found == wanted else f"it is {found}"


def _place(state: State, piece: Piece) -> str:
    if piece.status is Status.HIDDEN:
        placement = state.space.placements[piece.tile]
        return placement.slot if placement else "?"
    on_a_square = piece.status in (Status.ON_BOARD, Status.LINED_UP)
    return state.square(piece.cell) if on_a_square else piece.status.value


def _mentions(text: str, words: str) -> bool:
    """Whether a text contains these words, not as parts of longer ones."""
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE) is not None


def _viewer(word: str) -> Viewer:
    return Role(word) if word in ("observer", "moderator") else seat(word)

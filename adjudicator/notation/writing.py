"""Decisions as text: the one canonical form of every order."""

from __future__ import annotations

from adjudicator.engine import decisions as d
from adjudicator.engine.ids import Cell, Colour, Side, Token
from adjudicator.engine.state import State

SIMPLE: dict[str, d.Decision] = {
    "END": d.EndTurn(),
    "RESIGN": d.Resign(),
    "DRAW": d.OfferDraw(),
    "ACCEPT": d.AnswerDraw(True),
    "DECLINE": d.AnswerDraw(False),
    "CLAIM": d.Claim(),
    "AGREE": d.AnswerClaim(True),
    "CONTEST": d.AnswerClaim(False),
}
"""Orders of a single word."""


def write_token(state: State, token: Token, by: Colour | None) -> str:
    """A piece in an order: the colour only if it is not the sender's."""
    piece = state.pieces[token]
    rest = token[1:]
    return rest if piece.colour == by else f"{piece.colour.letter}.{rest}"


def write_order(state: State, by: Colour | None, decision: d.Decision) -> str:
    """The canonical text of a decision in the position in which it is made."""
    writer = _Writer(state, by)
    return writer.write(decision)


class _Writer:
    def __init__(self, state: State, by: Colour | None) -> None:
        self.state = state
        self.by = by

    def token(self, token: Token) -> str:
        return write_token(self.state, token, self.by)

    def cell(self, cell: Cell) -> str:
        return self.state.space.name(cell)

    def places(self, places: tuple[tuple[Token, Cell], ...]) -> str:
        return " ".join(f"{self.token(token)}@{self.cell(cell)}" for token, cell in places)

    def step(self, step: d.Step) -> str:
        leave = f"/{self.token(step.leave)}" if step.leave else ""
        take = f"+{self.token(step.take)}" if step.take else ""
        return f"{self.cell(step.cell)}{leave}{take}"

    def write(self, decision: d.Decision) -> str:
        match decision:
            case d.ChooseTeam(codes, pairs, reserve):
                return " ".join(["TEAM", *codes, "PAIRS", *pairs, "RESERVE", *reserve])
            case d.Pick(what):
                return f"PICK {what}"
            case d.LeaveOut(tokens):
                return " ".join(["OUT", *map(self.token, tokens)])
            case d.LineUp(team):
                return f"LINE {self.places(team)}"
            case d.Hide(token, slot):
                return f"SET {self.token(token)} {slot}"
            case d.PlayActionCard(points):
                return f"A{points}"
            case d.Put(places):
                return f"PUT {self.places(places)}"
            case d.NameCard(card):
                return "MIND NO" if card is None else f"MIND +{card}"
            case d.LayCard(card):
                return f"CARD +{card}"
            case d.TimeOut(request):
                return f"TIMEOUT {request}"
            case d.Declare(winners):
                return (
                    " ".join(["RESULT", *(w.letter for w in winners)]) if winners else "RESULT draw"
                )
            case (
                d.EndTurn()
                | d.Resign()
                | d.OfferDraw()
                | d.AnswerDraw()
                | d.Claim()
                | d.AnswerClaim()
            ):
                return next(word for word, simple in SIMPLE.items() if simple == decision)
            case _:
                by = f" by {decision.purse}" if decision.purse else ""
                return f"{self.token(decision.actor)} {self.action(decision)}{by}"

    def action(self, action: d.Action) -> str:
        match action:
            case d.Reveal(_, slot):
                return f"RV {slot}"
            case d.Rotate(_, slot, quarters, sense):
                times = f" x{quarters}" if quarters > 1 else ""
                way = "" if sense is None else " cw" if sense > 0 else " ccw"
                return f"RT {slot}{times}{way}"
            case d.Move(_, path):
                return "-".join(map(self.step, path))
            case d.Jump(_, start, over, landing, leave):
                first = self.step(d.Step(start, leave))
                return f"JUMP {first}-{self.cell(over)}-{self.cell(landing)}"
            case d.Attack(_, target, card, _, helpers):
                sealed = "" if card is None else f" +{card}"
                joined = " ".join(["", "WITH", *map(self.token, helpers)]) if helpers else ""
                return f"x {self.token(target)}{sealed}{joined}"
            case d.Use(_, verb, target):
                return f"{verb}{self.target(target)}"

    def target(self, target: Token | tuple[Cell, Cell] | Side | None) -> str:
        match target:
            case None:
                return ""
            case Side():
                return f" {target.letter}"
            case (near, far):
                return f" {self.cell(near)}|{self.cell(far)}"
            case _:
                return f" {self.token(target)}"

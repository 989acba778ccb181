"""LIST and STATUS: games one can join, and one's own."""

from __future__ import annotations

from datetime import datetime

from adjudicator.engine.ids import Colour
from adjudicator.notation.record import read_options
from adjudicator.render import letter_kinds as k
from adjudicator.sets.load import load_ruleset
from adjudicator.storage import seats
from adjudicator.storage.seats import Proposal

from ..store import Position
from ..visit import Visit
from .absence import announced


def run_list(visit: Visit, words: list[str], text: str) -> None:
    """Games that wait for players."""
    visit.answer(k.GameList(tuple(_waiting(p) for p in seats.open_proposals(visit.db))))


def _waiting(proposal: Proposal) -> k.GameLine:
    rules = load_ruleset("base", proposal.scenario, read_options(proposal.options))
    sitters = tuple(
        k.Sitter(colour, proposal.joined[colour].name if colour in proposal.joined else None)
        for colour in rules.seats
    )
    return k.GameLine(proposal.id, proposal.scenario, rules.options.target, sitters)


def run_status(visit: Visit, words: list[str], text: str) -> None:
    """The games of whoever asks."""
    if visit.player is None:
        visit.refused(text, "not registered")
        return
    games = tuple(_line(visit, game) for game in seats.games_of(visit.db, visit.player.id))
    visit.answer(k.Status(games, announced(visit, visit.player)))


def _line(visit: Visit, game: int) -> k.GameLine:
    here = visit.store.position(visit.db, game)
    return k.GameLine(
        game,
        here.game.scenario,
        here.state.rules.options.target,
        tuple(
            k.Sitter(Colour(seat.colour), seat.player.name) for seat in seats.seated(visit.db, game)
        ),
        here.state.turn.number,
        tuple(dict.fromkeys(r.who for r in here.state.pending if not r.sealed)),
        _deadline(visit, here),
        over=here.state.result is not None,
    )


def _deadline(visit: Visit, here: Position) -> datetime | None:
    """When the asker must have answered, if he is asked something."""
    mine = (s for s in seats.seated(visit.db, here.game.id) if s.player == visit.player)
    found = (visit.writer.deadline(here, Colour(seat.colour)) for seat in mine)
    return next((moment for moment in found if moment is not None), None)

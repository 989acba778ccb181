"""LIST and STATUS: games one can join or watch, and one's own."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

from adjudicator.engine.ids import Colour
from adjudicator.engine.ruleset import Ruleset
from adjudicator.render import letter_kinds as k
from adjudicator.storage import observers, seats
from adjudicator.storage.errors import Damaged, OtherRules
from adjudicator.storage.seats import Proposal

from ...store import Position
from ...terms import agreed, read_terms
from ..visit import Visit
from ..waiting import rules_of, sits_at
from .absence import announced

MOST_RUNNING = 20
"""So many running games are listed, the newest ones."""


def run_list(visit: Visit, words: list[str], text: str) -> None:
    """Games that wait for players, and games that can be watched."""
    waiting = [_waiting(visit, proposal) for proposal in seats.open_proposals(visit.db)]
    running = observers.running_games(visit.db, MOST_RUNNING)
    others = (game for game in running if not isinstance(visit.standpoint(game), Colour))
    visit.answer(k.GameList((*waiting, *_lines(visit, others))))


def _waiting(visit: Visit, proposal: Proposal) -> k.GameLine:
    rules = rules_of(proposal)
    sitters = tuple(
        k.Sitter(colour, proposal.joined[colour].name if colour in proposal.joined else None)
        for colour in rules.seats
    )
    terms = agreed(read_terms(proposal.terms))
    if rules.seats_drawn:
        terms = (*terms, k.Note("colours drawn"))
    return k.GameLine(
        proposal.id,
        proposal.scenario,
        _chosen_target(rules),
        sitters,
        agreed=terms,
        set_name=proposal.set_name,
        drawn=rules.seats_drawn,
        joined=visit.player is not None and sits_at(proposal, visit.player),
    )


def _chosen_target(rules: Ruleset) -> int | None:
    """How many points are played for, if the players could choose."""
    return None if rules.target_fixed else rules.options.target


def run_status(visit: Visit, words: list[str], text: str) -> None:
    """The games of whoever asks, those that still wait for players too, and those he watches."""
    if visit.player is None:
        visit.refused(text, "not registered")
        return
    begun = _lines(visit, seats.games_of(visit.db, visit.player.id))
    waiting = (_waiting(visit, proposal) for proposal in seats.open_proposals(visit.db))
    games = (*begun, *(line for line in waiting if line.joined))
    seen = _lines(visit, observers.observed_by(visit.db, visit.player.id))
    watched = tuple(line for line in seen if not line.over)
    visit.answer(k.Status(games, announced(visit, visit.player), watched))


def _lines(visit: Visit, games: Iterable[int]) -> tuple[k.GameLine, ...]:
    """A line for each game; one that is damaged must not hide the others."""
    found = []
    for game in games:
        with suppress(Damaged, OtherRules):
            found.append(_line(visit, game))
    return tuple(found)


def _line(visit: Visit, game: int) -> k.GameLine:
    here = visit.store.position(visit.db, game)
    return k.GameLine(
        game,
        here.game.scenario,
        _chosen_target(here.state.rules),
        tuple(
            k.Sitter(Colour(seat.colour), seat.player.name) for seat in seats.seated(visit.db, game)
        ),
        here.state.turn.number,
        tuple(dict.fromkeys(r.who for r in here.state.pending if not r.sealed)),
        _deadline(visit, here),
        over=here.state.result is not None,
        agreed=agreed(read_terms(here.game.terms)),
        set_name=here.game.set_name,
    )


def _deadline(visit: Visit, here: Position) -> datetime | None:
    """When the asker must have answered, if he is asked something."""
    mine = (s for s in seats.seated(visit.db, here.game.id) if s.player == visit.player)
    found = (visit.writer.deadline(here, Colour(seat.colour)) for seat in mine)
    return next((moment for moment in found if moment is not None), None)

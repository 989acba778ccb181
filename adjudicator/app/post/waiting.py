"""Games that wait for players: what will be played, and who is missing."""

from __future__ import annotations

from sqlalchemy import Connection

from adjudicator.engine.ruleset import Ruleset
from adjudicator.notation.record import read_options
from adjudicator.render.letter_parts import Note
from adjudicator.sets.load import load_ruleset
from adjudicator.storage import seats
from adjudicator.storage.log import StoredPlayer
from adjudicator.storage.seats import Proposal


def rules_of(proposal: Proposal) -> Ruleset:
    """The rules by which a game that waits for players will be played."""
    return load_ruleset(proposal.set_name, proposal.scenario, read_options(proposal.options))


def sits_at(proposal: Proposal, player: StoredPlayer) -> bool:
    """Whether somebody has taken a seat at a game that waits for players."""
    return any(sitter.id == player.id for sitter in proposal.joined.values())


def why_not_begun(db: Connection, game: int, reader: StoredPlayer) -> Note | None:
    """Who is missing at a game and how he joins; nothing if it does not wait for players."""
    proposal = seats.open_proposal_of(db, game)
    if proposal is None:
        return None
    rules = rules_of(proposal)
    sits = sits_at(proposal, reader)
    if rules.seats_drawn:
        return Note("your draw waits" if sits else "draw waits", {"game": game})
    free = tuple(colour for colour in rules.seats if colour.value not in proposal.joined)
    return Note("your game waits" if sits else "game waits", {"game": game, "who": free})

"""JOIN: sit down at a game that waits for players; the last one starts it."""

from __future__ import annotations

import secrets

from adjudicator.engine.deal import draw_index
from adjudicator.engine.ids import Colour
from adjudicator.notation.names import COLOURS
from adjudicator.notation.record import read_options
from adjudicator.render import letter_kinds as k
from adjudicator.storage import log, seats
from adjudicator.storage.log import StoredPlayer, Unknown
from adjudicator.storage.seats import Proposal

from ...automatic.play import HOUSE, play_automatic
from ...games import new_game
from ..visit import LONGEST_NUMBER, Visit
from ..waiting import rules_of, sits_at

TWICE = "you sit at this game already; JOIN and house lets the program take the other seat"


def run(visit: Visit, words: list[str], text: str) -> None:
    """``JOIN 3 yellow``; ``JOIN 3 house`` lets the program take the free seat."""
    if visit.player is None:
        visit.refused(text, "not registered")
        return
    number = _number(words)
    if number is None:
        visit.refused(text, "which game", example="JOIN 3")
        return
    seats.hold_seats(visit.db)  # whoever asks at the same moment sees what became of this
    found = seats.open_proposal_of(visit.db, number)
    if found is None:
        _refuse_game(visit, number, text)
        return
    rules = rules_of(found)
    free = [colour for colour in rules.seats if colour.value not in found.joined]
    named = [COLOURS[w.lower()] for w in words if w.lower() in COLOURS and not rules.seats_drawn]
    for_house = any(word.lower() == HOUSE for word in words)
    if not for_house and sits_at(found, visit.player):
        visit.lines.append(k.LineRead(text, k.Fate.REFUSED, why=TWICE))
    elif named and named[0] not in free:
        visit.refused(text, "seat taken", who=named[0], game=number)
    elif for_house:
        invite_house(visit, number, (named or free)[0])
    else:
        sit_down(visit, number, (named or free)[0])
        visit.done(text, "joined", who=colour_of(visit, number), game=number)


def _refuse_game(visit: Visit, number: int, text: str) -> None:
    """Why nobody can sit down at a game that does not wait for players."""
    if isinstance(visit.standpoint(number), Colour):
        visit.refused(text, "plays there", game=number)
    elif seats.seated(visit.db, number):
        visit.refused(text, "game full", game=number)
    else:
        visit.refused(text, "no such game", game=number)


def _number(words: list[str]) -> int | None:
    """The number of a game that waits for players."""
    digits = (word.lstrip("#Gg") for word in words)
    return next((int(d) for d in digits if d.isdecimal() and len(d) <= LONGEST_NUMBER), None)


def sit_down(visit: Visit, number: int, colour: Colour) -> None:
    """Take a seat; with the last one the game is dealt."""
    assert visit.player is not None, "only players sit down"
    seats.join_proposal(visit.db, number, colour.value, visit.player.id)
    _start_if_full(visit, number)


def colour_of(visit: Visit, number: int) -> Colour:
    """What the writer plays in a game that has just been dealt.

    Where the colours are drawn nobody has one before that (PRISON-SETUP-01, PRISON-SCENARIO-07).
    """
    mine = visit.standpoint(number)
    assert isinstance(mine, Colour), "he has just sat down"
    return mine


def invite_house(visit: Visit, number: int, colour: Colour) -> None:
    """Let the program take a seat; the opening letter of the game is the answer."""
    try:
        house = log.find_player(visit.db, HOUSE).id
    except Unknown:
        house = log.add_player(visit.db, StoredPlayer(0, HOUSE, None, "en", visit.at))
    seats.join_proposal(visit.db, number, colour.value, house)
    _start_if_full(visit, number)


def _start_if_full(visit: Visit, number: int) -> None:
    found = seats.open_proposal_of(visit.db, number)
    if found is not None and len(found.joined) == len(rules_of(found).seats):
        _start(visit, found)


def are_changed(seed: str) -> bool:
    """Whether the draw gives each player the seat the other one took.

    It follows from the seed of the game, so that everybody can check it when that is published.

    >>> [are_changed(seed) for seed in ("a", "b", "c", "d")]
    [False, False, False, True]
    """
    return draw_index(seed, "seats", 2) == 1


def _start(visit: Visit, proposal: Proposal) -> None:
    """Deal the game and mail everybody, whether he is asked for something yet or not."""
    options = read_options(proposal.options)
    game = new_game(proposal.set_name, proposal.scenario, options, secrets.token_hex(16))
    sitting = {colour: player.id for colour, player in proposal.joined.items()}
    if game.state.rules.seats_drawn and are_changed(game.state.seed):
        sitting = dict(zip(sitting, reversed(sitting.values()), strict=True))
    number = visit.store.add_in(
        visit.db, game, "referee", visit.at, sitting, proposal.terms, proposal.id
    )
    seats.close_proposal(visit.db, number)
    play_automatic(visit.store, visit.db, number, visit.at)
    here = visit.store.position(visit.db, number)
    for seat in seats.seated(visit.db, number):
        visit.writer.tell_seat(here, seat)

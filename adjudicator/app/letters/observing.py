"""Letters to those who watch a game: after the set-up, at the end of each turn, and the last one.

They are told what everybody may know, and nothing in between: a turn is news, a step is not.
"""

from __future__ import annotations

from adjudicator.engine.seen import Fact, Role
from adjudicator.engine.view import view
from adjudicator.render import letter_kinds as k
from adjudicator.storage import observers
from adjudicator.storage.observers import Observer

from ..store import Position
from .messages import press_to_all
from .writer import Writer

NEWS = ("LinesTurnedUp", "TurnEnded", "Ended")
"""What somebody who watches is written to about."""


def tell_observers(writer: Writer, here: Position) -> None:
    """Mail everybody who watches, if something has come to its end since his last letter."""
    for observer in observers.observers(writer.db, here.game.id):
        told = writer.told_since(here, Role.OBSERVER, observer.told)
        if any(fact.kind in NEWS for fact in told):
            _tell(writer, here, observer, told)


def _tell(writer: Writer, here: Position, observer: Observer, told: tuple[Fact, ...]) -> None:
    game, player = here.game.id, observer.player
    table = writer.table(game, Role.OBSERVER)
    situation = k.Situation(
        view(here.state, Role.OBSERVER), press=press_to_all(writer.db, game, observer.heard)
    )
    key = f"observer/{game}/{player.id}/{here.head.number}"
    thread = writer.observers_thread(game)
    if here.state.result is None:
        writer.send(player, k.Position(table, situation, told), key, answers=thread)
    else:
        last, record = writer.ending(here, table, situation, told)
        writer.send(player, last, key, answers=thread, attachments=(record,))
    observers.note_shown(writer.db, game, player.id, here.head.number)

"""Who may know what: the few questions by which everything hidden is decided."""

from __future__ import annotations

from .ids import Colour
from .seen import Role, Viewer
from .state import Piece, State


def sees_all(state: State, viewer: Viewer) -> bool:
    """A moderator sees everything; after the end everybody does (BASE-END-06)."""
    return viewer is Role.MODERATOR or state.result is not None


def knows_secrets_of(state: State, viewer: Viewer, colour: Colour) -> bool:
    """A hand, a sealed team and a sealed card are their owner's (BASE-HIDDEN-03 to -05)."""
    return viewer == colour or sees_all(state, viewer)


def knows_hidden(state: State, viewer: Viewer, piece: Piece) -> bool:
    """The owner is reminded of what he hid, if the players want it so (BASE-SETUP-13)."""
    reminded = piece.colour == viewer and state.rules.options.memory == "own"
    return reminded or sees_all(state, viewer)

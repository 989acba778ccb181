"""How grounds and edges are drawn: the only place that knows their signs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ground:
    """A kind of square and how it is drawn."""

    kind: str
    signs: str
    """The sign we write, then others we read as well."""
    placeable: bool = True
    """Tokens may be placed here when the room is revealed (BASE-TERRAIN-01, -03)."""
    needs_help: bool = False
    """Nobody enters without a card, an object or an ability (BASE-TERRAIN-05)."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A kind of edge and how it is drawn."""

    kind: str
    lying: str
    """The three signs between two rows; the one in the middle tells the kind."""
    upright: str
    """The one sign between two columns."""
    passable: bool = True
    """Counts as a way when a room is checked: an open edge, a portcullis."""
    words: str = ""
    """What people call it, if not by its kind."""

    @property
    def name(self) -> str:
        return self.words or self.kind


@dataclass(frozen=True, slots=True)
class Signs:
    """All that may be drawn in a pack.

    A later set adds its own kinds:

    >>> signs = SIGNS.and_also(edges=(Edge("web", "-w-", "w"),))
    >>> signs.edge("web").upright
    'w'
    """

    grounds: tuple[Ground, ...]
    edges: tuple[Edge, ...]

    def and_also(self, grounds: tuple[Ground, ...] = (), edges: tuple[Edge, ...] = ()) -> Signs:
        return Signs(self.grounds + grounds, self.edges + edges)

    def ground(self, kind: str) -> Ground:
        return next(ground for ground in self.grounds if ground.kind == kind)

    def edge(self, kind: str) -> Edge:
        return next(edge for edge in self.edges if edge.kind == kind)


SIGNS = Signs(
    grounds=(
        Ground("floor", "."),
        Ground("pit", "Oo", placeable=False, needs_help=True),
        Ground("gear", "@Gg"),
    ),
    edges=(
        Edge("open", "   ", " "),
        Edge("wall", "---", "|", passable=False),
        Edge("portcullis", " # ", "#"),
        Edge("slit", "-:-", ":", passable=False, words="arrow-slit"),
    ),
)

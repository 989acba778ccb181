"""The rules a game is played by: elements, layout, numbers and named switches, all as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from .abilities import Kind
from .ids import Colour
from .layout import Layout
from .space import Border
from .tiles import Tile


@dataclass(frozen=True, slots=True)
class Ground:
    """A kind of square: what may be done on it without any help."""

    name: str
    stand: bool = True
    """Anybody may enter and stop; loads may be left."""
    place: bool = True
    """Tokens may be put here when the room is revealed (BASE-REVEAL-10)."""
    obstacle: bool = False
    """A Jump card carries over it (BASE-TERRAIN-08)."""
    gear: bool = False
    """Rooms are turned from here (BASE-TERRAIN-03)."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the players agreed on before the game (BASE-OPTION-09)."""

    target: int = 5
    memory: str = "own"
    characters: Mapping[Colour, int] = field(default_factory=dict)
    """Handicap: with how many characters a player plays (BASE-OPTION-06)."""
    removed: Mapping[Colour, tuple[int, ...]] = field(default_factory=dict)
    """Handicap: Combat cards taken out of a hand (BASE-OPTION-07)."""
    pair: str | None = None
    """Beginner's game: the pair of rooms left out, if agreed (BASE-SCENARIO-02)."""


@dataclass(frozen=True, eq=False)
class Ruleset:
    """Everything a game needs to know about its rules. Built and validated by the sets package."""

    set_name: str
    scenario: str
    version: int
    kinds: Mapping[str, Kind]
    team: tuple[str, ...]
    """Codes of the characters and objects each player has."""
    grounds: Mapping[str, Ground]
    borders: Mapping[str, Border]
    layout: Layout
    tiles: tuple[Tile, ...]
    rooms: int
    """How many rooms are laid; if fewer than there are tiles, whole pairs are left out."""
    seats: tuple[Colour, ...]
    action_cards: tuple[int, ...]
    combat_cards: tuple[int, ...]
    jump_cards: int
    line_up: int
    """How many characters start on the line."""
    first_card: int
    """The Action card the very first turn must use, and the ceiling it starts from."""
    options: Options
    rope_anchors: int = 2
    """How many holding squares a laid rope needs."""
    names: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    """For each code the names by language, for reading orders and writing reports."""

    @cached_property
    def verbs(self) -> Mapping[str, str]:
        """Every verb somebody knows, and what it is used on."""
        return {n: verb.takes for kind in self.kinds.values() for n, verb in kind.verbs.items()}

    def is_character(self, code: str) -> bool:
        return self.kinds[code].character

    def characters_of(self, colour: Colour) -> int:
        """With how many characters this player plays."""
        everybody = sum(self.is_character(code) for code in self.team)
        return self.options.characters.get(colour, everybody)

    def combat_hand(self, colour: Colour) -> tuple[int, ...]:
        """The Combat cards this player starts with."""
        hand = list(self.combat_cards)
        for card in self.options.removed.get(colour, ()):
            hand.remove(card)
        return tuple(hand)

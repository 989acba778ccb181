"""The rules a game is played by: elements, layout, numbers and named switches, all as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from .abilities import Kind
from .geometry import Border
from .ids import Colour, RuleId, Token
from .layout import Layout
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

    target: int = 0
    """The points to reach; 0: what the scenario says."""
    memory: str = "own"
    characters: Mapping[Colour, int] = field(default_factory=dict)
    """Handicap: with how many characters a player plays (BASE-OPTION-06)."""
    removed: Mapping[Colour, tuple[int, ...]] = field(default_factory=dict)
    """Handicap: Combat cards taken out of a hand (BASE-OPTION-07)."""
    pair: str | None = None
    """Beginner's game: the pair of rooms left out, if agreed (BASE-SCENARIO-02)."""
    rope_anchors: int | None = None
    """How many holding squares a laid rope needs, if not what the set says (PRISON-OBJECT-07)."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What brings points, and when enough of them end the game."""

    at_once: bool = False
    """The game ends with the action that reaches the target, not with the turn."""
    escape: Mapping[str, int] = field(default_factory=dict)
    """Points for a character who escapes, by code; ``others`` if he is not named."""
    death: Mapping[str, int] = field(default_factory=dict)
    """Points for a character who dies, by code; ``others`` if he is not named."""
    others: int = 1
    """Points for every character that is not named there."""
    prize: str | None = None
    """Once this character is gone nobody can win any more (PRISON-SCENARIO-11)."""

    def for_escape(self, code: str) -> int:
        return self.escape.get(code, self.others)

    def for_death(self, code: str) -> int:
        return self.death.get(code, self.others)


@dataclass(frozen=True, slots=True)
class Choice:
    """How players choose from several boxes what they play with (NATURE-SETUP-03)."""

    secret: bool
    """Each for himself and sealed, or openly in turn for both."""
    characters: int
    objects: int
    pairs: int
    """How many pairs of rooms are laid in all."""


@dataclass(frozen=True, eq=False)
class Ruleset:
    """Everything a game needs to know about its rules. Built and validated by the sets package."""

    set_name: str
    scenario: str
    version: int
    kinds: Mapping[str, Kind]
    teams: Mapping[Colour, tuple[str, ...]]
    """Codes of the characters and objects each player has, or chooses from."""
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
    """How many characters start on the line, if a player has so many."""
    first_card: int
    """The Action card the very first turn must use, and the ceiling it starts from."""
    options: Options
    goal: Goal = Goal()
    target_fixed: bool = False
    """The scenario leaves no choice how many points are played for."""
    line_up_in_turn: bool = False
    """Players line up one after the other, and the later ones see which dots are taken."""
    seats_drawn: bool = False
    """The colours come with the teams, and a draw decides who plays which (PRISON-SETUP-01)."""
    starter: Colour | None = None
    """Who begins; without one he is drawn."""
    line_reveal: str = "both"
    """From a starting line one reveals ``both`` rooms along it, or the one in ``front``."""
    rope_anchors: int = 2
    """How many holding squares a laid rope needs."""
    claims: bool = False
    """Whether a claim that nobody can reach the goal ends the game if it is not contested."""
    called: Mapping[RuleId, RuleId] = field(default_factory=dict)
    """How this set calls rules that the engine knows by the name of an earlier set."""
    choice: Choice | None = None
    """If the players choose their teams and the rooms before the set-up."""
    names: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    """For each code the names by language, for reading orders and writing reports."""

    @cached_property
    def verbs(self) -> Mapping[str, str]:
        """Every verb somebody knows, and what it is used on."""
        return {n: verb.takes for kind in self.kinds.values() for n, verb in kind.verbs.items()}

    def rule(self, rule: RuleId) -> RuleId:
        """A rule by the name the set of this game gives it."""
        return self.called.get(rule, rule)

    @cached_property
    def codes(self) -> frozenset[str]:
        """Everything somebody has in this game."""
        return frozenset(code for team in self.teams.values() for code in team)

    def is_character(self, code: str) -> bool:
        return self.kinds[code].character

    @cached_property
    def tokens(self) -> Mapping[Token, tuple[Colour, str]]:
        """Every piece of the game, its colour and its code; further copies are numbered from 2."""
        found: dict[Token, tuple[Colour, str]] = {}
        for colour in self.seats:
            for number, code in enumerate(self.teams[colour]):
                copy = self.teams[colour][:number].count(code) + 1
                found[copy_of(colour, code, copy)] = (colour, code)
        return found

    @cached_property
    def pairs(self) -> tuple[str, ...]:
        """The pairs of rooms, in the order of the tiles."""
        return tuple(dict.fromkeys(tile.pair for tile in self.tiles))

    def team_size(self, colour: Colour) -> int:
        """How many characters and objects this player's team has."""
        if self.choice is not None:
            return self.choice.characters + self.choice.objects
        return len(self.teams[colour])

    def everybody(self, colour: Colour) -> int:
        """How many characters this player's team has."""
        if self.choice is not None:
            return self.choice.characters
        return sum(self.is_character(code) for code in self.teams[colour])

    def characters_of(self, colour: Colour) -> int:
        """With how many characters this player plays."""
        return self.options.characters.get(colour, self.everybody(colour))

    def line_up_of(self, colour: Colour) -> int:
        """How many characters of this player start on the line."""
        return min(self.line_up, self.characters_of(colour))

    def combat_hand(self, colour: Colour) -> tuple[int, ...]:
        """The Combat cards this player starts with."""
        hand = list(self.combat_cards)
        for card in self.options.removed.get(colour, ()):
            hand.remove(card)
        return tuple(hand)


def copy_of(colour: Colour, code: str, copy: int) -> Token:
    """The token of a piece; only a second copy shows its number.

    >>> copy_of(Colour.BLUE, "ro", 1), copy_of(Colour.BLUE, "ro", 2)
    ('bro', 'bro2')
    """
    return Token(f"{colour.letter}{code}{copy if copy > 1 else ''}")

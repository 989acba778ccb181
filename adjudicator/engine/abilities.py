"""The hooks: questions the engine asks characters and objects without knowing who they are.

An ability belongs to a kind of character or object and answers the hooks it has an opinion on; all
other hooks answer "no opinion". It keeps no memory: what must be remembered is in the state. The
order in which a hook is asked never matters: for passages the most generous answer wins, strengths
are added up, verbs are a union.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from .ids import Cell, RuleId, Side, Token
from .refusals import Refusal
from .sums import Part

if TYPE_CHECKING:
    from .course import Course
    from .state import Piece, State
    from .walk import Walk

Target = Token | tuple[Cell, Cell] | Side | None
"""What a verb is used on: a piece, a border, a direction, or nothing."""


class Passage(IntEnum):
    """How far a square lets somebody in."""

    BLOCK = 0
    PASS = 1
    STOP = 2


class Verb:
    """Something a character may do for action points, offered by an ability or by his load."""

    name: ClassVar[str]
    rule: ClassVar[RuleId]
    takes: ClassVar[str] = "nothing"
    """What the verb is used on: ``piece``, ``border``, ``direction`` or ``nothing``."""
    while_wounded: ClassVar[bool] = False
    price: ClassVar[int] = 1
    needs: ClassVar[str] = ""
    """The tag of those who may use it, if not everybody may."""

    def check(self, state: State, actor: Piece, target: Target) -> Refusal | None:
        """Why this actor may not do it now, beyond what holds for every action."""
        raise NotImplementedError

    def resolve(self, course: Course, actor: Piece, target: Target) -> None:
        raise NotImplementedError

    def targets(self, state: State, actor: Piece) -> Iterable[Target]:
        """Everything worth trying; ``check`` has the last word."""
        raise NotImplementedError


class Fight(NamedTuple):
    """What a fighter's strength may depend on."""

    attacking: bool
    friends: int
    """How many living characters fight on his side besides himself."""
    weapon: Weapon | None = None
    """What he fights with from afar."""


class Weapon:
    """A way to attack somebody who is not next to the bearer, offered by an object.

    Whoever fights with one takes part only if he is named, and is never wounded by it.
    """

    rule: ClassVar[RuleId]
    shoots: ClassVar[bool] = False
    """A shot counts a value of its own; otherwise the bearer fights at close quarters."""
    value: ClassVar[int] = 0

    def refusal(self, state: State, bearer: Piece, target: Piece) -> Refusal | None:
        """Why the bearer cannot use it against this target now."""
        raise NotImplementedError

    def targets(self, state: State, bearer: Piece) -> Iterable[Piece]:
        """Everybody worth trying; ``refusal`` has the last word."""
        raise NotImplementedError

    def lose(self, course: Course, bearer: Token) -> None:
        """What happens to it when its side has lost."""


@dataclass(frozen=True, slots=True)
class CardNaming:
    """The power to name the card that an opponent has to play."""

    annulled: Refusal
    """Why two who have it do not use it against each other."""


class Ability:
    """Answers hooks. A subclass overrides those it has an opinion on and names its rule."""

    rule: ClassVar[RuleId]
    flies_over_enemies: ClassVar[bool] = False
    chooses_sense: ClassVar[bool] = False
    """Whether its owner turns rooms either way."""
    verbs: ClassVar[tuple[Verb, ...]] = ()
    escape_points: ClassVar[int] = 0
    """Points on top when its owner escapes, or when its object is carried out."""
    gait: ClassVar[str] = "walk"
    """Which borders stop its owner on his way: those that stop this."""
    lets_pass: ClassVar[int] = -1
    """Enemies with at most this printed strength pass its living owner."""
    naming: ClassVar[CardNaming | None] = None
    """Its living owner may name the card that his only opponent has to play."""
    weapon: ClassVar[Weapon | None] = None
    stops_shots: ClassVar[bool] = False
    """Whoever has this object cannot be shot at."""

    def as_mover(self, walk: Walk, ground: str) -> Passage | None:
        """Its owner wants to enter this ground."""
        return None

    def as_load(self, walk: Walk, to: Cell, ground: str) -> Passage | None:
        """Somebody who carries this object wants to enter this ground."""
        return None

    def as_occupant(self, walk: Walk, to: Cell, ground: str, owner: Piece) -> Passage | None:
        """Somebody wants to enter the square where its owner is."""
        return None

    def lies_on(self, ground: str) -> bool:
        """Whether this object may lie on ground that holds nothing else."""
        return False

    def strength(self, holder: Piece, fight: Fight) -> Part | None:
        """What it adds to the strength of its owner or bearer."""
        return None


_HOOKS = ("as_mover", "as_load", "as_occupant", "strength")


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of character or object, with what its abilities say between them."""

    code: str
    name: str
    character: bool
    speed: int = 0
    combat: int = 0
    abilities: tuple[Ability, ...] = ()
    tags: frozenset[str] = frozenset()

    @cached_property
    def answers(self) -> Mapping[str, tuple[Ability, ...]]:
        """For each hook the abilities that have an opinion on it."""
        return {
            hook: tuple(
                a for a in self.abilities if getattr(type(a), hook) is not getattr(Ability, hook)
            )
            for hook in _HOOKS
        }

    @cached_property
    def verbs(self) -> Mapping[str, Verb]:
        return {verb.name: verb for a in self.abilities for verb in a.verbs}

    @cached_property
    def flies_over_enemies(self) -> bool:
        return any(a.flies_over_enemies for a in self.abilities)

    @cached_property
    def chooses_sense(self) -> bool:
        return any(a.chooses_sense for a in self.abilities)

    @cached_property
    def escape_points(self) -> int:
        return sum(a.escape_points for a in self.abilities)

    @cached_property
    def gait(self) -> str:
        return next((a.gait for a in self.abilities if a.gait != Ability.gait), Ability.gait)

    @cached_property
    def lets_pass(self) -> int:
        return max((a.lets_pass for a in self.abilities), default=Ability.lets_pass)

    @cached_property
    def naming(self) -> CardNaming | None:
        return next((a.naming for a in self.abilities if a.naming), None)

    @cached_property
    def weapon(self) -> Weapon | None:
        return next((a.weapon for a in self.abilities if a.weapon), None)

    @cached_property
    def stops_shots(self) -> bool:
        return any(a.stops_shots for a in self.abilities)

    def lies_on(self, ground: str) -> bool:
        return any(a.lies_on(ground) for a in self.abilities)

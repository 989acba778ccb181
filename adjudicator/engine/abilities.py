"""The hooks: questions the engine asks characters and objects without knowing who they are.

An ability belongs to a kind of character or object and answers the hooks it has an opinion on; all
other hooks answer "no opinion". It keeps no memory: what must be remembered is in the state. The
order in which a hook is asked never matters: for passages the most generous answer wins, strengths
are added up, verbs are a union.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar

from .events import Part
from .ids import Cell, RuleId, Side, Token
from .refusals import Refusal

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

    def check(self, state: State, actor: Piece, target: Target) -> Refusal | None:
        """Why this actor may not do it now, beyond what holds for every action."""
        raise NotImplementedError

    def resolve(self, course: Course, actor: Piece, target: Target) -> None:
        raise NotImplementedError

    def targets(self, state: State, actor: Piece) -> Iterable[Target]:
        """Everything worth trying; ``check`` has the last word."""
        raise NotImplementedError


class Ability:
    """Answers hooks. A subclass overrides those it has an opinion on and names its rule."""

    rule: ClassVar[RuleId]
    flies_over_enemies: ClassVar[bool] = False
    chooses_sense: ClassVar[bool] = False
    """Whether its owner turns rooms either way."""
    verbs: ClassVar[tuple[Verb, ...]] = ()
    escape_points: ClassVar[int] = 0
    """Points on top when its owner escapes, or when its object is carried out."""

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

    def strength(self, holder: Piece, attacking: bool) -> Part | None:
        """What it adds to the strength of its owner or bearer."""
        return None


_HOOKS = ("as_mover", "as_load", "as_occupant", "strength")


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of character or object, with its abilities sorted by the hooks they answer."""

    code: str
    name: str
    character: bool
    speed: int = 0
    combat: int = 0
    abilities: tuple[Ability, ...] = ()
    tags: frozenset[str] = frozenset()
    answers: dict[str, tuple[Ability, ...]] = field(init=False, repr=False)
    verbs: dict[str, Verb] = field(init=False, repr=False)
    flies_over_enemies: bool = field(init=False, repr=False)
    chooses_sense: bool = field(init=False, repr=False)
    escape_points: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        answers = {
            hook: tuple(
                a for a in self.abilities if getattr(type(a), hook) is not getattr(Ability, hook)
            )
            for hook in _HOOKS
        }
        set_once = object.__setattr__
        set_once(self, "answers", answers)
        set_once(self, "verbs", {v.name: v for a in self.abilities for v in a.verbs})
        set_once(self, "flies_over_enemies", any(a.flies_over_enemies for a in self.abilities))
        set_once(self, "chooses_sense", any(a.chooses_sense for a in self.abilities))
        set_once(self, "escape_points", sum(a.escape_points for a in self.abilities))

    def lies_on(self, ground: str) -> bool:
        return any(a.lies_on(ground) for a in self.abilities)

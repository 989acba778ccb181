"""Case files: positions, orders and expectations that a moderator can write by hand.

``run_cases`` runs every case of a file. A rule test of this project is a case, grouped by rule id.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from adjudicator.engine.decisions import TimeOut
from adjudicator.engine.events import Event
from adjudicator.engine.ids import Colour
from adjudicator.engine.play import Played, play
from adjudicator.engine.refusals import Refusal
from adjudicator.engine.requests import Ask
from adjudicator.engine.ruleset import Ruleset
from adjudicator.engine.start import start
from adjudicator.engine.state import State
from adjudicator.engine.tiles import Tile
from adjudicator.notation.draft import BadPosition, Draft, seat
from adjudicator.notation.position import SEPARATOR, read_state
from adjudicator.notation.record import BadOptionText, read_options
from adjudicator.sets.load import BadOption, load_ruleset
from adjudicator.sets.rooms import read_room

from ..games import judge
from .board import small_board
from .facts import FACTS, CaseFailed, Facts

_HEAD = re.compile(r"case\s+([A-Z]+-[A-Z0-9]+-\d+)\s+([AR])\s+(.+)$")
_POSITION = ("turn", "played", "hand", "actions", "pool", "vp", "mark")

USUAL = {"base": "standard", "prison": "5", "mixed": "mutual"}
"""The scenario of a case that names none."""

_SET_OF = {"nature": "mixed"}
"""The set by which a rule is played, where it is not called like the rule."""

_DRAWINGS = {
    "P": """
room 1R
pair 1
turns right
+---+---+   +---+---+
| .   .   .   .   . |
+   +   +   +   +   +
| .   .   .   .   . |
+   +   +   +   +   +
  .   .   @   .   .
+   +   +   +   +   +
| .   .   .   .   . |
+   +   +   +   +   +
| .   .   .   .   . |
+---+---+   +---+---+
""",
    "Q": """
room 1R
pair 1
turns right
+---+   +---+---+---+
| .   O   .   .   . |
+   +   +   +   +   +
| .   .   .   .   . |
+   +   +   +   +   +
  .   .   @   .   .
+   +   +   +   +   +
| .   .   .   .   . |
+   +   +   +   +   +
| .   .   .   .   . |
+---+---+   +---+---+
""",
}


class CaseResult(NamedTuple):
    """How one case went."""

    id: str
    polarity: str
    title: str
    line: int
    why: str | None
    """What went wrong; ``None``: everything held."""

    @property
    def ok(self) -> bool:
        return self.why is None


@dataclass
class Case:
    """A case as written: its head and its lines with their numbers."""

    id: str
    polarity: str
    title: str
    line: int
    lines: list[tuple[int, str, str]] = field(default_factory=list)

    @property
    def set_name(self) -> str:
        """The set whose rule it is about."""
        book = self.id.partition("-")[0].lower()
        return _SET_OF.get(book, book)

    def denies(self) -> bool:
        """Whether it shows something refused or denied, as a case of kind R must."""
        words = " ".join(text for _, key, text in self.lines if key == "then")
        return bool(re.search(r"\b(refused|not|hides|illegal)\b", words))


def read_cases(text: str) -> Iterator[Case | CaseResult]:
    """The cases of a file; what cannot be read becomes a failed result."""
    case: Case | None = None
    for number_, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if line.startswith("case"):
            if case is not None:
                yield case
            match = _HEAD.match(line.strip())
            if match is None:
                case = None
                yield CaseResult(
                    "?", "?", line.strip(), number_, "expected: case RULE-ID A|R title"
                )
                continue
            rule, polarity, title = match.groups()
            case = Case(rule, polarity, title, number_)
        elif case is None:
            yield CaseResult("?", "?", line.strip(), number_, "a case begins with a line: case ...")
        elif line[0].isspace() and case.lines:
            case.lines.append((number_, "+", line))
        else:
            key, _, rest = line.strip().partition(" ")
            case.lines.append((number_, key, rest.strip()))
    if case is not None:
        yield case


def position(text: str, set_name: str = "base") -> State:
    """The position that the lines of a case about this set describe.

    >>> position("given  .{bWA} . .").turn.pool
    20
    """
    case = next(iter(read_cases(f"case {set_name.upper()}-TURN-01 A position\n{text}")))
    assert isinstance(case, Case), "the head above is well formed"
    runner = _Runner(case)
    list(runner.steps())
    return runner.now


def run_cases(text: str) -> list[CaseResult]:
    """Run every case of a file."""
    return [c if isinstance(c, CaseResult) else run_case(c) for c in read_cases(text)]


def run_case(case: Case) -> CaseResult:
    why = None
    line = case.line
    try:
        if case.polarity == "R" and not case.denies():
            raise CaseFailed("an R case must show something refused or denied")
        runner = _Runner(case)
        for number_, key, text in runner.steps():
            line = number_
            runner.step(key, text)
    except (CaseFailed, BadPosition, BadOptionText, ValueError) as error:
        why = f"line {line}: {error}"
    return CaseResult(case.id, case.polarity, case.title, case.line, why)


class _Runner(Facts):
    """Carries one case out."""

    def __init__(self, case: Case) -> None:
        super().__init__()
        self.case = case

    def steps(self) -> Iterator[tuple[int, str, str]]:
        """Set up the position, then yield the orders and expectations."""
        setting = [
            entry for entry in self.case.lines if entry[1] not in ("order", "then", "timeout")
        ]
        self._set_up(setting)
        yield from (e for e in self.case.lines if e[1] in ("order", "then", "timeout"))

    # -- the position -------------------------------------------------------------------------

    def _set_up(self, lines: list[tuple[int, str, str]]) -> None:
        drawn = [text for _, key, text in lines if key in ("given", "+")]
        keys = [key for _, key, _ in lines]
        if "game" in keys:
            self._new_game(lines)
            return
        if "asked" in keys:  # a whole position, as the program itself writes it
            self.state = read_state(SEPARATOR.join(f"{key} {text}" for _, key, text in lines))
            return
        if "given" in keys:
            draft = small_board(drawn, self._rules(lines, "scenario"))
        elif "board" in keys:
            draft = Draft(self._rules(lines, "board"), drawings=drawings())
            draft.turn = draft.turn._replace(active=Colour.BLUE, pool=20)
        else:
            raise CaseFailed("a case needs a position: given, board or game")
        for _, key, text in lines:
            if key not in ("given", "+", "board", "scenario", "option"):
                draft.line(key, text.split())
        self.state = draft.build()

    def _rules(self, lines: list[tuple[int, str, str]], key: str) -> Ruleset:
        """The rules a case is about: of the set its id names, in the scenario a line names."""
        options = read_options(" ".join(text for _, k, text in lines if k == "option"))
        named = next((text for _, k, text in lines if k == key), "").split()
        set_name = self.case.set_name
        return load_ruleset(set_name, named[-1] if named else USUAL[set_name], options)

    def _new_game(self, lines: list[tuple[int, str, str]]) -> None:
        words = next(text for _, key, text in lines if key == "game").split()
        seed = "case"
        if "seed" in words:
            seed = words[words.index("seed") + 1]
            words = words[: words.index("seed")]
        try:
            options = read_options(" ".join(words[1:]))
            rules = load_ruleset(self.case.set_name, words[0], options)
        except BadOption as error:
            self.refusal = Refusal(error.rule, error.why)
            return
        self.state = start(rules, seed).state
        if any(key == "teams" for _, key, _ in lines):
            while self.state.turn.active is None:
                request = next(r for r in self.state.pending if not r.sealed)
                played = play(self.state, None, TimeOut(request.number))
                assert isinstance(played, Played), "a set-up can always be drawn"
                self.state = played.state
        for _, key, text in lines:
            if key in _POSITION:
                self.state = _adjusted(self.state, key, text.split())

    # -- orders -------------------------------------------------------------------------------

    def step(self, key: str, text: str) -> None:
        if key == "order":
            sender, _, orders = text.partition(":")
            self._order(None if sender.strip() == "ref" else seat(sender.strip()), orders)
        elif key == "timeout":
            self._time_out(seat(text.strip()))
        else:
            for fact in _split_facts(text):
                self._expect(fact)

    def _order(self, by: Colour | None, orders: str) -> None:
        self.before = self.now
        judged = judge(self.now, by, orders)
        self.refusal = next((v.refusal for v in judged.verdicts if v.refusal), None)
        self._after(judged.state, judged.events)

    def _time_out(self, who: Colour) -> None:
        request = next((r for r in self.now.pending if r.who == who and not r.sealed), None)
        if request is None:
            raise CaseFailed(f"{who} is not asked anything")
        self.before = self.now
        played = play(self.now, None, TimeOut(request.number))
        if isinstance(played, Refusal):
            self.refusal = played
            self._after(self.now, ())
        else:
            self.refusal = None
            self._after(played.state, played.events)

    def _after(self, state: State, events: tuple[Event, ...]) -> None:
        self.state, self.events = state, events
        self.all_events.extend(events)

    # -- expectations -------------------------------------------------------------------------

    def _expect(self, fact: str) -> None:
        words = _words(fact)
        denied = words[0] == "not"
        if denied:
            words = words[1:]
        check = FACTS.get(words[0])
        if check is None:
            raise CaseFailed(f"unknown fact {words[0]!r}")
        try:
            why = check(self, words[1:])
        except (IndexError, KeyError) as error:
            raise CaseFailed(f"cannot read the fact {fact!r}") from error
        if denied and why is None:
            raise CaseFailed(f"should not hold: {fact.strip()}")
        if not denied and why is not None:
            raise CaseFailed(f"expected {fact.strip()!r}, but {why}")


def drawings() -> dict[str, Tile]:
    """The two test tiles of the rule catalogue."""
    return {name: read_room(text.lstrip("\n"), "1R.txt") for name, text in _DRAWINGS.items()}


def _split_facts(text: str) -> list[str]:
    """Facts are parted by ``;``, but not inside quotes."""
    parts = re.findall(r'(?:[^;"]|"[^"]*")+', text)
    return [part for part in parts if part.strip()]


def _words(fact: str) -> list[str]:
    try:
        return shlex.split(fact)
    except ValueError as error:
        raise CaseFailed(f"cannot read {fact!r}: {error}") from error


def _adjusted(state: State, key: str, words: list[str]) -> State:
    """A started game with something set by hand, for cases that need it."""
    draft = Draft(state.rules)
    draft.players = dict(state.players)
    draft.turn = state.turn
    draft.line(key, words)
    pending = state.pending
    if key == "turn":
        ask = draft.asks[0].ask if draft.asks else Ask.ACT
        active = draft.turn.active
        assert active is not None, "a turn line names a player"
        numbered = state.asked + 1
        pending = tuple(r._replace(number=numbered, ask=ask, who=active) for r in pending[:1])
        state = state._replace(asked=numbered)
    return state._replace(players=draft.players, turn=draft.turn, pending=pending)

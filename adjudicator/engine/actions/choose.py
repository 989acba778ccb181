"""Before the set-up of a mixed game: who plays with what (NATURE-SETUP-03 to -09).

In free choice every player hands in his team in secret; in mutual choice both pick in turn, openly,
and each pick counts for both teams. The rooms are laid when the choice is complete.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ..course import Course
from ..deal import draw_index, lay, shuffle
from ..decisions import ChooseTeam, Pick
from ..events_setup import ChooserDrawn, PairsAllotted, Picked, RoomsLaid, TeamChosen, TeamCompleted
from ..ids import Colour, Token
from ..refusals import Refusal, refuse
from ..requests import Ask
from ..ruleset import Choice, Ruleset, copy_of
from ..state import State
from .setup import begin as begin_set_up


def begin(course: Course, choice: Choice) -> None:
    """Ask both for their secret choice, or a drawn player for the first pick (NATURE-SETUP-07)."""
    seats = course.state.rules.seats
    if choice.secret:
        for colour in seats:
            course.ask(Ask.TEAM, colour)
        return
    first = seats[draw_index(course.state.seed, "chooser", len(seats))]
    course.happen(ChooserDrawn(first), "NATURE-SETUP-07")
    course.ask(Ask.PICK, first)


def choice_of(state: State) -> Choice:
    choice = state.rules.choice
    assert choice is not None, "teams are chosen only where the scenario says so"
    return choice


def character_pool(rules: Ruleset, colour: Colour) -> tuple[str, ...]:
    """The characters a player chooses from."""
    return tuple(code for code in rules.teams[colour] if rules.is_character(code))


def object_pool(rules: Ruleset, colour: Colour) -> tuple[str, ...]:
    """The objects a player chooses from, each as often as he owns it."""
    return tuple(code for code in rules.teams[colour] if not rules.is_character(code))


def whole_pair(rules: Ruleset, word: str) -> Refusal | None:
    """Whether a word names a pair of rooms; a room is never chosen without its twin."""
    if word in rules.pairs:
        return None
    room = next((tile for tile in rules.tiles if tile.name.lower() == word.lower()), None)
    if room is not None:
        why = f"a room is never chosen without its twin: name the pair {room.pair}"
        return refuse("NATURE-SETUP-03", why)
    return refuse("NATURE-SETUP-03", f"there is no pair {word}; pairs: {' '.join(rules.pairs)}")


# -- free choice ------------------------------------------------------------------------------


def check_team(state: State, by: Colour, decision: ChooseTeam) -> Refusal | None:
    choice, rules = choice_of(state), state.rules
    owned = Counter(rules.teams[by])
    for code, number in Counter(decision.codes).items():
        if number > owned[code]:
            return refuse("NATURE-SETUP-06", _too_many(rules, code, owned[code]))
    characters = sum(rules.is_character(code) for code in decision.codes)
    objects = len(decision.codes) - characters
    if (characters, objects) != (choice.characters, choice.objects):
        return refuse(
            "NATURE-SETUP-03",
            f"a team has {choice.characters} characters and {choice.objects} objects,"
            f" not {characters} and {objects}",
        )
    return _check_pairs(rules, choice, decision)


def _too_many(rules: Ruleset, code: str, owned: int) -> str:
    if not owned:
        return f"you own no {rules.kinds[code].name}"
    times = "once" if owned == 1 else f"{owned} times"
    return f"the {rules.kinds[code].name} may be taken {times}"


def _check_pairs(rules: Ruleset, choice: Choice, decision: ChooseTeam) -> Refusal | None:
    each = choice.pairs // len(rules.seats)
    for word in (*decision.pairs, *decision.reserve):
        if (refusal := whole_pair(rules, word)) is not None:
            return refusal
    if len(decision.pairs) != each:
        return refuse("NATURE-SETUP-03", f"each player brings {each} pairs of rooms")
    if len(decision.reserve) != each:
        return refuse("NATURE-SETUP-05", f"{each} more pairs are named as a reserve")
    if len({*decision.pairs, *decision.reserve}) != 2 * each:
        return refuse("NATURE-SETUP-05", f"{2 * each} different pairs are needed")
    return None


def resolve_team(course: Course, by: Colour, decision: ChooseTeam) -> None:
    """Store the sealed choice; when all are in, the set-up begins (NATURE-SETUP-04)."""
    course.happen(
        TeamChosen(by, decision.codes, decision.pairs, decision.reserve), "NATURE-SETUP-04"
    )
    if not all(request.sealed for request in course.state.pending if request.ask is Ask.TEAM):
        return
    course.close(Ask.TEAM)
    allotted = allot(course.state)
    for colour in course.state.rules.seats:
        course.happen(PairsAllotted(colour, allotted[colour]), "NATURE-SETUP-05")
    teams = {colour: chosen.codes for colour, chosen in course.state.chosen.items()}
    _complete(course, teams, tuple(pair for pairs in allotted.values() for pair in pairs))


class _Wish(NamedTuple):
    """What is left of one player's wishes while the pairs are given out."""

    has: tuple[str, ...]
    reserve: tuple[str, ...]
    wants: int

    @property
    def lacking(self) -> int:
        return self.wants - len(self.has)


def allot(state: State) -> dict[Colour, tuple[str, ...]]:
    """Who brings in which pairs; a draw decides about a pair both want (NATURE-SETUP-05)."""
    chosen = state.chosen
    wanted = Counter(pair for choice in chosen.values() for pair in choice.pairs)
    wishes: dict[Colour, _Wish] = {}
    for colour in state.rules.seats:
        pairs = chosen[colour].pairs
        has = tuple(p for p in pairs if wanted[p] == 1 or _drawn(state, p) == colour)
        wishes[colour] = _Wish(has, chosen[colour].reserve, len(pairs))
    while any(wish.lacking for wish in wishes.values()):
        wishes = _next_reserve(state, wishes)
    return {colour: wish.has for colour, wish in wishes.items()}


def _drawn(state: State, pair: str) -> Colour:
    """Who gets a pair that both want."""
    seats = state.rules.seats
    return seats[draw_index(state.seed, f"pair/{pair}", len(seats))]


def _next_reserve(state: State, wishes: dict[Colour, _Wish]) -> dict[Colour, _Wish]:
    """Whoever lacks a pair gets the first of his reserve that is free."""
    taken = {pair for wish in wishes.values() for pair in wish.has}
    first = {
        colour: next(pair for pair in wish.reserve if pair not in taken)
        for colour, wish in wishes.items()
        if wish.lacking
    }
    rivals = Counter(first.values())
    for colour, pair in first.items():
        if rivals[pair] == 1 or _drawn(state, pair) == colour:
            wishes[colour] = wishes[colour]._replace(has=(*wishes[colour].has, pair))
    return wishes


# -- mutual choice ----------------------------------------------------------------------------


class Stage(NamedTuple):
    """What is picked now, and by which rule."""

    name: str
    rule: str
    offered: tuple[str, ...]
    """Everything that can still be picked, each once."""


def stage(state: State) -> Stage | None:
    """Pairs first, then characters, then objects; nothing when all is picked."""
    choice, rules, picked = choice_of(state), state.rules, Counter(state.picked)
    for name, rule, number, items in (
        ("pair", "NATURE-SETUP-07", choice.pairs, rules.pairs),
        ("character", "NATURE-SETUP-08", choice.characters, character_pool(rules, rules.seats[0])),
        ("object", "NATURE-SETUP-09", choice.objects, object_pool(rules, rules.seats[0])),
    ):
        if sum(picked[item] for item in set(items)) < number:
            return Stage(name, rule, tuple(Counter(items) - picked))
    return None


def check_pick(state: State, by: Colour, decision: Pick) -> Refusal | None:
    now = stage(state)
    assert now is not None, "nobody is asked to pick when all is picked"
    what, rules = decision.what, state.rules
    if what in now.offered:
        return None
    name = rules.kinds[what].name if what in rules.kinds else f"pair {what}"
    if what in state.picked:
        return refuse(now.rule, f"the {name} is already picked")
    if now.name == "pair" and what not in rules.kinds:
        return whole_pair(rules, what)
    return refuse(now.rule, f"a {now.name} is picked now: {' '.join(now.offered)}")


def resolve_pick(course: Course, by: Colour, decision: Pick) -> None:
    """It counts for both; then the other player picks, until all is complete."""
    now = stage(course.state)
    assert now is not None, "a pick that passed its check belongs to a stage"
    course.close(Ask.PICK)
    course.happen(Picked(by, decision.what), now.rule)
    state = course.state
    if stage(state) is not None:
        course.ask(Ask.PICK, state.next_seat(by))
        return
    codes = tuple(what for what in state.picked if what in state.rules.kinds)
    pairs = tuple(what for what in state.picked if what not in state.rules.kinds)
    _complete(course, dict.fromkeys(state.rules.seats, codes), pairs)


# -- both -------------------------------------------------------------------------------------


def _complete(course: Course, teams: dict[Colour, tuple[str, ...]], pairs: tuple[str, ...]) -> None:
    """What is not chosen is out of the game; the rooms are laid and the set-up begins."""
    rules = course.state.rules
    for colour in rules.seats:
        course.happen(TeamCompleted(colour, tokens_of(colour, teams[colour])), "NATURE-SETUP-03")
    tiles = course.state.space.geometry.tiles
    laid = tuple(number for number, tile in enumerate(tiles) if tile.pair in pairs)
    placements = lay(rules, course.state.seed, tiles, laid)
    rooms = tuple((tile, p.slot, p.turns) for tile, p in enumerate(placements) if p is not None)
    course.happen(RoomsLaid(rooms), "BASE-SETUP-02")
    begin_set_up(course)


def tokens_of(colour: Colour, codes: tuple[str, ...]) -> tuple[Token, ...]:
    """The pieces a list of codes stands for; of equal ones the first copies."""
    return tuple(
        copy_of(colour, code, copy)
        for code, number in Counter(codes).items()
        for copy in range(1, number + 1)
    )


# -- when time is out -------------------------------------------------------------------------


def draw_team(state: State, colour: Colour) -> ChooseTeam:
    choice, rules, seed = choice_of(state), state.rules, state.seed
    characters = shuffle(seed, f"team/{colour}/characters", character_pool(rules, colour))
    objects = shuffle(seed, f"team/{colour}/objects", object_pool(rules, colour))
    pairs = shuffle(seed, f"team/{colour}/pairs", rules.pairs)
    each = choice.pairs // len(rules.seats)
    codes = (*characters[: choice.characters], *objects[: choice.objects])
    return ChooseTeam(codes, pairs[:each], pairs[each : 2 * each])


def draw_pick(state: State) -> Pick:
    now = stage(state)
    assert now is not None, "nobody is asked to pick when all is picked"
    number = draw_index(state.seed, f"pick/{len(state.picked)}", len(now.offered))
    return Pick(now.offered[number])

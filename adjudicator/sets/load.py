"""Reading a set's data into the values the engine works with. A bad key is named with its file."""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from adjudicator.engine.abilities import Kind
from adjudicator.engine.geometry import Border
from adjudicator.engine.ids import Colour, RuleId, Side, Slot
from adjudicator.engine.layout import Layout, Line, LineRule, Place
from adjudicator.engine.ruleset import Choice, Goal, Ground, Options, Ruleset
from adjudicator.engine.tiles import Tile

from .registry import find_ability
from .rooms import read_pack

Data = dict[str, Any]  # parsed TOML

BOXES = ("base", "prison")
"""Sets with characters, objects and rooms of their own."""

SETS = (*BOXES, "mixed")


class BadData(ValueError):
    """A set's data is wrong; the message says where."""


class BadOption(ValueError):
    """The players asked for options the scenario does not allow."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{why} ({rule})")
        self.rule = RuleId(rule)
        self.why = why


def set_folder(name: str) -> Traversable:
    if name not in SETS:
        raise BadOption("BASE-SCENARIO-01", f"there is no set {name!r}; known: {', '.join(SETS)}")
    return resources.files("adjudicator.sets").joinpath(name)


@cache
def _toml(set_name: str, file: str) -> Data:
    path = set_folder(set_name).joinpath(*file.split("/"))
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{set_name}/{file}: {error}") from error


@cache
def set_rules(set_name: str) -> Mapping[str, Mapping[str, Any]]:
    """Title, text and kind of every rule of a set, in our words."""
    return _toml(set_name, "rules.toml")


@cache
def known_rules(set_name: str) -> Mapping[str, Mapping[str, Any]]:
    """Every rule that may be named in a game of this set: its own and those of its boxes."""
    names = dict.fromkeys((*boxes(set_name), set_name))
    return {rule: entry for name in names for rule, entry in set_rules(name).items()}


def boxes(set_name: str) -> tuple[str, ...]:
    """The boxes whose parts a set is played with; most have a box of their own."""
    return tuple(_toml(set_name, "set.toml").get("boxes", [set_name]))


def scenarios(set_name: str) -> tuple[str, ...]:
    folder = set_folder(set_name).joinpath("scenarios")
    files = (file.name for file in folder.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))


def full_game(set_name: str) -> str:
    """The scenario that is played if none is named."""
    return str(_toml(set_name, "set.toml")["full-game"])


@cache
def set_tiles(set_name: str) -> tuple[Tile, ...]:
    folders = (set_folder(box).joinpath("rooms") for box in boxes(set_name))
    return tuple(tile for folder in folders for tile in read_pack(folder))


@cache
def set_kinds(set_name: str) -> Mapping[str, Kind]:
    """The characters and objects of a set with their abilities."""
    return {code: kind for box in boxes(set_name) for code, kind in _box_kinds(box).items()}


def _box_kinds(box: str) -> dict[str, Kind]:
    for module in ("characters", "objects"):
        importlib.import_module(f"adjudicator.sets.{box}.{module}")
    data = _toml(box, "set.toml")
    kinds = {}
    for section, character in (("characters", True), ("objects", False)):
        for code, entry in data[section].items():
            kinds[code] = _kind(box, code, entry, character)
    return kinds


def _kind(set_name: str, code: str, entry: Data, character: bool) -> Kind:
    abilities = []
    for name in entry.get("abilities", ()):
        found = find_ability(name)
        if found is None:
            raise BadData(f"{set_name}/set.toml: {code} has an unknown ability {name!r}")
        abilities.append(found)
    return Kind(
        code=code,
        name=entry["en"][0],
        character=character,
        speed=entry.get("speed", 0),
        combat=entry.get("combat", 0),
        abilities=tuple(abilities),
        tags=frozenset(entry.get("tags", ())),
    )


@cache
def set_grounds(set_name: str) -> Mapping[str, Ground]:
    return {
        name: Ground(name=name, **entry)
        for box in boxes(set_name)
        for name, entry in _toml(box, "set.toml")["grounds"].items()
    }


@cache
def set_borders(set_name: str) -> Mapping[str, Border]:
    return {
        name: _border(name, entry)
        for box in boxes(set_name)
        for name, entry in _toml(box, "set.toml")["borders"].items()
    }


def _border(name: str, entry: Data) -> Border:
    states = {k: frozenset(v) for k, v in entry.items() if k not in ("initial", "rules")}
    rules = {purpose: RuleId(rule) for purpose, rule in entry["rules"].items()}
    return Border(name, entry["initial"], states, rules)


def read_layout(name: str, data: Data) -> Layout:
    """A board from scenario data (PRISON-SETUP-03)."""
    places = [
        Place(Slot(slot), x, y, capacity=group["capacity"], holds=group.get("holds", "any"))
        for group in data["places"]
        for slot, (x, y) in zip(group["slots"], group["at"], strict=True)
    ]
    lines = [_line(entry) for entry in data["lines"]]
    width, height = data["size"]
    return Layout(name, width, height, tuple(places), tuple(lines))


def _line(entry: Data) -> Line:
    (x1, y1), (x2, y2) = entry["from"], entry["to"]
    squares = tuple((x, y) for y in range(y1, y2 + 1) for x in range(x1, x2 + 1))
    rules = {Colour(colour): LineRule(rule) for colour, rule in entry["rules"].items()}
    facing = Side("nesw".index(entry["facing"]))
    dots = tuple(entry.get("dots", ()))
    return Line(entry["name"], squares, facing, dots, rules, entry.get("strip", ""))


def load_ruleset(
    set_name: str = "base", scenario: str = "standard", options: Options | None = None
) -> Ruleset:
    """The rules of one game. Options that the scenario does not allow are refused."""
    if scenario not in scenarios(set_name):
        known = ", ".join(scenarios(set_name))
        rule = rules_called(set_name).get(RuleId("BASE-SCENARIO-01"), "BASE-SCENARIO-01")
        raise BadOption(rule, f"there is no scenario {scenario!r}; known: {known}")
    data, scene = _toml(set_name, "set.toml"), _toml(set_name, f"scenarios/{scenario}.toml")
    cards = {**data["cards"], **scene.get("cards", {})}
    tiles = _tiles(set_name, scene)
    options = options or Options()
    options = replace(options, target=options.target or scene["targets"][0])
    called = rules_called(set_name)
    try:
        _check_options(data, scene, options, tiles)
    except BadOption as error:
        raise BadOption(called.get(error.rule, error.rule), error.why) from None
    starter = scene.get("starter")
    return Ruleset(
        set_name=set_name,
        scenario=scenario,
        version=data["version"],
        kinds=set_kinds(set_name),
        teams=_teams(set_name, scene),
        grounds=set_grounds(set_name),
        borders=set_borders(set_name),
        layout=read_layout(scenario, scene),
        tiles=tiles,
        rooms=scene["rooms"],
        seats=tuple(Colour(seat) for seat in scene["seats"]),
        action_cards=tuple(cards["action"]),
        combat_cards=tuple(cards["combat"]),
        jump_cards=cards["jump"],
        line_up=scene["line-up"],
        first_card=cards["first"],
        options=options,
        goal=_goal(scene.get("goal", {})),
        target_fixed=len(scene["targets"]) == 1,
        line_up_in_turn=scene.get("line-up-in-turn", False),
        seats_drawn=scene.get("draw-seats", False),
        starter=Colour(starter) if starter else None,
        line_reveal=data["line-reveal"],
        rope_anchors=data["rope-anchors"] if options.rope_anchors is None else options.rope_anchors,
        claims=data["claims"],
        called=called,
        choice=Choice(**scene["choice"]) if "choice" in scene else None,
        names=set_names(set_name),
    )


def _tiles(set_name: str, scene: Data) -> tuple[Tile, ...]:
    """The rooms of a scenario: those of the pairs it names, or all of the set."""
    tiles, pairs = set_tiles(set_name), scene.get("pairs")
    return tiles if pairs is None else tuple(tile for tile in tiles if tile.pair in pairs)


def _teams(set_name: str, scene: Data) -> dict[Colour, tuple[str, ...]]:
    """What each player has: the scenario's list, for all or for each, or nearly everything."""
    kinds = set_kinds(set_name)
    rest = [code for code in kinds if code not in scene.get("without", ())]
    named = scene.get("team", rest)
    teams = {}
    for seat in scene["seats"]:
        wanted = named[seat] if isinstance(named, dict) else named
        teams[Colour(seat)] = tuple(
            code for code in kinds if code in wanted for _ in range(_owned(set_name, code))
        )
    return teams


def _owned(set_name: str, code: str) -> int:
    """How many of a kind each player has: a common object once for each box that holds it."""
    if code not in _toml(set_name, "set.toml").get("common", ()):
        return 1
    return sum(code in _toml(box, "set.toml")["objects"] for box in boxes(set_name))


def _goal(data: Data) -> Goal:
    return Goal(
        at_once=data.get("at-once", False),
        escape=data.get("escape", {}),
        death=data.get("death", {}),
        others=data.get("others", 1),
        prize=data.get("prize"),
    )


@cache
def rules_called(set_name: str) -> Mapping[RuleId, RuleId]:
    """For each rule of the base set that this set has too, what this set calls it."""
    return {
        RuleId(shared): RuleId(rule)
        for rule, entry in set_rules(set_name).items()
        for shared in entry.get("base", ())
    }


@cache
def set_names(set_name: str) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    return {
        code: {language: tuple(entry[language]) for language in ("en", "fr", "de")}
        for box in boxes(set_name)
        for section in ("characters", "objects")
        for code, entry in _toml(box, "set.toml")[section].items()
    }


def _check_options(data: Data, scene: Data, options: Options, tiles: tuple[Tile, ...]) -> None:
    if options.target not in scene["targets"]:
        allowed = ", ".join(map(str, scene["targets"]))
        why = f"the target may be {allowed}, not {options.target}"
        if len(scene["targets"]) == 1:
            why = "the goal of this scenario is fixed"
        raise BadOption("BASE-OPTION-05", why)
    if options.memory not in ("own", "strict"):
        raise BadOption("BASE-OPTION-10", f"memory is own or strict, not {options.memory!r}")
    for colour in (*options.characters, *options.removed):
        if colour not in scene["seats"]:
            raise BadOption("BASE-OPTION-06", f"nobody plays {colour} in this game")
    for colour, number in options.characters.items():
        if number not in scene["handicap"]:
            raise BadOption("BASE-OPTION-06", _no_handicap(scene, colour, number))
    for colour, removed in options.removed.items():
        if not scene["handicap"]:
            raise BadOption("BASE-OPTION-07", "in this scenario everybody keeps all his cards")
        _check_removed(data, colour, removed)
    if options.rope_anchors not in (None, *data["rope-anchors-choice"]):
        allowed = " or ".join(map(str, data["rope-anchors-choice"]))
        why = f"a rope needs {allowed} squares to be fastened, not {options.rope_anchors}"
        raise BadOption("BASE-OBJECT-06", why)
    if options.pair is not None:
        _check_pair(scene, options.pair, tiles)


def _no_handicap(scene: Data, colour: Colour, number: int) -> str:
    if not scene["handicap"]:
        return "in this scenario everybody plays with all his characters"
    allowed = f"{min(scene['handicap'])} to {max(scene['handicap'])}"
    return f"{colour} may play with {allowed} characters, not {number}"


def _check_removed(data: Data, colour: Colour, removed: tuple[int, ...]) -> None:
    hand = list(data["cards"]["combat"])
    for card in removed:
        if card == 0:
            raise BadOption("BASE-OPTION-07", "the +0 can never be removed")
        if card not in hand:
            raise BadOption("BASE-OPTION-07", f"{colour} has no further +{card} to remove")
        hand.remove(card)


def _check_pair(scene: Data, pair: str, tiles: tuple[Tile, ...]) -> None:
    pairs = sorted({tile.pair for tile in tiles})
    if "choice" in scene:
        raise BadOption("NATURE-SETUP-03", "in this scenario the players choose the rooms")
    if len(tiles) == scene["rooms"]:
        raise BadOption("BASE-SCENARIO-02", "in this scenario all pairs of rooms are used")
    if pair not in pairs:
        known = ", ".join(pairs)
        raise BadOption("BASE-SCENARIO-02", f"there is no pair {pair}; choose one of {known}")

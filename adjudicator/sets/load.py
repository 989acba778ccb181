"""Reading a set's data into the values the engine works with. A bad key is named with its file."""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from adjudicator.engine.abilities import Kind
from adjudicator.engine.ids import Colour, RuleId, Side, Slot
from adjudicator.engine.layout import Layout, Line, LineRule, Place
from adjudicator.engine.ruleset import Ground, Options, Ruleset
from adjudicator.engine.space import Border
from adjudicator.engine.tiles import Tile

from .registry import find_ability
from .rooms import read_pack

Data = dict[str, Any]  # parsed TOML

SETS = ("base",)


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


def scenarios(set_name: str) -> tuple[str, ...]:
    folder = set_folder(set_name).joinpath("scenarios")
    files = (file.name for file in folder.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))


@cache
def set_tiles(set_name: str) -> tuple[Tile, ...]:
    return read_pack(set_folder(set_name).joinpath("rooms"))


@cache
def set_kinds(set_name: str) -> Mapping[str, Kind]:
    """The characters and objects of a set with their abilities."""
    for module in ("characters", "objects"):
        importlib.import_module(f"adjudicator.sets.{set_name}.{module}")
    data = _toml(set_name, "set.toml")
    kinds = {}
    for section, character in (("characters", True), ("objects", False)):
        for code, entry in data[section].items():
            kinds[code] = _kind(set_name, code, entry, character)
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
    grounds = _toml(set_name, "set.toml")["grounds"]
    return {name: Ground(name=name, **entry) for name, entry in grounds.items()}


@cache
def set_borders(set_name: str) -> Mapping[str, Border]:
    borders = {}
    for name, entry in _toml(set_name, "set.toml")["borders"].items():
        states = {k: frozenset(v) for k, v in entry.items() if k not in ("initial", "rules")}
        rules = {purpose: RuleId(rule) for purpose, rule in entry["rules"].items()}
        borders[name] = Border(name, entry["initial"], states, rules)
    return borders


def read_layout(name: str, data: Data) -> Layout:
    """A board from scenario data."""
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
        raise BadOption("BASE-SCENARIO-01", f"there is no scenario {scenario!r}; known: {known}")
    options = options or Options()
    data, scene = _toml(set_name, "set.toml"), _toml(set_name, f"scenarios/{scenario}.toml")
    kinds = set_kinds(set_name)
    team = tuple(code for code in kinds if code not in scene.get("without", ()))
    _check_options(data, scene, options, set_tiles(set_name))
    return Ruleset(
        set_name=set_name,
        scenario=scenario,
        version=data["version"],
        kinds=kinds,
        team=team,
        grounds=set_grounds(set_name),
        borders=set_borders(set_name),
        layout=read_layout(scenario, scene),
        tiles=set_tiles(set_name),
        rooms=scene["rooms"],
        seats=tuple(Colour(seat) for seat in scene["seats"]),
        action_cards=tuple(data["cards"]["action"]),
        combat_cards=tuple(data["cards"]["combat"]),
        jump_cards=data["cards"]["jump"],
        line_up=scene["line-up"],
        first_card=data["cards"]["first"],
        options=options,
        rope_anchors=data["rope-anchors"],
        names=set_names(set_name),
    )


@cache
def set_names(set_name: str) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    data = _toml(set_name, "set.toml")
    entries = {**data["characters"], **data["objects"]}
    return {
        code: {language: tuple(entry[language]) for language in ("en", "fr", "de")}
        for code, entry in entries.items()
    }


def _check_options(data: Data, scene: Data, options: Options, tiles: tuple[Tile, ...]) -> None:
    if options.target not in scene["targets"]:
        allowed = ", ".join(map(str, scene["targets"]))
        raise BadOption("BASE-OPTION-05", f"the target may be {allowed}, not {options.target}")
    if options.memory not in ("own", "strict"):
        raise BadOption("BASE-OPTION-10", f"memory is own or strict, not {options.memory!r}")
    for colour in (*options.characters, *options.removed):
        if colour not in scene["seats"]:
            raise BadOption("BASE-OPTION-06", f"nobody plays {colour} in this game")
    for colour, number in options.characters.items():
        if number not in scene["handicap"]:
            allowed = f"{min(scene['handicap'])} to {max(scene['handicap'])}"
            why = f"{colour} may play with {allowed} characters, not {number}"
            raise BadOption("BASE-OPTION-06", why)
    for colour, removed in options.removed.items():
        _check_removed(data, colour, removed)
    if options.pair is not None:
        _check_pair(scene, options.pair, tiles)


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
    if len(tiles) == scene["rooms"]:
        raise BadOption("BASE-SCENARIO-02", "in this scenario all pairs of rooms are used")
    if pair not in pairs:
        known = ", ".join(pairs)
        raise BadOption("BASE-SCENARIO-02", f"there is no pair {pair}; choose one of {known}")

"""What has happened, in sentences: told facts in, lines of prose out.

All wording is in the tables below, as templates for ``str.format``; translations are in the
catalogues. A fact of kind ``Moved`` uses the template ``Moved``; a kind with several wordings
adds a word, as in ``Left to``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import cast

from ..engine.ids import Colour, Token
from ..engine.requests import TERMS, Ask
from ..engine.seen import Fact, Value
from .grammar import Called
from .language import ENGLISH, N_, Language
from .phrases import phrase

Names = Mapping[Token, str]
Values = Mapping[str, Value]

TEMPLATES: dict[str, str] = {
    "ActionCardPlayed": N_("{colour} plays the Action card {points}."),
    "Asked team": "",
    "Asked pick": "",
    "Asked out": "",
    "Asked line": "",
    "Asked set": "",
    "Asked action": "",
    "Asked act": "",
    "Asked put": N_("{who} is asked to place tokens."),
    "Asked mind": N_("{who} may name the Combat card his opponent has to play."),
    "Asked card": N_("{who} is asked for a Combat card."),
    "Asked draw": N_("{who} is asked to accept or decline."),
    "Asked claim": N_("{who} is asked to agree or to contest it."),
    "CardForced": N_("{colour} has that card and must play it."),
    "CardNamed": N_("{colour} names the +{card}."),
    "CardNamed none": N_("{colour} names no card."),
    "CardLaid": N_("{colour} has sealed his Combat card."),
    "CardLaid known": N_("{colour} has sealed his Combat card: +{card}."),
    "CardsTakenBack": N_("{colour} takes his Action cards back."),
    "CardsTurned": N_("{winner} wins the combat."),
    "CardsTurned tie": N_("The combat is a tie."),
    "ChooserDrawn": N_("{colour} is drawn to pick first."),
    "CombatDeclared": N_("The {initiator} attacks the {target}."),
    "CombatDeclared afar": N_("The {initiator} attacks the {target}; from afar: {afar}."),
    "DoorChanged": N_("Between {between} there is a change by the {token}: {state}."),
    "DoorChanged open": N_("The {token} opens the portcullis {between}."),
    "DoorChanged closed": N_("The {token} closes the portcullis {between}."),
    "DoorChanged broken": N_("The {token} breaks the portcullis {between}."),
    "Claimed": N_("{colour} claims that nobody can reach the goal any more."),
    "ClaimContested": N_("{colour} contests the claim, and the game goes on."),
    "DrawDeclined": N_("{colour} declines the draw."),
    "DrawOffered": N_("{colour} offers a draw."),
    "Eliminated": N_("The {token} is eliminated: {cause}."),
    "EndTriggered": N_("{colour} has reached the target; the game ends with this turn."),
    "EndTriggered at once": N_("{colour} has reached the target."),
    "Ended": N_("The game is over: {why}. {winners} wins. Points: {scores}."),
    "Ended draw": N_("The game is over: {why}. It is a draw. Points: {scores}."),
    "Escaped": N_("The {token} escapes from the labyrinth."),
    "Fired": N_("The {token} hits the {victim}."),
    "HandShown": N_("{colour} does not have that card and shows his Combat cards to {to}."),
    "HandShown known": N_(
        "{colour} does not have that card and shows his Combat cards to {to}: {cards}."
    ),
    "Hidden": N_("{colour} hid a {hue} token in {slot}."),
    "Hidden known": N_("{colour} hid a {hue} token in {slot}: {token}."),
    "JumpCardUsed": N_("{colour} uses a Jump card."),
    "Jumped": N_("The {token} jumps {path}."),
    "Left": N_("The {token} leaves the {thing} on {at}."),
    "Left to": N_("The {token} hands the {thing} to the {holder} on {at}."),
    "LeftOut": N_("{colour} has left out {number} of his characters."),
    "LeftOut known": N_("{colour} has left out {number} of his characters: {tokens}."),
    "LinedUp": N_("{colour} has lined up his team."),
    "LinedUp known": N_("{colour} has lined up his team: {team}."),
    "LinesTurnedUp": N_("The starting teams are turned up: {team}."),
    "Moved": N_("The {token} moves {path}."),
    "PairsAllotted": N_("{colour} brings in the pairs of rooms {pairs}."),
    "Picked": N_("{colour} picks the pair of rooms {what}."),
    "Picked piece": N_("{colour} picks for both: {name} ({what})."),
    "Placed": N_("{by} places {places}."),
    "Placed drawn": N_("The squares are drawn: {places}."),
    "PlacerDrawn": N_("{colour} is drawn to hide the first token."),
    "PlacingPassedOn": N_("The right to place passes to {to}."),
    "PointsLost": N_("Action points lost: {amount}."),
    "PurseFilled": N_("The {token} has {points} AP of his own in this turn."),
    "Pushed": N_("The {actor} screams and pushes the {token} {path}."),
    "Pushed leaving": N_(
        "The {actor} screams and pushes the {token} {path}; the {left} stays behind."
    ),
    "Recovered": N_("The {by} heals the {token}."),
    "Recovered alone": N_("The {token} recovers from his wound."),
    "Rescued": N_("The wounded {token} is carried out to safety."),
    "Resigned": N_("{colour} resigns."),
    "RevealFinished": "",
    "RoomRevealed": N_("The {actor} reveals {slot}: room {tile}, {lies}. Found there: {found}."),
    "RoomRevealed empty": N_(
        "The {actor} reveals {slot}: room {tile}, {lies}. Nothing is hidden there."
    ),
    "RoomTurned": N_("The {actor} turns {slot} {degrees} degrees clockwise."),
    "RoomTurned left": N_("The {actor} turns {slot} {degrees} degrees counter-clockwise."),
    "RoomsLaid": N_("The rooms are shuffled and laid face down."),
    "Scored": N_("{colour} scores {value} VP ({token} {reason}) and has {score}."),
    "StarterDrawn": N_("{colour} is drawn to play first."),
    "TeamChosen": N_("{colour} has handed in his choice."),
    "TeamChosen known": N_(
        "{colour} has handed in his choice: {codes}; pairs {pairs}, in reserve {reserve}."
    ),
    "StarterDrawn fixed": N_("{colour} plays first."),
    "ThingGone": N_("The {token} is out of the game: {why}."),
    "ThingGone broken": N_("The {token} breaks and is out of the game."),
    "ThingGone drunk": N_("The {token} is drunk."),
    "ThingGone fired": N_("The {token} is fired and used up."),
    "TimedOut": N_("{who} leaves it to the rule: {default}."),
    "TookUp": N_("The {token} takes the {thing} on {at}."),
    "TookUp from": N_("The {token} takes the {thing} from the {giver} on {at}."),
    "TurnBegan": N_("Turn {number}: {colour}."),
    "TurnEnded": "",
    "WalkedThrough": N_("The {token} walks through the wall, {path}."),
    "Wounded": N_("The {token} is wounded."),
}
"""A sentence for each kind of fact; an empty one is not worth a sentence to anybody."""

LIES = (
    N_("upright"),
    N_("a quarter turned clockwise"),
    N_("upside down"),
    N_("a quarter turned counter-clockwise"),
)
"""How a room lies, by the quarters it is turned clockwise."""
SIDE = N_("  {colour}: {sum}")
SIDE_WITH_CARD = N_("  {colour}: {sum}; +{card} card = {total}")
SIDE_WITH_LATE_CARD = N_("  {colour}: {sum}; +{card} card (by default) = {total}")
PLACED = N_("the {token} on {square}")
ARMED = N_("{token} with the {weapon}")
SCORE = "{colour} {score}"

FOLLOWS = frozenset(
    {
        "CardForced",
        "Eliminated",
        "Escaped",
        "Fired",
        "HandShown",
        "Left",
        "PlacingPassedOn",
        "PurseFilled",
        "Rescued",
        "Scored",
        "ThingGone",
        "TookUp",
        "Wounded",
    }
)
"""Consequences: told on the line of what caused them."""

BEGINS = frozenset({"ThingGone drunk", "ThingGone fired"})
"""Wordings that begin a line all the same."""

VARIANTS: dict[str, Callable[[Values], str]] = {
    "Asked": lambda v: str(v["ask"]),
    "CardLaid": lambda v: "" if v["card"] is None else "known",
    "CardNamed": lambda v: "none" if v["card"] is None else "",
    "CardsTurned": lambda v: "" if v["winner"] else "tie",
    "CombatDeclared": lambda v: "afar" if v.get("afar") else "",
    "DoorChanged": lambda v: str(v["state"]),
    "EndTriggered": lambda v: "at once" if v["at_once"] else "",
    "Ended": lambda v: "" if v["winners"] else "draw",
    "HandShown": lambda v: "known" if v["cards"] else "",
    "Hidden": lambda v: "known" if v["token"] else "",
    "Picked": lambda v: "piece" if v["name"] else "",
    "TeamChosen": lambda v: "known" if v["codes"] else "",
    "Left": lambda v: "to" if v["holder"] else "",
    "LeftOut": lambda v: "known" if v["tokens"] else "",
    "LinedUp": lambda v: "known" if v["team"] else "",
    "Placed": lambda v: "drawn" if v["drawn"] else "",
    "Pushed": lambda v: "leaving" if v.get("left") else "",
    "Recovered": lambda v: "alone" if v["by"] == v["token"] else "",
    "RoomRevealed": lambda v: "" if v["found"] else "empty",
    "RoomTurned": lambda v: "left" if cast(int, v["quarters"]) < 0 else "",
    "StarterDrawn": lambda v: "" if v["drawn"] else "fixed",
    "ThingGone": lambda v: str(v["why"]),
    "TookUp": lambda v: "from" if v["giver"] else "",
}
"""Which wording a fact needs, for the kinds that have several."""


PHRASED = frozenset({"cause", "state", "why"})
"""Values that are words of the engine."""


def report(facts: Iterable[Fact], names: Names, language: Language = ENGLISH) -> list[str]:
    """The facts as sentences, in order; consequences stand on the line of their cause.

    A piece is called by its name, at its first mention also by its code, as orders need it.

    >>> names = {Token("bWA"): "blue Warrior", Token("yGO"): "yellow Goblin"}
    >>> report([Fact("Moved", {"token": "bWA", "path": ("c4", "c5")})], names)
    ['The blue Warrior (bWA) moves c4-c5.']
    """
    lines: list[str] = []
    strengths: dict[str, str] = {}
    before: Fact | None = None
    call = _Call(names, language)
    for fact in facts:
        if "parts" in fact.values:
            strengths = _strengths(fact.values, language)
        told = [*_combat(fact, strengths, call), _sentence(fact, call)]
        told = _in_order(fact.kind, [line for line in told if line])
        if lines and told and _follows(fact, before):
            lines[-1] += " " + told.pop(0)
        lines += told
        before = fact
    return lines


def _follows(fact: Fact, before: Fact | None) -> bool:
    """Whether a fact continues the line: a consequence, or a load handled on the way."""
    if before is None or fact.kind not in FOLLOWS or _key(fact) in BEGINS:
        return False
    if fact.kind in ("Left", "TookUp"):
        return fact.values["token"] in (before.values.get("token"), before.values.get("thing"))
    return True


def _in_order(kind: str, told: list[str]) -> list[str]:
    """A declared combat begins with its sentence, turned cards end with it."""
    return [*told[-1:], *told[:-1]] if kind == "CombatDeclared" else told


def _sentence(fact: Fact, call: _Call) -> str:
    template = TEMPLATES.get(_key(fact))
    if template is None:
        template = TEMPLATES[fact.kind]
    words = {name: _word(name, value, call) for name, value in fact.values.items()}
    return call.say(template, **words, **_extra(fact, call.say))


def _key(fact: Fact) -> str:
    """The name of the wording for this fact."""
    variant = VARIANTS.get(fact.kind)
    return fact.kind if variant is None else f"{fact.kind} {variant(fact.values)}".strip()


def _word(name: str, value: Value, call: _Call) -> str | Called:
    """A value as it stands in a sentence: names for tokens, capitals for players, lists joined."""
    match name:
        case "team" | "places":
            return _listed(call.say(PLACED, token=call(t), square=s) for t, s in _two(value))
        case "afar":
            return _listed(call.say(ARMED, token=call(t), weapon=call(w)) for t, w in _two(value))
        case "scores":
            return _listed(SCORE.format(colour=call(c), score=n) for c, n in _two(value))
        case "path":
            return "-".join(_texts(value))
        case "cards" if isinstance(value, tuple) and all(isinstance(card, int) for card in value):
            return " ".join(f"+{card}" for card in value)
        case "between":
            return "|".join(_texts(value))
        case _ if name in PHRASED and value is not None:
            return phrase(str(value), call.say)
        case "reason":
            return call.say.term("reason", str(value))
        case "name" if value is not None:
            return call.say.kind(str(value))
        case _ if isinstance(value, tuple):
            return _listed(str(call(text)) for text in value if isinstance(text, str))
        case _:
            return call(value)


def _extra(fact: Fact, say: Language) -> dict[str, object]:
    """Words that a fact does not hold itself."""
    values = fact.values
    match fact.kind:
        case "TimedOut":
            return {"default": phrase(TERMS[Ask(cast(str, values["ask"]))].default, say)}
        case "Hidden":
            return {"hue": say.term("token", cast(str, values["colour"]))}
        case "RoomRevealed":
            return {"lies": say(LIES[cast(int, values["turns"])])}
        case "RoomTurned":
            return {"degrees": 90 * abs(cast(int, values["quarters"]))}
        case _:
            return {}


# -- combats ----------------------------------------------------------------------------------


def explain(parts: Iterable[tuple[int, str]], language: Language = ENGLISH) -> str:
    """
    >>> explain([(3, "Warrior"), (1, "Sword")])
    '3 Warrior + 1 Sword = 4'
    """
    parts = tuple(parts)
    summands = " + ".join(f"{value} {phrase(label, language)}" for value, label in parts)
    return f"{summands} = {sum(value for value, _ in parts)}"


def _strengths(values: Values, language: Language) -> dict[str, str]:
    """For each side how its strength adds up."""
    sides = cast(tuple[tuple[str, tuple[tuple[int, str], ...]], ...], values["parts"])
    return {colour: explain(parts, language) for colour, parts in sides}


def _combat(fact: Fact, strengths: Mapping[str, str], call: _Call) -> Iterator[str]:
    """The numbers of each side: when a combat is declared, and again with the cards."""
    if fact.kind == "CombatDeclared":
        for colour, text in strengths.items():
            yield call.say(SIDE, colour=call(colour), sum=text)
    elif fact.kind == "CardsTurned":
        totals = cast(dict[str, int], dict(_two(fact.values["totals"])))
        late = cast(tuple[str, ...], fact.values["late"])
        for colour, card in cast(dict[str, int], dict(_two(fact.values["cards"]))).items():
            yield call.say(
                SIDE_WITH_LATE_CARD if colour in late else SIDE_WITH_CARD,
                colour=call(colour),
                sum=strengths.get(colour, totals[colour] - card),
                card=card,
                total=totals[colour],
            )


# -- words ------------------------------------------------------------------------------------


class _Call:
    """Calls players and pieces by name, a piece at its first mention by its code as well.

    >>> call = _Call({Token("bWA"): "blue Warrior"})
    >>> str(call("bWA")), str(call("bWA")), call("blue"), call(3)
    ('blue Warrior (bWA)', 'blue Warrior', 'Blue', '3')
    """

    def __init__(self, names: Names, language: Language = ENGLISH) -> None:
        self.say = language
        self._names = names
        self._met: set[str] = set()

    def __call__(self, value: object) -> str | Called:
        text = str(value)
        if text not in self._names:
            return self.say.seat(text) if text in tuple(Colour) else text
        code = "" if text in self._met else text
        self._met.add(text)
        return self.say.piece(self._names[Token(text)], code)


def _listed(texts: Iterable[str]) -> str:
    return ", ".join(texts)


def _texts(value: Value) -> tuple[str, ...]:
    return cast(tuple[str, ...], value)


def _two(value: Value) -> tuple[tuple[str, Value], ...]:
    return cast(tuple[tuple[str, Value], ...], value or ())

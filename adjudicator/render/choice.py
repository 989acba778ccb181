"""What the players of a mixed game choose from and have chosen, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..engine.ids import Token
from ..engine.requests import CHOOSING, Ask
from ..engine.seen import ChoiceSeen, TeamSeen, View
from .language import Language

TIED = "\0"
"""A space at which no line is broken."""


def choice_lines(view: View, say: Language) -> Iterator[tuple[str, str]]:
    """A label and a text for each thing the viewer knows of the choice."""
    choice = view.choice
    if choice is None:
        return
    if any(ask.ask in CHOOSING for ask in view.mine):
        yield from _offered(view, choice, say)
    if choice.picked:
        yield say("Picked for both teams"), _listed(view, choice.picked, say)
    for team in choice.teams:
        for label, text in _team(view, team, say):
            mine = team.colour == view.viewer
            yield (label if mine else f"{say.seat(team.colour)}, {label}"), text


def _offered(view: View, choice: ChoiceSeen, say: Language) -> Iterator[tuple[str, str]]:
    yield say("To choose from"), _listed(view, choice.offered, say)
    if choice.secret:
        yield say("Pairs of rooms"), " ".join(choice.pairs)
        yield (
            say("A team"),
            say(
                "{characters} characters and {objects} objects; {pairs} pairs of rooms you want,"
                " and as many in reserve, the best first",
                characters=choice.characters,
                objects=choice.objects,
                pairs=choice.each,
            ),
        )
    else:
        yield (
            say("Picked in turn"),
            say(
                "{pairs} pairs of rooms, then {characters} characters, then {objects} objects;"
                " each pick counts for both teams",
                pairs=choice.each * len(view.players),
                characters=choice.characters,
                objects=choice.objects,
            ),
        )


def _team(view: View, team: TeamSeen, say: Language) -> Iterator[tuple[str, str]]:
    yield say("Team"), _listed(view, team.codes, say)
    if team.allotted:
        yield say("Pairs of rooms brought in"), _brought_in(team, say)
    else:
        yield say("Pairs of rooms wanted"), " ".join(team.pairs)
        yield say("Pairs of rooms in reserve"), " ".join(team.reserve)


def _brought_in(team: TeamSeen, say: Language) -> str:
    """The pairs a player got, and why not those he wanted (NATURE-SETUP-05)."""
    brought = " ".join(team.allotted)
    lost = " ".join(pair for pair in team.pairs if pair not in team.allotted)
    if not lost:
        return brought
    return say("{pairs} (a draw has given the other player {lost})", pairs=brought, lost=lost)


def _listed(view: View, items: Iterable[str], say: Language) -> str:
    """Codes with their names; pairs of rooms by their numbers."""
    return ", ".join(_called(view, item, say) for item in items)


def _called(view: View, item: str, say: Language) -> str:
    name = view.names.get(Token(f"{view.players[0].colour.letter}{item}"))
    if name is None:
        return say("pair {pair}", pair=item).replace(" ", TIED)
    return f"{item}{TIED}{say.kind(name.split(' ', 1)[-1])}"


def choice_examples(choice: ChoiceSeen, ask: Ask) -> list[str]:
    """Orders in notation that answer the question."""
    if ask is Ask.PICK:
        return [f"PICK {item}" for item in choice.offered[:3]]
    characters = [code for code in choice.offered if code.isupper()][: choice.characters]
    objects = [code for code in choice.offered if code.islower()][: choice.objects]
    wanted, reserve = choice.pairs[: choice.each], choice.pairs[choice.each : 2 * choice.each]
    words = ["TEAM", *characters, *objects, "PAIRS", *wanted, "RESERVE", *reserve]
    return [" ".join(words)]

"""A situation as finished words, ready to be laid out by the templates of the letters."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo
from functools import cached_property
from typing import NamedTuple

from ..engine.ids import Colour
from ..engine.requests import Ask
from ..engine.seen import AskSeen, Fact, PlayerSeen, Role, RoomSeen, View
from .board import count_hidden, draw_board, legend, slits
from .choice import choice_lines
from .examples import examples
from .language import N_, Language
from .letter_parts import Press, Seal, Sitter, Situation
from .words import Words

Pair = tuple[str, str]

FOUGHT = (Ask.NAME_CARD, Ask.COMBAT_CARD, Ask.DRAW)
"""Questions for which one must know the combat under way."""


class Question(NamedTuple):
    """One thing the reader is asked."""

    number: int
    words: str
    under_way: list[str]
    explained: str
    sealed: bool
    tokens: str
    lines: list[str]
    afterwards: tuple[str, ...]
    default: str


class Message(NamedTuple):
    """Press, with whom it is from and to."""

    heading: str
    text: str


class Scene:
    """A situation for one reader. Its attributes are what the templates know."""

    def __init__(
        self,
        situation: Situation,
        language: Language,
        zone: tzinfo,
        sitters: tuple[Sitter, ...] = (),
        told: tuple[Fact, ...] = (),
    ) -> None:
        view = situation.view
        self.say = language
        self.view: View = view
        self.situation = situation
        self.words = Words(view, language)
        self.sitters = sitters
        self.combat_told = any(fact.kind == "CombatDeclared" for fact in told)
        self.is_player = isinstance(view.viewer, Colour)
        self.over = view.winners is not None
        self.won = view.viewer in (view.winners or ())
        self.turn = self._turn()
        self.result = self.words.result()
        self.commitment = view.commitment
        self.seed = view.seed or ""
        self.deadline = language.moment(situation.deadline, zone) if situation.deadline else ""
        self.grace = language.moment(situation.grace, zone) if situation.grace else ""
        self.standing = situation.standing
        self.seals: tuple[Seal, ...] = situation.seals

    def _turn(self) -> str:
        view = self.view
        if view.active is not None and any(ask.ask is Ask.ACTION_CARD for ask in view.asks):
            who = self.words.seat(view.active)
            return self.say("Turn {number}: {who} plays.", number=view.turn, who=who)
        return self.words.turn() + "."

    # -- what is asked ------------------------------------------------------------------------

    @cached_property
    def questions(self) -> list[Question]:
        return [self._question(ask) for ask in self.view.mine]

    @cached_property
    def all_sealed(self) -> bool:
        """Whether the reader has answered everything, but may still change it."""
        return all(ask.sealed for ask in self.view.mine)

    def _question(self, ask: AskSeen) -> Question:
        words = self.words
        return Question(
            number=ask.number,
            words=words.question(ask),
            under_way=self.under_way if ask.ask in FOUGHT else [],
            explained=words.explained(ask),
            sealed=ask.sealed,
            tokens=words.listed(ask.tokens),
            lines=list(self.situation.suggestions) or examples(self.view, ask),
            afterwards=self.situation.afterwards,
            default=words.default(ask),
        )

    @cached_property
    def under_way(self) -> list[str]:
        """A combat with its sums, set in below it; a room being filled; an open offer."""
        view, words, lines = self.view, self.words, list[str]()
        if view.combat is not None and not self.combat_told:
            lines.append(words.combat(view.combat) + ".")
            for side in view.combat.sides:
                lines.append("  " + words.side(view.combat, side))
                if side.card is not None:
                    lines.append("  " + words.sealed_card(view.combat, side))
        if view.reveal is not None:
            lines.append(words.reveal(view.reveal))
        if view.offer is not None:
            lines.append(words.offer(view.offer))
        return lines

    @cached_property
    def waiting(self) -> list[str]:
        """Whom else the game waits for. A sealed answer is waited for no more."""
        return [self._awaited(ask) for ask in self.view.asks if not ask.mine]

    def _awaited(self, ask: AskSeen) -> str:
        text = N_("The game waits for {who}: {question}.")
        if ask.sealed:
            text = N_("The answer of {who} is in: {question}.")
        question = self.words.question(ask)
        return self.say(text, who=self.words.seat(ask.who), question=question)

    # -- the board ----------------------------------------------------------------------------

    @cached_property
    def board(self) -> list[str]:
        return draw_board(self.view, self.say)

    @cached_property
    def legend(self) -> list[str]:
        return [
            *legend(self.say, self.view),
            *(f"& {border}" for border in self.words.odd_borders()),
        ]

    @cached_property
    def pieces(self) -> list[Pair]:
        """What stands where, and the rooms that lie open: the board for a screen reader."""
        pairs = [(self.words.seat(colour), text) for colour, text in self.words.pieces()]
        if rooms := self.words.rooms():
            pairs.append((self.say("Rooms"), rooms))
        return pairs

    @cached_property
    def alt(self) -> str:
        """The picture in words."""
        pieces = [
            f"{who}{self.say(': ')}{text}." for who, text in self.pieces[: len(self.view.players)]
        ]
        rooms = [self._cover(room) for room in self.view.rooms if not room.face_up]
        return " ".join(
            [self.say("Picture of the board."), self.turn, *pieces, *self._slits(), *rooms]
        )

    def _slits(self) -> list[str]:
        places = ", ".join(slits(self.view))
        return [self.say("Arrow-slits: {places}.", places=places)] if places else []

    def _cover(self, room: RoomSeen) -> str:
        hidden = ", ".join(count_hidden(room.hidden, self.say))
        hidden = hidden or self.say.term("room", "empty")
        return self.say("{slot} face down: {tokens}.", slot=room.slot, tokens=hidden)

    # -- cards and tokens ---------------------------------------------------------------------

    @cached_property
    def own(self) -> list[Pair]:
        """What only the reader is shown; after the end, and for a moderator, of everybody."""
        chosen = list(choice_lines(self.view, self.say))
        return chosen + [pair for player in self.view.players for pair in self._own(player)]

    def _own(self, player: PlayerSeen) -> Iterator[Pair]:
        say, words = self.say, self.words
        who = "" if player.colour == self.view.viewer else f"{words.seat(player.colour)}, "
        if player.hand is not None:
            yield who + say("Hand"), words.hand(player.hand)
        if player.lined_up:
            yield who + say("Starting team, still secret"), words.team(player)
        if player.unplaced:
            yield who + say("Tokens still to be placed"), words.listed(player.unplaced)
        for slot, tokens in words.hidden(player.colour):
            yield who + say("Hidden in {slot}", slot=slot), tokens

    @cached_property
    def players(self) -> list[tuple[str, list[str]]]:
        """For each player his standing, his points, his pieces off the board; what wins."""
        found = []
        names = {sitter.colour: sitter.name for sitter in self.sitters}
        for player in self.view.players:
            lines = [self.words.standing(player)]
            if player.points:
                lines.append(self.say("Points: {points}", points=self.words.points(player)))
            if player.off_board:
                gone = self.words.off_board(player)
                lines.append(self.say("Off the board: {pieces}", pieces=gone))
            seat, name = self.words.seat(player.colour), names.get(player.colour)
            found.append((f"{seat} ({name})" if name else seat, lines))
        return [*found, (self.say("Goal"), [self.words.goal()])]

    # -- messages -----------------------------------------------------------------------------

    @cached_property
    def press(self) -> list[Message]:
        return [Message(self._heading(press), press.text) for press in self.situation.press]

    def _heading(self, press: Press) -> str:
        sender, to = person(press.sender, self.say), press.to
        if to is None:
            return self.say("{sender} to all:", sender=sender)
        if to == self.view.viewer:
            return self.say("{sender} to you alone:", sender=sender)
        return self.say("{sender} to {receiver}:", sender=sender, receiver=person(to, self.say))


# -- people -----------------------------------------------------------------------------------

ROLES = {Role.MODERATOR: N_("The moderator"), Role.OBSERVER: N_("An observer")}


def person(who: Colour | Role | None, say: Language) -> str:
    """A player, somebody else at the table, or somebody who does not say who he is."""
    if who is None:
        return say("Somebody")
    return say(ROLES[who]) if isinstance(who, Role) else say.seat(who)


def sitting(sitters: tuple[Sitter, ...], say: Language, drawn: bool = False) -> str:
    """Who plays: ``Anna (Blue) and Ben (Yellow)``; an empty seat is said to be free.

    While the colours are still to be drawn nobody has one.
    """
    if drawn:
        return say(" and ").join(sitter.name or say("one seat still free") for sitter in sitters)
    return say(" and ").join(
        f"{sitter.name} ({say.seat(sitter.colour)})"
        if sitter.name
        else say("{who} still free", who=say.seat(sitter.colour))
        for sitter in sitters
    )

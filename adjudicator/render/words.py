"""A position in words, for one viewer and in his language: what ``text`` and ``letter`` lay out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..engine.ids import Colour, Token
from ..engine.requests import Ask
from ..engine.seen import (
    AskSeen,
    CombatSeen,
    HandSeen,
    PlayerSeen,
    RevealSeen,
    RoomSeen,
    SideSeen,
    SquareSeen,
    TokenSeen,
    View,
)
from ..engine.sums import Part
from .board import holders, load_text, loads_of, odd_borders, piece_text
from .goals import game_words, goal_words
from .language import ENGLISH, N_, Language
from .phrases import phrase

TIED = "\0"
"""A space at which no line is broken."""

MARKS = {"fresh": N_("wounded this turn"), "inert": N_("inert: recovered this turn")}

QUESTIONS = {
    Ask.TEAM: N_("choose a team and pairs of rooms in secret"),
    Ask.PICK: N_("pick something that both play with"),
    Ask.LEAVE_OUT: N_("leave characters out of the game"),
    Ask.LINE_UP: N_("line up a starting team"),
    Ask.HIDE: N_("hide a token in a face-down room"),
    Ask.ACTION_CARD: N_("play an Action card"),
    Ask.ACT: N_("act, or end the turn"),
    Ask.PUT: N_("place the tokens found"),
    Ask.NAME_CARD: N_("name a Combat card, or none"),
    Ask.COMBAT_CARD: N_("seal a Combat card"),
    Ask.DRAW: N_("answer the offer of a draw"),
    Ask.CLAIM: N_("answer the claim that nobody can reach the goal any more"),
}

EXPLAINED = {
    Ask.NAME_CARD: N_(
        "If your opponent holds the card you name, he must play it, and you choose yours knowing"
        " it. If he does not hold it, you see his Combat cards once. HELP MIND tells more."
    ),
}
"""What comes of an answer, where the question alone does not tell."""

GONE = {
    "eliminated": N_("{piece:code} eliminated"),
    "escaped": N_("{piece:code} escaped"),
    "rescued": N_("{piece:code} rescued"),
    "lost": N_("{piece:code} lost"),
}
"""What became of a piece that is off the board."""

HELD = {"characters": N_(", characters only"), "objects": N_(", objects only")}
"""What may be hidden in a room that does not take everything."""

TITLES = {
    "own": N_("Dungeon Twister: {game}; target {points}"),
    "strict": N_("Dungeon Twister: {game}; target {points}; nobody is reminded of hidden tokens"),
    "own, fixed": N_("Dungeon Twister: {game}"),
    "strict, fixed": N_("Dungeon Twister: {game}; nobody is reminded of hidden tokens"),
}
"""What is played, by how much the players are helped to remember (BASE-OPTION-10). A target that
goes with the scenario is told with the goal only."""


class Words:
    """What there is to say of a view. Nothing is broken into lines yet."""

    def __init__(self, view: View, language: Language = ENGLISH) -> None:
        self.view = view
        self.say = language

    # -- names --------------------------------------------------------------------------------

    def seat(self, colour: Colour) -> str:
        return self.say.seat(colour)

    def called(self, token: Token) -> str:
        """A token with its name: ``bro Rope``."""
        return f"{token}{TIED}{self.say.kind(self.view.names[token].split(' ', 1)[-1])}"

    def listed(self, tokens: Iterable[Token]) -> str:
        return ", ".join(self.called(token) for token in tokens)

    # -- the game -----------------------------------------------------------------------------

    def title(self) -> str:
        say, view = self.say, self.view
        game = game_words(view.set_name, view.scenario, say)
        points = say.many("{n} point", "{n} points", view.target)
        kind = f"{view.memory}, fixed" if view.goal.target_fixed else view.memory
        return say(TITLES[kind], game=game, points=points)

    def goal(self) -> str:
        return goal_words(self.view.goal, self.view.target, self.say)

    def turn(self) -> str:
        say, view = self.say, self.view
        if view.winners is not None and not view.turn:
            return say("The game is over")
        if view.winners is not None:
            return say("The game is over after turn {number}", number=view.turn)
        if view.active is None:
            return say("Set-up")
        text = say(
            "Turn {number}: {who} plays, {points} AP left",
            number=view.turn,
            who=self.seat(view.active),
            points=view.pool,
        )
        for token, left in view.purses:
            text += say(", {token} {points} AP of his potion", token=token, points=left)
        if view.end_triggered:
            text += say(". The last turn: the target is reached")
        return text

    def handicaps(self) -> Iterator[str]:
        for colour, number, removed in self.view.handicap:
            text = self.say(
                "Handicap: {who} plays with {number} characters",
                who=self.seat(colour),
                number=number,
            )
            if removed:
                cards = " ".join(f"+{card}" for card in removed)
                text += self.say(", without the Combat cards {cards}", cards=cards)
            yield text

    def result(self) -> str:
        view = self.view
        if view.winners is None:
            return ""
        why = phrase(view.why_ended or "", self.say)
        winners = self.say(" and ").join(self.seat(colour) for colour in view.winners)
        if winners:
            return self.say("Won by {winners}: {why}.", winners=winners, why=why)
        return self.say("A draw: {why}.", why=why)

    # -- the board ----------------------------------------------------------------------------

    def rooms(self) -> str:
        """Face-up rooms with their tiles and how they are turned."""
        rooms = (
            f"{room.slot}={room.tile}:{90 * room.turns}"
            for room in self.view.rooms
            if room.face_up and room.tile
        )
        return " ".join(rooms)

    def odd_borders(self) -> list[str]:
        return odd_borders(self.view, self.say)

    def pieces(self) -> Iterator[tuple[Colour, str]]:
        """For each colour what stands on the board: ``bWA+sw c7``, ``bGO* d8``, ``bro e5``."""
        found: dict[Colour, list[tuple[bool, str]]] = {p.colour: [] for p in self.view.players}
        for square in self.view.squares.values():
            for token in holders(square):
                entry = (not token.character, self._piece(square, token))
                found.setdefault(token.colour, []).append(entry)
        for colour, entries in found.items():
            texts = [text for _, text in sorted(entries)]
            yield colour, ", ".join(texts) or self.say.term("pieces", "none")

    def _piece(self, square: SquareSeen, token: TokenSeen) -> str:
        loads = list(loads_of(square, token))
        text = piece_text(token) + "".join(load_text(token, load) for load in loads)
        marks = [mark for piece in (token, *loads) for mark in piece.marks]
        notes = self.say("; ").join(self.say(MARKS.get(mark, mark)) for mark in marks)
        return f"{text}{TIED}{square.name}" + (f" ({notes})" if notes else "")

    # -- players ------------------------------------------------------------------------------

    def standing(self, player: PlayerSeen) -> str:
        say = self.say
        card = say("no Action card open")
        if player.open_card is not None:
            card = say("Action card {card}", card=player.open_card)
        parts = [
            say.many("{n} point", "{n} points", player.score),
            card,
            say.many(
                "{n} card in hand and {used} used",
                "{n} cards in hand and {used} used",
                player.cards,
                used=player.used,
            ),
        ]
        if player.to_place:
            parts.append(say.many("{n} token to hide", "{n} tokens to hide", player.to_place))
        if player.dots and set(player.dots) < self._dots(player.colour):
            parts.append(say("dots taken: {dots}", dots=" ".join(player.dots)))
        if player.left_out:
            text = say.many("{n} character left out", "{n} characters left out", player.left_out)
            parts.append(text)
        return say("; ").join(parts)

    def _dots(self, colour: Colour) -> set[str]:
        """All dots of a player's line. That every one is taken need not be said."""
        home = [line.name for line in self.view.lines if colour in line.home_of]
        squares = self.view.squares.values()
        return {square.name for square in squares if square.dot and square.line in home}

    def points(self, player: PlayerSeen) -> str:
        found = (
            self.say(
                "{value} for {token} {reason}",
                value=point.value,
                token=point.token,
                reason=self.say.term("reason", point.reason),
            )
            for point in player.points
        )
        return ", ".join(text.replace(" ", TIED) for text in found)

    def off_board(self, player: PlayerSeen) -> str:
        gone = (
            self.say(GONE[how], piece=self.say.piece(self.view.names[token], token))
            for token, how in player.off_board
        )
        return ", ".join(text.replace(" ", TIED) for text in gone)

    # -- secrets of the viewer ----------------------------------------------------------------

    def hand(self, hand: HandSeen) -> str:
        none = self.say.term("cards", "none")
        return self.say(
            "Action {actions}; Combat {combat}; {jumps}",
            actions=" ".join(f"A{card}" for card in hand.actions) or none,
            combat=" ".join(f"+{card}" for card in hand.combat) or none,
            jumps=self.say.many("{n} Jump card", "{n} Jump cards", hand.jumps),
        )

    def team(self, player: PlayerSeen) -> str:
        return ", ".join(f"{self.called(token)} {at}" for token, at in player.lined_up)

    def hidden(self, colour: Colour) -> Iterator[tuple[str, str]]:
        """Rooms with the tokens in them that the viewer knows: ``R3``, ``bro Rope, bGO Goblin``."""
        for room in self.view.rooms:
            known = [h.token for h in room.hidden if h.colour == colour and h.token is not None]
            if known:
                yield room.slot, self.listed(known)

    # -- what is under way --------------------------------------------------------------------

    def combat(self, combat: CombatSeen) -> str:
        text = self.say(
            "Combat: {initiator} attacks {target}",
            initiator=combat.initiator,
            target=combat.target,
        )
        if combat.afar:
            armed = ", ".join(f"{token} + {self._weapon(token)}" for token in combat.afar)
            text += self.say("; ") + self.say("from afar: {armed}", armed=armed)
        return text

    def _weapon(self, fighter: Token) -> str:
        """What somebody carries who fights from afar."""
        pieces = (piece for square in self.view.squares.values() for piece in square.tokens)
        return self.listed(piece.token for piece in pieces if piece.carrier == fighter)

    def side(self, combat: CombatSeen, side: SideSeen) -> str:
        text = N_("{who} defends with {fighters}: {sum}")
        if side.colour == combat.attacker:
            text = N_("{who} attacks with {fighters}: {sum}")
        return self.say(
            text,
            who=self.seat(side.colour),
            fighters=" ".join(side.fighters),
            sum=f"{self.parts(side.parts)} = {side.sum}",
        )

    def parts(self, parts: Iterable[Part]) -> str:
        return " + ".join(f"{part.value} {phrase(part.label, self.say)}" for part in parts)

    def sealed_card(self, combat: CombatSeen, side: SideSeen) -> str:
        mine = side.colour == self.view.viewer
        if combat.forced == side.colour and mine:
            return self.say(
                "Your card is the +{card}: it was named, and you need do nothing.", card=side.card
            )
        if combat.forced == side.colour:
            return self.say(
                "{who} must play the +{card}: it was named.",
                who=self.seat(side.colour),
                card=side.card,
            )
        if mine:
            return self.say("Your sealed card: +{card}", card=side.card)
        return self.say("{who}'s sealed card: +{card}", who=self.seat(side.colour), card=side.card)

    def reveal(self, reveal: RevealSeen) -> str:
        return self.say(
            "{who} has revealed {slot}. Still to be placed: {tokens}",
            who=self.seat(reveal.revealer),
            slot=reveal.slot,
            tokens=self.listed(reveal.waiting),
        )

    def offer(self, colour: Colour) -> str:
        return self.say("{who} has offered a draw.", who=self.seat(colour))

    # -- requests -----------------------------------------------------------------------------

    def question(self, ask: AskSeen) -> str:
        return self.say(QUESTIONS[ask.ask])

    def waiting(self, ask: AskSeen) -> str:
        """Whom the game waits for, and for what."""
        values = {"number": ask.number, "question": self.question(ask)}
        if ask.mine and ask.sealed:
            return self.say(
                "The game has an answer from you (request {number}): {question}.", **values
            )
        if ask.mine:
            return self.say("The game waits for you (request {number}): {question}.", **values)
        who = self.seat(ask.who)
        if ask.sealed:
            return self.say(
                "The game has an answer from {who} (request {number}): {question}.",
                who=who,
                **values,
            )
        return self.say(
            "The game waits for {who} (request {number}): {question}.", who=who, **values
        )

    def explained(self, ask: AskSeen) -> str:
        """What comes of an answer, or what one must know for it, if that needs saying."""
        if ask.ask is Ask.HIDE:
            rooms = self.say("; ").join(map(self._filled, self.view.rooms))
            return self.say("Tokens in the rooms: {rooms}.", rooms=rooms)
        return self.say(EXPLAINED[ask.ask]) if ask.ask in EXPLAINED else ""

    def _filled(self, room: RoomSeen) -> str:
        """How many tokens lie in a room and how many may, and which ones if not all."""
        text = self.say(
            "{slot} {number} of {capacity}",
            slot=room.slot,
            number=len(room.hidden),
            capacity=room.capacity,
        ).replace(" ", TIED)
        return text + self.say(HELD[room.holds]) if room.holds in HELD else text

    def default(self, ask: AskSeen) -> str:
        """What happens without an answer; a late placement ends one's own turn (BASE-REVEAL-12)."""
        default = phrase(ask.default, self.say)
        if ask.ask is Ask.PUT and ask.who == self.view.active:
            return self.say("{default}; the turn ends and the AP left are lost", default=default)
        return default

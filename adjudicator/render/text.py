"""A whole position in plain characters, for mails and terminals, from a ``View`` alone."""

from __future__ import annotations

import textwrap

from ..engine.seen import AskSeen, CombatSeen, PlayerSeen, View
from .board import draw_board, legend, paint
from .choice import choice_lines
from .examples import examples as examples
from .language import ENGLISH, N_, Language
from .words import QUESTIONS as QUESTIONS
from .words import TIED, Words

WIDEST = 78


def render_text(view: View, colour: bool = False, language: Language = ENGLISH) -> str:
    """The position as this viewer may see it; at most 78 columns on the usual boards.

    In English it is ASCII. With ``colour`` the same characters carry ANSI codes; without it
    nothing is missing.
    """
    sheet = _Sheet(view, language)
    blocks = (
        sheet.header(),
        draw_board(view, language),
        sheet.notes(),
        sheet.pieces(),
        sheet.players(),
        sheet.own(),
        sheet.under_way(),
        sheet.waiting(),
        sheet.footer(),
    )
    text = "\n\n".join("\n".join(block) for block in blocks if block) + "\n"
    return paint(text, view) if colour else text


class _Sheet:
    """The parts, from top to bottom."""

    def __init__(self, view: View, language: Language) -> None:
        self.view = view
        self.say = language
        self.words = Words(view, language)

    def header(self) -> list[str]:
        words = self.words
        goal = self.say("Goal: {goal}", goal=words.goal())
        lines = (words.title(), goal, words.turn(), *words.handicaps())
        return [piece for line in lines for piece in wrapped(line)]

    def notes(self) -> list[str]:
        lines = legend(self.say, self.view)
        if rooms := self.words.rooms():
            lines += wrapped(self.say("Rooms: {rooms}", rooms=rooms))
        for border in self.words.odd_borders():
            lines += wrapped(f"& {border}")
        return lines

    def pieces(self) -> list[str]:
        lines = [self.say("Pieces on the board")]
        for colour, texts in self.words.pieces():
            lines += wrapped(f"  {self.words.seat(colour)}{self.say(': ')}{texts}", "    ")
        return lines

    def players(self) -> list[str]:
        say, words = self.say, self.words
        lines = [say("Players")]
        for player in self.view.players:
            text = words.seat(player.colour) + say(": ") + words.standing(player)
            lines += wrapped(f"  {text}", "    ")
            if player.points:
                text = say("Points: {points}", points=words.points(player))
                lines += wrapped(f"    {text}", "      ")
            if player.off_board:
                text = say("Off the board: {pieces}", pieces=words.off_board(player))
                lines += wrapped(f"    {text}", "      ")
        return lines

    def own(self) -> list[str]:
        """What was chosen, and what only this viewer is shown: hands, and his secret tokens."""
        chosen = [
            line
            for label, text in choice_lines(self.view, self.say)
            for line in wrapped(f"{label}{self.say(': ')}{text}")
        ]
        return chosen + [line for player in self.view.players for line in self._own(player)]

    def _own(self, player: PlayerSeen) -> list[str]:
        say, words, lines = self.say, self.words, list[str]()
        mine, who = player.colour == self.view.viewer, words.seat(player.colour)
        if player.hand is not None:
            text = N_("Your hand: {hand}") if mine else N_("{who}'s hand: {hand}")
            lines += wrapped(say(text, who=who, hand=words.hand(player.hand)))
        if player.lined_up:
            text = N_("Your starting team, still secret: {team}")
            text = text if mine else N_("{who}'s starting team, still secret: {team}")
            lines += wrapped(say(text, who=who, team=words.team(player)))
        if player.unplaced:
            text = N_("Your tokens still to be placed: {tokens}")
            text = text if mine else N_("{who}'s tokens still to be placed: {tokens}")
            lines += wrapped(say(text, who=who, tokens=words.listed(player.unplaced)))
        if rooms := list(words.hidden(player.colour)):
            text = N_("Your hidden tokens") if mine else N_("{who}'s hidden tokens")
            lines.append(say(text, who=who))
            for slot, tokens in rooms:
                lines += wrapped(f"  {slot}{say(': ')}{tokens}", "    ")
        return lines

    def under_way(self) -> list[str]:
        view, words, lines = self.view, self.words, list[str]()
        if view.combat is not None:
            lines += self._combat(view.combat)
        if view.reveal is not None:
            lines += wrapped(words.reveal(view.reveal))
        if view.offer is not None:
            lines.append(words.offer(view.offer))
        return lines

    def _combat(self, combat: CombatSeen) -> list[str]:
        words = self.words
        lines = wrapped(words.combat(combat))
        for side in combat.sides:
            lines += wrapped(f"  {words.side(combat, side)}", "    ")
            if side.card is not None:
                lines.append(f"    {words.sealed_card(combat, side)}")
        return lines

    def waiting(self) -> list[str]:
        """Whom the game waits for; for the viewer also how to answer, and what a deadline does."""
        lines = []
        for ask in self.view.asks:
            lines += wrapped(self.words.waiting(ask))
            if ask.mine:
                lines += self._answering(ask)
            if not ask.sealed:
                text = self.say("At the deadline: {default}.", default=self.words.default(ask))
                lines += wrapped(f"  {text}", "    ")
        return lines

    def _answering(self, ask: AskSeen) -> list[str]:
        say, lines = self.say, list[str]()
        if ask.sealed:
            text = say("It is sealed; until all are in you may replace it.")
            lines += wrapped(f"  {text}", "    ")
        if ask.tokens:
            text = say("Tokens: {tokens}", tokens=self.words.listed(ask.tokens))
            lines += wrapped(f"  {text}", "    ")
        lines.append(f"  {say('For example:')}")
        return [*lines, *(f"    {line}" for line in examples(self.view, ask))]

    def footer(self) -> list[str]:
        say, view, lines = self.say, self.view, list[str]()
        if view.winners is not None:
            lines += wrapped(self.words.result())
        if view.seed is not None:
            lines += wrapped(say("Seed: {seed}", seed=view.seed))
        commitment = say("Commitment to the deal: {hash}...", hash=view.commitment[:16])
        return [*lines, commitment]


def wrapped(text: str, indent: str = "  ") -> list[str]:
    """The text in lines that fit, broken at spaces only."""
    lines = textwrap.wrap(
        text, WIDEST, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace(TIED, " ") for line in lines]

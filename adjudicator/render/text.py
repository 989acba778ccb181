"""A whole position in plain characters, for mails and terminals, from a ``View`` alone."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from ..engine.ids import Colour, Side, Token
from ..engine.requests import Ask
from ..engine.view import (
    AskSeen,
    CombatSeen,
    HandSeen,
    PlayerSeen,
    RevealSeen,
    SquareSeen,
    TokenSeen,
    View,
)
from .board import (
    LEGEND,
    draw_board,
    holders,
    load_text,
    loads_of,
    odd_borders,
    paint,
    piece_text,
)

WIDEST = 78
TIED = "\0"
"""A space at which no line is broken."""

MOST_EXAMPLES = 4

KINDS = ("attack", "reveal", "move", "turn")
"""Which actions make good examples, the best first."""

PASSABLE = ("portcullis open", "portcullis broken")

MARKS = {"fresh": "wounded this turn", "inert": "inert: recovered this turn"}

QUESTIONS = {
    Ask.LEAVE_OUT: "leave characters out of the game",
    Ask.LINE_UP: "line up a starting team",
    Ask.HIDE: "hide a token in a face-down room",
    Ask.ACTION_CARD: "play an Action card",
    Ask.ACT: "act, or end the turn",
    Ask.PUT: "place the tokens found",
    Ask.COMBAT_CARD: "seal a Combat card",
    Ask.DRAW: "answer the offer of a draw",
}


def render_text(view: View, colour: bool = False) -> str:
    """The position as this viewer may see it, in ASCII; at most 78 columns on the usual boards.

    With ``colour`` the same characters carry ANSI codes; without it nothing is missing.
    """
    blocks = (
        _header(view),
        draw_board(view),
        _notes(view),
        _pieces(view),
        _players(view),
        _own(view),
        _under_way(view),
        _waiting(view),
        _footer(view),
    )
    text = "\n\n".join("\n".join(block) for block in blocks if block) + "\n"
    return paint(text, view) if colour else text


# -- the parts, from top to bottom ------------------------------------------------------------


def _header(view: View) -> list[str]:
    game = f"{view.set_name} set, {view.scenario} game"
    options = f"target {_number(view.target, 'point')}, memory {view.memory}"
    lines = [f"Dungeon Twister: {game}; {options}", _turn(view)]
    for colour, number, removed in view.handicap:
        cards = "".join(f" +{card}" for card in removed)
        without = f", without the Combat cards{cards}" if removed else ""
        lines.append(f"Handicap: {_name(colour)} plays with {number} characters{without}")
    return [piece for line in lines for piece in _wrapped(line)]


def _turn(view: View) -> str:
    if view.winners is not None:
        return f"The game is over after turn {view.turn}"
    if view.active is None:
        return "Set-up"
    purses = "".join(f", {token} {left} AP of his potion" for token, left in view.purses)
    last = ". The last turn: the target is reached" if view.end_triggered else ""
    return f"Turn {view.turn}: {_name(view.active)} plays, {view.pool} AP left{purses}{last}"


def _notes(view: View) -> list[str]:
    rooms = [
        f"{room.slot}={room.tile}:{90 * room.turns}"
        for room in view.rooms
        if room.face_up and room.tile
    ]
    lines = list(LEGEND)
    if rooms:
        lines += _wrapped(f"Rooms: {' '.join(rooms)}")
    for border in odd_borders(view):
        lines += _wrapped(f"& {border}")
    return lines


def _pieces(view: View) -> list[str]:
    """One line for each colour: ``bWA+sw c7``, ``bGO* d8``, ``bro e5``."""
    found: dict[Colour, list[tuple[bool, str]]] = {player.colour: [] for player in view.players}
    for square in view.squares.values():
        for token in holders(square):
            entry = (not token.character, _piece(square, token))
            found.setdefault(token.colour, []).append(entry)
    lines = ["Pieces on the board"]
    for colour, entries in found.items():
        texts = [text for _, text in sorted(entries)]
        lines += _wrapped(f"  {_name(colour)}: {', '.join(texts) or 'none'}", "    ")
    return lines


def _piece(square: SquareSeen, token: TokenSeen) -> str:
    loads = list(loads_of(square, token))
    text = piece_text(token) + "".join(load_text(token, load) for load in loads)
    marks = [MARKS.get(mark, mark) for piece in (token, *loads) for mark in piece.marks]
    return f"{text}{TIED}{square.name}" + (f" ({'; '.join(marks)})" if marks else "")


def _players(view: View) -> list[str]:
    lines = ["Players"]
    for player in view.players:
        lines += _wrapped(f"  {_name(player.colour)}: {_standing(player)}", "    ")
        if player.points:
            points = ", ".join(
                f"{p.value} for {p.token} {p.reason}".replace(" ", TIED) for p in player.points
            )
            lines += _wrapped(f"    Points: {points}", "      ")
        if player.off_board:
            gone = ", ".join(f"{token}{TIED}{how}" for token, how in player.off_board)
            lines += _wrapped(f"    Off the board: {gone}", "      ")
    return lines


def _standing(player: PlayerSeen) -> str:
    card = "no Action card open" if player.open_card is None else f"Action card {player.open_card}"
    parts = [
        _number(player.score, "point"),
        card,
        f"{_number(player.cards, 'card')} in hand and {player.used} used",
    ]
    if player.to_place:
        parts.append(f"{_number(player.to_place, 'token')} to hide")
    if player.left_out:
        parts.append(f"{_number(player.left_out, 'character')} left out")
    return "; ".join(parts)


def _own(view: View) -> list[str]:
    """What only this viewer is shown: hands, and tokens hidden, lined up or still to be placed."""
    lines = []
    for player in view.players:
        who = "Your" if player.colour == view.viewer else f"{_name(player.colour)}'s"
        if player.hand is not None:
            lines += _wrapped(f"{who} hand: {_hand(player.hand)}")
        if player.lined_up:
            team = ", ".join(f"{_called(view, token)} {at}" for token, at in player.lined_up)
            lines += _wrapped(f"{who} starting team, still secret: {team}")
        if player.unplaced:
            tokens = ", ".join(_called(view, token) for token in player.unplaced)
            lines += _wrapped(f"{who} tokens still to be placed: {tokens}")
        lines += _hidden(view, player.colour, who)
    return lines


def _hidden(view: View, colour: Colour, who: str) -> list[str]:
    """Rooms with the tokens in them that the viewer knows: ``R3: bro Rope, bGO Goblin``."""
    rooms = []
    for room in view.rooms:
        known = [h.token for h in room.hidden if h.colour == colour and h.token is not None]
        if known:
            tokens = ", ".join(_called(view, token) for token in known)
            rooms += _wrapped(f"  {room.slot}: {tokens}", "    ")
    return [f"{who} hidden tokens", *rooms] if rooms else []


def _hand(hand: HandSeen) -> str:
    actions = " ".join(f"A{card}" for card in hand.actions) or "none"
    combat = " ".join(f"+{card}" for card in hand.combat) or "none"
    return f"Action {actions}; Combat {combat}; {_number(hand.jumps, 'Jump card')}"


def _under_way(view: View) -> list[str]:
    lines: list[str] = []
    if view.combat is not None:
        lines += _combat(view, view.combat)
    if view.reveal is not None:
        lines += _reveal(view, view.reveal)
    if view.offer is not None:
        lines.append(f"{_name(view.offer)} has offered a draw.")
    return lines


def _combat(view: View, combat: CombatSeen) -> list[str]:
    lines = _wrapped(f"Combat: {combat.initiator} attacks {combat.target}")
    for side in combat.sides:
        parts = " + ".join(f"{part.value} {part.label}" for part in side.parts)
        role = "attacks" if side.colour == combat.attacker else "defends"
        fighters = " ".join(side.fighters)
        lines += _wrapped(
            f"  {_name(side.colour)} {role} with {fighters}: {parts} = {side.sum}", "    "
        )
        if side.card is not None:
            whose = "Your" if side.colour == view.viewer else f"{_name(side.colour)}'s"
            lines.append(f"    {whose} sealed card: +{side.card}")
    return lines


def _reveal(view: View, reveal: RevealSeen) -> list[str]:
    tokens = ", ".join(_called(view, token) for token in reveal.waiting)
    revealer = _name(reveal.revealer)
    return _wrapped(f"{revealer} has revealed {reveal.slot}. Still to be placed: {tokens}")


def _waiting(view: View) -> list[str]:
    """Whom the game waits for; for the viewer also how to answer, and what a deadline does."""
    lines = []
    for ask in view.asks:
        who = "you" if ask.mine else _name(ask.who)
        state = "has an answer from" if ask.sealed else "waits for"
        text = f"The game {state} {who} (request {ask.number}): {QUESTIONS[ask.ask]}."
        lines += _wrapped(text)
        if ask.mine:
            lines += _answering(view, ask)
        if not ask.sealed:
            lines += _wrapped(f"  At the deadline: {ask.default}.", "    ")
    return lines


def _answering(view: View, ask: AskSeen) -> list[str]:
    lines = ["  It is sealed; until all are in you may replace it."] if ask.sealed else []
    if ask.tokens:
        lines += _wrapped(f"  Tokens: {', '.join(_called(view, t) for t in ask.tokens)}", "    ")
    return [*lines, "  For example:", *(f"    {line}" for line in examples(view, ask))]


def _footer(view: View) -> list[str]:
    lines = []
    if view.winners is not None:
        winners = " and ".join(_name(colour) for colour in view.winners)
        result = f"Won by {winners}" if winners else "A draw"
        lines += _wrapped(f"{result}: {view.why_ended}.")
    if view.seed is not None:
        lines += _wrapped(f"Seed: {view.seed}")
    return [*lines, f"Commitment to the deal: {view.commitment[:16]}..."]


# -- lines the viewer could type --------------------------------------------------------------


def examples(view: View, ask: AskSeen) -> list[str]:
    """A few orders in notation that answer this request."""
    me = next(player for player in view.players if player.colour == ask.who)
    hand = me.hand or HandSeen((), (), 0)
    characters = [token[1:] for token in me.unplaced if token[1:3].isupper()]
    match ask.ask:
        case Ask.LEAVE_OUT:
            return [f"OUT {' '.join(characters[: me.left_out])}"]
        case Ask.LINE_UP:
            team = [token[1:] for token, _ in me.lined_up] or characters
            return [f"LINE {_pairs(team, _dots(view, ask.who))}"]
        case Ask.HIDE:
            free = [room.slot for room in view.rooms if len(room.hidden) < room.capacity]
            pairs = zip(me.unplaced, free, strict=False)
            return [f"SET {token[1:]} {slot}" for token, slot in pairs][:2]
        case Ask.ACTION_CARD:
            return [f"A{min(hand.actions, default=2)}"]
        case Ask.ACT:
            return [*_actions(view, ask.who), "END"]
        case Ask.PUT:
            tokens = [_order_name(token, ask.who) for token in ask.tokens]
            return [f"PUT {_pairs(tokens, _sites(view))}"]
        case Ask.COMBAT_CARD:
            return [f"CARD +{card}" for card in sorted(set(hand.combat))][:2]
        case Ask.DRAW:
            return ["ACCEPT", "DECLINE"]


def _pairs(tokens: Iterable[str], squares: Iterable[str]) -> str:
    return " ".join(f"{token}@{square}" for token, square in zip(tokens, squares, strict=False))


def _order_name(token: Token, who: Colour) -> str:
    """A piece in an order: the colour is written for somebody else's only."""
    return token[1:] if token[0] == who.letter else f"{token[0]}.{token[1:]}"


def _dots(view: View, who: Colour) -> list[str]:
    home = [line.name for line in view.lines if who in line.home_of]
    squares = sorted(view.squares.values(), key=lambda square: (square.y, square.x))
    return [square.name for square in squares if square.dot and square.line in home]


def _sites(view: View) -> list[str]:
    """Free squares of the revealed room."""
    slot = view.reveal.slot if view.reveal else None
    return [
        square.name
        for square in view.squares.values()
        if square.slot == slot and not square.tokens and square.ground in ("floor", "gear")
    ]


def _actions(view: View, who: Colour) -> list[str]:
    """One action of each kind that is at hand."""
    found: dict[str, str] = {}
    for square in view.squares.values():
        for token in square.tokens:
            if token.colour == who and _can_act(view, token):
                for kind, order in _ideas(view, square, token):
                    found.setdefault(kind, order)
    return [found[kind] for kind in KINDS if kind in found][: MOST_EXAMPLES - 1]


def _can_act(view: View, token: TokenSeen) -> bool:
    """Living, not resting, and with action points to pay from."""
    points = view.pool + dict(view.purses).get(token.token, 0)
    return token.character and not token.wounded and "inert" not in token.marks and points > 0


def _ideas(view: View, square: SquareSeen, token: TokenSeen) -> Iterator[tuple[str, str]]:
    actor = token.token[1:]
    if square.ground == "gear" and square.slot:
        yield "turn", f"{actor} RT {square.slot}"
    for side, step in zip(Side, ((0, 1), (1, 0), (0, -1), (-1, 0)), strict=True):
        if any(layer not in PASSABLE for layer in square.borders[side]):
            continue
        place = (square.x + step[0], square.y + step[1])
        beyond = view.squares.get(place)
        if beyond is None:
            yield from (("reveal", f"{actor} RV {slot}") for slot in _face_down(view, place))
        elif not beyond.tokens and beyond.ground in ("floor", "gear"):
            yield "move", f"{actor} {square.name}-{beyond.name}"
        elif beyond.tokens and beyond.tokens[0].colour != token.colour:
            target = beyond.tokens[0]
            if target.character and "fresh" not in target.marks:
                yield "attack", f"{actor} x {target.token[1:]}"


def _face_down(view: View, place: tuple[int, int]) -> list[str]:
    x, y = place
    return [
        room.slot
        for room in view.rooms
        if not room.face_up
        and room.x <= x < room.x + room.width
        and room.y <= y < room.y + room.height
    ]


# -- words ------------------------------------------------------------------------------------


def _name(colour: Colour) -> str:
    return colour.value.capitalize()


def _number(count: int, thing: str) -> str:
    """
    >>> _number(1, "card"), _number(3, "card")
    ('1 card', '3 cards')
    """
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _called(view: View, token: Token) -> str:
    """A token with its name: ``bro Rope``."""
    return f"{token}{TIED}{view.names[token].split(' ', 1)[-1]}"


def _wrapped(text: str, indent: str = "  ") -> list[str]:
    """The text in lines that fit, broken at spaces only."""
    lines = textwrap.wrap(
        text, WIDEST, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace(TIED, " ") for line in lines]

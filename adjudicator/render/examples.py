"""Orders in notation that a viewer could type now, made from his ``View`` alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..engine.ids import Colour, Side, Token
from ..engine.requests import Ask
from ..engine.seen import AskSeen, HandSeen, SquareSeen, TokenSeen, View
from .choice import choice_examples

MOST_EXAMPLES = 4

KINDS = ("attack", "reveal", "move", "turn")
"""Which actions make good examples, the best first."""

STOPS = (" RV ", " x ")
"""What is in an order behind which everything else of a mail comes back."""

PASSABLE = ("portcullis open", "portcullis broken")


def examples(view: View, ask: AskSeen) -> list[str]:
    """A few orders in notation that answer this request."""
    me = next(player for player in view.players if player.colour == ask.who)
    hand = me.hand or HandSeen((), (), 0)
    characters = [token[1:] for token in me.unplaced if token[1:3].isupper()]
    match ask.ask:
        case Ask.TEAM | Ask.PICK:
            return choice_examples(view.choice, ask.ask) if view.choice else []
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
            return with_end(_actions(view, ask.who, fights=bool(hand.combat)))
        case Ask.PUT:
            tokens = [_order_name(token, ask.who) for token in ask.tokens]
            return [f"PUT {_pairs(tokens, _sites(view))}"]
        case Ask.NAME_CARD:
            return ["MIND +1", "MIND NO"]
        case Ask.COMBAT_CARD:
            return [f"CARD +{card}" for card in sorted(set(hand.combat))][:2]
        case Ask.DRAW:
            return ["ACCEPT", "DECLINE"]
        case Ask.CLAIM:
            return ["AGREE", "CONTEST"]


def with_end(orders: Iterable[str]) -> list[str]:
    """Orders with an END below them, unless it would come back.

    >>> with_end(["WA c4-c5"]), with_end(["WA c4-c5", "CL RV R3"])
    (['WA c4-c5', 'END'], ['WA c4-c5', 'CL RV R3'])
    """
    listed = list(orders)
    if any(stop in order for order in listed for stop in STOPS):
        return listed
    return [*listed, "END"]


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


def _actions(view: View, who: Colour, fights: bool) -> list[str]:
    """One action of each kind that is at hand; no attack where nobody has Combat cards."""
    found: dict[str, str] = {}
    for square in view.squares.values():
        for token in square.tokens:
            if token.colour == who and _can_act(view, token):
                for kind, order in _ideas(view, square, token):
                    found.setdefault(kind, order)
    kinds = [kind for kind in KINDS if kind in found and (fights or kind != "attack")]
    return [found[kind] for kind in kinds][: MOST_EXAMPLES - 1]


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

"""The phrases about what people write, as patterns: orders, standing orders, options, commands."""

from __future__ import annotations

from .language import N_

READING = (
    N_("the referee sends TIMEOUT and a number, or RESULT and a winner"),
    N_("expected the number of a request"),
    N_("expected the winner's colour, or draw"),
    N_("expected pieces and squares, like WA@c7"),
    N_("{word} should be a piece and a square, like WA@c7"),
    N_("expected a token and a room, like SET ro R4"),
    N_("expected a Combat card, like +2"),
    N_("expected a Combat card or NO: MIND +5"),
    N_("expected what to do, like c4-c5 or RV R3"),
    N_("{word} is nothing one can do"),
    N_("there is no order {word}; a movement is written {code} c4-c5"),
    N_("there is no order {word}; a movement is written {code} c4-c5, an attack {example}"),
    N_("expected a room, like R3"),
    N_("{word} is neither x2 nor cw nor ccw"),
    N_("expected whom to attack, like x GO"),
    N_("expected who helps, like WITH ME"),
    N_("{word} is named twice in a row"),
    N_("nothing is expected after {word}"),
    N_("expected a {a_thing} after {word}"),
    N_("expected a border, like c4|c5"),
    N_("{word} is no character, object or order"),
    N_("{word} is no colour of this game"),
    N_("{word} could mean {words}"),
    N_("{word} is no square"),
    N_("{word} is no room; rooms are called R1, R2 and so on"),
    N_("{word} should be a square, like c5 or c5+ro"),
)

STANDING = (
    N_("expected a standing order, like CARD else: +0"),
    N_("{word} begins no standing order; these do: {words}"),
    N_("there are {number} standing orders already; revoke some first"),
    N_("there is no standing order {number}; they are numbered 1 to {last}"),
    N_("there are no standing orders"),
    N_("there is no such standing order"),
    N_("expected the number of a line, the line itself, or all"),
    N_("{word} should be a Combat card, like +2"),
    N_("there is no Combat card +{number}"),
    N_("{word} is no character or object of this game"),
    N_("the {kind} is no character"),
    N_("only your own pieces are meant here"),
    N_("{word} is no room; the rooms are {slots}"),
    N_("{word} is no dot of your line: {names}"),
    N_("{word} is no wish for a square; these are: {words}"),
    N_("expected END auto"),
    N_("nothing more is expected here"),
    N_("expected Combat cards, like +3 +2 +0"),
    N_("expected Combat cards, like NEVER +6"),
    N_("expected a character after {word}, like {example} TR"),
    N_(
        "at least {number} characters, {objects} objects and {pairs} PAIRS are needed,"
        " not {others}, {things} and {words}"
    ),
    N_("expected what to pick in order of preference, like 37 1 or CO BA"),
    N_("pairs, characters and objects have a PICK line each"),
    N_("expected characters in order of preference, like CL@b1 TH WI"),
    N_("expected characters to leave out, like ME WW"),
    N_("expected a token and rooms, like tz R7 R8"),
    N_("expected rooms in order of preference, like R7 R8"),
    N_("expected a token and where to put it, like WA gear far"),
    N_("expected squares or one of {words}, next to"),
    N_("expected a piece after 'next to', like next to y.GO"),
    N_("nobody of yours can name a card in this game"),
    N_("expected a Combat card or NO, like MIND else: +6"),
    N_("the +0 cannot be named"),
    N_("expected {what}"),
)

OPTIONS = (
    N_("there is no set {word}; known: {words}"),
    N_("there is no scenario {word}; known: {words}"),
    N_("the target may be {words}, not {number}"),
    N_("the goal of this scenario is fixed"),
    N_("memory is own or strict, not {word}"),
    N_("in this scenario all pairs of rooms are used"),
    N_("in this scenario the players choose the rooms"),
    N_("there is no pair {pair}; choose one of {words}"),
    N_("nobody plays {colour} in this game"),
    N_("{colour} may play with {span} characters, not {number}"),
    N_("the +0 can never be removed"),
    N_("{colour} has no further +{number} to remove"),
    N_("a seed is 1 to 100 letters, digits and signs, no spaces"),
    N_("in this scenario everybody keeps all his cards"),
    N_("a rope needs {words} squares to be fastened, not {number}"),
    N_("unknown option {word}; known: target, memory, handicap.b, removed.b, pair, rope_anchors"),
    N_("{option} needs a number, not {word}"),
    N_("{word} is no colour; write for example handicap.b=6"),
)

PEOPLE = (
    N_("a name has 1 to {number} letters, without , and ="),
    N_("{word} means a seat or a role; choose another name"),
    N_("you have announced no absence"),
    N_("an absence ends today or later, and not before it begins"),
)
"""What commands by mail say to people."""

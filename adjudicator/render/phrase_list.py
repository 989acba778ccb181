"""The phrases that engine, sets and notation make, as patterns. How they are used: ``phrases``."""

from __future__ import annotations

from .language import N_

DEFAULTS = (
    N_("the characters left out are drawn"),
    N_("the starting team is drawn"),
    N_("a token and a room are drawn"),
    N_("the lowest legal card is played and its AP are lost"),
    N_("the turn ends and the AP left are lost"),
    N_("the right to place passes to the other player, then drawn"),
    N_("the +0 is played"),
    N_("the offer is declined"),
)
"""What happens at a deadline."""

PARTS = (N_("{kind}"), N_("wounded {kind}"))
"""Labels in the sum of a strength."""

CAUSES = (
    N_("fell when the rope was taken"),
    N_("fell with his carrier"),
    N_("lost a combat while wounded"),
    N_("fell into the {the_thing}"),
    N_("burnt with his carrier"),
    N_("burnt"),
    N_("drunk"),
    N_("fired"),
    N_("carried out"),
    N_("the target was reached"),
    N_("nobody on the board can ever act again"),
    N_("{colour} resigned"),
    N_("the players agreed on a draw"),
    N_("the referee declared the result"),
)
"""Why somebody is out of the game, something is gone, a game is over."""

WHO_ACTS = (
    N_("there is no {code} in this game"),
    N_("the {piece} is not yours to command"),
    N_("the {piece} is no character"),
    N_("the {piece} has left the labyrinth"),
    N_("the {piece} was carried out of the labyrinth"),
    N_("the {piece} is out of the game"),
    N_("the {piece} was left out of the game"),
    N_("the {piece} is not on the board"),
    N_("the {piece} is wounded and can do nothing"),
    N_("the {piece} recovered this turn and rests until it ends"),
    N_("the {piece} rests until the turn ends"),
    N_("this costs {price} AP and only {number} are left"),
    N_("this costs {price} AP; the {piece} has {own} of his own and the card has {number} left"),
    N_("it is {colour}'s turn"),
    N_("first play an Action card"),
    N_("one Action card is played in a turn, at its beginning"),
    N_("the game has not begun; the set-up is not finished"),
    N_("the game is over"),
    N_("only a player of this game decides that"),
    N_("only players of this game can win it"),
    N_("only the referee notes deadlines and declares results"),
    N_("the deadline has passed and the default stands"),
    N_("there is no open request {number}"),
    N_("request {number} has been answered"),
    N_("your offer of a draw is still open"),
    N_("{colour} has offered a draw; answer ACCEPT or DECLINE"),
    N_("nobody has offered you a draw"),
    N_("the action points are used up; the turn ended with the order before"),
)

SETTING_UP = (
    N_("the starting teams can no longer be changed"),
    N_("it is not your placement"),
    N_("there is no character for you to leave out now"),
    N_("exactly {number} characters must be left out"),
    N_("exactly {number} different characters start on the line"),
    N_("the team starts on the dots of your own line: {names}"),
    N_("only one character starts on a dot"),
    N_("{code} is not one of your tokens in this game"),
    N_("{code} is not one of your characters"),
    N_("{code} is not one of your characters in this game"),
    N_("the {piece} was left out"),
    N_("the {piece} is on your starting line"),
    N_("the {piece} has already been placed"),
    N_("there is no room {slot} on this board"),
    N_("{slot} already holds {number} tokens; there is room in {slots}"),
    N_("one token goes into one room: SET ro R4"),
    N_("tokens are hidden in a room, not on a square of it"),
)

CARDS = (
    N_("there is no Action card {number}; the cards are {cards}"),
    N_("the {number} is not in your hand; you hold {cards}"),
    N_("the +{number} is not in your hand; you hold {cards}"),
    N_("the +{number} was taken out of your hand; you hold {cards}"),
    N_("the first card of the game is the {number}"),
    N_("the highest card so far is {number}, so at most a {most} may be played"),
    N_("each side plays exactly one Combat card"),
    N_("only a Combat card counts in a combat"),
    N_("you have no Jump card left"),
)

COMBATS = (
    N_("a {a_thing} is between {here} and {there}"),
    N_("the {piece} is your own"),
    N_("the {piece} is carried; attack the {piece2} instead"),
    N_("the {piece} was wounded this turn"),
    N_("{there} is not next to {here}"),
    N_("you have no part in this combat"),
    N_("the declared combat is fought first: lay a card"),
    N_("a combat is being fought: lay a card"),
    N_("no combat waits for a card of yours"),
    N_("one combat has one target"),
)

MOVES = (
    N_("the {piece} stands on {here}, not on {there}"),
    N_("the {piece} stands on {here}"),
    N_("the {piece} is on {here}"),
    N_("a movement has at least one step"),
    N_("that is {number} squares; the {piece} moves up to {most}"),
    N_("on {here} he leaves the labyrinth; the movement ends there"),
    N_("{here} is nothing to jump over"),
    N_("a jump ends on another side of the pit than it began"),
    N_("a jump names three squares: start, pit, landing"),
    N_("a jumper may only leave his load at the start"),
    N_("{names} is diagonal; nothing is"),
    N_("{there} is a {a_thing}; the {piece} cannot enter it"),
    N_("there is a {a_thing} between {here} and {there}"),
    N_("the {piece} bars {there}"),
    N_("{there} is on a line that is closed to {colour}"),
    N_("the {piece} may cross the {the_thing} {here} but not stop on it"),
    N_("the {piece} stands on {here}; nobody may stop there"),
    N_("the wounded {piece} lies on {here}"),
    N_("{number} tokens would share {here} ({pieces}); two may"),
    N_(
        "one rope does not carry over two obstacles in a row: leave it on {here}"
        " or go another way than {there}"
    ),
    N_(
        "the rope finds {number} of the {needed} squares it needs to be fastened next to the"
        " {the_thing} {there}"
    ),
    N_("{word} is not on the board ({span})"),
    N_("{word} is not part of the labyrinth"),
    N_("{word} lies in {slot}, which is face down"),
    N_("{code} is not on the board"),
)

LOADS = (
    N_("nothing is taken or left on the line one leaves by"),
    N_("nobody puts his load down and stays on it"),
    N_("nobody carries two things"),
    N_("a wounded and his object are two loads; one may be taken"),
    N_("the {piece} is not on {here}"),
    N_("the {piece} does not carry the {piece2}"),
    N_("nothing can be taken or left where the {piece} is"),
    N_("the {piece} is not wounded; he walks himself"),
    N_("the {piece} is an enemy; only friends are carried"),
    N_("the {piece} already carries the {piece2} and nobody carries two things"),
    N_("two objects cannot lie on {here}"),
    N_("two wounded cannot lie on {here}"),
    N_("three tokens would be left on {here}"),
    N_("the {piece} on {here} would lose the rope that holds him"),
    N_("the {piece} cannot be left on the {the_thing} {here}"),
    N_(
        "the rope needs {needed} squares next to the {the_thing} {here} that hold it;"
        " there is {number}"
    ),
    N_("the {piece} hangs on that rope; he would fall"),
)

ROOMS = (
    N_("{here}, where the {piece} stands, does not border on {slot}"),
    N_("{here} is not empty; the {piece} needs a free square"),
    N_("{slot} already lies face up"),
    N_("from the line the {piece} reaches only the rooms along it"),
    N_("the placement must be complete: {pieces}"),
    N_("the placement must be complete: each token once"),
    N_("only one token goes on a square"),
    N_("{here} is on a starting line, not in {slot}"),
    N_("{here} is not in {slot}"),
    N_("{here} is a {a_thing}; tokens go on floor or gear"),
    N_("the {piece} is not yours to place now"),
    N_("the {code} is not yours to place now"),
    N_("first the tokens found in {slot} are placed"),
    N_("there is nothing for you to place now"),
    N_("the right to place has passed to the other player"),
    N_("it is the other player's part to place now"),
    N_("one room is revealed, and it lies as it lies"),
    N_("{slot} is not of pair {pair}"),
    N_("{slot} is face down and not of pair {pair}"),
    N_("the other room of pair {pair} is not revealed"),
    N_("a rotation turns a room by at least one quarter"),
    N_("the {piece} on {here} does not stand on a gear"),
    N_("{slot} turns {thing}; the {piece} cannot choose"),
    N_("one order turns one room"),
)

ABILITIES = (
    N_("nobody in this game knows how to {verb}"),
    N_("nobody in this game can {verb} anything"),
    N_("the {piece} does not carry a {kind}"),
    N_("the {piece} cannot do that; the {kind} can"),
    N_("the way between {here} and {there} is barred"),
    N_("name a wounded character next to the healer"),
    N_("the {piece} is not wounded"),
    N_("the {piece} must first be set down on another square"),
    N_("the {piece} is being carried"),
    N_("there is no portcullis there"),
    N_("the {piece} on {here} is not beside it"),
    N_("the portcullis is {portcullis_thing}, not {portcullis_thing2}"),
    N_("walls cannot be broken"),
    N_("name the wall she stands in front of"),
    N_("{there} is not right behind a wall of {here}"),
    N_("there is no wall to walk through"),
    N_("she does not pass a closed portcullis"),
    N_("the {piece} cannot use the Wand"),
    N_("name one of the four directions: n, e, s or w"),
    N_("the four directions are n, e, s and w"),
    N_("nobody is in line to the {to_thing}"),
)

READING = (
    N_("the referee sends TIMEOUT and a number, or RESULT and a winner"),
    N_("expected the number of a request"),
    N_("expected the winner's colour, or draw"),
    N_("expected pieces and squares, like WA@c7"),
    N_("{word} should be a piece and a square, like WA@c7"),
    N_("expected a token and a room, like SET ro R4"),
    N_("expected a Combat card, like +2"),
    N_("expected what to do, like c4-c5 or RV R3"),
    N_("{word} is nothing one can do"),
    N_("expected a room, like R3"),
    N_("{word} is neither x2 nor cw nor ccw"),
    N_("expected whom to attack, like x GO"),
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
    N_("expected characters in order of preference, like CL@b1 TH WI"),
    N_("expected characters to leave out, like ME WW"),
    N_("expected a token and rooms, like tz R7 R8"),
    N_("expected rooms in order of preference, like R7 R8"),
    N_("expected a token and where to put it, like WA gear far"),
    N_("expected squares or one of {words}, next to"),
    N_("expected a piece after 'next to', like next to y.GO"),
    N_("expected {what}"),
)

OPTIONS = (
    N_("there is no set {word}; known: {words}"),
    N_("there is no scenario {word}; known: {words}"),
    N_("the target may be {words}, not {number}"),
    N_("memory is own or strict, not {word}"),
    N_("in this scenario all pairs of rooms are used"),
    N_("there is no pair {pair}; choose one of {words}"),
    N_("nobody plays {colour} in this game"),
    N_("{colour} may play with {span} characters, not {number}"),
    N_("the +0 can never be removed"),
    N_("{colour} has no further +{number} to remove"),
    N_("a seed is 1 to 100 letters, digits and signs, no spaces"),
    N_("unknown option {word}; known: target, memory, handicap.b, removed.b, pair"),
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

PHRASES: tuple[str, ...] = (
    *DEFAULTS,
    *PARTS,
    *CAUSES,
    *WHO_ACTS,
    *SETTING_UP,
    *CARDS,
    *COMBATS,
    *MOVES,
    *LOADS,
    *ROOMS,
    *ABILITIES,
    *READING,
    *STANDING,
    *OPTIONS,
    *PEOPLE,
)

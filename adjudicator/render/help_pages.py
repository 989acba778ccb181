"""The help pages by mail: one for each command, two about orders, one about the second set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from .language import N_, Language


class Row(NamedTuple):
    """A line one can write, and what it means."""

    line: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Page:
    """A help page. Lines to write are the same in all languages; everything else is translated."""

    topic: str
    summary: str
    usage: tuple[str, ...]
    paragraphs: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()


COMMANDS = (
    Page(
        "REGISTER",
        N_("Tells us who you are. Everything else needs it first."),
        ("REGISTER Anna", "REGISTER Anna Example LANGUAGE fr ZONE Europe/Paris"),
        (
            N_(
                "We answer with a mail that you confirm by a reply, so that nobody can register"
                " you."
            ),
        ),
    ),
    Page(
        "ADDRESS",
        N_("Changes the address your mails go to."),
        ("ADDRESS anna@example.net", "ADDRESS CANCEL"),
        (
            N_(
                "We write to the old address and to the new one; the change is made when both have"
                " answered OK, within 7 days. NO from either of them, or ADDRESS CANCEL, ends it."
            ),
            N_("If you cannot read your old mails any more, a moderator can make the change."),
        ),
    ),
    Page(
        "LIST",
        N_("Lists the games that look for players, and those you can watch."),
        ("LIST",),
    ),
    Page(
        "CREATE",
        N_("Opens a game and gives you a seat in it."),
        (
            "CREATE standard",
            "CREATE beginner yellow",
            "CREATE standard target=7 memory=strict",
            "CREATE standard handicap.b=6 removed.b=+5,+6",
            "CREATE standard days=2 off=sat,sun grace=12h blue house",
            "CREATE prison 3 blue days=2",
        ),
        (
            N_(
                "The scenario is standard or beginner, or prison and a number from 1 to 5; prison"
                " alone is scenario 5. You may add the colour you want. The game begins when"
                " somebody has joined, or the house."
            ),
            N_(
                "In prison 2 the colours come with the teams, and a draw decides who plays which."
                " HELP PRISON tells what the scenarios are."
            ),
        ),
        (
            Row("target=7", N_("Play to 6, 7 or 8 points instead of 5.")),
            Row(
                "memory=strict",
                N_("Not even your own hidden tokens are listed for you, as in the printed game."),
            ),
            Row(
                "handicap.b=6",
                N_("Blue plays with 6 characters and leaves the others out in secret."),
            ),
            Row("removed.b=+5,+6", N_("Blue plays without these Combat cards.")),
            Row(
                "rope_anchors=2",
                N_("Only in Prison: a Rope on a pit needs two squares that hold it."),
            ),
            Row("pair=2", N_("Only for beginners: the pair of rooms left out.")),
            Row("days=2", N_("Days for each answer, up to 30; half a day is 0.5.")),
            Row(
                "off=sat,sun,2026-12-25",
                N_("On these days no clock runs: days of the week and dates, in your time zone."),
            ),
            Row(
                "grace=12h",
                N_("So long we wait after a deadline before its default is played: 90m, 12h, 2d."),
            ),
            Row("anonymous=yes", N_("Press may be sent without saying who wrote it.")),
        ),
    ),
    Page(
        "JOIN",
        N_("Takes a free seat in a game."),
        ("JOIN 7", "JOIN 7 yellow", "JOIN 7 house"),
        (
            N_("When all seats are taken the game begins, and everybody gets the first position."),
            N_("JOIN 7 house lets the house take the free seat of game 7; it answers at once."),
        ),
    ),
    Page(
        "OBSERVE",
        N_("Lets you watch a game: you get what everybody may see, at the end of each turn."),
        ("OBSERVE 7", "OBSERVE 7 OFF"),
        (
            N_(
                "BOARD 7 and HISTORY 7 work for you too, and you read what the players write to"
                " all. Whoever watches gives no orders and sends no press. With OFF the mails end."
            ),
        ),
    ),
    Page(
        "STATUS",
        N_("Tells where your games stand, whom they wait for and until when."),
        ("STATUS",),
    ),
    Page(
        "BOARD",
        N_("Sends you the present position again, with everything that is asked of you."),
        ("BOARD", "BOARD 7"),
    ),
    Page(
        "HISTORY",
        N_("Tells what has happened in a game so far, as you may know it."),
        ("HISTORY 7", "HISTORY 7 FROM 12"),
    ),
    Page(
        "PREVIEW",
        N_("Checks orders without playing them: what they would do, or why they would be refused."),
        ("PREVIEW", "A3", "WA c4-c5-c6", "END"),
        (
            N_(
                "PREVIEW stands in the first line; all lines below it are only tried. What is "
                "hidden stays hidden: a try stops where something would be uncovered."
            ),
        ),
    ),
    Page(
        "RETRACT",
        N_("Takes back your last orders, as long as nobody has learned anything new from them."),
        ("RETRACT",),
        (N_("After a revealed room, a declared combat or the end of your turn it is too late."),),
    ),
    Page(
        "STANDING",
        N_("Orders in advance, which spare you and the others mails. Only you see them."),
        ("STANDING", "CARD defence: +2 +1", "CARD else: +0", "NEVER +5 +6", "REVOKE 2"),
        (
            N_(
                "STANDING stands in the first line, the standing orders below it, one a line."
                " STANDING alone lists those in force; REVOKE and a number cancels one,"
                " REVOKE all cancels all of them."
            ),
            N_(
                "A standing order is used as if you had just sent it; what you send yourself"
                " always goes first. If none of them fits, you are asked."
            ),
        ),
        (
            Row("CARD else: +0", N_("Seal the +0 whenever no other line of yours fits.")),
            Row(
                "CARD defence on GO sum>=2: +3 +2",
                N_(
                    "If your Goblin is attacked and your sum is at least 2: the +3,"
                    " or the +2 if the +3 is gone."
                ),
            ),
            Row("CARD attack vs TR: +5", N_("If you attack the Troll: the +5.")),
            Row(
                "MIND defence vs CO: +5",
                N_(
                    "If your Telepath is attacked by the Colossus: name the +5."
                    " MIND else: NO never names a card."
                ),
            ),
            Row("NEVER +6", N_("Never play the +6 by itself. KEEP +6 keeps one of them.")),
            Row("LINE CL@b1 TH WI TR", N_("Set-up: the team, in the order you prefer.")),
            Row(
                "SET tz R7 R8",
                N_("Set-up: hide the Treasure in R7, or in R8 if there is no room."),
            ),
            Row(
                "PUT ro: gear, next to TH, far",
                N_("Where your Rope goes when it is found: the wishes in order."),
            ),
            Row(
                "END auto",
                N_(
                    "End your turn when all the orders you sent are played and the last one was an"
                    " action. If something came to light, you are asked."
                ),
            ),
        ),
    ),
    Page(
        "PRESS",
        N_(
            "Sends a message to the others. You must say to whom, so that nothing is told by"
            " accident."
        ),
        ("PRESS ALL Good luck!", "PRESS LATER yellow Well played."),
        (
            N_("The rest of the line is the message. Send it as a reply to a mail of the game."),
            N_(
                "A longer message stands in the lines below, and a line END PRESS ends it. What is"
                " in it is never taken for an order."
            ),
            N_(
                "The others get it at once, those who watch with their next mail. PRESS LATER"
                " waits for the next mail that its readers get anyway."
            ),
            N_(
                "PRESS ANONYMOUS ALL does not say who wrote it, if the game was opened so. Of two"
                " players the other one knows all the same; those who watch do not."
            ),
        ),
        (
            Row("PRESS ALL", N_("To all, with the text in the lines below:")),
            Row("END PRESS", N_("Here the text ends; orders may follow.")),
        ),
    ),
    Page(
        "ABSENCE",
        N_("Tells when you are away. Your deadlines wait so long."),
        ("ABSENCE 2026-12-24 TO 2027-01-02", "ABSENCE CANCEL"),
        (N_("The others are told that you are away, and until when."),),
    ),
    Page(
        "DRAW",
        N_("Offers a draw, or answers an offer."),
        ("DRAW", "ACCEPT", "DECLINE"),
    ),
    Page(
        "RESIGN",
        N_("Gives the game up. The other side wins."),
        ("RESIGN",),
        (N_("It must be the only line of your mail, so that a slip of the pen costs no game."),),
    ),
    Page(
        "DISPUTE",
        N_("Calls a moderator if you think that something was judged wrongly."),
        (
            "DISPUTE The Wizard cannot reach c7 from there.",
            "DISPUTE #31 The portcullis was closed.",
        ),
        (
            N_(
                "All clocks of the game stand still until the moderator has ruled. With #31 you"
                " say which decision you mean; HISTORY gives the numbers. Everybody is told the"
                " ruling."
            ),
        ),
    ),
    Page(
        "HELP",
        N_("Sends a help page; without a word, the list of all pages."),
        ("HELP", "HELP ORDERS", "HELP STANDING"),
    ),
    Page(
        "LANGUAGE",
        N_("Chooses the language of the mails you get, and the time zone of their deadlines."),
        ("LANGUAGE en", "LANGUAGE fr", "LANGUAGE de", "ZONE Europe/Berlin"),
        (
            N_(
                "Orders and names of pieces are understood in all three languages, whatever you"
                " choose."
            ),
        ),
    ),
)

ORDERS = Page(
    "ORDERS",
    N_("How orders are written. A turn may be one mail of several lines."),
    ("A3", "WA c4-c5-c6", "CL RV R3"),
    (
        N_(
            "One order a line, or several with ; between them. # begins a comment. Orders are "
            "played up to the first point where something is uncovered or somebody else must "
            "decide; what you wrote behind it is handed back."
        ),
        N_(
            "If a line before that point is not allowed, nothing is played, and you are told "
            "why and what would be legal."
        ),
        N_("A line SIGNOFF ends what we read, should your mail program add something below."),
    ),
    (
        Row(
            "LINE CL@b1 TH@d1 WI@g1 TR@i1", N_("Set-up: choose your starting team and line it up.")
        ),
        Row("SET ro R4", N_("Set-up: hide your Rope in room R4.")),
        Row("A3", N_("Play the Action card 3, at the beginning of a turn.")),
        Row("WA c4-c5-c6", N_("The Warrior moves along this path. WA c6 lets us find the way.")),
        Row("TH c4-c5+ro-c6", N_("The Thief takes the Rope on c5 in passing.")),
        Row("TH c4/sw-c5", N_("The Thief leaves the Sword on c4.")),
        Row("CL RV R3", N_("The Cleric reveals the room in R3.")),
        Row(
            "PUT WA@c7 y.ro@d8", N_("Place the tokens found; y. marks yellow pieces, b. blue ones.")
        ),
        Row("CL RT R3", N_("From a gear, turn room R3 a quarter; x2 for two quarters.")),
        Row("WA x GO", N_("Attack the Goblin. WA x GO +3 seals the card at once.")),
        Row("CARD +2", N_("Seal a Combat card.")),
        Row("WA JUMP c4-c5-c6", N_("Jump over the pit c5 with a Jump card.")),
        Row("CL heal GO", N_("Heal a wounded neighbour.")),
        Row("TH open c4|c5", N_("Open the portcullis between c4 and c5; also close and break.")),
        Row("WW thru c4|d4", N_("Walk through a wall.")),
        Row("TR regenerate", N_("A wounded Troll recovers.")),
        Row("TR drink", N_("Drink the Speed Potion he carries.")),
        Row("WI fire n", N_("Fire the Wand to the north.")),
        Row("END", N_("End your turn before all action points are used.")),
        Row("OK", N_("Accept what would happen at the deadline, at once.")),
    ),
)

NOTATION = Page(
    "NOTATION",
    N_("How the board and the pieces are named."),
    ("c7", "R3", "c4|c5", "bWA", "y.ro"),
    (
        N_(
            "Columns are letters from the left, rows are numbers from the bottom. Blue sits at "
            "the bottom, Yellow at the top."
        ),
        N_("R3 is a room, c4|c5 the border between two squares, n e s w are the directions."),
        N_(
            "A piece is a colour and a code, like bWA for the blue Warrior. In orders your own "
            "pieces need no colour. Full names are understood too."
        ),
    ),
    (
        Row("CL GO ME TH", N_("Cleric, Goblin, Mekanork, Thief")),
        Row("TR WW WA WI", N_("Troll, Wall-Walker, Warrior, Wizard")),
        Row("ar fw ro", N_("Armor, Fireball Wand, Rope")),
        Row("sp sw tz", N_("Speed Potion, Sword, Treasure")),
    ),
)

PRISON = Page(
    "PRISON",
    N_("The second set: its scenarios, its characters and the orders that are new."),
    ("CREATE prison 1", "CREATE prison 3 house", "CREATE prison"),
    (
        N_(
            "1: get both characters out. 2: the Colossus gets out, or is eliminated. 3: eliminate"
            " two enemies. 4: four points. 5: the full game, to five points. Number 1 is for those"
            " who are new to the game."
        ),
        N_(
            "Only the Naga passes arrow-slits. Whoever stands right at one sees, shoots and screams"
            " through it; the squares on both sides are not adjacent."
        ),
    ),
    (
        Row("BA BS CL CO", N_("Banshee, Backstabber, Cleric, Colossus")),
        Row("ME NA TP WI", N_("Mekanork, Naga, Telepath, Wizard")),
        Row("bo fw ke", N_("Bow, Fireball Wand, Key")),
        Row("ls ro ts", N_("Large Shield, Rope, Telescoping Spear")),
        Row("CL x ME", N_("With a Bow or a Spear this is an attack from afar.")),
        Row(
            "NA x CL WITH ME WI",
            N_("The Naga attacks; Mekanork and Wizard help from afar with Spear and Bow."),
        ),
        Row("BA scream e", N_("For 2 action points, push the first character to the east.")),
        Row("NA open c4|c5", N_("With a Key, open a portcullis; also close.")),
        Row("CO break c4|c5", N_("The Colossus breaks a portcullis for good.")),
        Row("MIND +5", N_("When you are asked: name the card your opponent has to play.")),
        Row("MIND NO", N_("When you are asked: name no card.")),
    ),
)

MIXED = Page(
    "MIXED",
    N_("Base set and Prison in one game: how teams and rooms are chosen."),
    ("CREATE mixed free", "CREATE mixed mutual", "CREATE mixed mutual house"),
    (
        N_(
            "Each player plays with 8 characters and 6 objects of both sets, and 4 pairs of rooms"
            " are laid. Nothing is taken twice but the Rope."
        ),
        N_(
            "Free choice: each chooses in secret, two pairs of rooms and two in reserve. Mutual"
            " choice: both pick in turn, and each pick counts for both."
        ),
    ),
    (
        Row(
            "TEAM CL GO ME TH CO NA BA TP ar fw ro ro ke ls PAIRS 1 37 RESERVE 2 38",
            N_("Free choice: your team, the pairs you want, the pairs in reserve."),
        ),
        Row("PICK 37", N_("Mutual choice: a pair of rooms, then characters, then objects.")),
    ),
)

PAGES = (*COMMANDS, ORDERS, NOTATION, PRISON, MIXED)
ALIASES = {
    "TEAM": "MIXED",
    "PICK": "MIXED",
    "SET": "ORDERS",
    "LINE": "ORDERS",
    "PUT": "ORDERS",
    "CARD": "ORDERS",
    "MIND": "PRISON",
    "SCREAM": "PRISON",
    "WITH": "PRISON",
    "MOVE": "ORDERS",
    "ORDER": "ORDERS",
    "ACCEPT": "DRAW",
    "DECLINE": "DRAW",
    "ZONE": "LANGUAGE",
    "WATCH": "OBSERVE",
    "VACATION": "ABSENCE",
}


def find_page(topic: str) -> Page | None:
    """A page by its name, however it is written.

    >>> find_page(" help me"), find_page("press").topic, find_page("zone").topic
    (None, 'PRESS', 'LANGUAGE')
    """
    name = topic.strip().upper()
    name = ALIASES.get(name, name)
    return next((page for page in PAGES if page.topic == name), None)


def topics(say: Language) -> list[tuple[str, str]]:
    """All pages with what they are about."""
    return [(f"HELP {page.topic}", say(page.summary)) for page in PAGES]

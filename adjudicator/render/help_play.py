"""The help pages about playing: orders, names, and what the sets have of their own."""

from __future__ import annotations

from .help_page import Page, Row
from .language import N_

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
        Row(
            "MIND +5",
            N_(
                "When your Telepath fights: name the card your opponent has to play. HELP MIND"
                " tells what follows."
            ),
        ),
        Row("CLAIM", N_("Nobody can reach the goal any more. HELP CLAIM tells what follows.")),
    ),
)

MIND = Page(
    "MIND",
    N_("The Telepath: naming the Combat card that your opponent has to play."),
    ("MIND +5", "MIND NO"),
    (
        N_(
            "When your Telepath fights one against one, and nobody shoots, you may name a card"
            " before any card is sealed. It costs nothing. A wounded Telepath cannot do it, and two"
            " Telepaths cancel each other."
        ),
        N_(
            "If your opponent holds the card, he must play it. Then you choose yours, and you know"
            " what it meets."
        ),
        N_(
            "If he does not hold it, you are shown his Combat cards, this once. Then both of you"
            " seal a card as usual."
        ),
    ),
    (
        Row("MIND +5", N_("Name a card from +1 to +6; the +0 cannot be named.")),
        Row("MIND NO", N_("Name none: both of you seal a card as usual.")),
        Row(
            "MIND else: +6",
            N_("In a mail that begins with STANDING: name it whenever you are asked."),
        ),
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

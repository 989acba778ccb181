"""The help pages about commands, one for each."""

from __future__ import annotations

from .help_page import Page, Row
from .language import N_

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
            "CREATE mixed free",
            "CREATE mixed mutual house",
        ),
        (
            N_(
                "The scenario is standard or beginner, or prison and a number from 1 to 5; prison"
                " alone is scenario 5. You may add the colour you want. The game begins when"
                " somebody has joined, or the house."
            ),
            N_(
                "mixed free and mixed mutual are played with both sets. HELP MIXED tells how teams"
                " and rooms are chosen."
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
        (
            N_(
                "Once a room was revealed or turned, a combat declared or your turn ended, it is"
                " too late."
            ),
        ),
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
                " always goes first. If none of them fits, you are asked. Lines for the set-up"
                " end with it."
            ),
        ),
        (
            Row("CARD else: +0", N_("Seal the +0 whenever no other line of yours fits.")),
            Row(
                "CARD defence on GO sum>=2: +3 +2",
                N_(
                    "If your Goblin is attacked by a side that is stronger by 2 or more before"
                    " cards: the +3, or the +2 if the +3 is gone. With sum<=0 they are not"
                    " stronger."
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
            Row(
                "PICK CO BA TP",
                N_(
                    "Mixed games, mutual choice: pick the first of them that is left. Pairs of"
                    " rooms, characters and objects have a PICK line each."
                ),
            ),
            Row(
                "TEAM CL GO ... ro ke ... PAIRS 1 37 2 38",
                N_("Mixed games, free choice: whom and what you want, the best first."),
            ),
            Row("LINE CL@b1 TH WI TR", N_("Set-up: the team, in the order you prefer.")),
            Row(
                "SET tz R7 R8",
                N_("Set-up: hide the Treasure in R7, or in R8 if there is no room."),
            ),
            Row(
                "PUT WA: gear, next to TH, far",
                N_("Where your Warrior goes when you find him: the wishes in order."),
            ),
            Row(
                "PUT y.ro: dead end, far",
                N_("Where Yellow's Rope goes. You place the enemy's objects, and he places yours."),
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
        "CLAIM",
        N_("In Prison: claims that nobody can reach the goal any more, or answers such a claim."),
        ("CLAIM", "AGREE", "CONTEST"),
        (
            N_(
                "You claim it in your own turn, behind the Action card, once a turn. The other"
                " player agrees or contests it, and nothing else goes on before. Silence agrees:"
                " whoever has not answered by the deadline does not contest it."
            ),
            N_(
                "A claim that is not contested ends the game: in scenarios 1 to 4 it is a draw, in"
                " scenario 5 the higher score wins. If it is contested, you act on."
            ),
        ),
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
            N_(
                "While a dispute is open, DISPUTE and your text adds to it, whoever opened it."
                " Those who watch learn only that there is one, and the ruling."
            ),
        ),
    ),
    Page(
        "HELP",
        N_("Sends a help page, or several in one mail; without a word, the list of all pages."),
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

"""Whole conversations with the referee: what is written, what is answered, what it changes."""

from __future__ import annotations

from adjudicator.app.proof.verify import prove, read_stored
from adjudicator.engine.deal import commitment
from tests.mail_service.conftest import SEED
from tests.mail_service.post_office import ANNA, BEN, MAILBOX, PostOffice, Sent

LINE_UP = "LINE CL@b1 TH@d1 WI@g1 TR@i1"
OTHER_LINE_UP = "LINE CL@b22 TH@d22 WI@g22 TR@i22"


def only(sent: list[Sent], to: str = ANNA) -> Sent:
    assert [mail.to for mail in sent] == [to]
    return sent[0]


def assert_genuine(office: PostOffice, game: int = 1) -> None:
    assert prove(read_stored(office.store, game)).fault is None


# -- becoming a player ------------------------------------------------------------------------


def test_registering_takes_a_yes_from_the_same_address(post_office: PostOffice) -> None:
    asked = only(post_office.write(ANNA, "REGISTER Anna"))
    assert asked.subject == "[DT] Please confirm your address: Anna"
    asked.says("Somebody, probably you, wants to play Dungeon Twister by mail as Anna")
    refused = only(post_office.write(BEN, "ok", asked.reply_to), BEN)
    refused.says("The address you answered to is not valid for you. Nothing was changed.")
    stranger = only(post_office.write(ANNA, "CREATE standard"))
    stranger.says("CREATE standard Refused")
    welcome = only(post_office.write(ANNA, "ok", asked.reply_to, f"Re: {asked.subject}"))
    assert welcome.subject == "[DT] Welcome"
    welcome.says("Welcome, Anna. You are registered.")
    again = only(post_office.write(ANNA, "REGISTER Anna"))
    again.says("REGISTER Anna Refused")


def test_help_is_for_everybody(post_office: PostOffice) -> None:
    pages = only(post_office.write(BEN, "HELP"), BEN)
    assert pages.reply_to == MAILBOX
    pages.says("REGISTER", "ORDERS", "STANDING")
    page = only(post_office.write(BEN, "HELP ORDERS"), BEN)
    assert page.subject != pages.subject


# -- against the house ------------------------------------------------------------------------


def test_a_game_against_the_house(post_office: PostOffice) -> None:
    post_office.register(ANNA, "Anna")
    created = only(post_office.write(ANNA, "CREATE standard blue"))
    created.says("Game 1 is open, and you play Blue in it.")
    first = next(m for m in post_office.write(ANNA, "JOIN 1 house") if "begins" in m.subject)
    assert first.subject == "[DT 1] The game begins (Blue)"
    first.says("Anna (Blue) and house (Yellow)", commitment(SEED))
    first.says("You are asked to line up a starting team.", "The answer of Yellow is in")

    before = post_office.position()
    refused = only(post_office.answer(ANNA, LINE_UP.replace("TR", "XX")))
    assert refused.subject == "[DT 1] Refused, please look again (Blue)"
    refused.says("Not understood", "'XX' is no character, object or order.")
    assert post_office.position() == before

    played = only(post_office.answer(ANNA, LINE_UP))
    assert played.subject == "[DT 1] Received. Set-up: hide a token (Blue)"
    played.says(f"{LINE_UP} Played", "Blue has lined up his team", "the blue Troll (bTR) on i1")
    for order in ("SET GO R3", "SET ar R3", "ok"):
        before = post_office.position()
        hidden = only(post_office.answer(ANNA, order))
        assert hidden.subject == "[DT 1] Received. Set-up: hide a token (Blue)"
        assert post_office.position() != before
        if order != "ok":
            hidden.says(f"{order} Played")
    assert_genuine(post_office)


def test_a_standing_order_answers_by_itself(post_office: PostOffice) -> None:
    """All ten tokens are hidden by one standing order and one mail; the owner alone sees it."""
    post_office.register(ANNA, "Anna")
    post_office.write(ANNA, "CREATE standard blue")
    post_office.write(ANNA, "JOIN 1 house")
    before = post_office.position()
    wish = "SET any R1 R2 R3 R4 R5 R6 R7 R8"
    noted = only(post_office.answer(ANNA, f"STANDING\n{wish}"))
    noted.says(f"{wish} Done Noted as a standing order. Only you see it.")
    assert post_office.position() == before, "a standing order is no order"
    begun = only(post_office.answer(ANNA, LINE_UP))
    assert "hide a token" not in begun.subject
    begun.says("Hidden in R1", "Your standing orders -------------------- None.")
    assert_genuine(post_office)


# -- between two people -----------------------------------------------------------------------


def test_both_are_told_when_a_game_begins(between_two: PostOffice) -> None:
    for who, colour in ((ANNA, "Blue"), (BEN, "Yellow")):
        first = between_two.last(who)
        assert first.subject == f"[DT 1] The game begins ({colour})"
        first.says("Anna (Blue) and Ben (Yellow)", commitment(SEED))


def test_nobody_waits_for_the_other_to_line_up(between_two: PostOffice) -> None:
    """Ben answers the first mail though Anna has answered hers; he learns nothing of her team."""
    mine = only(between_two.answer(ANNA, LINE_UP))
    mine.says("Your answer is in and sealed.", "The game waits for Yellow")
    both = between_two.answer(BEN, OTHER_LINE_UP)
    his = next(mail for mail in both if mail.to == BEN)
    his.says(f"{OTHER_LINE_UP} Played", "Yellow has lined up his team")
    for mail in (sent for sent in between_two.sent() if sent.to == BEN):
        assert "bCL" not in mail.text, "her team is secret"


def test_an_answer_to_an_old_position_is_not_played(between_two: PostOffice) -> None:
    old = between_two.last(ANNA).reply_to
    between_two.answer(ANNA, LINE_UP)
    between_two.answer(BEN, OTHER_LINE_UP)
    before = between_two.position()
    stale = only(between_two.write(ANNA, "SET ar R3", old))
    assert stale.subject == "[DT 1] Too late, please answer again: set-up (Blue)"
    stale.says("Your mail answers an older position of this game. Nothing of it was played.")
    stale.says("What has happened since", "is drawn to hide the first token.", "SET ar R3")
    assert stale.reply_to == between_two.last(ANNA).reply_to != old
    assert between_two.position() == before


def test_a_changed_token_opens_nothing(between_two: PostOffice) -> None:
    mine = between_two.last(ANNA).reply_to
    before = between_two.position()
    head, _, domain = mine.partition("@")
    forged = [
        f"{head[:-1]}{'a' if head[-1] != 'a' else 'b'}@{domain}",
        mine.replace("+1-b-", "+2-b-"),
        mine.replace("+1-b-", "+1-y-"),
        mine.replace("-0-", "-1-"),
        f"referee+1-b-0@{domain}",
    ]
    for address in forged:
        refused = only(between_two.write(ANNA, LINE_UP, address))
        assert refused.subject == "[DT] Your mail could not be used"
        refused.says("The address you answered to is not valid for you. Nothing was changed.")
    assert between_two.position() == before


def test_the_address_of_somebody_else_opens_nothing(between_two: PostOffice) -> None:
    """Ben got hold of the address Anna answers to, and so did a stranger."""
    before = between_two.position()
    hers = between_two.last(ANNA).reply_to
    for sender in (BEN, "eve@example.com"):
        for words in (LINE_UP, "ok", "STANDING\nSET any R1", f"PREVIEW {LINE_UP}", "PRESS ALL hi"):
            refused = only(between_two.write(sender, words, hers), sender)
            refused.says("The address you answered to is not valid for you. Nothing was changed.")
    assert between_two.position() == before


def test_a_preview_plays_nothing(between_two: PostOffice) -> None:
    before = between_two.position()
    tried = only(between_two.answer(ANNA, f"PREVIEW\n{LINE_UP}"))
    assert tried.subject == "[DT 1] Preview: set-up (Blue)"
    tried.says("This was only a try. Nothing was played", f"{LINE_UP} Would be played")
    assert between_two.position() == before


def test_press_is_brought_to_the_other(between_two: PostOffice) -> None:
    before = between_two.position()
    mails = between_two.answer(ANNA, "PRESS yellow Good luck, Ben!")
    assert sorted(mail.to for mail in mails) == [ANNA, BEN]
    brought = next(mail for mail in mails if mail.to == BEN)
    brought.says("Good luck, Ben!", "Blue")
    receipt = next(mail for mail in mails if mail.to == ANNA)
    receipt.says("PRESS yellow Good luck, Ben! Done")
    assert between_two.position() == before
    no_address = only(between_two.answer(ANNA, "PRESS Good luck"))
    no_address.says("PRESS Good luck Refused")


def test_orders_of_a_turn(between_two: PostOffice) -> None:
    """Set-up by default answers, then a turn: what is refused is told with rule and remedy."""
    between_two.answer(ANNA, LINE_UP)
    between_two.answer(BEN, OTHER_LINE_UP)
    asked = ANNA
    while "hide a token" in (newest := _asked_now(between_two)).subject:
        asked = newest.to
        between_two.answer(asked, "ok")
    asked = _asked_now(between_two).to
    before = between_two.position()
    refused = only(between_two.answer(asked, "A2; CL a9"), asked)
    refused.says("Refused")
    assert between_two.position() == before, "orders are played together or not at all"
    played = between_two.answer(asked, "A2; END")[0]
    played.says("A2 Played", "END Played")
    assert_genuine(between_two)


def _asked_now(office: PostOffice) -> Sent:
    """The newest mail to whoever the game waits for."""
    asked = office.store.state(1).pending[0].who
    return office.last(ANNA if asked == "blue" else BEN)

"""HELP: one mail with all the pages asked for."""

from __future__ import annotations

from tests.app.mail.desk import ANNA, Desk, text_of


def test_several_pages_come_in_one_mail(desk: Desk) -> None:
    (mail,) = desk.write(ANNA, "HELP join\nHELP DRAW\nhelp Join")
    assert mail["Subject"] == "[DT] Help: JOIN, DRAW"
    assert text_of(mail).count("Takes a free seat in a game.") == 1
    assert "Offers a draw, or answers an offer." in text_of(mail)
    assert "one of these words" not in text_of(mail)


def test_words_for_the_same_page_give_it_once(desk: Desk) -> None:
    (mail,) = desk.write(ANNA, "HELP DRAW\nHELP ACCEPT")
    assert text_of(mail).count("Offers a draw, or answers an offer.") == 1


def test_what_there_is_no_page_about_is_named_beside_the_others(desk: Desk) -> None:
    (mail,) = desk.write(ANNA, "HELP CASTLING\nHELP JOIN\nHELP CHECK")
    assert "Takes a free seat in a game." in text_of(mail)
    assert "There is no help page CASTLING, CHECK." in text_of(mail)
    assert "HELP ORDERS" in text_of(mail)


def test_help_alone_lists_the_pages(desk: Desk) -> None:
    (mail,) = desk.write(ANNA, "HELP")
    assert mail["Subject"] == "[DT] Help"
    assert "There is no" not in text_of(mail)
    assert "HELP JOIN" in text_of(mail)


def test_help_comes_beside_what_else_a_mail_asks(desk: Desk) -> None:
    desk.register(ANNA, "Anna")
    mails = desk.write(ANNA, "HELP JOIN\nZONE Europe/Paris\nHELP DRAW")
    assert [mail["Subject"] for mail in mails] == ["[DT] Help: JOIN, DRAW", "[DT] Received"]


def test_what_naming_a_card_does_has_a_page_of_its_own(desk: Desk) -> None:
    (mail,) = desk.write(ANNA, "HELP MIND")
    text = " ".join(text_of(mail).split())
    assert "If your opponent holds the card, he must play it." in text
    assert "you are shown his Combat cards, this once" in text
    assert "the +0 cannot be named" in text


def test_mixed_games_are_among_those_to_create(desk: Desk) -> None:
    (mail,) = desk.write(ANNA, "HELP CREATE")
    assert "CREATE mixed free" in text_of(mail) and "CREATE mixed mutual" in text_of(mail)

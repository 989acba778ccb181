"""The mark on top of our mails: whatever a program does to a quote, it ends the answer."""

from __future__ import annotations

import html as markup
import re
from email.message import EmailMessage

import pytest

from adjudicator.mail.inbound import Letter, read_mail
from tests.mail_service.post_office import ANNA, MAILBOX, PostOffice, Sent

LINE_UP = "LINE CL@b1 TH@d1 WI@g1 TR@i1"


def html_of(sent: Sent) -> str:
    body = sent.mail.get_body(("html",))
    assert body is not None
    return str(body.get_content())


def orders_in(text: str, html: str | None = None) -> str:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = ANNA, MAILBOX, "Re: [DT 1]"
    if html is None:
        mail.set_content(text)
    else:
        mail.set_content(html, "html")
    letter = read_mail(mail.as_bytes())
    assert isinstance(letter, Letter)
    return letter.orders


@pytest.fixture(params=["en", "fr", "de"])
def asked(request: pytest.FixtureRequest, between_two: PostOffice) -> Sent:
    """A position mail in each language."""
    between_two.write(ANNA, f"LANGUAGE {request.param}")
    between_two.write(ANNA, "BOARD 1")
    return between_two.last(ANNA)


def test_it_is_short_and_on_top(asked: Sent) -> None:
    first, second, *_ = asked.text.splitlines()
    assert re.fullmatch(r"##### .{10,50} #####", first)
    assert second == ""
    assert first.isascii() or asked.mail["Content-Language"] != "en"


def test_above_a_quote_without_any_sign(asked: Sent) -> None:
    assert orders_in(f"{LINE_UP}\n\n{asked.text}") == LINE_UP


def test_below_and_between_marked_quotes(asked: Sent) -> None:
    quoted = [f"> {line}" for line in asked.text.splitlines()]
    assert orders_in("\n".join([*quoted, "", LINE_UP])) == LINE_UP
    between = "\n".join([*quoted[:9], LINE_UP, *quoted[9:], "", "END"])
    assert orders_in(between).split() == [*LINE_UP.split(), "END"]


def test_above_our_html_without_any_sign(asked: Sent) -> None:
    page = html_of(asked)
    whole = page.replace("<body", f"<p>{markup.escape(LINE_UP)}</p><body", 1)
    assert orders_in("", whole) == LINE_UP


def test_screen_readers_skip_it_and_lists_of_mails_show_the_title(asked: Sent) -> None:
    page = html_of(asked)
    mark = page.index('class="mark" aria-hidden="true"')
    assert page.index('class="referee-summary"') < mark < page.index("<h1")

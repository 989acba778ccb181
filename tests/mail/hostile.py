"""Mails made to break readers: too large to keep as files."""

from __future__ import annotations

from typing import NamedTuple

HEAD = (
    "From: anna@example.net\nTo: referee@example.org\nSubject: hi\nMessage-ID: <h@example.net>\n"
    "MIME-Version: 1.0\n"
)


class Hostile(NamedTuple):
    name: str
    raw: bytes


def _mail(body: str, kind: str = "text/plain; charset=utf-8", more: str = "") -> bytes:
    return f"{HEAD}{more}Content-Type: {kind}\n\n{body}".encode()


def _nested(depth: int) -> str:
    part = '--x{}\nContent-Type: multipart/mixed; boundary="x{}"\n\n'
    return "".join(part.format(level, level + 1) for level in range(depth))


def _parts(head: str, number: int, body: str) -> bytes:
    return _mail(f"--x\n{head}\n\n{body}\n" * number, 'multipart/mixed; boundary="x"')


MAILER = "From: MAILER-DAEMON@example.net\nReturn-Path: <>\nX-Failed-Recipients: a@example.org\n"

REPORT = (
    'Content-Type: multipart/report; report-type=delivery-status; boundary="x"\n\n--x\n'
    "Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822; a@b.c\n"
    "Action: failed\n\n--x\n"
)
ENCODED = "Content-Transfer-Encoding: "

MAILS = (
    Hostile("nested 1000 deep", _mail(_nested(1000) + "A3", 'multipart/mixed; boundary="x0"')),
    Hostile("nested 39 deep", _mail(_nested(38) + "\n" * 49_000, 'multipart/mixed; boundary="x0"')),
    Hostile("nested mails", _mail("Content-Type: message/rfc822\n\n" * 1000, "message/rfc822")),
    Hostile("one boundary", _mail('--x\nContent-Type: multipart/mixed; boundary="x"\n\n' * 900,
                                  'multipart/mixed; boundary="x"')),
    Hostile("many parts", _parts("Content-Type: text/plain", 10_000, "A3")),
    Hostile("parts of semicolons", _parts("Content-Type: text/html" + ";" * 40_000, 39, "<p>A3")),
    Hostile("parts of html", _parts("Content-Type: text/html", 39, "<b><table><tr><td>" * 2_500)),
    Hostile("50,000 headers", b"X: y\n" * 49_000 + _mail("A3")),
    Hostile("long header", _mail("A3", more="X-Long: " + "a" * 1_000_000 + "\n")),
    Hostile("long folded header", _mail("A3", more="References:" + "\n <a@b>" * 40_000 + "\n")),
    Hostile("semicolons", _mail("A3", "text/plain" + ";" * 500_000)),
    Hostile("quoted semicolons", _mail("A3", 'multipart/mixed; boundary="' + ";" * 500_000)),
    Hostile("continued parameters", _mail("A3", "text/plain" + "".join(
        f"; charset*{number}*=%41" for number in range(20_000)))),
    Hostile("encoded words", _mail("A3", more="Subject: " + "=?a?q?" * 100_000 + "\n")),
    Hostile("comments", ("From: " + "(" * 500_000 + "a@example.net\n\nA3").encode()),
    Hostile("many recipients", _mail("A3", more="To: " + "a@example.org, " * 100_000 + "\n")),
    Hostile("many To headers", _mail("A3", more="To: a@example.org\n" * 40_000)),
    Hostile("one huge line", _mail("A" * 1_900_000)),
    Hostile("oversized", _mail("A3\n" * 2_000_000)),
    Hostile("only newlines", b"\n" * 1_900_000),
    Hostile("newlines", _mail("\n" * 49_000 + "A3")),
    Hostile("carriage returns", _mail("\r" * 49_000 + "A3")),
    Hostile("From lines", _mail("From: a\n" * 40_000)),
    Hostile("header-like lines", _mail("From: a\nTo: b\nabc\n" * 10_000)),
    Hostile("schrieb", _mail("Am " + " schrieb " * 100_000)),
    Hostile("wrote lines", _mail("On 1 wrote\n" * 40_000)),
    Hostile("quoted and not", _mail("> a\nb wrote:\n" * 20_000)),
    Hostile("rules", _mail("- - - - - - - mail - - - - -- \n" * 40_000)),
    Hostile("marks", _mail("##### " * 100_000)),
    Hostile("flowed", _mail("a" * 70 + " \n" * 24_000, "text/plain; format=flowed; delsp=yes")),
    Hostile("spaces", _mail(" " * 1_900_000)),
    Hostile("html depth", _mail("<div>" * 50_000 + "A3", "text/html")),
    Hostile("html table", _mail("<table><tr><td>" + "x" * 30_000 + "</td></tr>"
                                + "<tr><td>a</td></tr>" * 11_000 + "</table>", "text/html")),
    Hostile("html unclosed", _mail("<" * 250_000, "text/html")),
    Hostile("html attributes", _mail("<p " + "a=b " * 60_000 + ">", "text/html")),
    Hostile("html classes", _mail('<p class="' + "x " * 120_000 + '">A3</p>', "text/html")),
    Hostile("html entities", _mail("&lt;" * 60_000, "text/html")),
    Hostile("html styles", _mail('<p style="display:none">' * 10_000, "text/html")),
    Hostile("html quotes", _mail("<blockquote>" * 20_000, "text/html")),
    Hostile("html lists", _mail("<ul><li>" * 20_000, "text/html")),
    Hostile("html cells", _mail("<td>" * 60_000, "text/html")),
    Hostile("html breaks", _mail("<br>" * 60_000, "text/html")),
    Hostile("punycode", _mail("a-" * 500_000, "text/plain; charset=punycode")),
    Hostile("utf-7", _mail("+AGE-" * 50_000, "text/plain; charset=utf-7")),
    Hostile("base64", _mail("QUJD\n" * 49_000, more=ENCODED + "base64\n")),
    Hostile("quoted-printable", _mail("=" * 500_000, more=ENCODED + "quoted-printable\n")),
    Hostile("uuencode", _mail("begin 644 x\n" + "M" * 500_000, more=ENCODED + "uuencode\n")),
    Hostile("bounce of lines", (MAILER + "\n" + "a@example.org\n" * 40_000).encode()),
    Hostile("bounce of words", (MAILER + "\n" + "failed address " * 60_000).encode()),
    Hostile("bounce of parts", (MAILER + REPORT * 1_000).encode()),
    Hostile("results", _mail("A3", more="Authentication-Results: mx.example.org; "
                             + "dkim=pass (" * 20_000 + "\n")),
    Hostile("binary", bytes(range(256)) * 4_000),
    Hostile("nuls", b"\0" * 1_900_000),
)  # fmt: skip

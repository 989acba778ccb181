"""HTML mail to text: quotes and signatures that are marked as such left out, hidden text too."""

from __future__ import annotations

import re

from inscriptis.css_profiles import CSS_PROFILES
from inscriptis.html_engine import Inscriptis
from inscriptis.model.config import ParserConfig
from lxml.html import HtmlElement, document_fromstring

from .text import clean

QUOTE_FOLLOWS = "_" * 32
"""The line that Outlook writes above the mail it quotes; `quotes` knows it."""

_QUOTES = frozenset(
    {
        "gmail_attr",
        "moz-cite-prefix",
        "referee-summary",  # the line of our own mails that only lists of mails show
        "protonmail_quote",
        "yahoo_quoted",
        "olk_src_body_section",
        "mail-editor-reference-message-container",
    }
)
_SIGNATURES = frozenset(
    {
        "applemailsignature",
        "gmail_signature",
        "moz-signature",
        "ms-outlook-mobile-signature",
        "protonmail_signature_block",
        "signature",
        "ymail_android_signature",
        "ymail_ios_signature",
    }
)
_QUOTE_HEADS = frozenset({"divrplyfwdmsg", "replysplit"})
_AS_BLOCK = ("table", "tbody", "thead", "tfoot", "tr", "ul", "ol", "li", "dl", "dt", "dd")
_AS_INLINE = ("td", "th")
_DECLARATION = re.compile(r"^\s*<\?xml[^>]{0,200}\?>")
_TAG = re.compile(r"<[^<>]{0,1000}>")
_CONFIG = ParserConfig(css=CSS_PROFILES["strict"].copy())


def html_to_text(html: str) -> str:
    """The text that a reader of this HTML sees, without what is marked as quoted.

    >>> html_to_text("<div>A3</div><div>WA c4-c5<br>END</div><blockquote>RV R3</blockquote>")
    'A3\\nWA c4-c5\\nEND'
    """
    html = _DECLARATION.sub("", clean(html)).strip()
    if not html:
        return ""
    try:
        text = _convert(html)
    except Exception:  # broken beyond what lxml mends, or nested too deep for inscriptis
        text = _TAG.sub(" ", html)
    return clean(text).strip()


def _convert(html: str) -> str:
    tree = document_fromstring(html)
    for element in list(tree.iter()):
        if isinstance(element.tag, str):
            _leave_out(element)
    # Laid-out tables are padded to equal widths, which a hostile mail makes gigabytes of.
    for element in tree.iter(*_AS_BLOCK):
        element.tag = "div"
    for element in tree.iter(*_AS_INLINE):
        element.tag = "span"
        element.tail = " " + (element.tail or "")
    return str(Inscriptis(tree, _CONFIG).get_text())


def _leave_out(element: HtmlElement) -> None:
    names = _names(element)
    if element.getparent() is None:
        return
    if element.tag == "blockquote" or names & _QUOTES or names & _SIGNATURES:
        element.drop_tree()
    elif names & _QUOTE_HEADS:
        element.clear(keep_tail=True)
        element.tag, element.text = "div", QUOTE_FOLLOWS


def _names(element: HtmlElement) -> set[str]:
    """Its classes and id; web mail programs put `x_` before those they pass on."""
    said = f"{element.get('class') or ''} {element.get('id') or ''}"[:500].lower().split()
    return {name.removeprefix("x_") for name in said}

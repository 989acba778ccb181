"""Whether a mail comes from the domain in its From line: what our mail server found, or DKIM.

The token in the reply address authorises; this adds confidence, and a host may require it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from email.message import Message
from enum import Enum
from typing import Any

import authres
import dkim

from .headers import headers

MOST_RESULTS = 5
MOST_SIGNATURES = 3

FindTxt = Callable[..., bytes | None]
"""Looks up a TXT record: `(name: bytes, timeout: int) -> bytes | None`."""


class Authentic(Enum):
    """What is known about the sender's domain."""

    PASSED = "passed"
    FAILED = "failed"
    UNKNOWN = "unknown"


def read_results(message: Message[str, str], sender: str, server: str | None) -> Authentic:
    """What our own mail server wrote into Authentication-Results (RFC 8601) about the sender.

    Only headers with the id `server` count; without an id none does. That server must remove such
    headers from what it takes in, as the RFC demands, or anybody could write them.
    """
    if not server:
        return Authentic.UNKNOWN
    domain = sender.rpartition("@")[2]
    found = [_judge(result, domain) for result in _results(message, server)]
    if Authentic.PASSED in found:
        return Authentic.PASSED
    return Authentic.FAILED if Authentic.FAILED in found else Authentic.UNKNOWN


def _results(message: Message[str, str], server: str) -> Iterator[Any]:
    for value in headers(message, "Authentication-Results")[:MOST_RESULTS]:
        try:
            told = authres.all_features().parse_value(value)
        except Exception:  # not as the RFC says: then it says nothing
            continue
        if str(told.authserv_id).lower() == server.lower():
            yield from told.results


def _judge(result: Any, domain: str) -> Authentic:
    method, verdict = getattr(result, "method", ""), getattr(result, "result", "")
    if method == "dmarc":
        return _verdict(verdict, str(result.header_from or domain), domain)
    if method == "dkim" and verdict == "pass":
        said = result.header_d or str(result.header_i or "").rpartition("@")[2]
        return _verdict(verdict, str(said), domain)
    if method == "spf" and verdict == "pass":
        return _verdict(verdict, str(result.smtp_mailfrom or "").rpartition("@")[2], domain)
    return (
        Authentic.UNKNOWN
    )  # a failed DKIM or SPF alone says little: mail is forwarded and changed


def _verdict(verdict: str, proven: str, domain: str) -> Authentic:
    if not aligned(proven, domain):
        return Authentic.UNKNOWN
    known = {"pass": Authentic.PASSED, "fail": Authentic.FAILED}
    return known.get(verdict, Authentic.UNKNOWN)


def aligned(proven: str, domain: str) -> bool:
    """Whether a proof for one domain covers an address in the other.

    >>> aligned("example.org", "mail.example.org"), aligned("org", "example.org")
    (True, False)
    """
    proven, domain = proven.lower().strip("."), domain.lower()
    return bool(proven) and (proven == domain or ("." in proven and domain.endswith(f".{proven}")))


def check_dkim(
    raw: bytes, sender: str, find_txt: FindTxt | None = None, timeout: int = 5
) -> Authentic:
    """Verify the mail's own DKIM signatures. Asks the DNS: call it in a thread.

    A signature that covers only the beginning of the body (`l=`) proves nothing, since anybody may
    have added the rest.
    """
    try:
        checker = dkim.DKIM(raw, timeout=timeout, minkey=1024)
        number = sum(1 for name, _ in checker.headers if name.lower() == b"dkim-signature")
    except Exception:  # a mail that dkimpy cannot read has no signature
        return Authentic.UNKNOWN
    good = [
        index
        for index in range(min(number, MOST_SIGNATURES))
        if _signed(checker, index, sender.rpartition("@")[2], find_txt)
    ]
    return Authentic.PASSED if good else Authentic.UNKNOWN


def _signed(checker: Any, index: int, domain: str, find_txt: FindTxt | None) -> bool:
    try:
        prepared = checker.verify_headerprep(index)
        if not prepared or b"l" in prepared[0]:
            return False
        if not aligned(prepared[0][b"d"].decode("ascii"), domain):
            return False
        return bool(checker.verify(index, **({"dnsfunc": find_txt} if find_txt else {})))
    except Exception:  # malformed signatures and keys, DNS failures: not proven
        return False

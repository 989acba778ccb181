"""Damaged mails without end: `python -m tests.mail.fuzz 600 7` reads them for 600 s, seed 7."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from functools import cache
from pathlib import Path

from adjudicator.mail.inbound import Unfit, read_mail

SECONDS = 3.0
"""No mail may take more computing time, even on a slow and busy machine."""

TOKENS = (
    b"\r\n",
    b"\n",
    b"\n\n",
    b"\x00",
    b"\xff",
    b"=?utf-8?b?",
    b"?=",
    b"--",
    b"--BB\n",
    b"> ",
    b"From: ",
    b"From: m:RRR;:\n",
    b"Content-Type: ",
    b"multipart/mixed; boundary=",
    b"multipart/report; report-type=",
    b"message/rfc822",
    b"message/delivery-status",
    b"text/html",
    b"charset=",
    b"charset*0*=utf-8''%",
    b"Content-Transfer-Encoding: base64\n",
    b"Content-Transfer-Encoding: uuencode\n",
    b"begin 666 x\n",
    b"<div>",
    b"<blockquote>",
    b"<table><tr><td>",
    b"&#x",
    b"<!--",
    b"]]>",
    b"<?xml",
    b"\xe2\x80\xae",
    b";",
    b'"',
    b"\\",
    b"(",
    b")",
    b"<",
    b">",
    b"@",
    b",",
    b":",
    b"Authentication-Results: mx.example.org; dkim=",
    b"Return-Path: <>\n",
    b"Date: ",
    b"On 3 Mar wrote:\n",
    b"Final-Recipient: rfc822;",
    b"format=flowed",
)


@cache
def corpus() -> tuple[bytes, ...]:
    """The mails to begin with."""
    files = sorted(Path(__file__).with_name("corpus").glob("*.eml"))
    return tuple(file.read_bytes() for file in files)


def mutate(raw: bytes, chance: random.Random) -> bytes:
    """The mail, damaged in a few places."""
    data = bytearray(raw)
    for _ in range(chance.randint(1, 8)):
        at = chance.randint(0, len(data))
        end = min(len(data), at + chance.randint(0, 60))
        match chance.randint(0, 5):
            case 0:
                data[at:at] = chance.choice(TOKENS) * chance.choice((1, 1, 1, 2, 50))
            case 1:
                del data[at:end]
            case 2:
                data[at:end] = chance.randbytes(end - at)
            case 3:
                data[at:at] = data[at:end] * chance.randint(1, 20)
            case 4:
                data[at:end] = chance.choice(TOKENS)
            case _:
                other = chance.choice(corpus())
                start = chance.randint(0, len(other))
                data[at:end] = other[start : start + chance.randint(0, 400)]
    return bytes(data[:200_000])


def fuzz(seconds: float, seed: int) -> Counter[str]:
    """Read damaged mails for so long; what became of them. Raises on the first bad one."""
    chance, outcomes = random.Random(seed), Counter[str]()
    until, slowest = time.monotonic() + seconds, 0.0
    while time.monotonic() < until:
        raw = mutate(chance.choice(corpus()), chance)
        began = time.process_time()
        mail = read_mail(raw, ["referee@example.org"], auth_server="mx.example.org")
        took = time.process_time() - began
        if took > slowest:
            slowest = took
        if took > SECONDS:
            Path("slow.eml").write_bytes(raw)
            raise AssertionError(f"{took:.1f} s; see slow.eml")
        outcomes[mail.reason if isinstance(mail, Unfit) else "letter"] += 1
    outcomes["slowest, in ms"] = round(slowest * 1000)
    return outcomes


if __name__ == "__main__":
    print(fuzz(float(sys.argv[1]), int(sys.argv[2])))

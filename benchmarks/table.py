"""The results: one row for each thing measured, as a table to read and as JSON to keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One result."""

    name: str
    value: float
    unit: str
    target: float | None = None
    """The most it should be; ``None`` when it is only told."""
    note: str = ""

    @property
    def verdict(self) -> str:
        if self.target is None:
            return ""
        return "ok" if self.value <= self.target else "NOT OK"

    def as_json(self) -> dict[str, str | float | None]:
        return {
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "target": self.target,
            "verdict": self.verdict,
            "note": self.note,
        }


def write_table(rows: Sequence[Row]) -> str:
    """
    >>> decision = Row("a decision", 3.456, "plies", 5, "47 us")
    >>> print(write_table([decision, Row("a game", 1234, "bytes")]))
    measure       cost  unit   target
    a decision    3.46  plies       5  ok  47 us
    a game       1,234  bytes
    """
    cells = [("measure", "cost", "unit", "target", "", "")]
    cells.extend(
        (
            row.name,
            write_number(row.value),
            row.unit,
            "" if row.target is None else write_number(row.target),
            row.verdict,
            row.note,
        )
        for row in rows
    )
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = []
    for name, cost, unit, target, verdict, note in cells:
        parts = (
            name.ljust(widths[0]),
            cost.rjust(widths[1]),
            unit.ljust(widths[2]),
            target.rjust(widths[3]),
            verdict.ljust(widths[4]),
            note,
        )
        lines.append("  ".join(parts).rstrip())
    return "\n".join(lines)


def write_number(value: float) -> str:
    """Three figures that matter, no more.

    >>> [write_number(value) for value in (0.01234, 3.456, 47.123, 150, 12345.6)]
    ['0.0123', '3.46', '47.1', '150', '12,346']
    """
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"

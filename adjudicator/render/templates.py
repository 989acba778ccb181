"""The templates: at the top of a checkout, inside the package when installed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

PACKAGE = Path(__file__).resolve().parent.parent


def template_folder() -> Path:
    """Where the templates are; the wheel has them in ``adjudicator/templates``."""
    places = (PACKAGE / "templates", PACKAGE.parent / "templates")
    for place in places:
        if (place / "replay").is_dir():
            return place
    raise FileNotFoundError(f"there are no templates in {' or '.join(map(str, places))}")


@cache
def html_templates() -> Environment:
    """Templates for HTML: every value is escaped, an unknown name is an error."""
    return Environment(
        loader=FileSystemLoader(template_folder()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def template_text(name: str) -> str:
    """A file of the templates as it is."""
    return (template_folder() / name).read_text(encoding="utf-8")

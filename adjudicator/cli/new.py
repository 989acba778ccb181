"""``adjudicator new``: deal a game and make its record."""

from __future__ import annotations

import secrets
from pathlib import Path

import click

from adjudicator.app.games import Game, new_game
from adjudicator.engine.ids import Colour
from adjudicator.engine.ruleset import Options
from adjudicator.notation.names import COLOURS
from adjudicator.notation.record import write_options
from adjudicator.sets.load import full_game

from .database import opened_store, shell_user
from .errors import Mistake
from .files import create
from .handicap import preset
from .places import GameId, GameName
from .seats import Seat
from .shared import print_next

LONGEST_SEED = 100


@click.command()
@click.argument("file", type=GameName(), required=False)
@click.option(
    "--players", metavar="SEAT=NAME,...", help="Make it in the database: blue=anna,yellow=ben."
)
@click.option("--set", "set_name", default="base", show_default=True, help="The set to play with.")
@click.option(
    "--scenario",
    help="standard or beginner; in Prison 1 to 5. Without it the full game of the set.",
)
@click.option(
    "--target", type=int, default=0, help="Points that win, if the scenario leaves a choice."
)
@click.option(
    "--memory",
    default="own",
    show_default=True,
    help="own: you are reminded of your hidden tokens; strict: you are not.",
)
@click.option(
    "--handicap", multiple=True, metavar="SEAT=N", help="Play with fewer characters: blue=6."
)
@click.option(
    "--remove", multiple=True, metavar="SEAT=CARDS", help="Play without Combat cards: blue=+5,+6."
)
@click.option("--stronger", metavar="SEAT", help="Who gets the handicap of --levels.")
@click.option(
    "--levels", metavar="STRONG/WEAK", help="A handicap by levels of play: experienced/newbie."
)
@click.option(
    "--rope-anchors", type=int, help="How many squares must hold a Rope on a pit: 0 or 2 in Prison."
)
@click.option("--pair", help="Beginner's game: the pair of rooms left out, 1 to 4.")
@click.option(
    "--terms", default="", help='With --players: "days=2 off=sat,sun grace=12h anonymous=yes".'
)
@click.option("--seed", help="All chance follows from it; keep it secret. Drawn if not given.")
def new(
    file: Path | GameId | None,
    players: str | None,
    set_name: str,
    scenario: str | None,
    target: int,
    memory: str,
    handicap: tuple[str, ...],
    remove: tuple[str, ...],
    stronger: str | None,
    levels: str | None,
    rope_anchors: int | None,
    pair: str | None,
    terms: str,
    seed: str | None,
) -> None:
    """Deal a new game and make its record FILE, which must not exist yet.

    With --players and without FILE the game is made in the database; the players must be known
    there (adjudicator player add).

    \b
    Examples:
      adjudicator new my.dt
      adjudicator new --players blue=anna,yellow=ben
      adjudicator new --players blue=anna,yellow=ben --terms "days=2 off=sat,sun"
      adjudicator new --set base --scenario beginner --pair 2 first.dt
      adjudicator new --set prison --scenario 2 colossus.dt
      adjudicator new --target 7 --memory strict --seed "our secret" my.dt
      adjudicator new --handicap blue=6 --remove blue=+5,+6 my.dt
      adjudicator new --stronger blue --levels experienced/newbie my.dt
    """
    if isinstance(file, GameId):
        raise Mistake(f"{file} would be a game of the database; write ./{file} for a file")
    if (file is None) == (players is None):
        raise Mistake("name a new FILE, or give --players for a game in the database")
    if terms and players is None:
        raise Mistake("--terms are for games by mail: give --players as well")
    characters, removed = _characters(handicap), _removed(remove)
    if stronger is not None or levels is not None:
        colour, suggested = preset(stronger, levels)
        if colour in characters or colour in removed:
            raise Mistake("give either --levels or --handicap and --remove, not both")
        if suggested.characters is not None:
            characters[colour] = suggested.characters
        if suggested.removed:
            removed[colour] = suggested.removed
    options = Options(target, memory, characters, removed, pair, rope_anchors)
    game = new_game(set_name, scenario or full_game(set_name), options, _seed(seed))
    seats = dict(_by_seat("--players", () if players is None else tuple(players.split(","))))
    for colour in (*characters, *removed, *seats):
        Seat(colour).check(game.state)
    where = str(_keep(game, file, seats, terms))
    click.echo(
        f"{where}: {set_name} set, scenario {game.state.rules.scenario},"
        f" {write_options(game.state.rules.options)}"
    )
    click.echo(f"Commitment to the deal: {game.commitment}")
    click.echo("Give it to both players; when the game is over it proves that the deal was honest.")
    print_next(game.state, Colour.WHITE)
    click.echo(f"See what to do with: adjudicator show {where} --as blue")


def _keep(game: Game, file: Path | None, seats: dict[Colour, str], terms: str) -> Path | GameId:
    """Write the game down; the place where it is now."""
    if file is not None:
        create(file, game.text())
        return file
    from adjudicator.app.terms import read_terms, write_terms  # takes long to import

    agreed = write_terms(read_terms(terms))
    with opened_store() as store:
        return GameId(store.add(game, shell_user(), players=seats, terms=agreed))


def _seed(given: str | None) -> str:
    if given is None:
        return secrets.token_hex(16)
    if not given.strip() or len(given) > LONGEST_SEED or '"' in given or not given.isprintable():
        raise Mistake(f'a seed is a text of up to {LONGEST_SEED} signs on one line, without "')
    return given


def _characters(values: tuple[str, ...]) -> dict[Colour, int]:
    found = {}
    for colour, value in _by_seat("--handicap", values):
        if not value.isascii() or not value.isdigit() or len(value) > 2:
            raise Mistake(f"--handicap {colour}={value}: expected a number, like {colour}=6")
        found[colour] = int(value)
    return found


def _removed(values: tuple[str, ...]) -> dict[Colour, tuple[int, ...]]:
    found = {}
    for colour, value in _by_seat("--remove", values):
        cards = [card.strip().removeprefix("+") for card in value.split(",")]
        if not all(card.isascii() and card.isdigit() and len(card) == 1 for card in cards):
            raise Mistake(f"--remove {colour}={value}: expected cards, like {colour}=+5,+6")
        found[colour] = tuple(sorted(map(int, cards)))
    return found


def _by_seat(option: str, values: tuple[str, ...]) -> list[tuple[Colour, str]]:
    pairs: list[tuple[Colour, str]] = []
    for text in values:
        seat, equals, value = text.partition("=")
        colour = COLOURS.get(seat.strip().lower())
        if colour is None or not equals:
            raise Mistake(f"{option} {text}: expected a colour, '=' and a value, like blue=6")
        if colour in dict(pairs):
            raise Mistake(f"{option}: {colour} is given twice")
        pairs.append((colour, value.strip()))
    return pairs

"""The command ``adjudicator``: finds the command meant, and is where all errors end."""

from __future__ import annotations

import importlib
import os
import traceback
from typing import Any, NamedTuple

import click

from .database import DEFAULT, VARIABLE
from .errors import Bug, Mistake, is_mistake


class Entry(NamedTuple):
    """Where a command lives. Its module is imported when it is used, so that help comes at once."""

    module: str
    attribute: str
    help: str


COMMANDS: dict[str, Entry] = {
    "new": Entry("new", "new", "Deal a new game and make its record."),
    "submit": Entry("submit", "submit", "Play orders into a game."),
    "show": Entry("show", "show", "Print a game as one viewer may see it."),
    "options": Entry("options", "options", "List what is legal now, with the notation to type."),
    "try": Entry("try_", "try_", "Preview orders without playing them."),
    "replay": Entry("replay", "replay", "Step through a record with boards."),
    "verify": Entry("verify", "verify", "Prove that a game is legal and genuine."),
    "games": Entry("games", "games", "List the games of the database and whom they wait for."),
    "player": Entry("player", "player", "Add or list the players of the database."),
    "import": Entry("import_", "import_", "Take record files into the database."),
    "export": Entry("export", "export", "Write a stored game as a record file."),
    "db": Entry("db", "db", "Make, check, replay or copy the database."),
    "mod": Entry("mod", "mod", "The moderator's desk: look into stored games, and intervene."),
    "dispute": Entry("dispute", "dispute", "Open, discuss and rule disputes; keep the rulings."),
    "case": Entry("case", "case", "Run rule cases."),
    "rules": Entry("rules", "rules", "Print rules, where they are enforced, and their cases."),
    "rooms": Entry("rooms", "rooms", "Check or draw a pack of rooms."),
    "selfplay": Entry("selfplay", "selfplay", "Play random legal games to the end."),
    "serve": Entry("serve", "serve", "Serve games by mail."),
    "receive": Entry("serve", "receive", "Take in one mail from standard input."),
    "status": Entry("status", "status", "Tell how the mail service is doing."),
    "queue": Entry("queues", "queue", "Look after mails that could not be sent."),
    "quarantine": Entry("queues", "quarantine", "Look after mails that could not be handled."),
    "config": Entry("config", "config", "Check the settings of the mail service."),
    "clock": Entry("clock", "clock", "Tell whether the clock is trusted, and confirm it."),
    "inbox": Entry("mailbox", "inbox", "Read the mail of a trial."),
    "reply": Entry("mailbox", "reply", "Answer the mail of a trial."),
    "trial": Entry("trial", "trial", "Try a game by mail against the house."),
    "demo": Entry("demo", "demo", "Play a short demonstration game."),
}


class Commands(click.Group):
    """The group of all commands. Whatever goes wrong in one of them ends here.

    A user's mistake: a message and exit code 2. A mistake of ours: a message that says so and exit
    code 3; the traceback is printed only if ADJUDICATOR_DEBUG is set.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module = importlib.import_module(f"adjudicator.cli.{entry.module}")
        command = getattr(module, entry.attribute)
        assert isinstance(command, click.Command), f"{entry} is no command"
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:  # whatever the command returns
        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            if isinstance(error, click.UsageError | Mistake | Bug):
                raise
            raise Mistake(error.format_message()) from error
        except (click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as error:
            raise _explained(error) from error


def _explained(error: Exception) -> click.ClickException:
    if is_mistake(error):
        return Mistake(str(error))
    if os.environ.get("ADJUDICATOR_DEBUG"):
        traceback.print_exception(error)
    return Bug(error)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="adjudicator")
@click.option(
    "--db",
    envvar=VARIABLE,
    default=DEFAULT,
    show_default=True,
    show_envvar=True,
    metavar="PATH|URL",
    help="The database: an SQLite file, or postgresql://USER@HOST/NAME.",
)
def cli(db: str) -> None:
    """A referee for the board game Dungeon Twister.

    A game is one file, its record, or a number in the database. A short game at the shell:

    \b
      adjudicator new --set base my.dt
      adjudicator show my.dt --as blue
      adjudicator submit my.dt --as blue "LINE CL@b1 TH@d1 WI@g1 TR@i1"
      adjudicator options my.dt --as yellow

    Each command explains itself with --help.
    """


def main() -> None:
    """The console script."""
    cli(prog_name="adjudicator")

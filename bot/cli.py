"""The `errorbook` command: the catalog's commands, and those that put a bot around them.

This is the edge to the terminal: whatever goes wrong is caught here, said in a sentence, and turned
into an exit status.
"""

from __future__ import annotations

import io
import os
import sys
import threading
from collections.abc import Sequence

import click

from catalog.cli import cli
from catalog.errors import CatalogError

#: The bot's own commands: their names and where each is, imported when it is used.
COMMANDS = {
    "demo": "bot.demo.command:demo",
    "doctor": "bot.doctor:doctor",
    "run": "bot.run:run",
}
cli.add_lazily(COMMANDS)

REFUSED = 1
#: What a shell reports of a program that ended by Ctrl-C, and of one whose reader went away.
INTERRUPTED = 130
PIPE_CLOSED = 141


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and end the process with its exit status.

    Where nothing else is running, the process ends at once: freeing every object one by one takes
    Python as long as it takes to start. (mypy ends this way, too.)
    """
    status = run(arguments)
    if threading.active_count() > 1:
        sys.exit(status)
    sys.stderr.flush()
    os._exit(status)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit status. This is the one error handler of the terminal."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show a character shows its code instead of ending the program.
            stream.reconfigure(errors="backslashreplace")
    try:
        return _invoke(sys.argv[1:] if arguments is None else list(arguments))
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except CatalogError as error:
        _say(str(error))
        return REFUSED
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads on. What is left to write would fail again when Python closes its output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except Exception as error:
        if os.environ.get("ERRORBOOK_TRACEBACK"):
            import traceback

            traceback.print_exc()
        _say(
            f"Errorbook failed, and it is not your fault: {type(error).__name__}: {error}. "
            "Please report it, with what ERRORBOOK_TRACEBACK=1 prints."
        )
        return REFUSED


def _invoke(arguments: list[str]) -> int:
    """What click's own `main` does, which is not as quiet as we are when it is interrupted."""
    if "_ERRORBOOK_COMPLETE" in os.environ:  # A shell asks how to complete a command.
        cli.main(arguments, prog_name="errorbook")
    try:
        with cli.make_context("errorbook", arguments) as context:
            cli.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    finally:
        sys.stdout.flush()
    return 0


def _say(sentence: str) -> None:
    click.echo(f"Error: {sentence}", err=True)


if __name__ == "__main__":
    main()

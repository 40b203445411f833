"""The README is true: its commands exist, its files are there, its example is what is printed."""

import re
import shlex
from pathlib import Path

import click
import pytest

from bot.cli import cli
from bot.replies import answer
from catalog.library import build_catalog
from catalog.store import Catalog
from catalog.triage import triage

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
CODE = re.findall(r"```(?:sh|console)\n(.*?)```", re.sub(r"(?m)^ {3}", "", README), re.DOTALL)
LINES = [line.partition("  #")[0].strip() for block in CODE for line in block.splitlines()]
COMMANDS = sorted(
    {
        line.removeprefix("$ ").removeprefix(".venv/bin/")
        for line in LINES
        if re.match(r"(\$ )?(\.venv/bin/)?errorbook ", line)
    }
    | set(re.findall(r"`(errorbook [^`…]+)`", README))
)


def test_the_readme_shows_commands():
    """There are commands to look at, or the tests below would say nothing."""
    assert len(COMMANDS) > 15


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_exists_with_its_options(line):
    """Each `errorbook` line names a command, and options that it has."""
    _, name, *rest = shlex.split(line)
    context = click.Context(cli, info_name="errorbook")
    command = cli.get_command(context, name)
    assert command is not None, f"there is no errorbook {name}"
    known = {option for each in command.params for option in each.opts}
    assert {word for word in rest if word.startswith("--")} <= known


def test_every_command_stands_in_the_readme():
    """No command is left for people to find by chance."""
    shown = {line.split()[1] for line in COMMANDS} | {"demo"}
    assert set(cli.list_commands(click.Context(cli))) <= shown


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\bmake ([a-z]+)", README))))
def test_every_make_target_exists(target):
    """Each `make` line names a target."""
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("path", re.findall(r"\((docs/[^)]+)\)|`(deploy/[^`]+)`", README))
def test_every_file_is_there(path):
    """What the README shows or names is in the project."""
    assert (ROOT / "".join(path)).exists()


def plain(text: str) -> str:
    """Words alone: without the marks of Markdown or of Slack, and with links as their labels."""
    text = re.sub(r"<http[^|>]*\|([^>]*)>|\[([^\]]*)\]\([^)]*\)", r"\1\2", text)
    return " ".join(re.sub(r"[*`_]", "", re.sub(r"(?m)^> ?|<br>", " ", text)).split())


def test_the_example_is_what_the_bot_answers(tmp_path):
    """The paste at the top of the page gets the answer below it, word for word."""
    build_catalog(tmp_path / "catalog.db")
    paste = re.search(r"```text\n(.*?)```", README, re.DOTALL)[1]
    reply = answer(triage(paste, Catalog.open(tmp_path / "catalog.db")), asked=False)
    shown = "\n".join(re.findall(r"(?m)^>.*", README))
    assert plain(shown) in plain(reply.text)

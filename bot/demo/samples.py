"""The sample errors of the demo: texts in a folder, one file each, in the order of their names."""

from __future__ import annotations

from importlib import resources
from typing import NamedTuple


class Sample(NamedTuple):
    """A text to paste with one click."""

    title: str
    text: str


def samples() -> list[Sample]:
    """Every sample, its title made from its file name (`3-just-the-last-line.txt`)."""
    folder = resources.files("bot.demo") / "pastes"
    found = []
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        title = file.name.removesuffix(".txt").partition("-")[2].replace("-", " ").capitalize()
        found.append(Sample(title, file.read_text(encoding="utf-8").rstrip("\n")))
    return found

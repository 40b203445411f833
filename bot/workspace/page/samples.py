"""A text that the page offers to paste with one click."""

from __future__ import annotations

from typing import Protocol


class Sample(Protocol):
    """Anything with a title to show and a text to paste; `bot.demo` has some."""

    @property
    def title(self) -> str:
        """What the page calls it."""

    @property
    def text(self) -> str:
        """What is pasted."""

"""Typed text -> what Slack makes of it: the escaped `text` and the rich_text block."""

from bot.workspace.composer.inline import Names
from bot.workspace.composer.links import escape
from bot.workspace.composer.message import COMPOSER_LIMIT, Composed, compose

__all__ = ["COMPOSER_LIMIT", "Composed", "Names", "compose", "escape"]

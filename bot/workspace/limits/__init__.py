"""What Slack refuses to show: blocks and views that break its limits, each with the place."""

from bot.workspace.limits.blocks import check_blocks
from bot.workspace.limits.length import MOST_CHARACTERS, rendered_length
from bot.workspace.limits.tidy import tidy_blocks
from bot.workspace.limits.views import check_view

__all__ = ["MOST_CHARACTERS", "check_blocks", "check_view", "rendered_length", "tidy_blocks"]

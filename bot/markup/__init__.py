"""Slack's text: what arrives, undone once; what is sent, escaped and cut to Slack's limits.

`outgoing`: `escape` a string, `cut` it at a sentence. `incoming`: a message `read` into text
(`mrkdwn` makes one string `plain`, `rich_text` flattens one block).
"""

from bot.markup.incoming import read
from bot.markup.mrkdwn import plain
from bot.markup.outgoing import cut, cut_bytes, escape, link

__all__ = ["cut", "cut_bytes", "escape", "link", "plain", "read"]

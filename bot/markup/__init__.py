"""Slack's text: what arrives, undone once; what is sent, escaped and cut to Slack's limits.

`outgoing`: `escape` a string, `cut` it at a sentence. `incoming`: a message `read` into text.
"""

from bot.markup.outgoing import cut, cut_bytes, escape, link

__all__ = ["cut", "cut_bytes", "escape", "link"]

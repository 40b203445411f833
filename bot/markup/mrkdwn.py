"""Mrkdwn, the escaped text of messages, sections and attachments, made plain again."""

from __future__ import annotations

import re

# Slack's own tokens, on text that is still escaped: a `<` that a person typed is `&lt;` there, so
# whatever stands between angle brackets is Slack's.
_TOKEN = re.compile(r"<([^<>|]+)(?:\|([^<>]*))?>")

# A line that somebody, or an alert's template, set in bold, italics or strike-through as a whole.
# `__init__` and `**kwargs` are not such lines: a marker doubled is none.
_STYLED_LINE = re.compile(r"(?m)^([*_~])(?![\s*_~])([^\n]*[^\s*_~])\1$")


def plain(text: str) -> str:
    """Mrkdwn as it was typed: links and mentions resolved, fences on lines of their own.

    The three escapes are undone exactly once, after the tokens and `&amp;` last, so that a typed
    `&lt;` (sent as `&amp;lt;`) comes back as it was.
    """
    text = text.replace("\r\n", "\n")
    text = _TOKEN.sub(lambda token: _resolve(token[1], token[2]), text)
    text = _STYLED_LINE.sub(_unstyled, text)
    text = unescape(text)
    return _fences_on_lines(text)


def unescape(text: str) -> str:
    """Slack's three replacements undone; nothing else is encoded, so nothing else is touched."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _resolve(target: str, label: str | None) -> str:
    """What was typed where Slack put a token. The result is still escaped."""
    if target.startswith("@"):
        return f"@{label}" if label else target
    if target.startswith("#"):
        return f"#{label}" if label else target
    if target.startswith("!"):
        # <!here>, <!subteam^S123|@team>, <!date^1392734382^{date}|Feb 18, 2014>
        return label or "@" + target[1:].partition("^")[0]
    return label or target


def _unstyled(line: re.Match[str]) -> str:
    inner = line[2]
    # Two styled words with plain text between them are not one styled line.
    return line[0] if line[1] in inner else inner


def _fences_on_lines(text: str) -> str:
    """Code fences given lines of their own: Slack sends none of the newlines next to them."""
    if "```" not in text:
        return text
    made, *rest = text.split("```")
    for part in rest:
        made += "```" if not made or made.endswith("\n") else "\n```"
        made += part if not part or part.startswith("\n") else "\n" + part
    return made

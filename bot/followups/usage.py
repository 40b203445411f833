"""Whether somebody who speaks to the bot wants to know what it does."""

from __future__ import annotations

import re

_WORDS = re.compile(r"[a-z']+")
#: What such a message says and nothing else, without its punctuation.
_PHRASES = frozenset(
    {
        "are you there",
        "commands",
        "hello",
        "hello there",
        "help",
        "hey",
        "hi",
        "hi there",
        "how do i use this",
        "how do i use you",
        "how do you work",
        "how does it work",
        "how does this work",
        "usage",
        "what are you",
        "what can i ask",
        "what can i ask you",
        "what can you do",
        "what can you do for me",
        "what do you do",
        "what do you know",
        "what is this bot",
        "who are you",
    }
)


def asks_for_usage(text: str) -> bool:
    """Whether all of a message that is meant for the bot asks what it does, or greets it."""
    return " ".join(_WORDS.findall(text.lower().replace("what's", "what is"))) in _PHRASES

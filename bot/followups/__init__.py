"""What a reply in the thread asks for, if anything: text -> topics."""

from bot.followups.classify import asked_for, classify
from bot.followups.topics import Topic
from bot.followups.usage import asks_for_usage

__all__ = ["Topic", "asked_for", "asks_for_usage", "classify"]

"""What a reply in the thread asks for, if anything: text -> topics."""

from bot.followups.classify import asked_for, classify
from bot.followups.topics import Topic

__all__ = ["Topic", "asked_for", "classify"]

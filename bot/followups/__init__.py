"""What a reply in the thread asks for, if anything: text -> Topic."""

from bot.followups.classify import classify
from bot.followups.topics import Topic

__all__ = ["Topic", "classify"]

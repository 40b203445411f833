"""A Slack on loopback: what the demo opens, and what the tests talk to."""

from bot.workspace.conversation import Upload
from bot.workspace.courier import Attempt, Delivery, Outcome
from bot.workspace.errors import NotPossible, PortBusy, PortRefused
from bot.workspace.page.samples import Sample
from bot.workspace.people import BOT_USER
from bot.workspace.workspace import Workspace
from bot.workspace.world import ApiCall, Command, Shortcut

__all__ = [
    "BOT_USER",
    "ApiCall",
    "Attempt",
    "Command",
    "Delivery",
    "NotPossible",
    "Outcome",
    "PortBusy",
    "PortRefused",
    "Sample",
    "Shortcut",
    "Upload",
    "Workspace",
]

"""What the bot says of itself: a greeting, being muted, and what went wrong."""

from __future__ import annotations

from bot.replies import actions
from bot.replies.parts import record_title
from bot.replies.reply import Reply, said, small
from bot.replies.text import code, quoted
from catalog.models import Record


def greeting(bot_user_id: str) -> Reply:
    """On joining a channel: what it answers, and how to mute it."""
    return said(
        "Hello. Paste a traceback here and I answer in its thread if the catalog knows the error: "
        "what it means, how to fix it, and the line that raised it. Otherwise I stay silent.\n"
        f"Ask me directly by mentioning <@{bot_user_id}> or with `{actions.COMMAND}`. "
        f"To silence me in this channel, write `{actions.COMMAND} mute`."
    )


def muted() -> Reply:
    """The channel is muted now."""
    return said(
        "I stay silent in this channel from now on, unless somebody mentions me or uses "
        f"`{actions.COMMAND}`. Write `{actions.COMMAND} unmute` to undo this."
    )


def unmuted() -> Reply:
    """The channel is not muted any more."""
    return said("I answer in this channel again when somebody pastes an error that I know.")


def failure(token: str) -> Reply:
    """Something unexpected went wrong; the token stands in the log beside the traceback."""
    return said(
        "Something went wrong on my side, and I could not finish this. Whoever runs me finds the "
        f"reason in the log under {code(token, 40)}."
    )


def unreadable_file(name: str, why: str) -> Reply:
    """A file of the message could not be read. `why` is a phrase, such as "it is not text"."""
    return said(
        f"I could not read {code(name, 120)}: {quoted(why, 200)}. "
        "Paste the traceback as text instead."
    )


def nothing_to_share() -> Reply:
    """A private answer that is not known any more."""
    return said("I do not have this answer any more. Run the command again and share the new one.")


def usage() -> Reply:
    """Somebody asks what the bot does, or greets it."""
    return said(
        "Paste a traceback, or at least its last line, and I say what it means, why it happens, "
        "how to fix it and where it is raised, if the catalog knows it. Then ask on: how to fix "
        "it, why, for the source, an example, how to prevent it, what else it could be.\n"
        f"`{actions.COMMAND}` answers you alone, and `{actions.COMMAND} mute` silences me in a "
        "channel."
    )


def what_to_ask(record: Record) -> Reply:
    """Somebody says something to the bot below an answer that is no question it understands."""
    return said(
        f"About {record_title(record)} you can ask me how to fix it, why it happens, for the "
        "source, an example, how to prevent it, what else it could be, or how sure I am. "
        "Or paste another error."
    )


def none_left() -> Reply:
    """A question where every candidate was said not to be the one."""
    return said(
        "You said that what I showed is not this error, and I have no other candidate for it. "
        "Paste more of the traceback if there is more, and I will look again."
    )


def nothing_to_tell() -> Reply:
    """A question about an error that the catalog does not have."""
    return said("The catalog does not have this error, so I have nothing to tell about it.")


def about(record: Record) -> Reply:
    """Which error an answer is about, where no thread shows it."""
    return small(f"About {record_title(record)}")


def nothing_answered() -> Reply:
    """Somebody mentions the bot with a follow-up in a thread that has no answer."""
    return said("I have not explained an error in this thread yet. Paste one, and I will look.")

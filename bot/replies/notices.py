"""What the bot says of itself: a greeting, being muted, and what went wrong."""

from __future__ import annotations

from bot.replies import actions
from bot.replies.reply import Reply, said
from bot.replies.text import code, quoted


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


def nothing_answered() -> Reply:
    """Somebody mentions the bot with a follow-up in a thread that has no answer."""
    return said("I have not explained an error in this thread yet. Paste one, and I will look.")

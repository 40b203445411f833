"""Verdict -> reply: every word that a Slack user reads, as pure functions without a client.

`answer` and `private_answer` speak about a verdict, `followup` about a question in the thread,
the modals about a press of a button, the notices about the bot itself.
"""

from bot.replies.answer import (
    answer,
    no_error,
    not_in_catalog,
    private_answer,
    search_results,
    unsure,
)
from bot.replies.explanation import explanation
from bot.replies.followup import followup, next_candidate, no_further
from bot.replies.modals import (
    checks_modal,
    example_modal,
    explain_modal,
    gone_modal,
    prevention_modal,
    why_modal,
)
from bot.replies.notices import (
    about,
    failure,
    greeting,
    muted,
    none_left,
    nothing_answered,
    nothing_to_share,
    nothing_to_tell,
    unmuted,
    unreadable_file,
    usage,
    what_to_ask,
)
from bot.replies.reply import Reply, joined

__all__ = [
    "Reply",
    "about",
    "answer",
    "checks_modal",
    "example_modal",
    "explain_modal",
    "explanation",
    "failure",
    "followup",
    "gone_modal",
    "greeting",
    "joined",
    "muted",
    "next_candidate",
    "no_error",
    "no_further",
    "none_left",
    "not_in_catalog",
    "nothing_answered",
    "nothing_to_share",
    "nothing_to_tell",
    "prevention_modal",
    "private_answer",
    "search_results",
    "unmuted",
    "unreadable_file",
    "unsure",
    "usage",
    "what_to_ask",
    "why_modal",
]

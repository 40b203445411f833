"""The windows that a command and the buttons of an answer open."""

from __future__ import annotations

from typing import Any

from bot.replies import actions, parts
from bot.replies import record as asked
from bot.replies.followup import why_it_matched
from bot.replies.reply import Block, Reply, plain, said
from catalog.models import Match, Record

View = dict[str, Any]

#: Slack's limits: a title or button of a window, the text of an input.
TITLE = 24
PASTE = 3_000


def explain_modal(channel: str = "") -> View:
    """The window of the bare command: a field for the paste. `channel` comes back with it."""
    field = {
        "type": "plain_text_input",
        "action_id": actions.PASTE_INPUT,
        "multiline": True,
        "max_length": PASTE,
        "focus_on_load": True,
        "placeholder": plain("Traceback (most recent call last): …", 150),
    }
    return {
        "type": "modal",
        "callback_id": actions.EXPLAIN_VIEW,
        "title": plain("Explain an error", TITLE),
        "submit": plain("Explain", TITLE),
        "close": plain("Cancel", TITLE),
        "private_metadata": channel,
        "blocks": [
            {
                "type": "input",
                "block_id": actions.PASTE_BLOCK,
                "label": plain("Traceback, log or error message", 2_000),
                "hint": plain("Only you see the answer.", 2_000),
                "element": field,
            }
        ],
    }


def example_modal(record: Record) -> View:
    """The example fix."""
    return _window("Example fix", record, asked.example(record))


def checks_modal(record: Record) -> View:
    """The code that finds the error before it happens, or catches it."""
    return _window("Checks", record, asked.checks(record))


def prevention_modal(record: Record) -> View:
    """How to keep it from happening."""
    return _window("Prevention", record, asked.prevention(record))


def why_modal(match: Match) -> View:
    """Why the record matched, and how sure that is."""
    return _window("Why it matched", match.record, why_it_matched(match))


def gone_modal() -> View:
    """The record, or what the thread was about, is not there any more."""
    gone = said("The catalog does not have this record any more.")
    return _view("Not there any more", gone.blocks)


def _window(title: str, record: Record, reply: Reply) -> View:
    head = said(parts.record_title(record))
    return _view(title, [*head.blocks, *reply.blocks, *parts.provenance(record).blocks])


def _view(title: str, blocks: list[Block]) -> View:
    return {
        "type": "modal",
        "callback_id": actions.RECORD_VIEW,
        "title": plain(title, TITLE),
        "close": plain("Close", TITLE),
        "blocks": blocks[:100],
    }

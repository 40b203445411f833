"""Verdict -> reply: the answer in the thread, and what is said where there is none."""

from __future__ import annotations

from collections.abc import Sequence

from bot.replies import actions, derived, lists
from bot.replies.explanation import explanation
from bot.replies.reply import NOTHING, Reply, button, buttons, joined, said, small
from bot.replies.text import code, counted, one_line
from catalog.models import RaisedError, Record, Verdict

#: How many other errors of a message are listed.
OTHERS = 5


def answer(verdict: Verdict, *, asked: bool, mined: bool = True) -> Reply | None:
    """What to post for a verdict, None for silence.

    `asked`: somebody mentioned the bot, wrote to it alone, or used the command, so there is always
    an answer. `mined`: whether a record derived from the source alone may speak unasked.
    """
    match, error = verdict.best, verdict.error
    if verdict.kind == "known" and match and error:
        if asked or match.record.written or (mined and derived.adds_something(match, error)):
            return explanation(
                match, error, verdict.report, intro=chain(verdict), after=others(verdict)
            )
        return None
    if not asked:
        return None
    if error is None:
        return no_error()
    return unsure(verdict) if verdict.matches else not_in_catalog(verdict)


def private_answer(verdict: Verdict, *, share: str = "") -> Reply:
    """The answer to a command, for one person, who can share it.

    `share` is the value of the button "Share in channel": an id by which its listener finds the
    verdict again. There is no button without it, nor where there is nothing to share.
    """
    reply = answer(verdict, asked=True) or no_error()
    if verdict.error is None or not share:
        return reply
    row = buttons(button("Share in channel", actions.SHARE, share, style="primary"))
    return Reply(reply.text, [*reply.blocks, row])


def chain(verdict: Verdict) -> Reply:
    """The other end of the chain that THE error belongs to, where it is an end itself.

    An error that others report is named with what they say in the end; one that came of others is
    named with the first of them, unless that has a line of its own.
    """
    if verdict.answered is None:
        return NOTHING
    top = _climbed(verdict, verdict.answered)
    if top != verdict.answered:
        return small(f"{error_line(verdict.errors[top])} follows from it.")
    below = [
        index
        for index, error in enumerate(verdict.errors)
        if error.link in {"cause", "context"} and _climbed(verdict, index) == top
    ]
    first = next(iter(below), None)
    if first is None or first in verdict.others:
        return NOTHING
    return small(f"It came of {error_line(verdict.errors[first])}.")


def _climbed(verdict: Verdict, index: int) -> int:
    """The error that the one at `index` hangs on in the end."""
    seen: set[int] = set()
    while index not in seen:
        seen.add(index)
        parent = verdict.errors[index].parent
        if parent is None or not 0 <= parent < len(verdict.errors):
            break
        index = parent
    return index


def others(verdict: Verdict) -> Reply:
    """The other errors of the message, one line each."""
    indexes = [i for i in verdict.others if i != verdict.answered and 0 <= i < len(verdict.errors)]
    if not indexes:
        return NOTHING
    lines = ["*Also in this message*"]
    for index in indexes[:OTHERS]:
        match = verdict.others[index]
        known = _known(match.record) if match else "not in the catalog."
        lines.append(f"• {error_line(verdict.errors[index])}: {known}")
    if len(indexes) > OTHERS:
        lines.append(f"• and {counted(len(indexes) - OTHERS, 'more error')}.")
    return said("\n".join(lines))


def _known(record: Record) -> str:
    return f"{lists.in_short(record) or 'in the catalog'} (record {code(record.id, 60)})"


def error_line(error: RaisedError | None) -> str:
    """An error in a few words of mrkdwn."""
    if error is None:
        return "this error"
    name = f"{one_line(error.exc_type)}: " if error.exc_type else ""
    return code(f"{name}{one_line(error.message)}".rstrip(": ") or "error", 160)


def unsure(verdict: Verdict) -> Reply:
    """The short list for somebody who asked."""
    closest = "This record comes" if len(verdict.matches) == 1 else "These records come"
    return joined(
        [
            said(
                f"I am not sure about {error_line(verdict.error)}: no record fits it well enough. "
                f"{closest} closest."
            ),
            lists.candidates(verdict.matches),
            others(verdict),
        ]
    )


def not_in_catalog(verdict: Verdict) -> Reply:
    """An error that the catalog does not have."""
    hint = ""
    if verdict.error and not verdict.error.frames:
        hint = " The whole traceback may tell more than its last line."
    line = error_line(verdict.error)
    missing = said(f"The catalog does not have {line}, so I cannot explain it.{hint}")
    return joined([missing, others(verdict)])


def no_error() -> Reply:
    """Nothing here is an error."""
    return said(
        "I see no error here. Paste a traceback, or at least its last line, such as "
        "`KeyError: 'model_type'`."
    )


def search_results(words: str, found: Sequence[Record]) -> Reply:
    """Records found by words that a person typed, marked as what they are."""
    asked = code(words, 160)
    if not found:
        return said(
            f"I see no error here, and no record has the words {asked}. "
            "Paste a traceback, or at least its last line."
        )
    head = said(f"I see no error here. These are *search results* for {asked}, best first.")
    return joined([head, lists.records(found)])

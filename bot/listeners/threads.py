"""Questions in a thread that has an answer: which record they are about, and what they change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot import replies
from bot.followups import Topic
from bot.listeners.bot import Bot
from bot.memory import Remembered
from bot.replies import Reply
from catalog.models import Match, Record, Report

#: How many related records are named.
RELATED = 5
#: How many questions of one message are answered.
QUESTIONS = 3


class Turn(NamedTuple):
    """A reply to a question, and what it changes once it is posted.

    `about` is the answer that the question is about. With `rejected`, that record is not shown
    again in the thread, and `shown` (None for no other) takes its place.
    """

    reply: Reply
    about: Remembered
    rejected: str | None = None
    shown: str | None = None


class Subject(NamedTuple):
    """What a thread is about: the match shown, and the others that nobody rejected, best first."""

    match: Match
    others: list[Match]
    report: Report


def turn(
    bot: Bot, earlier: list[Remembered], topics: Sequence[Topic], *, named: bool = False
) -> Turn | None:
    """The reply to questions about the latest answer; None where no record is left to ask about.

    `earlier` are the answers of the thread, the latest first. `named` replies say which error they
    are about, for a place that does not show it.
    """
    about = earlier[0]
    found = subject(bot, about)
    if found is None:
        return None
    if Topic.WRONG in topics:
        return reject(about, found)
    related = _related(bot, found.match.record) if Topic.RELATED in topics else []
    answers = [
        replies.followup(
            topic, found.match, report=found.report, alternatives=found.others, related=related
        )
        for topic in topics[:QUESTIONS]
    ]
    if named:
        answers.insert(0, replies.about(found.match.record))
    return Turn(replies.joined(answers), about)


def subject(bot: Bot, about: Remembered, record_id: str | None = None) -> Subject | None:
    """What an answer is about: the record that is shown, or the one that is named."""
    wanted = record_id or about.shown
    if about.said is None or wanted is None:
        return None
    verdict = about.said.verdict(bot.catalog)
    rejected = bot.memory.rejected(about.thread, about.said.fingerprint)
    match = next((m for m in verdict.matches if m.record.id == wanted), None)
    if match is None:
        return None
    others = [m for m in verdict.matches if m is not match and m.record.id not in rejected]
    return Subject(match, others, verdict.report)


def without_a_question(bot: Bot, about: Remembered) -> Reply:
    """What can be said of an answer to somebody who asks nothing of it that is understood."""
    if found := subject(bot, about):
        return replies.what_to_ask(found.match.record)
    if about.said and bot.memory.rejected(about.thread, about.said.fingerprint):
        return replies.none_left()
    return replies.nothing_to_tell()


def words_about(bot: Bot, about: Remembered) -> set[str]:
    """Words that name the error of a thread: its class, its library."""
    words: set[str] = set()
    if about.said and about.said.exc_type:
        words.add(about.said.exc_type.rpartition(".")[2])
    if found := subject(bot, about):
        words.update(found.match.record.repo.split("/"))
    return words


def reject(about: Remembered, found: Subject) -> Turn:
    """The turn from a record that is not the one to the next."""
    reply = replies.followup(
        Topic.WRONG, found.match, report=found.report, alternatives=found.others
    )
    following = found.others[0].record.id if found.others else None
    return Turn(reply, about, rejected=found.match.record.id, shown=following)


def remember(bot: Bot, taken: Turn, user: str | None) -> bool:
    """Keep what a turn changes; false if somebody had said so already."""
    if taken.rejected is None or taken.about.said is None:
        return True
    about = taken.about
    fingerprint = taken.about.said.fingerprint
    new = bot.memory.reject(about.thread, fingerprint, taken.rejected, user)
    if new:
        bot.memory.show(about.place, taken.shown)
    return new


def undo(bot: Bot, taken: Turn) -> None:
    """Forget what a turn changed: nobody has read its reply, and it may be asked for again."""
    about = taken.about
    if taken.rejected is not None and about.said is not None:
        bot.memory.take_back(about.thread, about.said.fingerprint, taken.rejected)
        bot.memory.show(about.place, taken.rejected)


def _related(bot: Bot, record: Record) -> list[Record]:
    """Records of the same library that say the most similar things, or stand in the same file."""
    words = " ".join(filter(None, [record.error_class, record.error_message]))
    found = bot.catalog.search(words, limit=3 * RELATED) if words else []
    near = [other for other in found if other.id != record.id and other.repo == record.repo]
    # The sort keeps the order of the search within the file and outside of it.
    near.sort(key=lambda other: other.file_path != record.file_path)
    return near[:RELATED]

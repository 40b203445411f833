"""What to say to a message, if anything: the rules of speaking and of silence."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot import replies
from bot.followups import Topic, asked_for, asks_for_usage, classify
from bot.listeners.bot import Bot
from bot.listeners.files import Attachment
from bot.listeners.incoming import Incoming
from bot.listeners.looking import look
from bot.listeners.threads import Turn, turn, without_a_question, words_about
from bot.listeners.words import search
from bot.memory import Answered, Remembered
from bot.replies import Reply
from catalog.models import Verdict

#: A message longer than this, in characters, is no question about an answer.
QUESTION = 600

#: For so long, in seconds, what is written to the bot alone may be about its last answer.
CONVERSATION = 3600.0


class Decision(NamedTuple):
    """What to say, and what to remember of it: an answer about an error, or a turn in a thread."""

    reply: Reply
    said: Answered | None = None
    turn: Turn | None = None


def decide(
    bot: Bot,
    message: Incoming,
    files: list[Attachment],
    above: Callable[[], list[str]],
) -> Decision | None:
    """What to say to a message; None for silence.

    `above` reads the other messages of the thread that this one stands in, the latest first. It is
    asked only when somebody speaks to the bot in a thread without saying what about.
    """
    if not message.asked and _must_be_silent(bot, message):
        return None
    if message.asked and not files and asks_for_usage(message.text):
        return Decision(replies.usage())
    earlier = _earlier(bot, message)
    topics = _topics(bot, message, earlier) if earlier else ()
    verdict, said = look(bot, _whole(message, files), message.thread, asked=message.asked)
    if said and _is_its_own(message, verdict, said, earlier, topics):
        return _answer(bot, message, verdict, said)
    unthreaded = message.thread_ts is None
    if topics and (taken := turn(bot, earlier, topics, named=unthreaded)):
        return Decision(taken.reply, turn=taken)
    if not message.asked:
        return None
    if said:
        return _answer(bot, message, verdict, said)
    return _without_an_error(bot, message, files, earlier, topics, above)


def _earlier(bot: Bot, message: Incoming) -> list[Remembered]:
    """The answers that a question can be about, the latest first."""
    found = bot.memory.answers(message.thread) if message.thread_ts else []
    if message.direct and not found:
        # Alone with the bot, people do not always write into the thread.
        team, channel, _ = message.place
        found = bot.memory.recent_answers(team, channel, CONVERSATION)
    return [answer for answer in found if answer.place != message.place]


def decide_again(bot: Bot, message: Incoming, files: list[Attachment]) -> Decision:
    """What to put in the place of an answer whose message was edited: it always says something."""
    verdict, said = look(bot, _whole(message, files), message.thread, asked=message.asked)
    return Decision(replies.answer(verdict, asked=True) or replies.no_error(), said)


def _whole(message: Incoming, files: list[Attachment]) -> str:
    return "\n".join([message.text, *(file.text for file in files if file.text)])


def _is_its_own(
    message: Incoming,
    verdict: Verdict,
    said: Answered,
    earlier: list[Remembered],
    topics: tuple[Topic, ...],
) -> bool:
    """Whether a message is about the error that it shows, and not about the thread's.

    A whole traceback shown to the bot always is. Otherwise it is an error that was not answered
    here before, and one that the catalog knows if the message asks something besides.
    """
    if message.asked and verdict.error and verdict.error.frames:
        return True
    new = all(answer.said and answer.said.fingerprint != said.fingerprint for answer in earlier)
    return new and (verdict.kind == "known" or not topics)


def _topics(bot: Bot, message: Incoming, earlier: list[Remembered]) -> tuple[Topic, ...]:
    """What a message in an answered thread asks for, nothing where it is no question to the bot."""
    if len(message.text) > QUESTION or asks_for_usage(message.text):
        return ()
    return asked_for(message.text, addressed=message.asked, about=words_about(bot, earlier[0]))


def _must_be_silent(bot: Bot, message: Incoming) -> bool:
    """Whether nothing is said here unasked."""
    if message.outside and not bot.settings.shared_channels:
        return True
    return bot.memory.muted(message.place.team, message.place.channel)


def _answer(bot: Bot, message: Incoming, verdict: Verdict, said: Answered) -> Decision | None:
    reply = replies.answer(verdict, asked=message.asked, mined=bot.settings.speak_mined)
    return Decision(reply, said) if reply else None


def _without_an_error(
    bot: Bot,
    message: Incoming,
    files: list[Attachment],
    earlier: list[Remembered],
    topics: tuple[Topic, ...],
    above: Callable[[], list[str]],
) -> Decision | None:
    """Somebody asked, and what they wrote holds no error."""
    unreadable = next((file for file in files if file.problem), None)
    if unreadable:
        return Decision(replies.unreadable_file(unreadable.name, unreadable.problem))
    if earlier:
        # Where there is an answer already, what stands above has no more to say.
        rest = without_a_question(bot, earlier[0])
        return Decision(rest if topics else by_words(bot, message.text, otherwise=rest))
    for text in above():
        verdict, said = look(bot, text, message.thread, asked=True)
        if said:
            return _answer(bot, message, verdict, said)
    if message.thread_ts and classify(message.text, addressed=True) is not None:
        return Decision(replies.nothing_answered())
    return Decision(by_words(bot, message.text))


def by_words(bot: Bot, text: str, otherwise: Reply | None = None) -> Reply:
    """What the catalog has for words that are no error, and what to say where it has nothing."""
    words = " ".join(text.split())
    found = search(bot.catalog, words)
    return replies.search_results(words, found) if found else otherwise or replies.no_error()

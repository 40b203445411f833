"""What a workspace remembers."""

import os
import stat
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import URL, create_engine, make_url, text

from bot.memory import Answered, Memory, Place, PrivateAnswer, Status, ThreadKnowledge
from bot.memory.answered import Candidate
from bot.memory.memory import KEPT, KEPT_PRIVATE, STALE
from bot.memory.schema import metadata

POSTGRESQL = "ERRORBOOK_TEST_POSTGRESQL"
HERE = Place("T1", "C1", "1700000000.000100")
SAID = Answered(
    "known",
    "0123456789abcdef",
    "ValueError",
    "python",
    (
        Candidate("r1", 0.99, 0.9, "site", ("the class",), {"steps": "5"}, ("r9",), 1),
        Candidate("r2", 0.5, 0.4, "template"),
    ),
    {"python": "3.11.7"},
)


class Clock:
    """Seconds since 1970 that pass when told to."""

    now = 1_700_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


# A server is nothing that a test can count on: it is tested with where one is named.
@pytest.fixture(params=["memory", "file", *(["postgresql"] if POSTGRESQL in os.environ else [])])
def url(request, tmp_path):
    """The address of an empty database of each kind."""
    if request.param == "memory":
        yield URL.create("sqlite")
    elif request.param == "file":
        yield URL.create("sqlite", database=str(tmp_path / "deep" / "memory.db"))
    else:
        given = make_url(os.environ[POSTGRESQL])
        engine = create_engine(given)
        with engine.begin() as connection:
            metadata.drop_all(connection)
            connection.execute(text("DROP TABLE IF EXISTS alembic_version"))
        engine.dispose()
        yield given


@pytest.fixture
def memory(url, clock):
    memory = Memory.open(url, clock)
    yield memory
    memory.close()


def claim(memory, place=HERE):
    return memory.claim(place, thread_ts=place.ts)


def test_a_message_is_claimed_once(memory):
    """The first to claim a message has it; nobody has it after that."""
    assert claim(memory)
    assert not claim(memory)
    assert claim(memory, HERE._replace(channel="C2"))
    assert claim(memory, HERE._replace(team="T2"))
    memory.posted(HERE, "1700000001.000100", SAID)
    assert not claim(memory)


def test_many_workers_claim_a_message_once(url, clock):
    """Of many threads and several connections that claim at once, one has it."""
    memory = Memory.open(url, clock)
    barrier = threading.Barrier(8)

    def work(_):
        barrier.wait()
        return claim(memory)

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(work, range(8))) == 1
    memory.close()


def test_a_claim_that_came_to_nothing_is_free_again(memory):
    """When nothing could be posted, the next delivery of the message may try, once."""
    claim(memory)
    memory.failed(HERE)
    assert claim(memory)
    assert not claim(memory)


def test_a_stale_claim_is_free_again(memory, clock):
    """Whoever died over a message does not keep it for ever."""
    claim(memory)
    clock.now += STALE - 1
    assert memory.unfinished() == []
    assert not claim(memory)
    clock.now += 2
    assert [found.place for found in memory.unfinished()] == [HERE]
    assert claim(memory)
    assert not claim(memory)


def test_failing_does_not_undo_an_answer(memory):
    """A late failure does not make an answered message look unanswered."""
    claim(memory)
    memory.posted(HERE, "1700000001.000100", SAID)
    memory.failed(HERE)
    assert memory.message(HERE).status is Status.POSTED
    assert not claim(memory)


def test_an_answer_comes_back_as_it_was(memory):
    """All that questions in the thread need is remembered."""
    claim(memory)
    memory.posted(HERE, "1700000001.000100", SAID)
    (found,) = memory.answers(HERE)
    assert (found.place, found.thread, found.reply_ts) == (HERE, HERE, "1700000001.000100")
    assert (found.said, found.shown, found.status) == (SAID, "r1", Status.POSTED)
    memory.show(HERE, "r2")
    assert memory.message(HERE).shown == "r2"


def test_the_latest_answer_of_a_thread_comes_first(memory):
    """A new traceback in a thread is what the next questions are about; small talk is not."""
    later, talk = HERE._replace(ts="1700000002.000100"), HERE._replace(ts="1700000003.000100")
    for place, said in [(HERE, SAID), (later, SAID), (talk, None)]:
        memory.claim(place, thread_ts=HERE.ts)
        memory.posted(place, place.ts + "1", said)
    assert [found.place for found in memory.answers(HERE)] == [later, HERE]
    assert memory.answers(later) == []


def test_what_was_deleted_is_forgotten(memory):
    """Of a deleted message nothing stays but that it was there, so nobody answers it again."""
    claim(memory)
    memory.posted(HERE, "1700000001.000100", SAID)
    assert memory.forget(HERE).reply_ts == "1700000001.000100"
    assert memory.message(HERE)[2:] == (Status.GONE, None, None, None)
    assert memory.answers(HERE) == []
    assert not claim(memory)


def test_an_answer_to_a_deleted_message_is_not_remembered(memory):
    """A message that is deleted while it is being answered stays forgotten."""
    claim(memory)
    memory.forget(HERE)
    assert not memory.posted(HERE, "1700000001.000100", SAID)
    assert memory.message(HERE).said is None


def test_a_message_may_be_deleted_before_it_is_seen(memory):
    """Events may come in any order: what was deleted first is not answered afterwards."""
    assert memory.forget(HERE) is None
    assert not claim(memory)


def test_a_rejection_holds_for_its_thread_and_fingerprint(memory):
    """What one thread says of one error says nothing of others."""
    knowledge = ThreadKnowledge(memory, HERE)
    assert knowledge.rejected("f1") == frozenset()
    assert memory.reject(HERE, "f1", "r1", "U1")
    assert not memory.reject(HERE, "f1", "r1", "U2")
    memory.reject(HERE, "f1", "r2", None)
    assert knowledge.rejected("f1") == {"r1", "r2"}
    assert knowledge.rejected("f2") == frozenset()
    assert ThreadKnowledge(memory, HERE._replace(ts="2")).rejected("f1") == frozenset()


def test_muting(memory):
    """A channel is muted until it is unmuted; saying either twice changes nothing."""
    assert not memory.muted("T1", "C1")
    memory.mute("T1", "C1", "U1")
    memory.mute("T1", "C1", "U2")
    assert memory.muted("T1", "C1")
    assert not memory.muted("T1", "C2")
    memory.unmute("T1", "C1")
    memory.unmute("T1", "C1")
    assert not memory.muted("T1", "C1")


def test_an_alert_that_repeats_is_known(memory, clock):
    """An alert of one fingerprint in one channel is the first, then for a while it is not."""

    def first(channel="C1", fingerprint="f1"):
        return memory.first_alert("T1", channel, fingerprint, within=600)

    assert first()
    assert not first()
    assert first(channel="C2")
    assert first(fingerprint="f2")
    clock.now += 601
    assert first()
    assert not first()


def test_recent_answers(memory, clock):
    """The answers of a channel are found for a while, the latest first, whatever their thread."""
    later = HERE._replace(ts="1700000002.000100")
    for place in (HERE, later, HERE._replace(channel="C2")):
        claim(memory, place)
        memory.posted(place, place.ts + "1", SAID)
    found = memory.recent_answers("T1", "C1", within=60)
    assert [answer.place for answer in found] == [later, HERE]
    clock.now += 61
    assert memory.recent_answers("T1", "C1", within=60) == []


def test_private_answers(memory, clock):
    """A private answer is found by its id, in its own workspace, until it grows old."""
    key = memory.keep_private("T1", "C1", "U1", SAID)
    assert memory.private("T1", key) == PrivateAnswer(key, "C1", None, SAID)
    assert memory.private("T2", key) is None
    assert memory.private("T1", "unknown") is None
    clock.now += KEPT_PRIVATE + 1
    memory.prune()
    assert memory.private("T1", key) is None


def test_private_answers_of_a_person(memory, clock):
    """A person's own private answers in a channel are found, the latest first."""
    first = memory.keep_private("T1", "C1", "U1", SAID, thread_ts="1.2")
    memory.keep_private("T1", "C1", "U2", SAID)
    memory.keep_private("T1", "C2", "U1", SAID)
    clock.now += 1
    second = memory.keep_private("T1", "C1", "U1", SAID)
    found = memory.private_answers("T1", "C1", "U1")
    assert [(answer.key, answer.thread_ts) for answer in found] == [(second, None), (first, "1.2")]


def test_old_threads_are_forgotten(memory, clock):
    """After half a year without a word, a thread is forgotten; a muted channel stays muted."""
    claim(memory)
    memory.reject(HERE, "f1", "r1", None)
    memory.mute("T1", "C1", "U1")
    clock.now += KEPT - 1
    memory.prune()
    assert memory.message(HERE)
    clock.now += 2
    memory.prune()
    assert memory.message(HERE) is None
    assert memory.rejected(HERE, "f1") == frozenset()
    assert memory.muted("T1", "C1")


def test_a_workspace_can_be_forgotten(memory):
    """When a workspace removes the app, everything about it goes, and nothing of the others."""
    other = HERE._replace(team="T2")
    for place in (HERE, other):
        claim(memory, place)
        memory.mute(place.team, place.channel, "U1")
        memory.reject(place, "f1", "r1", None)
    key = memory.keep_private("T1", "C1", "U1", SAID)
    memory.forget_team("T1")
    assert memory.message(HERE) is None
    assert not memory.muted("T1", "C1")
    assert memory.private("T1", key) is None
    assert memory.message(other)
    assert memory.muted("T2", "C1")
    assert memory.rejected(other, "f1") == {"r1"}


def test_a_file_keeps_everything_across_a_restart(tmp_path):
    """Another process finds what the first one remembered, and the file is its owner's alone."""
    url = URL.create("sqlite", database=str(tmp_path / "memory.db"))
    first = Memory.open(url)
    claim(first)
    first.posted(HERE, "1700000001.000100", SAID)
    second = Memory.open(url)
    assert not claim(second)
    assert second.answers(HERE)[0].said == SAID
    assert stat.S_IMODE((tmp_path / "memory.db").stat().st_mode) == 0o600
    first.close()
    second.close()


def test_every_table_names_its_team():
    """`forget_team` reaches every table."""
    assert all("team" in table.c for table in metadata.sorted_tables)

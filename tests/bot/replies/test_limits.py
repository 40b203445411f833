"""Whatever a record, a paste or a person holds, the reply can be posted and pings nobody."""

from dataclasses import dataclass
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bot import replies
from bot.followups import Topic
from catalog.models import Frame, Match, RaisedError, Record, Report, Verdict
from tests.bot.replies.limits import check_reply, check_view

# Text that goes wrong: control sequences, links, fences, half surrogates, words without an end.
PIECES = st.sampled_from(
    [
        "<!channel>",
        "<@U123|bob>",
        "<https://evil.example|label>",
        "[label](https://evil.example)",
        "[label](https://github.com/a/b)",
        "https://github.com/a/b|c>d",
        "```\ncode\n",
        "`",
        "**",
        "&amp;",
        "\ud800",
        "\x00\u202e",
        "\r\n\n",
        "- item\n",
        "1. item\n",
        "# heading\n",
        "A sentence of words. ",
        "snake_case --flag Foo.bar() ",
        "&" * 700,
        "x" * 4_000,
        "語" * 2_000,
        "one two. " * 600,
    ]
)
TEXT = st.lists(PIECES | st.text(max_size=30), max_size=4).map("".join)
ADDRESSES = [
    None,
    "https://github.com/o/n/blob/0132848349585cfe6aae51c4941cbae872505f8a/a.py#L1-L2",
    "http://github.com/o/n",
    "https://github.com@evil.example/",
    "https://github.com:bad/",
    "https://[::1",
    "https://gitlab.com/o/n",
    "javascript:alert(1)",
]


@dataclass
class Source:
    """Makes everything that replies are made of out of a few texts, by a seed: drawing each field
    of many records by itself is too slow."""

    texts: list[str]
    random: Random

    def text(self) -> str:
        return self.random.choice(self.texts)

    def several(self, make, most: int) -> tuple:
        return tuple(make() for _ in range(self.random.randint(0, most)))

    def field(self, annotation: str):
        if "None" in annotation and self.random.random() < 0.3:
            return None
        if "int" in annotation:
            return self.random.choice([0, 1, 131, 10**9])
        if "tuple" in annotation:
            return self.several(self.text, 12)
        return self.text()

    def record(self) -> Record:
        fields = {name: self.field(kind) for name, kind in ANNOTATIONS.items()}
        fields["origin"] = self.random.choice(["analysed", "mined", "team", None])
        fields["github_url"] = self.random.choice([*ADDRESSES, self.text()])
        fields["repo"] = self.random.choice(["sgl-project/sglang", self.text()])
        return Record(**fields)

    def match(self) -> Match:
        return Match(
            record=self.record(),
            confidence=self.random.random(),
            site_confidence=self.random.random(),
            scope=self.random.choice(["site", "template"]),
            reasons=self.several(self.text, 8),
            captures=dict(self.several(lambda: (self.text(), self.text()), 8)),
            same_template=self.several(self.text, 20),
            same_template_count=self.random.choice([0, 1, 444]),
        )

    def report(self) -> Report:
        return Report("", environment=dict(self.several(lambda: (self.text(), self.text()), 4)))

    def error(self) -> RaisedError:
        return RaisedError(
            exc_type=self.random.choice([None, self.text()]),
            message=self.text(),
            frames=self.several(lambda: Frame("a.py", 1), 1),
            parent=self.random.choice([None, 0, 1, 5]),
        )

    def verdict(self) -> Verdict:
        errors = self.several(self.error, 8)
        return Verdict(
            kind=self.random.choice(["known", "unsure", "unknown", "no-error"]),
            report=self.report(),
            errors=errors,
            answered=self.random.randrange(len(errors)) if errors else None,
            matches=self.several(self.match, 7),
            others=dict(self.several(self.other, 8)),
        )

    def other(self) -> tuple[int, Match | None]:
        return self.random.randint(0, 9), self.random.choice([None, self.match()])


ANNOTATIONS = {name: kind for name, kind in Record.__annotations__.items() if name != "unknown"}
SOURCES = st.builds(
    Source,
    texts=st.lists(TEXT, min_size=1, max_size=5),
    random=st.integers(0, 2**32).map(Random),
)


@settings(max_examples=300)
@given(SOURCES)
def test_every_answer_can_be_posted(source):
    """An asked verdict always has an answer, and every answer keeps Slack's limits."""
    verdict = source.verdict()
    for mined in (True, False):
        check_reply(replies.answer(verdict, asked=True, mined=mined))
        if reply := replies.answer(verdict, asked=False, mined=mined):
            check_reply(reply)
    check_reply(replies.private_answer(verdict, share="1"))
    check_reply(replies.next_candidate(source.match(), source.match(), source.error()))
    check_reply(replies.no_further(source.match()))


@settings(max_examples=300)
@given(SOURCES, st.sampled_from(Topic))
def test_every_followup_can_be_posted(source, topic):
    """Every topic has a reply for every record."""
    check_reply(
        replies.followup(
            topic,
            source.match(),
            report=source.report(),
            alternatives=source.several(source.match, 7),
            related=source.several(source.record, 7),
        )
    )


@given(SOURCES)
def test_every_window_can_be_opened(source):
    """A view of any record keeps Slack's limits."""
    match = source.match()
    for view in (
        replies.example_modal(match.record),
        replies.checks_modal(match.record),
        replies.prevention_modal(match.record),
        replies.why_modal(match),
    ):
        check_view(view)
    check_view(replies.explain_modal("C1"))
    check_view(replies.gone_modal())


@given(SOURCES)
def test_every_notice_can_be_posted(source):
    """What people or files are called does no harm in a notice."""
    check_reply(replies.search_results(source.text(), source.several(source.record, 7)))
    check_reply(replies.unreadable_file(source.text(), source.text()))
    check_reply(replies.failure(source.text()))
    for notice in (
        replies.muted(),
        replies.unmuted(),
        replies.nothing_to_share(),
        replies.nothing_answered(),
        replies.nothing_to_tell(),
        replies.none_left(),
        replies.usage(),
        replies.what_to_ask(source.record()),
        replies.about(source.record()),
    ):
        check_reply(notice)
    check_reply(replies.greeting("U1"), allowed=["<@U1>"])

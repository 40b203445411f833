"""A message as Slack sends it, read into the text that was typed or posted."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.markup import escape, plain, read


def rich(*elements, **more):
    """A message out of a composer: rich text, and a `text` that must not be read as well."""
    block = {"type": "rich_text", "block_id": "b", "elements": list(elements)}
    return {"text": "not this", "blocks": [block], **more}


def section(*children):
    return {"type": "rich_text_section", "elements": list(children)}


def typed(text, **style):
    return {"type": "text", "text": text, **({"style": style} if style else {})}


def code(*children):
    return {"type": "rich_text_preformatted", "elements": list(children), "border": 0}


@pytest.mark.parametrize(
    ("sent", "text"),
    [
        ("in &lt;module&gt;", "in <module>"),
        ("a &amp;&amp; b -&gt; c", "a && b -> c"),
        ("&amp;lt;", "&lt;"),
        ("&amp;amp;lt;", "&amp;lt;"),
        ("a&amp;copy=1 &quot;x&quot; &#39;", "a&copy=1 &quot;x&quot; &#39;"),
        ("&lt;class 'X'&gt;", "<class 'X'>"),
        ("see <https://x.io/a?b=1&amp;c=2>", "see https://x.io/a?b=1&c=2"),
        ('File "/app/<http://main.py|main.py>", line 1', 'File "/app/main.py", line 1'),
        ("<mailto:a@b.c|a@b.c>", "a@b.c"),
        ("<https://x.io|label>", "label"),
        ("<@U123> <@U123|ann>", "@U123 @ann"),
        ("<#C123|general> <#C123> <#C123|>", "#general #C123 #C123"),
        ("<!here> <!subteam^S123> <!subteam^S1|@ops>", "@here @subteam @ops"),
        ("<!date^1392734382^{date}|Feb 18, 2014>", "Feb 18, 2014"),
        ("<https://sentry.io/1|*ValueError: bad*>", "ValueError: bad"),
        ("*ValueError: bad*\nas is", "ValueError: bad\nas is"),
        ("_it_ broke ~again~", "_it_ broke ~again~"),
        ("__init__", "__init__"),
        ("**kwargs, *args*", "**kwargs, *args*"),
        ("*a* and *b*", "*a* and *b*"),
        ("look ```Traceback\n  x``` now", "look \n```\nTraceback\n  x\n```\n now"),
        ("```\nalready\n```", "```\nalready\n```"),
        ("```never closed", "```\nnever closed"),
        ("&gt; quoted\r\nline", "> quoted\nline"),
        ("", ""),
    ],
)
def test_mrkdwn_is_what_was_typed(sent, text):
    """Tokens go back to what was typed, the escapes are undone once, fences get their lines."""
    assert plain(sent) == text


@given(st.text(alphabet="ab<>&;lgtmp \n|@#!", max_size=60))
def test_plain_undoes_escape(text):
    """Whatever a person types without Slack's markers comes back as typed."""
    assert plain(escape(text)) == text


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (rich(section(typed("in <module> &amp; &lt;"))), "in <module> &amp; &lt;"),
        (
            rich(
                section(typed("see "), {"type": "link", "url": "https://x.io/a?b=1&c=2"}),
                code(
                    typed('  File "/app/'),
                    {"type": "link", "url": "http://main.py", "text": "main.py"},
                    typed('", line 1\nValueError: <x>'),
                ),
                section(typed("any ideas?")),
            ),
            'see https://x.io/a?b=1&c=2\n```\n  File "/app/main.py", line 1\n'
            "ValueError: <x>\n```\nany ideas?",
        ),
        (
            rich(
                section(
                    {"type": "user", "user_id": "U1"},
                    {"type": "channel", "channel_id": "C1"},
                    {"type": "broadcast", "range": "here"},
                    {"type": "usergroup", "usergroup_id": "S1"},
                    {"type": "emoji", "name": "100"},
                    {"type": "emoji", "name": "wave", "skin_tone": 2},
                    {"type": "color", "value": "#fff"},
                    {"type": "date", "timestamp": 1, "fallback": "today"},
                )
            ),
            "@U1#C1@here@S1:100::wave::skin-tone-2:#ffftoday",
        ),
        (
            rich(section(typed("it says "), typed("ValueError: x", code=True), typed(" at start"))),
            "it says `ValueError: x` at start",
        ),
        (rich(section(typed("ValueError: a\nb", code=True))), "```\nValueError: a\nb\n```"),
        (rich(section(typed("ValueError: bad", bold=True))), "ValueError: bad"),
        (
            rich(section(typed("in _"), typed("init", italic=True), typed("_ of fn"))),
            "in __init__ of fn",
        ),
        (
            rich(section(typed("def fn("), typed("args, ", bold=True), typed("*kw)"))),
            "def fn(*args, **kw)",
        ),
        (
            rich({"type": "rich_text_quote", "elements": [typed("      raise X\n\nE   X")]}),
            ">       raise X\n>\n> E   X",
        ),
        (
            rich(
                {
                    "type": "rich_text_list",
                    "style": "ordered",
                    "offset": 2,
                    "elements": [section(typed("three")), section(typed("four"))],
                },
                {
                    "type": "rich_text_list",
                    "style": "bullet",
                    "indent": 1,
                    "elements": [section(typed("dot"))],
                },
            ),
            "3. three\n4. four\n    - dot",
        ),
    ],
)
def test_rich_text_is_what_was_typed(message, text):
    """Rich text is raw already; what the composer took for markup goes back to characters."""
    assert read(message) == text


def test_rich_text_of_a_shortcut_is_unescaped_when_it_came_escaped():
    """Payloads of shortcuts escape what events do not; `text` tells which it was."""
    escaped = rich(code(typed("in &lt;module&gt;")), text="```in &lt;module&gt;```")
    assert read(escaped) == "```\nin <module>\n```"
    typed_so = rich(code(typed("in &lt;module&gt;")), text="```in &amp;lt;module&amp;gt;```")
    assert read(typed_so) == "```\nin &lt;module&gt;\n```"


TRACEBACK = 'Traceback (most recent call last):\n  File "a.py", line 1, in &lt;module&gt;\nE: x'
READ = 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nE: x'


def mrkdwn(text):
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


@pytest.mark.parametrize(
    ("message", "text"),
    [
        # Grafana: no text, the body in the attachment, the title again as fallback.
        (
            {
                "attachments": [
                    {
                        "title": "[FIRING:1] High errors",
                        "fallback": "[FIRING:1] High errors",
                        "text": f"**Firing**\n\n{TRACEBACK}",
                        "footer": "Grafana v11",
                    }
                ]
            },
            f"[FIRING:1] High errors\n**Firing**\n\n{READ}",
        ),
        # Sentry: blocks in the attachment, the error in a link's bold label.
        (
            {
                "text": "[app] ValueError: steps must be &gt; 0",
                "attachments": [
                    {
                        "color": "#e03e2f",
                        "fallback": "[app] ValueError: steps must be &gt; 0",
                        "blocks": [
                            mrkdwn(":red_circle: <https://s.io/1|*ValueError*>"),
                            mrkdwn("```steps must be &gt; 0```"),
                            {
                                "type": "context",
                                "elements": [{"type": "mrkdwn", "text": "in app.views"}],
                            },
                            {"type": "actions", "elements": [{"type": "button"}]},
                        ],
                    }
                ],
            },
            "[app] ValueError: steps must be > 0\n:red_circle: *ValueError*\n"
            "```\nsteps must be > 0\n```\nin app.views",
        ),
        # A log handler: header and fenced section, the text a repetition of the header.
        (
            {
                "text": "Job failed",
                "blocks": [
                    {"type": "header", "text": {"type": "plain_text", "text": "Job failed"}},
                    mrkdwn(f"```{TRACEBACK}```"),
                ],
            },
            f"Job failed\n```\n{READ}\n```",
        ),
        # Alertmanager: fields.
        (
            {
                "text": "",
                "attachments": [
                    {
                        "pretext": "alert",
                        "fields": [{"title": "Error", "value": TRACEBACK, "short": False}],
                        "fallback": "[no preview available]",
                    }
                ],
            },
            f"alert\nError\n{READ}",
        ),
        (
            {"attachments": [{"fallback": TRACEBACK}]},
            READ,
        ),
        (
            {
                "blocks": [
                    {
                        "type": "section",
                        "fields": [
                            {"type": "mrkdwn", "text": "*Host*"},
                            {"type": "plain_text", "text": "E: &lt;x&gt;"},
                        ],
                    },
                    {"type": "markdown", "text": "**E**: `a < b`"},
                    {
                        "type": "table",
                        "rows": [
                            [
                                {"type": "raw_text", "text": "cell <1>"},
                                {"type": "rich_text", "elements": [section(typed("cell 2"))]},
                            ]
                        ],
                    },
                ]
            },
            "Host\nE: <x>\n**E**: `a < b`\ncell <1> cell 2",
        ),
    ],
)
def test_alerts_are_read_wherever_the_error_stands(message, text):
    """Text, blocks, attachments and their fields are joined; what repeats is left out."""
    assert read(message) == text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["type", "text", "blocks", "elements", "fields", "attachments", "style", "title"]
            ),
            inner | st.sampled_from(["rich_text", "section", "table", "mrkdwn", "link", "context"]),
            max_size=5,
        )
    ),
    max_leaves=15,
)


@given(st.dictionaries(st.sampled_from(["text", "blocks", "attachments"]), JSON))
def test_any_payload_can_be_read(message):
    """Whatever comes instead of the documented shapes, reading gives text and no error."""
    assert isinstance(read(json.loads(json.dumps(message))), str)

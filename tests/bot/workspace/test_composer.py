"""Typed text becomes what Slack makes of it: escaped in `text`, raw in rich_text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.workspace.composer import Names, compose, escape

NAMES = Names({"errorbook": "U1", "ada": "U2"}, {"general": "C1"})


def text(words, **style):
    return {"type": "text", "text": words} | ({"style": style} if style else {})


def link(url, label=None):
    return {"type": "link", "url": url} | ({"text": label} if label else {})


def part(kind, *elements, **more):
    return {"type": f"rich_text_{kind}", "elements": list(elements), **more}


def code(*elements):
    return part("preformatted", *elements, border=0)


def bullets(*items, style="bullet", indent=0):
    sections = [part("section", text(item)) for item in items]
    return part("list", *sections, style=style, indent=indent, border=0)


# Typed -> (`text`, the children of the rich_text block).
TYPED = {
    "plain words": ("hello", "hello", [part("section", text("hello"))]),
    "the three signs": (
        "a & b < c > d",
        "a &amp; b &lt; c &gt; d",
        [part("section", text("a & b < c > d"))],
    ),
    "a typed entity": ("&lt;", "&amp;lt;", [part("section", text("&lt;"))]),
    "an address": (
        "see https://x.io/a?b=1&c=2.",
        "see <https://x.io/a?b=1&amp;c=2>.",
        [part("section", text("see "), link("https://x.io/a?b=1&c=2"), text("."))],
    ),
    "a file name like a domain": (
        'File "main.py", line 3',
        'File "<http://main.py|main.py>", line 3',
        [
            part(
                "section",
                text('File "'),
                link("http://main.py", "main.py"),
                text('", line 3'),
            )
        ],
    ),
    "a path is no domain": (
        "/app/x/main.py:3 server_args.py",
        "/app/x/main.py:3 server_args.py",
        [part("section", text("/app/x/main.py:3 server_args.py"))],
    ),
    "a dotted module": (
        "torch.nn.Module foo.name",
        "torch.nn.Module <http://foo.name|foo.name>",
        [part("section", text("torch.nn.Module "), link("http://foo.name", "foo.name"))],
    ),
    "an e-mail address": (
        "a@b.co",
        "<mailto:a@b.co|a@b.co>",
        [part("section", link("mailto:a@b.co", "a@b.co"))],
    ),
    "mentions": (
        "@errorbook, @nobody in #general",
        "<@U1>, @nobody in <#C1|general>",
        [
            part(
                "section",
                {"type": "user", "user_id": "U1"},
                text(", @nobody in "),
                {"type": "channel", "channel_id": "C1"},
            )
        ],
    ),
    "everybody": (
        "@here",
        "<!here>",
        [part("section", {"type": "broadcast", "range": "here"})],
    ),
    "emoji and what looks like one": (
        ":tada: foo:12:bar",
        ":tada: foo:12:bar",
        [part("section", {"type": "emoji", "name": "tada"}, text(" foo:12:bar"))],
    ),
    "styles": (
        "*b* _i_ ~s~ `x<y`",
        "*b* _i_ ~s~ `x&lt;y`",
        [
            part(
                "section",
                text("b", bold=True),
                text(" "),
                text("i", italic=True),
                text(" "),
                text("s", strike=True),
                text(" "),
                text("x<y", code=True),
            )
        ],
    ),
    "a style in a style": (
        "*a _b_*",
        "*a _b_*",
        [part("section", text("a ", bold=True), text("b", bold=True, italic=True))],
    ),
    "what is no style": (
        "f(*args, **kwargs) __init__ ~~~^^^ 2 * 3 * 4 a_b_c",
        "f(*args, **kwargs) __init__ ~~~^^^ 2 * 3 * 4 a_b_c",
        [part("section", text("f(*args, **kwargs) __init__ ~~~^^^ 2 * 3 * 4 a_b_c"))],
    ),
    "code": (
        "look:\n```\nx -> y\n  main.py\n```\nafter",
        "look:\n```x -&gt; y\n  <http://main.py|main.py>```\nafter",
        [
            part("section", text("look:\n")),
            code(text("x -> y\n  "), link("http://main.py", "main.py")),
            part("section", text("after")),
        ],
    ),
    "no mention in code": (
        "```@ada *x*```",
        "```@ada *x*```",
        [code(text("@ada *x*"))],
    ),
    "an open fence": ("```x", "```x", [part("section", text("```x"))]),
    "a quote": (
        "> a\n> b\nc",
        "&gt; a\n&gt; b\nc",
        [part("quote", text("a\nb")), part("section", text("c"))],
    ),
    "a quote to the end": (
        "x\n>>> a\nb",
        "x\n&gt;&gt;&gt;a\nb",
        [part("section", text("x\n")), part("quote", text("a\nb"))],
    ),
    "lists": (
        "- a\n- b\n  - c\n1. d\n2. e",
        "• a\n• b\n    • c\n1. d\n2. e",
        [bullets("a", "b"), bullets("c", indent=1), bullets("d", "e", style="ordered")],
    ),
}


@pytest.mark.parametrize(("typed", "sent", "elements"), TYPED.values(), ids=TYPED)
def test_typed_text_becomes_slacks(typed, sent, elements):
    """Both forms of a typed message are Slack's."""
    composed = compose(typed, NAMES)
    assert composed.text == sent
    assert composed.blocks[0]["elements"] == elements


def test_without_markup_only_links_and_mentions_are_made():
    """With the composer's markup off, fences, quotes, lists and styles stay as typed."""
    typed = "```\n> *a*\n- b\n``` main.py @ada"
    composed = compose(typed, NAMES, markup=False)
    assert composed.text == "```\n&gt; *a*\n- b\n``` <http://main.py|main.py> <@U2>"
    assert [one["type"] for one in composed.blocks[0]["elements"]] == ["rich_text_section"]


def flat(elements):
    """The plain text of rich_text inline elements."""
    return "".join(one.get("text") or one.get("url", "") for one in elements)


@given(st.text(st.characters(exclude_characters="@#:\r", exclude_categories=["Cs"]), min_size=1))
def test_nothing_is_lost_without_markup(typed):
    """Without markup the rich_text holds exactly what was typed, and `text` the same, escaped."""
    composed = compose(typed, NAMES, markup=False)
    assert flat(composed.blocks[0]["elements"][0]["elements"]) == typed
    if "<" not in composed.text:
        assert composed.text == escape(typed)


@given(st.text(st.sampled_from("ab <>&`*_~\n-.1:@#"), min_size=1))
def test_markup_never_fails(typed):
    """Whatever is typed, markup makes something of it, without control characters of its own."""
    composed = compose(typed, NAMES)
    assert "<" not in composed.text.replace("<!", "").replace("<@", "").replace("<#", "")

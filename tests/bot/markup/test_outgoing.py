"""What is sent to Slack."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.markup import cut, cut_bytes, escape, link


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("in <module>", "in &lt;module&gt;"),
        ("<!channel> & <@U1>", "&lt;!channel&gt; &amp; &lt;@U1&gt;"),
        ("&lt;", "&amp;lt;"),
        ("\"quoted\" 'text'", "\"quoted\" 'text'"),
    ],
)
def test_escape(text, escaped):
    """Exactly `&`, `<` and `>` are replaced; what was escaped already is escaped again."""
    assert escape(text) == escaped


@pytest.mark.parametrize(
    ("url", "label", "made"),
    [
        ("https://x.io/a", "a", "<https://x.io/a|a>"),
        ("https://x.io/a|b>c d", "a", "<https://x.io/a%7Cb%3Ec%20d|a>"),
        (
            "https://x.io/?q=1&r=a%20b#L1",
            "<T>\nx",
            "<https://x.io/?q=1&amp;r=a%20b#L1|&lt;T&gt; x>",
        ),
    ],
)
def test_link(url, label, made):
    """Nothing in an address or a label can end the link early."""
    assert link(url, label) == made


@pytest.mark.parametrize(
    ("text", "limit", "shorter"),
    [
        ("Short.", 10, "Short."),
        ("One thing. Another thing follows.", 20, "One thing. …"),
        ("Use torch.float16 instead of it", 24, "Use torch.float16 …"),
        ("One line\nanother line that is long", 20, "One line …"),
        ("a very long line of words without an end", 20, "a very long line …"),
        ("unbroken" * 10, 20, "unbrokenunbrokenun …"),
        ("see &lt;module&gt; here", 16, "see &lt;module …"),
        ("a <https://example.com/x|label> b", 20, "a …"),
        ("x ```\nabcdefgh\nabcdefgh\n```", 20, "x ```\nabcdefgh\n…\n```"),
    ],
)
def test_cut(text, limit, shorter):
    """The cut falls at a sentence, else at a line or word, never inside a token or open fence."""
    assert cut(text, limit) == shorter


@given(st.text(alphabet="ab .\n&<>`é", max_size=200), st.integers(3, 60))
def test_cut_keeps_the_limit_and_every_escape_whole(text, limit):
    """Whatever is cut, the limit holds, and no escaped character is left in halves."""
    shorter = cut(escape(text), limit)
    assert len(shorter) <= limit
    assert not re.search(r"&(?!(amp|lt|gt);)", shorter)


@given(st.text(max_size=300), st.integers(10, 400))
def test_cut_bytes_keeps_the_limit(text, limit):
    """The limit holds in bytes, also for text of wide characters."""
    text = text.encode("utf-8", "ignore").decode()
    assert len(cut_bytes(text, limit).encode()) <= limit


def test_no_cut_inside_of_a_link():
    """A sentence that ends in the label of a link is no place to cut at."""
    text = f"one two {link('https://x.io/a', 'A label. With two sentences.')} and more words"
    assert cut(text, len(text) - 5) == f"{text[: text.index(' more')]} …"

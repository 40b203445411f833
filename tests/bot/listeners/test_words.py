"""Words instead of an error."""

from importlib import resources

import pytest

from bot.listeners.words import search, telling
from catalog.store import Catalog
from tests.bot.listeners.records import RECORDS


@pytest.fixture(scope="module")
def catalog():
    return Catalog.in_memory(RECORDS)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("empty tank at the countdown", "rockets-fuel"),
        ("do you know something about empty tanks?", "rockets-fuel"),
        ("rocket has fewer engines than the plan", "rockets-engines"),
        ("FuelError in acme/rockets", "rockets-fuel"),
    ],
)
def test_words_about_an_error_find_it(catalog, text, first):
    """The words that matter find the record, whatever is said around them."""
    assert search(catalog, text)[0].id == first


@pytest.mark.parametrize(
    "text",
    [
        "thanks for the help",
        "how are you doing today?",
        "can you explain this error please",
        "what does that mean",
        "tank",
        "the launch party is on Friday at the beach",
        "",
        "empty tank countdown " * 50,
    ],
)
def test_talk_finds_nothing(catalog, text):
    """Politeness, one word, and words that mostly mean something else find nothing."""
    assert search(catalog, text) == []


def test_telling():
    """What is said anyway is left out, and each word is named once."""
    assert telling("Please, why does the tank fail? The TANK is in `rocket_fuel`.") == [
        "tank",
        "fail",
        "rocket_fuel",
    ]


def test_the_list_is_lower_case_and_each_word_stands_once():
    """A word of the list is compared as it stands there."""
    text = (resources.files("bot.listeners") / "said-anyway.txt").read_text()
    words = [w for line in text.splitlines() if not line.startswith("#") for w in line.split()]
    assert words == sorted(set(words))
    assert all(word == word.lower() and len(word) >= 3 for word in words)

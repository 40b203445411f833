"""The demo as a person meets it: the command, the page, a paste, the answer, what follows."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[3]
PASTE = """\
Traceback (most recent call last):
  File "/opt/venv/lib/python3.12/site-packages/sglang/srt/managers/scheduler.py", line 3176, in run
    scheduler.event_loop_overlap()
  File "/opt/venv/lib/python3.12/site-packages/sglang/srt/speculative/adaptive_runtime_state.py", \
line 131, in _activate
    raise ValueError(
ValueError: Missing adaptive runtime state for steps=12"""
WINDOWS = {
    "Example fix": "candidate_steps",
    "Checks": "steps_from_config",
    "Prevention": "Keep candidate_steps exhaustive",
    "Why it matched": "raised at the line",
}
FOLLOW_UPS = {
    "how do I fix this?": "Call init_states",
    "can you show me the source": "state = self._states.get",
    "how do I prevent this next time": "Re-init states after any adaptive-config change",
}


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Where the demo says its page is, started as the README says, behind a proxy that is none."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HTTP_PROXY": "http://127.0.0.1:9"}
    process = subprocess.Popen(
        [sys.executable, "-m", "bot.cli", "demo", "--port", "0", "--no-browser"],
        cwd=tmp_path_factory.mktemp("demo"),
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        found = (re.search(r"http://\S+/", line) for line in process.stdout)
        yield next(filter(None, found))[0]
    finally:
        process.terminate()
        assert process.wait(timeout=10) == 0
        process.stdout.close()


@pytest.fixture
def demo(address, page: Page):
    """The page, which must not fail anywhere."""
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: said.type == "error" and faults.append(said.text))
    page.goto(address)
    expect(page.get_by_text("Errorbook is connected")).to_be_visible()
    yield page
    assert faults == []


def keep(page: Page, name: str) -> None:
    """Keep a screenshot for the README, where a folder for it is named."""
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def paste(field: Locator, text: str) -> None:
    field.fill(text)
    field.press("Enter")


def test_from_a_paste_to_the_last_follow_up(demo: Page):
    """A paste is answered in its thread; every button works; three follow-ups are answered."""
    demo.get_by_role("button", name="ml-platform").click()
    paste(demo.get_by_placeholder("Message #ml-platform"), PASTE)
    thread = demo.get_by_label("Messages in the thread")
    expect(thread).to_contain_text("AdaptiveRuntimeState._activate looks up a runtime state")
    expect(thread).to_contain_text("Here speculative_num_steps was 12.")
    source = thread.get_by_role("link", name="adaptive_runtime_state.py")
    assert re.fullmatch(
        r"https://github\.com/sgl-project/sglang/blob/[0-9a-f]{40}/python/sglang/srt/speculative/"
        r"adaptive_runtime_state\.py#L113-L135",
        source.get_attribute("href"),
    )
    keep(demo, "answer")

    for button, words in WINDOWS.items():
        thread.get_by_role("button", name=button).click()
        window = demo.get_by_role("dialog")
        expect(window).to_contain_text(words)
        demo.keyboard.press("Escape")
        expect(window).to_be_hidden()

    replies = thread.locator("> [role=listitem]")
    for question, words in FOLLOW_UPS.items():
        before = replies.count()
        paste(demo.get_by_placeholder("Reply…"), question)
        expect(replies).to_have_count(before + 2)
        expect(replies.last).to_contain_text(words)
    keep(demo, "follow-ups")

    before = replies.count()
    thread.get_by_role("button", name="That's not it").first.click()
    expect(replies).to_have_count(before + 1)
    expect(replies.last).to_contain_text("no further candidate")


def test_every_sample_is_answered_or_left_alone(demo: Page):
    """Four samples get an answer each in their threads; the last two get silence."""
    demo.get_by_role("button", name="inference").click()
    messages = demo.locator("#messages > [role=listitem]")
    for sample in demo.locator("button.sample").all():
        before = messages.count()
        sample.click()
        expect(messages).to_have_count(before + 1)
    expect(demo.get_by_role("button", name="1 reply")).to_have_count(4)


def test_command_answers_privately_and_shares(demo: Page):
    """`/explain-error` with a text answers its sender alone, who can share it."""
    demo.get_by_role("button", name="general").click()
    paste(demo.get_by_placeholder("Message #general"), f"/explain-error {PASTE}")
    answer = demo.get_by_role("listitem").filter(has_text="Only visible to you").last
    expect(answer).to_contain_text("Missing adaptive runtime state for steps=12")
    answer.get_by_role("button", name="Share in channel").click()
    shared = demo.locator("#messages > [role=listitem]").last
    expect(shared).to_contain_text("Missing adaptive runtime state for steps=12")
    expect(shared).not_to_contain_text("Only visible to you")


def test_bare_command_opens_a_window(demo: Page):
    """`/explain-error` alone opens a window with a field of several lines, which answers too."""
    demo.get_by_role("button", name="general").click()
    paste(demo.get_by_placeholder("Message #general"), "/explain-error")
    window = demo.get_by_role("dialog")
    window.get_by_role("textbox").fill(PASTE)
    window.get_by_role("button", name="Explain").click()
    expect(demo.get_by_text("Missing adaptive runtime state for steps=12").last).to_be_visible()

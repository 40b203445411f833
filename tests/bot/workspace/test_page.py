"""The page in a browser: what a person does on it, with the mouse and with the keyboard alone."""

import re

import pytest
from playwright.sync_api import Page, expect
from slack_bolt import App
from slack_sdk import WebClient

from bot.demo.samples import Sample
from bot.workspace import Workspace
from tests.bot.connection import connected

pytestmark = pytest.mark.browser

PASTE = (
    'Traceback (most recent call last):\n  File "main.py", line 3, in <module>\nValueError: x & y'
)


def plain(text):
    return {"type": "plain_text", "text": text}


def mrkdwn(text):
    return {"type": "mrkdwn", "text": text}


def button(action_id, text, **more):
    return {"type": "button", "action_id": action_id, "text": plain(text), **more}


ANSWER = [
    {"type": "header", "text": plain("ValueError")},
    {
        "type": "section",
        "text": mrkdwn("It *means* `x`, see <https://example.com/a?b=1&amp;c=2|the source>."),
        "accessory": {
            "type": "overflow",
            "action_id": "more",
            "options": [{"text": plain("Mute here"), "value": "mute"}],
        },
    },
    {
        "type": "rich_text",
        "elements": [
            {
                "type": "rich_text_preformatted",
                "elements": [{"type": "text", "text": "if a < b:\n    raise"}],
            }
        ],
    },
    {"type": "context", "elements": [mrkdwn("from the catalog")]},
    {"type": "divider"},
    {
        "type": "actions",
        "elements": [
            button("example", "Example fix"),
            button("drop", "Delete", confirm={"title": plain("Sure?"), "text": plain("Gone.")}),
            button("deaf", "Nobody listens"),
        ],
    },
    {
        "type": "context_actions",
        "elements": [
            {
                "type": "feedback_buttons",
                "action_id": "rate",
                "positive_button": {"text": plain("Right"), "value": "right"},
                "negative_button": {"text": plain("Wrong"), "value": "wrong"},
            }
        ],
    },
]
FORM = {
    "type": "modal",
    "callback_id": "form",
    "title": plain("Explain an error"),
    "submit": plain("Explain"),
    "blocks": [
        {
            "type": "input",
            "block_id": "paste",
            "label": plain("The error"),
            "element": {"type": "plain_text_input", "action_id": "text", "multiline": True},
        }
    ],
}


def make_app(workspace: Workspace) -> App:
    """An app that uses everything the page has to show."""
    app = App(client=WebClient(workspace.bot_token, base_url=workspace.api_url))

    @app.event("message")
    def heard(event, say):
        if "Error" in event.get("text", ""):
            root = event.get("thread_ts") or event["ts"]
            say(text="ValueError", blocks=ANSWER, thread_ts=root, unfurl_links=False)

    @app.event("app_mention")
    @app.event("member_joined_channel")
    def quiet():
        """Nothing to say."""

    @app.event("app_home_opened")
    def home(event, client):
        blocks = [{"type": "header", "text": plain("At home")}]
        client.views_publish(user_id=event["user"], view={"type": "home", "blocks": blocks})

    @app.command("/explain-error")
    def command(ack, command, client):
        ack(f"About {command['text']}" if command["text"] else "")
        if not command["text"]:
            client.views_open(trigger_id=command["trigger_id"], view=FORM)

    @app.view("form")
    def form(ack, view):
        value = view["state"]["values"]["paste"]["text"]["value"]
        if "Error" in value:
            done = {"type": "modal", "title": plain("Answer"), "blocks": ANSWER[:1]}
            ack(response_action="update", view=done)
        else:
            ack(response_action="errors", errors={"paste": "There is no error in this."})

    add_buttons(app)
    return app


def add_buttons(app: App) -> None:
    """Listen to the buttons of the answer, to all but one."""

    @app.action("example")
    def example(ack, body, client):
        ack()
        view = {"type": "modal", "title": plain("Example fix"), "blocks": ANSWER[2:3]}
        client.views_open(trigger_id=body["trigger_id"], view=view)

    @app.action("drop")
    def drop(ack, respond):
        ack()
        respond(delete_original=True)

    @app.action(re.compile("more|rate"))
    def said(ack, action, respond):
        ack()
        chosen = action.get("value") or action["selected_option"]["value"]
        respond(text=f"You chose {chosen}")

    @app.shortcut("explain_error")
    def shortcut(ack, respond):
        ack()
        respond(text="Here is why")


@pytest.fixture(scope="module")
def busy():
    """A workspace with the app in it."""
    samples = [Sample("A traceback", PASTE), Sample("Hello", "good morning")]
    with (
        Workspace(samples=samples, ack_seconds=1.0) as workspace,
        connected(workspace, make_app(workspace)),
    ):
        yield workspace


@pytest.fixture
def opened(busy, page: Page):
    """The page, in a channel of its own for each test."""
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: said.type == "error" and faults.append(said.text))
    channel = busy.add_channel(f"room-{len(busy.world.state.channels)}")
    page.goto(f"{busy.url}#ada/{channel}")
    expect(page.get_by_placeholder(re.compile("Message #room"))).to_be_focused()
    yield page
    assert faults == []


def room(page: Page) -> str:
    """The channel that is shown."""
    return page.url.split("#")[1].split("/")[1]


def send(page: Page, text: str) -> None:
    """Type into the field that has the focus, line by line, and send."""
    for number, line in enumerate(text.split("\n")):
        if number:
            page.keyboard.press("Shift+Enter")
        page.keyboard.type(line)
    page.keyboard.press("Enter")


def test_a_typed_traceback_is_answered_in_its_thread(opened, busy):
    """Shift+Enter makes lines, Enter sends; the answer's thread opens, and can be replied to."""
    send(opened, PASTE)
    thread = opened.get_by_label("Messages in the thread")
    expect(thread.get_by_role("heading", name="ValueError")).to_be_visible()
    expect(thread.get_by_text("ValueError: x & y")).to_be_visible()
    link = thread.get_by_role("link", name="the source")
    assert link.get_attribute("href") == "https://example.com/a?b=1&c=2"
    expect(thread.locator("pre")).to_have_text("if a < b:\n    raise")
    assert busy.messages(room(opened))[0]["text"].startswith("Traceback")
    assert busy.messages(room(opened))[0]["text"].count("\n") == 2

    opened.get_by_placeholder("Reply…").fill("thanks")
    opened.keyboard.press("Enter")
    expect(thread.get_by_text("thanks")).to_be_in_viewport()
    opened.get_by_placeholder("Reply…").fill("another Error")
    opened.keyboard.press("Enter")
    expect(thread.get_by_role("heading", name="ValueError").last).to_be_in_viewport()
    expect(opened.get_by_role("button", name="4 replies")).to_be_visible()
    opened.keyboard.press("Escape")
    expect(thread).to_be_hidden()


def test_a_sample_is_one_click(opened):
    """A sample is posted in the channel at once, and its answer shown."""
    opened.get_by_role("button", name="A traceback").click()
    expect(opened.get_by_role("heading", name="ValueError")).to_be_visible()


def test_buttons_do_what_they_say(opened):
    """A button opens a modal, a menu and a rating answer, a confirmation is asked for."""
    opened.get_by_role("button", name="A traceback").click()
    thread = opened.get_by_label("Messages in the thread")
    thread.get_by_role("button", name="Example fix").click()
    modal = opened.get_by_role("dialog", name="Example fix")
    expect(modal.locator("pre")).to_be_visible()
    opened.keyboard.press("Escape")
    expect(modal).to_be_hidden()

    thread.get_by_role("button", name="More", exact=True).click()
    opened.get_by_role("menuitem", name="Mute here").click()
    expect(thread.get_by_text("You chose mute")).to_be_visible()
    thread.get_by_role("button", name="Right").click()
    expect(thread.get_by_text("You chose right")).to_be_visible()
    expect(thread.get_by_text("Only visible to you").first).to_be_visible()

    thread.get_by_role("button", name="Nobody listens").click()
    expect(opened.get_by_role("alert").filter(has_text="did not answer in time")).to_be_visible()

    thread.get_by_role("button", name="Delete", exact=True).click()
    opened.get_by_role("dialog", name="Sure?").get_by_role("button", name="Yes").click()
    expect(thread.get_by_role("heading", name="ValueError")).to_be_hidden()


def test_the_command_answers_or_asks(opened):
    """With text the command answers privately; alone it opens a form, which can be wrong."""
    send(opened, "/explain-error this")
    expect(opened.get_by_text("About this")).to_be_visible()
    send(opened, "/explain-error")
    form = opened.get_by_role("dialog", name="Explain an error")
    field = form.get_by_label("The error")
    expect(field).to_be_focused()
    field.fill("hello")
    form.get_by_role("button", name="Explain", exact=True).click()
    expect(form.get_by_text("There is no error in this.")).to_be_visible()
    expect(field).to_have_value("hello")
    field.fill("ValueError: x")
    form.get_by_role("button", name="Explain", exact=True).click()
    answer = opened.get_by_role("dialog", name="Answer")
    expect(answer.get_by_role("heading", name="ValueError")).to_be_visible()
    answer.get_by_role("button", name="Close").last.click()
    expect(answer).to_be_hidden()


def test_a_command_in_a_thread_is_refused_and_kept(opened):
    """Commands do not work in threads, and what was typed is not lost."""
    opened.get_by_role("button", name="A traceback").click()
    reply = opened.get_by_placeholder("Reply…")
    reply.fill("/explain-error x")
    reply.press("Enter")
    expect(opened.get_by_text("/explain-error is not supported in threads. Sorry!")).to_be_visible()
    expect(reply).to_have_value("/explain-error x")


def test_the_keyboard_alone_is_enough(opened):
    """Arrows walk the messages, Tab reaches their menu, the shortcut answers, Escape leaves."""
    send(opened, "good morning")
    expect(opened.get_by_role("listitem").filter(has_text="good morning")).to_be_visible()
    opened.get_by_role("list", name=re.compile("Messages in #room")).focus()
    opened.keyboard.press("ArrowUp")
    opened.keyboard.press("Tab")
    opened.keyboard.press("Tab")
    expect(opened.get_by_label("More to do with this message")).to_be_focused()
    opened.keyboard.press("Enter")
    expect(opened.get_by_role("menuitem", name="Explain this error")).to_be_focused()
    opened.keyboard.press("Enter")
    expect(opened.get_by_text("Here is why")).to_be_visible()


def test_editing_and_deleting(opened, busy):
    """A person changes and deletes what they wrote, from the message's menu."""
    send(opened, "good morning")
    article = opened.get_by_role("listitem").filter(has_text="good morning")
    article.hover()
    article.get_by_label("More to do").click()
    opened.get_by_role("menuitem", name="Edit").click()
    opened.get_by_label("Change the message").fill("good evening")
    opened.keyboard.press("Enter")
    article = opened.get_by_role("listitem").filter(has_text="good evening")
    expect(article.get_by_text("(edited)")).to_be_visible()
    article.hover()
    article.get_by_label("More to do").click()
    opened.get_by_role("menuitem", name="Delete").click()
    expect(article).to_be_hidden()
    assert busy.messages(room(opened)) == []


def test_what_others_see(opened, busy):
    """A private answer is for one person; the others see what is public, and where it is new."""
    send(opened, "/explain-error this")
    send(opened, "good morning")
    expect(opened.get_by_text("About this")).to_be_visible()
    opened.get_by_label("You are").select_option(label="Ben Lindqvist")
    expect(opened.get_by_text("good morning")).to_be_visible()
    expect(opened.get_by_text("About this")).to_be_hidden()
    busy.post("general", "ada", "news")
    expect(opened.get_by_role("button", name="general, new messages")).to_be_visible()
    opened.get_by_label("You are").select_option(label="Mira Castellanos")
    expect(opened.get_by_role("button", name="general")).to_be_visible()
    expect(opened.get_by_role("button", name="on-call")).to_be_hidden()


def test_home_and_invitation(opened, busy):
    """The app has a home of its own, and can be brought into a channel it is not in."""
    opened.get_by_role("button", name="Errorbook", exact=True).click()
    opened.get_by_role("tab", name="Home").click()
    expect(opened.get_by_role("heading", name="At home")).to_be_visible()
    busy.add_channel("quiet-room", bot=False)
    opened.get_by_role("button", name="quiet-room").click()
    opened.get_by_role("button", name="Add Errorbook").click()
    expect(opened.get_by_text("Errorbook joined the channel.")).to_be_visible()
    expect(opened.get_by_role("button", name="Add Errorbook")).to_be_hidden()


def test_what_people_write_is_never_markup(opened):
    """Tags, handlers and odd addresses stay text."""
    send(opened, '<img src=x onerror="throw 1"> <b>x</b> javascript:alert(1)')
    written = opened.get_by_role("listitem").filter(has_text="onerror")
    expect(written.get_by_text('<img src=x onerror="throw 1"> <b>x</b>')).to_be_visible()
    expect(written.locator("img, b, a")).to_have_count(0)


@pytest.mark.parametrize("width", [800, 1280])
def test_nothing_sticks_out(opened, width):
    """At both widths nothing has to be scrolled sideways, with the thread open or not."""
    opened.set_viewport_size({"width": width, "height": 720})
    opened.get_by_role("button", name="A traceback").click()
    expect(opened.get_by_role("heading", name="ValueError")).to_be_visible()
    wide = """[...document.querySelectorAll("body, main, aside, .messages")]
        .filter((one) => one.scrollWidth > one.clientWidth).length"""
    assert opened.evaluate(wide) == 0
    expect(opened.get_by_placeholder("Reply…")).to_be_in_viewport()

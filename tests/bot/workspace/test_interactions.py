"""Commands, buttons, shortcuts and modals: the payloads, and the tickets that expire."""

import httpx
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.webhook import WebhookClient

from bot.workspace import NotPossible

COMMON = {"token", "team", "user", "api_app_id", "is_enterprise_install", "enterprise", "type"}


def plain(text):
    return {"type": "plain_text", "text": text}


def modal(*blocks, **more):
    return {"type": "modal", "title": plain("Title"), "blocks": list(blocks), **more}


def options(*names):
    return [{"text": plain(name), "value": name.lower()} for name in names]


def question(block_id, optional=False, **element):
    return {
        "type": "input",
        "block_id": block_id,
        "optional": optional,
        "label": plain(block_id.title()),
        "element": {"action_id": "a", **element},
    }


BUTTONS = [
    {
        "type": "actions",
        "block_id": "row",
        "elements": [
            {"type": "button", "action_id": "go", "text": plain("Go & see"), "value": "7"},
            {"type": "overflow", "action_id": "more", "options": options("Mute", "Hide")},
            {"type": "static_select", "action_id": "pick", "options": options("One", "Two")},
        ],
    },
    {
        "type": "context_actions",
        "block_id": "rating",
        "elements": [
            {
                "type": "feedback_buttons",
                "action_id": "rate",
                "positive_button": {"text": plain("Right"), "value": "yes"},
                "negative_button": {"text": plain("Wrong"), "value": "no"},
            }
        ],
    },
]


@pytest.fixture
def workspace(shared):
    """The shared one: each test has a room of its own in it."""
    return shared


@pytest.fixture
def message(client, room):
    """A message of the app's with buttons."""
    return client.chat_postMessage(channel=room, text="x", blocks=BUTTONS)["ts"]


def error(call, **arguments):
    with pytest.raises(SlackApiError) as raised:
        call(**arguments)
    return raised.value.response["error"]


def trigger(workspace):
    """A fresh trigger id, from a command."""
    return workspace.command("general", "ada", "/explain-error x").payload["trigger_id"]


def test_a_command_says_who_where_and_what(workspace, room):
    """A command has the keys of Slack's form, its text as typed, and no thread."""
    sent = workspace.command(room, "ada", "/explain-error a < b\n  c").payload
    assert set(sent) == {
        *("token", "team_id", "team_domain", "channel_id", "channel_name", "user_id"),
        *("user_name", "command", "text", "api_app_id", "is_enterprise_install"),
        *("response_url", "trigger_id"),
    }
    assert (sent["command"], sent["text"]) == ("/explain-error", "a < b\n  c")
    assert sent["is_enterprise_install"] == "false"


PRESSED = {
    "a button by its action id": (("go",), {"value": "7", "type": "button"}),
    "a button by its text": (("Go &amp; see",), {"action_id": "go"}),
    "a button by its value": (("7",), {"action_id": "go"}),
    "an overflow": (("more", "Hide"), {"type": "overflow"}),
    "a menu": (("pick", "two"), {"type": "static_select"}),
    "good feedback": (("rate", "positive"), {"value": "yes", "type": "feedback_buttons"}),
    "bad feedback by its text": (("Wrong",), {"value": "no", "action_id": "rate"}),
}


@pytest.mark.parametrize(("pressed", "expected"), PRESSED.values(), ids=PRESSED)
def test_a_press_says_what_was_pressed(workspace, message, pressed, expected, room):
    """block_actions carries the message as it is and the one action, however it was named."""
    sent = workspace.click(room, "ben", message, *pressed).payload
    assert set(sent) == COMMON | {
        *("container", "trigger_id", "state", "response_url", "actions", "channel", "message"),
    }
    (action,) = sent["actions"]
    assert expected.items() <= action.items()
    assert {"block_id", "action_ts"} <= set(action)
    assert sent["container"] == {
        "type": "message",
        "message_ts": message,
        "channel_id": room,
        "is_ephemeral": False,
    }
    assert sent["message"]["blocks"][0]["elements"][0]["text"]["text"] == "Go &amp; see"


def test_choices_are_said_with_their_text(workspace, message, room):
    """The chosen option of a menu comes as the app gave it."""
    sent = workspace.click(room, "ben", message, "more", "Hide").payload
    assert sent["actions"][0]["selected_option"]["value"] == "hide"


@pytest.mark.parametrize("pressed", [("nothing",), ("more", "Other"), ("rate", "maybe")])
def test_only_what_is_there_can_be_pressed(workspace, message, pressed, room):
    """A button or choice that is not there is an error of the test, which says what is."""
    with pytest.raises(NotPossible, match="There is"):
        workspace.click(room, "ben", message, *pressed)


def test_an_ephemeral_is_pressed_without_its_message(workspace, client, room):
    """A press in an ephemeral message names it and does not carry it; others cannot press it."""
    ts = client.chat_postEphemeral(channel=room, user="U0ADA00001", text="x", blocks=BUTTONS)
    sent = workspace.click(room, "ada", ts["message_ts"], "go").payload
    assert "message" not in sent
    assert sent["container"]["is_ephemeral"] is True
    with pytest.raises(NotPossible, match="Ben Lindqvist sees no message"):
        workspace.click(room, "ben", ts["message_ts"], "go")


def test_a_shortcut_carries_the_whole_message(workspace, room):
    """message_action has the message with its escapes and blocks, and where to answer."""
    ts = workspace.post(room, "ada", "a < b")
    sent = workspace.shortcut(room, "ben", ts).payload
    assert set(sent) == COMMON | {
        *("action_ts", "callback_id", "trigger_id", "response_url", "message_ts", "message"),
        "channel",
    }
    assert sent["message"]["text"] == "a &lt; b"
    assert sent["message"]["blocks"][0]["elements"][0]["elements"][0]["text"] == "a < b"


def test_a_trigger_is_for_one_use_and_three_seconds(workspace, client):
    """A trigger id opens one modal, soon; after that, or invented, it opens none."""
    used = trigger(workspace)
    client.views_open(trigger_id=used, view=modal())
    assert error(client.views_open, trigger_id=used, view=modal()) == "exchanged_trigger_id"
    old = trigger(workspace)
    workspace.clock.advance(3.1)
    assert error(client.views_open, trigger_id=old, view=modal()) == "expired_trigger_id"
    assert error(client.views_open, trigger_id="1.2.x", view=modal()) == "invalid_trigger_id"


def test_a_bad_view_does_not_use_the_trigger(workspace, client):
    """What is wrong with a view is said before its trigger id is used up."""
    ticket = trigger(workspace)
    bad = modal(title=plain("x" * 25))
    assert error(client.views_open, trigger_id=ticket, view=bad) == "invalid_arguments"
    assert client.views_open(trigger_id=ticket, view=modal())["ok"]


def test_three_views_stack_and_no_more(workspace, client):
    """Modals are pushed from a modal, up to three; closed, the one below shows again."""
    push = {"type": "actions", "elements": [BUTTONS[0]["elements"][0]]}
    client.views_open(trigger_id=trigger(workspace), view=modal(push))
    for _ in range(2):
        ticket = workspace.click_in_view("ada", "go").payload["trigger_id"]
        client.views_push(trigger_id=ticket, view=modal(push))
    ticket = workspace.click_in_view("ada", "go").payload["trigger_id"]
    assert error(client.views_push, trigger_id=ticket, view=modal()) == "push_limit_reached"
    bottom, middle, top = workspace.views("ada")
    assert (top["previous_view_id"], top["root_view_id"]) == (middle["id"], bottom["id"])
    workspace.close_view("ada")
    assert [one["id"] for one in workspace.views("ada")] == [bottom["id"], middle["id"]]


def test_a_view_is_updated_by_id_and_hash(workspace, client):
    """A view changes in place; an update made for an older state of it is refused."""
    view = client.views_open(trigger_id=trigger(workspace), view=modal())["view"]
    assert error(client.views_update, view_id=view["id"], view=modal(), hash="1.x") == (
        "hash_conflict"
    )
    later = modal(title=plain("Later"))
    client.views_update(view_id=view["id"], view=later, hash=view["hash"])
    (shown,) = workspace.views("ada")
    assert (shown["id"], shown["title"]["text"]) == (view["id"], "Later")
    assert shown["hash"] != view["hash"]


def test_external_ids_are_unique_and_find_their_view(workspace, client):
    """A view can be named by the app, once."""
    client.views_open(trigger_id=trigger(workspace), view=modal(external_id="mine"))
    client.views_update(external_id="mine", view=modal(external_id="mine", title=plain("New")))
    assert workspace.views("ada")[0]["title"]["text"] == "New"
    twice = modal(external_id="mine")
    ticket = trigger(workspace)
    assert error(client.views_open, trigger_id=ticket, view=twice) == "duplicate_external_id"


def test_a_submission_carries_the_state(workspace, client):
    """Every input is in the state by block and action, in the form of its kind."""
    view = modal(
        question("name", type="plain_text_input", initial_value="Ada"),
        question("log", type="plain_text_input", multiline=True),
        question("where", type="static_select", options=options("Here", "There")),
        question("which", optional=True, type="checkboxes", options=options("A", "B")),
        question("how", optional=True, type="radio_buttons", options=options("X", "Y")),
        submit=plain("Go"),
        private_metadata="kept",
    )
    client.views_open(trigger_id=trigger(workspace), view=view)
    given = {"log": "a\nb", "where/a": "There", "which": ["a"]}
    sent = workspace.submit_view("ada", given).payload
    assert set(sent) == COMMON | {"trigger_id", "view", "response_urls"}
    assert sent["view"]["private_metadata"] == "kept"
    values = {block: entry["a"] for block, entry in sent["view"]["state"]["values"].items()}
    assert values["name"] == {"type": "plain_text_input", "value": "Ada"}
    assert values["log"] == {"type": "plain_text_input", "value": "a\nb"}
    assert values["where"]["selected_option"]["value"] == "there"
    assert [one["value"] for one in values["which"]["selected_options"]] == ["a"]
    assert values["how"] == {"type": "radio_buttons", "selected_option": None}


def test_the_client_asks_for_what_is_required(workspace, client):
    """Nothing is sent while a required field is empty or a text too long."""
    short = question("name", type="plain_text_input", max_length=3)
    client.views_open(trigger_id=trigger(workspace), view=modal(short, submit=plain("Go")))
    before = len(workspace.deliveries)
    with pytest.raises(NotPossible, match=r"Please complete this required field\. Name"):
        workspace.submit_view("ada")
    with pytest.raises(NotPossible, match="no more than 3 characters"):
        workspace.submit_view("ada", {"name": "four"})
    assert len(workspace.deliveries) == before


def test_closing_is_told_to_those_who_asked(workspace, client):
    """view_closed is sent for a view with notify_on_close."""
    client.views_open(trigger_id=trigger(workspace), view=modal())
    before = len(workspace.deliveries)
    workspace.close_view("ada")
    assert len(workspace.deliveries) == before
    client.views_open(trigger_id=trigger(workspace), view=modal(notify_on_close=True))
    workspace.close_view("ada")
    closed = workspace.deliveries[-1].payload
    assert (closed["type"], closed["is_cleared"]) == ("view_closed", False)


def hook(sent):
    return WebhookClient(sent.payload["response_url"])


def test_a_response_address_works_five_times(workspace, message, room):
    """Five posts go through, the sixth is refused with 404."""
    address = hook(workspace.click(room, "ada", message, "go"))
    statuses = [address.send(text=str(number)).status_code for number in range(6)]
    assert statuses == [200] * 5 + [404]
    assert [one["text"] for one in workspace.ephemerals("ada", room)] == list("01234")


def test_a_response_address_works_half_an_hour(workspace, message, room):
    """After thirty minutes it has expired."""
    address = hook(workspace.click(room, "ada", message, "go"))
    workspace.clock.advance(30 * 60 - 1)
    assert address.send(text="x").status_code == 200
    workspace.clock.advance(2)
    assert address.send(text="x").body == '{"ok":false,"error":"expired_url"}'


def test_a_response_replaces_deletes_and_speaks_up(workspace, message, room):
    """It can replace or delete the message of the button, or post for everybody in its thread."""
    address = hook(workspace.click(room, "ada", message, "go"))
    address.send(text="replaced", replace_original=True)
    assert workspace.message(room, message)["text"] == "replaced"
    address.send(text="aloud", response_type="in_channel")
    assert workspace.messages(room)[-1]["text"] == "aloud"
    address.send_dict({"text": "below", "response_type": "in_channel", "thread_ts": message})
    assert workspace.thread(room, message)[0]["text"] == "below"
    later = workspace.messages(room)[1]["ts"]
    address.send(delete_original=True)
    left = [one["ts"] for one in workspace.messages(room) if "subtype" not in one]
    assert later in left
    assert message not in left


def test_a_response_replaces_an_ephemeral(workspace, client, room):
    """The private message of a button can be replaced and deleted by its response address."""
    ts = client.chat_postEphemeral(channel=room, user="U0ADA00001", text="x", blocks=BUTTONS)
    address = hook(workspace.click(room, "ada", ts["message_ts"], "go"))
    address.send(text="replaced", replace_original=True)
    assert [one["text"] for one in workspace.ephemerals("ada", room)] == ["replaced"]
    address.send(delete_original=True)
    assert workspace.ephemerals("ada", room) == []


@pytest.mark.parametrize("body", ["nothing", '{"text": ""}', '{"blocks": [{"type": "nothing"}]}'])
def test_a_bad_response_is_refused(workspace, message, body, room):
    """What is no message is refused at a response address as well, and remembered."""
    url = workspace.click(room, "ada", message, "go").payload["response_url"]
    with httpx.Client(trust_env=False) as browser:
        assert browser.post(url, content=body).status_code == 400
    assert workspace.ephemerals("ada", room) == []


def test_an_app_elsewhere_can_answer_a_command(workspace):
    """A command works in a channel that the app is not in, and so does its response address."""
    sent = workspace.command("random", "ada", "/explain-error x")
    hook(sent).send(text="here")
    assert workspace.ephemerals("ada", "random")[0]["text"] == "here"

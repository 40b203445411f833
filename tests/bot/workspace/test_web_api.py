"""slack_sdk's client, unmodified, gets from the workspace what it would get from Slack."""

import json

import pytest
from slack_sdk.errors import SlackApiError

from bot.workspace import BOT_USER
from tests.bot.workspace.conftest import web_client

CHANNEL = "C0INFERENC"
HOME = {"type": "home", "blocks": [{"type": "divider"}]}


@pytest.fixture
def workspace(shared):
    """The shared one: each test has a room of its own in it."""
    return shared


def refused(call, **arguments):
    """The error that a call is refused with."""
    with pytest.raises(SlackApiError) as raised:
        call(**arguments)
    return raised.value.response.data


def blocks(text="x"):
    return [{"type": "section", "text": {"type": "mrkdwn", "text": text}}]


def test_auth_test_tells_who_and_which_scopes(client, workspace):
    """auth.test names team and bot, and its headers the scopes that Bolt reads."""
    answer = client.auth_test()
    assert answer["user_id"] == BOT_USER
    assert set(answer.data) == {
        *("ok", "url", "team", "user", "team_id", "user_id", "bot_id", "is_enterprise_install")
    }
    assert answer.headers["x-oauth-scopes"] == ",".join(sorted(workspace.scopes))


def test_posted_messages_are_there_for_everybody(client, workspace, room):
    """chat.postMessage answers with the message, and it stands in the channel and its history."""
    answer = client.chat_postMessage(channel=room, text="a < b & c", blocks=blocks("<x>"))
    message = workspace.messages(room)[-1]
    assert answer["ts"] == message["ts"]
    assert message["text"] == "a &lt; b &amp; c"
    assert message["blocks"][0]["text"] == {
        "type": "mrkdwn",
        "text": "&lt;x&gt;",
        "verbatim": False,
    }
    assert set(message) == {
        *("user", "type", "ts", "bot_id", "app_id", "text", "team", "bot_profile", "blocks")
    }
    history = client.conversations_history(channel=room)
    assert history["messages"][0]["ts"] == message["ts"]


def test_a_reply_counts_at_its_parent(client, workspace, room):
    """A reply stands in its thread, is counted, and is not in the channel's history."""
    ts = workspace.post(room, "ada", "hello")
    reply = client.chat_postMessage(channel=room, text="hi", thread_ts=ts)
    assert reply["message"]["parent_user_id"] == "U0ADA00001"
    thread = client.conversations_replies(channel=room, ts=ts)["messages"]
    assert [one["text"] for one in thread] == ["hello", "hi"]
    assert thread[0]["reply_count"] == 1
    assert len(client.conversations_history(channel=room)["messages"]) == 1


def test_update_and_delete_are_for_own_messages(client, workspace, room):
    """The app changes and removes what it wrote, and nothing else."""
    theirs = workspace.post(room, "ada", "hello")
    mine = client.chat_postMessage(channel=room, text="old", blocks=blocks())["ts"]
    client.chat_update(channel=room, ts=mine, text="new")
    assert workspace.message(room, mine)["text"] == "new"
    assert "blocks" not in workspace.message(room, mine)
    assert refused(client.chat_update, channel=room, ts=theirs, text="x")["error"] == (
        "cant_update_message"
    )
    assert refused(client.chat_delete, channel=room, ts=theirs)["error"] == "cant_delete_message"
    client.chat_delete(channel=room, ts=mine)
    assert [one["ts"] for one in workspace.messages(room)] == [theirs]


def test_long_texts_are_split_cut_and_refused(client, workspace, room):
    """4,040 characters are one message, 4,041 are two, 40,001 are cut; blocks prevent a split."""
    client.chat_postMessage(channel=room, text="x" * 4_040)
    assert len(workspace.messages(room)) == 1
    client.chat_postMessage(channel=room, text="x" * 4_041)
    assert [len(one["text"]) for one in workspace.messages(room)[1:]] == [4_000, 41]
    cut = client.chat_postMessage(channel=room, text="x" * 40_001, blocks=blocks())
    assert cut["response_metadata"]["warnings"] == ["message_truncated"]
    assert len(workspace.messages(room)[-1]["text"]) == 40_000
    assert len(workspace.messages(room)) == 4


def test_a_split_falls_at_a_line_break(client, workspace, room):
    """A long text is cut between lines where it can be."""
    client.chat_postMessage(channel=room, text="\n".join(["y" * 999] * 5))
    assert [len(one["text"]) for one in workspace.messages(room)] == [3_999, 999]


def test_ephemerals_are_for_one_person(client, workspace, room):
    """An ephemeral message is seen by one person, and is in no history."""
    client.chat_postEphemeral(channel=room, user="U0ADA00001", text="psst")
    assert [one["text"] for one in workspace.ephemerals("ada", room)] == ["psst"]
    assert workspace.ephemerals("ben", room) == workspace.messages(room) == []


def test_permalinks_name_channel_message_and_thread(client, workspace, room):
    """A permalink has the timestamp without its point, and the thread of a reply."""
    ts = workspace.post(room, "ada", "hello")
    reply = workspace.post(room, "ben", "hi", thread_ts=ts)
    link = client.chat_getPermalink(channel=room, message_ts=ts)["permalink"]
    assert link == f"{workspace.url}archives/{room}/p{ts.replace('.', '')}"
    link = client.chat_getPermalink(channel=room, message_ts=reply)["permalink"]
    assert link.endswith(f"?thread_ts={ts}&cid={room}")


def test_pages_follow_their_cursor(client, workspace, room):
    """Long answers come in pages, the next one by the cursor of the last."""
    for number in range(5):
        workspace.post(room, "ada", str(number))
    pages = client.conversations_history(channel=room, limit=2)
    assert [[one["text"] for one in page["messages"]] for page in pages] == [
        ["4", "3"],
        ["2", "1"],
        ["0"],
    ]


def test_reading_the_directory(client, room):
    """Channels, members, people, the bot and the team can be looked up."""
    names = [one["name"] for one in client.conversations_list()["channels"]]
    assert names[:4] == ["general", "inference", "ml-platform", "random"]
    private = client.conversations_list(types="private_channel,im")["channels"]
    assert [one.get("name", one.get("user")) for one in private] == [
        *("on-call", "U0ADA00001", "U0BEN00002", "U0MIRA0003")
    ]
    assert client.conversations_info(channel=room)["channel"]["is_member"] is True
    assert BOT_USER in client.conversations_members(channel=room)["members"]
    assert client.users_info(user="U0ADA00001")["user"]["profile"]["real_name"] == "Ada Okafor"
    assert client.bots_info(bot="B0ERRORBOOK")["bot"]["user_id"] == BOT_USER
    assert client.team_info()["team"]["domain"] == "loopback"
    assert client.conversations_open(users="U0ADA00001")["channel"]["id"].startswith("D")
    assert client.api_test(foo="bar")["args"] == {"foo": "bar"}


def test_joining_a_channel_is_said_and_sent(client, workspace):
    """The app joins a channel; that is a message in it and an event."""
    quiet = workspace.add_channel("quiet", bot=False)
    client.conversations_join(channel=quiet)
    assert workspace.messages(quiet)[-1]["subtype"] == "channel_join"
    assert workspace.events("member_joined_channel")[-1]["user"] == BOT_USER
    assert client.conversations_join(channel=quiet)["warning"] == "already_in_channel"


def test_reactions_are_counted_once(client, workspace, room):
    """A reaction shows at the message; the same one again is refused."""
    ts = workspace.post(room, "ada", "hello")
    client.reactions_add(channel=room, timestamp=ts, name="eyes")
    assert workspace.message(room, ts)["reactions"] == [
        {"name": "eyes", "users": [BOT_USER], "count": 1}
    ]
    again = refused(client.reactions_add, channel=room, timestamp=ts, name="eyes")
    assert again["error"] == "already_reacted"


def test_a_home_is_published_for_one_person(client, workspace, room):
    """The App Home is per person, and its hash guards against an older state."""
    view = client.views_publish(user_id="U0ADA00001", view=HOME)["view"]
    assert workspace.home("ada")["id"] == view["id"]
    assert workspace.home("ben") is None
    later = client.views_publish(user_id="U0ADA00001", view=HOME, hash=view["hash"])["view"]
    assert later["id"] == view["id"]
    stale = refused(client.views_publish, user_id="U0ADA00001", view=HOME, hash="1.old")
    assert stale["error"] == "hash_conflict"


# Method, its arguments, the error.
REFUSED = [
    ("chat.postMessage", {"channel": CHANNEL}, "no_text"),
    ("chat.postMessage", {"channel": CHANNEL, "text": "  "}, "no_text"),
    ("chat.postMessage", {"channel": "C0RANDOM05", "text": "x"}, "not_in_channel"),
    ("chat.postMessage", {"channel": "C0NOWHERE1", "text": "x"}, "channel_not_found"),
    (
        "chat.postMessage",
        {"channel": CHANNEL, "text": "x", "thread_ts": "1.000001"},
        "thread_not_found",
    ),
    ("chat.postMessage", {"channel": CHANNEL, "text": "x", "blocks": blocks("")}, "invalid_blocks"),
    (
        "chat.postMessage",
        {"channel": CHANNEL, "text": "x", "blocks": blocks("x" * 3_000) * 5},
        "msg_blocks_too_long",
    ),
    ("chat.postMessage", {"channel": CHANNEL, "text": "x", "blocks": "[x"}, "invalid_arguments"),
    ("chat.postEphemeral", {"channel": CHANNEL, "text": "x", "user": "U0"}, "user_not_found"),
    (
        "chat.postEphemeral",
        {"channel": "C0ONCALL06", "text": "x", "user": "U0MIRA0003"},
        "user_not_in_channel",
    ),
    ("chat.update", {"channel": CHANNEL, "ts": "1.000001", "text": "x"}, "message_not_found"),
    ("chat.getPermalink", {"channel": CHANNEL, "message_ts": "1.1"}, "message_not_found"),
    ("conversations.history", {"channel": "C0RANDOM05"}, "not_in_channel"),
    ("conversations.history", {"channel": CHANNEL, "limit": 1001}, "invalid_limit"),
    ("conversations.history", {"channel": CHANNEL, "cursor": "x"}, "invalid_cursor"),
    ("conversations.replies", {"channel": CHANNEL, "ts": "1.1"}, "thread_not_found"),
    ("conversations.list", {"types": "secret_channel"}, "invalid_types"),
    ("users.info", {"user": "U0"}, "user_not_found"),
    ("bots.info", {"bot": "B0"}, "bot_not_found"),
    ("files.info", {"file": "F0"}, "file_not_found"),
    ("views.open", {"trigger_id": "1.2.x", "view": HOME}, "invalid_arguments"),
    ("views.publish", {"user_id": "U0", "view": HOME}, "user_not_found"),
    ("views.update", {"view_id": "V0", "view": HOME}, "not_found"),
    ("search.messages", {"query": "x"}, "unknown_method"),
    ("api.test", {"error": "my_error"}, "my_error"),
]


@pytest.mark.parametrize(("method", "arguments", "error"), REFUSED)
def test_slack_says_no(client, method, arguments, error):
    """What Slack refuses is refused, with Slack's word for it, sent as JSON or as a form."""
    call = client.api_call
    assert refused(call, api_method=method, json=arguments)["error"] == error
    form = {
        name: value if isinstance(value, str) else json.dumps(value)
        for name, value in arguments.items()
    }
    assert refused(call, api_method=method, data=form)["error"] == error


def test_a_refusal_says_where(client, shared, room):
    """invalid_blocks names the place in `response_metadata`, and the test API remembers it."""
    answer = refused(client.chat_postMessage, channel=room, text="x", blocks=blocks(""))
    what = "must be more than 0 characters [json-pointer:/blocks/0/text/text]"
    assert answer["errors"] == [what]
    assert answer["response_metadata"] == {"messages": [f"[ERROR] {what}"]}
    assert shared.rejections[-1].response == answer


def test_update_counts_bytes(client, room):
    """chat.update refuses a text above 4,000 bytes, however few characters they are."""
    ts = client.chat_postMessage(channel=room, text="x")["ts"]
    client.chat_update(channel=room, ts=ts, text="é" * 2_000)
    answer = refused(client.chat_update, channel=room, ts=ts, text="é" * 2_001)
    assert answer["error"] == "msg_too_long"


def test_a_reply_is_no_parent(client, workspace, room):
    """A reply's own timestamp is no thread to post in."""
    ts = workspace.post(room, "ada", "hello")
    reply = workspace.post(room, "ben", "hi", thread_ts=ts)
    answer = refused(client.chat_postMessage, channel=room, text="x", thread_ts=reply)
    assert answer["error"] == "cannot_reply_to_message"


@pytest.mark.parametrize(
    ("token", "method", "error"),
    [
        ("xoxb-wrong", "auth_test", "invalid_auth"),
        ("app", "auth_test", "not_allowed_token_type"),
        ("xapp-wrong", "apps_connections_open", "invalid_auth"),
        ("bot", "apps_connections_open", "not_allowed_token_type"),
    ],
)
def test_tokens_are_checked(shared, token, method, error):
    """A wrong token, or one of the wrong kind, opens nothing."""
    real = {"app": shared.app_token, "bot": shared.bot_token}.get(token, token)
    client = web_client(shared, real)
    arguments = {"app_token": real} if method == "apps_connections_open" else {}
    assert refused(getattr(client, method), **arguments)["error"] == error


def test_a_missing_scope_is_named(client, workspace, room, monkeypatch):
    """Without its scope a method says which one it needs and which ones are there."""
    monkeypatch.setattr(workspace.world.access, "scopes", {"commands"})
    answer = refused(client.chat_postMessage, channel=room, text="x")
    assert (answer["error"], answer["needed"], answer["provided"]) == (
        *("missing_scope", "chat:write", "commands"),
    )

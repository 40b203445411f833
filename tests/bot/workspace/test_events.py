"""What happens in the workspace reaches the app as the events that Slack sends, key by key."""

import httpx
import pytest

from bot.workspace import BOT_USER, NotPossible, Upload

PLACE = {"channel", "event_ts", "channel_type"}
WRITTEN = {"user", "type", "ts", "client_msg_id", "text", "team", "blocks"}
HIDDEN = {"type", "subtype", "channel", "hidden", "ts", "event_ts", "channel_type"}


@pytest.fixture
def workspace(shared):
    """The shared one: each test has a room of its own in it."""
    return shared


@pytest.fixture
def heard(workspace):
    """A function that gives the events sent since it was last asked."""
    seen = list(workspace.deliveries)

    def new():
        events = [one.event for one in workspace.deliveries[len(seen) :]]
        seen.extend(events)
        return events

    return new


def kinds(events):
    return [(one["type"], one.get("subtype")) for one in events]


def test_the_envelope_is_slacks(workspace, room):
    """Around each event stand the team, the app, the installation and an id of its own."""
    workspace.post(room, "ada", "hello")
    workspace.post(room, "ada", "hello")
    first, second = (one.payload for one in workspace.deliveries[-2:])
    assert set(first) == {
        *("token", "team_id", "context_team_id", "context_enterprise_id", "api_app_id", "event"),
        *("type", "event_id", "event_time", "authorizations", "is_ext_shared_channel"),
        "event_context",
    }
    assert first["authorizations"][0]["user_id"] == BOT_USER
    assert first["event_id"] != second["event_id"]


@pytest.mark.parametrize(
    ("channel", "kind"), [("room", "channel"), ("on-call", "group"), ("dm", "im")]
)
def test_a_message_says_where_it_was_written(workspace, heard, channel, kind, room):
    """A message carries what was written, and the kind of its channel."""
    channel = {"dm": workspace.dm("ada"), "room": room}.get(channel, channel)
    ts = workspace.post(channel, "ada", "hello")
    (event,) = heard()
    assert set(event) == WRITTEN | PLACE
    assert (event["channel_type"], event["ts"], event["event_ts"]) == (kind, ts, ts)


def test_a_mention_in_a_direct_message_is_one_event(workspace, heard):
    """There is no app_mention in a direct message."""
    workspace.post(workspace.dm("ada"), "ada", "@errorbook hello")
    assert kinds(heard()) == [("message", None)]


def test_a_mention_has_no_channel_type(workspace, heard, room):
    """app_mention is the same message without channel_type."""
    workspace.post(room, "ada", "@errorbook hello")
    mention, message = heard()
    assert set(mention) == WRITTEN | {"channel", "event_ts"}
    assert set(message) == WRITTEN | PLACE


def test_a_reply_names_its_parent_which_changes(workspace, heard, room):
    """A reply is a message in a thread; its parent is sent again, hidden, its text as before."""
    ts = workspace.post(room, "ada", "hello")
    heard()
    reply = workspace.post(room, "ben", "hi", ts)
    event, change = heard()
    assert (event["thread_ts"], event["parent_user_id"], event["ts"]) == (ts, "U0ADA00001", reply)
    assert set(change) == HIDDEN | {"message", "previous_message"}
    assert change["message"]["text"] == change["previous_message"]["text"]
    assert "edited" not in change["message"]
    assert (change["message"]["reply_count"], change["message"]["latest_reply"]) == (1, reply)


def test_a_reply_to_a_reply_is_in_the_same_thread(workspace, room):
    """Threads have one level: who replies to a reply replies to its parent."""
    ts = workspace.post(room, "ada", "hello")
    reply = workspace.post(room, "ben", "hi", ts)
    again = workspace.post(room, "ada", "ho", reply)
    assert [one["ts"] for one in workspace.thread(room, ts)] == [reply, again]


def test_a_broadcast_reply_carries_its_root(workspace, heard, room):
    """A reply that is also sent to the channel has a subtype and the root message."""
    ts = workspace.post(room, "ada", "hello")
    heard()
    workspace.post(room, "ben", "hi", ts, broadcast=True)
    event = heard()[0]
    assert (event["subtype"], event["root"]["ts"]) == ("thread_broadcast", ts)


def test_an_edit_says_what_it_was(workspace, heard, room):
    """An edit is a hidden message with both texts and a timestamp of its own."""
    ts = workspace.post(room, "ada", "hello")
    heard()
    workspace.edit(room, ts, "hello <there>")
    (event,) = heard()
    assert set(event) == HIDDEN | {"message", "previous_message"}
    assert event["subtype"] == "message_changed"
    assert event["ts"] > ts
    assert event["message"]["edited"]["user"] == "U0ADA00001"
    assert event["message"]["text"] == "hello &lt;there&gt;"
    assert event["previous_message"]["text"] == "hello"


def test_an_unfurl_changes_nothing_that_was_written(workspace, heard, room):
    """A link's preview comes as a change without an edit, its text as before."""
    ts = workspace.post(room, "ada", "https://x.io")
    heard()
    workspace.unfurl(room, ts)
    (event,) = heard()
    assert event["subtype"] == "message_changed"
    assert event["message"]["text"] == event["previous_message"]["text"]
    assert "edited" not in event["message"]
    assert "attachments" in event["message"]
    assert "attachments" not in event["previous_message"]


def test_the_apps_links_unfurl_unless_it_says_no(workspace, client, heard, room):
    """The app's own post with a link is changed by its preview, which it can forbid."""
    client.chat_postMessage(channel=room, text="https://x.io", unfurl_links=False)
    assert kinds(heard()) == [("message", None)]
    client.chat_postMessage(channel=room, text="https://x.io")
    assert kinds(heard()) == [("message", None), ("message", "message_changed")]


def test_a_deletion_says_what_it_was(workspace, heard, room):
    """A deleted message is named, with all it said."""
    ts = workspace.post(room, "ada", "hello")
    heard()
    workspace.delete(room, ts)
    (event,) = heard()
    assert set(event) == HIDDEN | {"deleted_ts", "previous_message"}
    assert (event["subtype"], event["deleted_ts"]) == ("message_deleted", ts)
    assert event["previous_message"]["text"] == "hello"


def test_a_deleted_parent_leaves_a_stone(workspace, heard, room):
    """A message with replies is not deleted but emptied, which is sent as a change."""
    ts = workspace.post(room, "ada", "secret")
    workspace.post(room, "ben", "hi", ts)
    heard()
    workspace.delete(room, ts)
    (event,) = heard()
    assert (event["subtype"], event["message"]["subtype"]) == ("message_changed", "tombstone")
    assert "secret" not in str(event["message"])
    assert event["previous_message"]["text"] == "secret"
    assert workspace.message(room, ts)["reply_count"] == 1


def test_a_deleted_reply_counts_no_more(workspace, room):
    """The parent of a deleted reply is as if there had been none."""
    ts = workspace.post(room, "ada", "hello")
    reply = workspace.post(room, "ben", "hi", ts)
    workspace.delete(room, reply)
    assert "reply_count" not in workspace.message(room, ts)


def test_a_shared_snippet_is_a_message_with_a_file(workspace, heard, room):
    """A snippet comes as file_share, its text in the message too, its preview cut at five lines."""
    lines = "\n".join(map(str, range(9)))
    workspace.post(room, "ada", "see <this>", files=[Upload("log.txt", lines)])
    (event,) = heard()
    assert set(event) == WRITTEN | PLACE | {"subtype", "files", "upload"}
    assert event["subtype"] == "file_share"
    (file,) = event["files"]
    assert (file["mode"], file["lines"], file["lines_more"]) == ("snippet", 9, 4)
    assert file["preview"] == "0\n1\n2\n3\n4"
    assert file["preview_highlight"].startswith("<pre>")


def test_a_text_too_long_for_the_composer_becomes_a_snippet(workspace, room):
    """12,000 characters are a message, one more is a snippet without a text."""
    workspace.post(room, "ada", "x" * 12_000)
    workspace.post(room, "ada", "x" * 12_001)
    message, snippet = workspace.messages(room)
    assert len(message["text"]) == 12_000
    assert (snippet["subtype"], snippet["text"]) == ("file_share", "")
    assert snippet["files"][0]["size"] == 12_001


def test_files_are_read_with_the_apps_token(workspace, client, room):
    """A file's address gives its bytes to the app, and a page to sign in to everybody else."""
    workspace.post(room, "ada", "", files=[Upload("log.txt", "é\r\n")])
    file = workspace.messages(room)[0]["files"][0]
    bearer = {"Authorization": f"Bearer {workspace.bot_token}"}
    with httpx.Client(trust_env=False) as browser:
        for address in (file["url_private"], file["url_private_download"]):
            assert browser.get(address, headers=bearer).content == "é\r\n".encode()
            stranger = browser.get(address, headers={"Authorization": "Bearer xoxb-wrong"})
            assert stranger.status_code == 302
            page = browser.get(stranger.headers["location"])
            assert (page.status_code, page.text[:9].lower()) == (200, "<!doctype")
        workspace.scopes.discard("files:read")
        assert browser.get(file["url_private"], headers=bearer).status_code == 302
    workspace.scopes.add("files:read")
    assert client.files_info(file=file["id"])["content"] == "é\r\n"


def test_a_file_of_another_company_has_to_be_asked_for(workspace, client, room):
    """Of a file that Slack has not shared yet the message says only the id."""
    workspace.post(room, "ada", "x", files=[Upload("log.txt", "x", mode="file_access")])
    (file,) = workspace.messages(room)[0]["files"]
    assert file == {
        "id": file["id"],
        "mode": "file_access",
        "file_access": "check_file_info",
    }
    assert client.files_info(file=file["id"])["file"]["url_private"]


def test_a_webhook_is_no_user(workspace, heard, room):
    """A webhook's post has a name and a bot id, no user, and what it attached."""
    attachment = {"title": "Alert", "text": "ValueError: a &lt; b", "fallback": "Alert"}
    workspace.post_as_other_bot(room, "", name="Grafana", attachments=[attachment])
    (event,) = heard()
    assert set(event) == {
        *("type", "subtype", "ts", "text", "bot_id", "app_id", "username", "attachments"),
        *PLACE,
    }
    assert event["subtype"] == "bot_message"


def test_a_newer_app_is_a_user_with_a_bot_id(workspace, heard, room):
    """A newer app's post has no subtype, but a user, a bot id and a profile."""
    workspace.post_as_other_bot(room, "ValueError: x", webhook=False)
    (event,) = heard()
    assert "subtype" not in event
    assert event["bot_profile"]["app_id"] == event["app_id"] == "A0ALERTS01"
    assert event["user"] == "U0ALERTS01"


def test_me_messages_and_own_posts_come_too(workspace, client, heard, room):
    """/me is a subtype; what the app posts comes back to it, with its bot id."""
    workspace.emote(room, "ada", "waves")
    client.chat_postMessage(channel=room, text="hello")
    emote, own = heard()
    assert emote["subtype"] == "me_message"
    assert (own["bot_id"], own["user"]) == ("B0ERRORBOOK", BOT_USER)


def test_an_invitation_is_an_event_and_a_message(workspace, heard):
    """Brought into a channel, the app hears of it twice, and from then on what is said there."""
    quiet = workspace.add_channel("quiet", bot=False)
    workspace.post(quiet, "ada", "unheard")
    assert heard() == []
    workspace.invite(quiet)
    assert kinds(heard()) == [("message", "channel_join"), ("member_joined_channel", None)]
    workspace.post(quiet, "ada", "heard")
    assert kinds(heard()) == [("message", None)]


def test_home_and_revocation(workspace, heard):
    """Looking at the app's page, and taking its tokens away, are events."""
    workspace.open_home("ada")
    workspace.revoke(uninstall=True)
    opened, revoked, uninstalled = heard()
    assert (opened["type"], opened["tab"], opened["user"]) == (
        *("app_home_opened", "home", "U0ADA00001"),
    )
    assert revoked["tokens"] == {"oauth": [], "bot": [BOT_USER]}
    assert uninstalled["type"] == "app_uninstalled"


@pytest.mark.parametrize(
    ("channel", "scope", "subscription"),
    [
        ("general", "channels:history", "message.channels"),
        ("on-call", "groups:history", "message.groups"),
    ],
)
def test_events_need_scope_and_subscription(workspace, heard, channel, scope, subscription):
    """Without the scope or the subscription for a kind of channel nothing comes from it."""
    workspace.scopes.discard(scope)
    workspace.post(channel, "ada", "hello")
    workspace.scopes.add(scope)
    workspace.subscriptions.discard(subscription)
    workspace.post(channel, "ada", "hello")
    workspace.subscriptions.add(subscription)
    assert heard() == []


def test_a_shared_channel_says_so(workspace, room):
    """Events from a channel that another company is in carry the sign of it."""
    workspace.share_externally(room)
    workspace.post(room, "ada", "hello")
    assert workspace.deliveries[-1].payload["is_ext_shared_channel"] is True


def test_people_cannot_write_where_they_are_not(workspace):
    """Who is not in a channel writes nothing in it; an unknown place or person is named."""
    with pytest.raises(NotPossible, match="Mira Castellanos is not in #on-call"):
        workspace.post("on-call", "mira", "hello")
    with pytest.raises(NotPossible, match=r"There is no channel nowhere\. There are #general"):
        workspace.post("nowhere", "mira", "hello")
    with pytest.raises(NotPossible, match="There is nobody called zoe"):
        workspace.post("general", "zoe", "hello")
    with pytest.raises(NotPossible, match="There is nothing to send"):
        workspace.post("general", "ada", " \n")

"""What a person does on the page, as the page sends it; checked before anything is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from bot.workspace import conversation, events, interactions
from bot.workspace.conversation import Upload
from bot.workspace.errors import NotPossible
from bot.workspace.people import direct_message
from bot.workspace.refusals import Refusal
from bot.workspace.web_api.conversations import let_in
from bot.workspace.web_api.directory import react

if TYPE_CHECKING:
    from bot.workspace.courier import Delivery
    from bot.workspace.state import Json
    from bot.workspace.world import World

Done = tuple["Json", "Delivery | None"]


class Sent:
    """The body of a request: an object whose fields have to be there."""

    def __init__(self, body: Any) -> None:
        self._body: Json = body if isinstance(body, dict) else {}

    def text(self, name: str) -> str:
        """A string."""
        value = self._body.get(name)
        if not isinstance(value, str):
            raise NotPossible(f"The page did not say which {name}.")
        return value

    def maybe(self, name: str) -> str | None:
        """A string, or nothing."""
        return self.text(name) if self._body.get(name) is not None else None

    def choice(self, name: str) -> Any:
        """Whatever was chosen or typed, which the receiver checks."""
        return self._body.get(name)

    def values(self) -> Mapping[str, Any]:
        """What was typed into a modal, by block id."""
        value = self._body.get("values")
        return value if isinstance(value, dict) else {}

    def files(self) -> list[Upload]:
        """The text files that were attached."""
        files = self._body.get("files") or []
        return [Upload(str(one["name"]), str(one["content"])) for one in files]


def post(world: World, sent: Sent) -> Done:
    """Send a message or run a command, which does not work in a thread, as on Slack."""
    channel, user, text = sent.text("channel"), sent.text("user"), sent.text("text")
    thread_ts = sent.maybe("thread_ts")
    name = text.split(maxsplit=1)[0] if text.startswith("/") else ""
    if name and name.count("/") == 1:
        if thread_ts:
            raise NotPossible(f"{name} is not supported in threads. Sorry!")
        return {}, _command(world, channel, user, text)
    said = conversation.post(world, channel, user, text, thread_ts=thread_ts, files=sent.files())
    return {"ts": said["ts"]}, None


def _command(world: World, channel: str, user: str, text: str) -> Delivery | None:
    """A command of the app's, or one of the two that are the workspace's own."""
    name, _, rest = text.partition(" ")
    if name == "/me":
        conversation.emote(world, channel, user, rest)
    elif name == "/invite":
        where = conversation.place(world, channel)
        guest = conversation.person(world, rest.strip())
        if guest.id in where.members:
            raise NotPossible(f"{guest.real_name} is in {where.address} already.")
        let_in(world, where, guest.id, user)
    else:
        return interactions.command(world, user, channel, text)
    return None


def edit(world: World, sent: Sent) -> Done:
    """Change one's own message."""
    _own(world, sent)
    conversation.edit(world, sent.text("channel"), sent.text("ts"), sent.text("text"))
    return {}, None


def delete(world: World, sent: Sent) -> Done:
    """Delete one's own message."""
    _own(world, sent)
    conversation.delete(world, sent.text("channel"), sent.text("ts"))
    return {}, None


def _own(world: World, sent: Sent) -> None:
    where = conversation.place(world, sent.text("channel"))
    said = conversation.message(world, where, sent.text("ts"))
    if said.get("user") != sent.text("user"):
        raise NotPossible("Only who wrote a message can change it.")


def reaction(world: World, sent: Sent) -> Done:
    """Add a reaction."""
    where = conversation.place(world, sent.text("channel"))
    said = conversation.message(world, where, sent.text("ts"))
    try:
        react(world, where.id, said, sent.text("name"), sent.text("user"))
    except Refusal as refusal:
        raise NotPossible("You have already reacted with this.") from refusal
    return {}, None


def dismiss(world: World, sent: Sent) -> Done:
    """Take away a message that only this person sees."""
    interactions.dismiss(world, sent.text("user"), sent.text("channel"), sent.text("ts"))
    return {}, None


def click(world: World, sent: Sent) -> Done:
    """Press a button of a message."""
    pressed = interactions.press(
        world,
        sent.text("user"),
        sent.text("channel"),
        sent.text("ts"),
        sent.text("action_id"),
        sent.choice("option"),
        block_id=sent.maybe("block_id"),
    )
    return {}, pressed


def click_in_view(world: World, sent: Sent) -> Done:
    """Press a button of a modal or of the App Home."""
    pressed = interactions.press_in_view(
        world,
        sent.text("user"),
        sent.text("action_id"),
        sent.choice("option"),
        sent.values(),
        block_id=sent.maybe("block_id"),
    )
    return {}, pressed


def submit(world: World, sent: Sent) -> Done:
    """Send a modal."""
    return {}, interactions.submit(world, sent.text("user"), sent.values())


def close(world: World, sent: Sent) -> Done:
    """Close a modal."""
    return {}, interactions.close_view(world, sent.text("user"))


def shortcut(world: World, sent: Sent) -> Done:
    """Choose one of the app's entries in a message's menu."""
    chosen = interactions.shortcut(
        world,
        sent.text("user"),
        sent.text("channel"),
        sent.text("ts"),
        sent.text("callback_id"),
    )
    return {}, chosen


def home(world: World, sent: Sent) -> Done:
    """Look at the app's own page, or at the messages beside it."""
    who = conversation.person(world, sent.text("user"))
    channel = direct_message(world.state, world.ids, who.id, int(world.clock.now()))
    view = world.state.homes.get(who.id)
    events.home_opened(world, who.id, channel.id, sent.text("tab"), view)
    return {}, None


ACTIONS: dict[str, Callable[[World, Sent], Done]] = {
    "post": post,
    "edit": edit,
    "delete": delete,
    "react": reaction,
    "dismiss": dismiss,
    "click": click,
    "click-in-view": click_in_view,
    "submit": submit,
    "close": close,
    "shortcut": shortcut,
    "home": home,
}

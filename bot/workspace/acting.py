"""What a test lets people do in the workspace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bot.workspace import conversation, events, interactions, posting
from bot.workspace.app_posts import tell
from bot.workspace.conversation import Upload
from bot.workspace.people import BOT_USER, direct_message
from bot.workspace.state import Change, Channel
from bot.workspace.web_api.conversations import let_in
from bot.workspace.web_api.directory import react

if TYPE_CHECKING:
    from bot.workspace.courier import Delivery
    from bot.workspace.world import World

PATIENCE = 10.0


class Acting:
    """People write, press and type. What they cannot do raises `NotPossible`."""

    world: World

    def post(
        self,
        channel: str,
        user: str,
        text: str,
        thread_ts: str | None = None,
        *,
        files: Sequence[Upload] = (),
        broadcast: bool = False,
        markup: bool = True,
    ) -> str:
        """Write a message, or a reply in a thread; its timestamp.

        `markup` is whether the client reads fences, quotes, lists and styles in what was typed.
        """
        message = conversation.post(
            self.world,
            channel,
            user,
            text,
            thread_ts=thread_ts,
            files=files,
            broadcast=broadcast,
            markup=markup,
        )
        return str(message["ts"])

    def post_as_other_bot(self, channel: str, text: str = "", **more: Any) -> str:
        """Write as another app: see `conversation.post_as_other_bot` for its names and forms."""
        return str(conversation.post_as_other_bot(self.world, channel, text, **more)["ts"])

    def emote(self, channel: str, user: str, text: str) -> str:
        """`/me …`"""
        return str(conversation.emote(self.world, channel, user, text)["ts"])

    def edit(self, channel: str, ts: str, text: str, *, markup: bool = True) -> None:
        """Change a message."""
        conversation.edit(self.world, channel, ts, text, markup=markup)

    def delete(self, channel: str, ts: str) -> None:
        """Delete a message; one with replies leaves a stone."""
        conversation.delete(self.world, channel, ts)

    def unfurl(self, channel: str, ts: str, url: str = "https://example.com/") -> None:
        """Let Slack add the preview of a link, which changes nothing that was written."""
        where = conversation.place(self.world, channel)
        posting.unfurl(self.world, where, conversation.message(self.world, where, ts), url)

    def react(self, channel: str, ts: str, user: str, name: str) -> None:
        """Add a reaction."""
        where = conversation.place(self.world, channel)
        who = conversation.person(self.world, user)
        react(self.world, where.id, conversation.message(self.world, where, ts), name, who.id)

    def invite(self, channel: str, user: str = BOT_USER, inviter: str = "ada") -> None:
        """Bring somebody into a channel, the app unless told otherwise."""
        where = conversation.place(self.world, channel)
        who = conversation.person(self.world, user)
        let_in(self.world, where, who.id, conversation.person(self.world, inviter).id)

    def add_channel(self, name: str, *, private: bool = False, bot: bool = True) -> str:
        """A new channel with everybody in it, and with the app unless `bot` is false; its id."""
        channel = Channel(self.world.ids.make("C"), name, "group" if private else "channel")
        channel.members = {one for one in self.world.state.users if bot or one != BOT_USER}
        channel.created = int(self.world.clock.now())
        with self.world.state.changing(Change("channels", channel.id)):
            self.world.state.channels[channel.id] = channel
        return channel.id

    def share_externally(self, channel: str) -> None:
        """Open a channel to another company (Slack Connect): its events say so."""
        where = conversation.place(self.world, channel)
        with self.world.state.changing(Change("channels", where.id)):
            where.is_ext_shared = True

    def dm(self, user: str) -> str:
        """The id of the direct message between a person and the app."""
        who = conversation.person(self.world, user)
        created = int(self.world.clock.now())
        return direct_message(self.world.state, self.world.ids, who.id, created).id

    def command(
        self, channel: str, user: str, line: str, *, wait: float | None = PATIENCE
    ) -> Delivery | None:
        """Type a command, such as `/explain-error text`, and wait for the acknowledgement."""
        sent = interactions.command(self.world, user, channel, line)
        return self._settled(sent, wait) if sent else None

    def shortcut(
        self,
        channel: str,
        user: str,
        ts: str,
        callback_id: str = "explain_error",
        *,
        wait: float | None = PATIENCE,
    ) -> Delivery:
        """Choose the app's entry in the menu of a message."""
        sent = interactions.shortcut(self.world, user, channel, ts, callback_id)
        return self._settled(sent, wait)

    def click(
        self,
        channel: str,
        user: str,
        ts: str,
        button: str,
        option: str | None = None,
        *,
        wait: float | None = PATIENCE,
    ) -> Delivery:
        """Press a button of a message or an ephemeral, named by action id, text or value.

        `option` is the text or value to choose in a menu; a feedback button is "positive" or
        "negative".
        """
        sent = interactions.press(self.world, user, channel, ts, button, option)
        return self._settled(sent, wait)

    def click_in_view(
        self,
        user: str,
        button: str,
        option: str | None = None,
        *,
        values: Mapping[str, Any] | None = None,
        wait: float | None = PATIENCE,
    ) -> Delivery:
        """Press a button of the topmost modal, or of the App Home when no modal is open."""
        sent = interactions.press_in_view(self.world, user, button, option, values)
        return self._settled(sent, wait)

    def submit_view(
        self,
        user: str,
        values: Mapping[str, Any] | None = None,
        *,
        wait: float | None = PATIENCE,
    ) -> Delivery:
        """Send the topmost modal, with values by action id or block id."""
        return self._settled(interactions.submit(self.world, user, values or {}), wait)

    def close_view(self, user: str) -> None:
        """Close the topmost modal."""
        interactions.close_view(self.world, user)

    def open_home(self, user: str, tab: str = "home") -> None:
        """Look at the app's own page: its `home` or its `messages`."""
        who = conversation.person(self.world, user)
        view = self.world.state.homes.get(who.id)
        events.home_opened(self.world, who.id, self.dm(who.id), tab, view)

    def revoke(self, *, uninstall: bool = False) -> None:
        """Take the app's tokens away, or remove it altogether."""
        events.revoked(self.world, uninstalled=uninstall)

    def say_as_slack(self, user: str, text: str) -> None:
        """Show a notice of Slack's own to one person."""
        tell(self.world, conversation.person(self.world, user).id, text)

    @staticmethod
    def _settled(delivery: Delivery, wait: float | None) -> Delivery:
        if wait is not None:
            delivery.answer.result(wait)
        return delivery

"""Every way in, registered in one place; the functions themselves are plain and live beside it.

Bolt answers what nobody listens to with 404, and Slack then sends it again: so each event that the
manifest subscribes to has a listener, and the last ones take whatever else may come.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from slack_bolt import Ack, App, BoltContext
from slack_sdk import WebClient

from bot.listeners import buttons, channels, messages, private
from bot.listeners.bot import Bot
from bot.listeners.incoming import Identity
from bot.replies import actions

Body = dict[str, Any]

__all__ = ["Bot", "identity", "register"]

_ANYTHING = re.compile(r"")
_PRESSES: dict[str, Callable[[Bot, WebClient, buttons.Press], None]] = {
    **dict.fromkeys(buttons.WINDOWS, buttons.on_window),
    actions.WHY: buttons.on_why,
    actions.WRONG: buttons.on_wrong,
    actions.SHOW: buttons.on_show,
    actions.SHARE: buttons.on_share,
}


def register(app: App, bot: Bot) -> None:
    """Give every event, command, shortcut, window and button its listener."""
    _register_events(app, bot)
    _register_private(app, bot)
    for action, listener in _PRESSES.items():
        _register_press(app, bot, action, listener)
    for anything in (app.event, app.action, app.view, app.view_closed, app.shortcut, app.command):
        anything(_ANYTHING)(_acknowledge)


def identity(context: BoltContext, body: Body) -> Identity:
    """Who the bot is in the workspace that a payload comes from."""
    return Identity(
        team=team(context),
        user_id=context.bot_user_id or "",
        bot_id=context.bot_id or "",
        app_id=str(body.get("api_app_id") or ""),
    )


def team(context: BoltContext) -> str:
    """The workspace that the app is installed to, or the organisation.

    In a channel shared with others the payload may name another one.
    """
    me = context.authorize_result
    return (me and (me.team_id or me.enterprise_id)) or context.team_id or ""


def _register_events(app: App, bot: Bot) -> None:
    def on_message(body: Body, client: WebClient, context: BoltContext) -> None:
        messages.on_message(bot, body, client, identity(context, body))

    app.event("message")(on_message)
    app.event("app_mention")(on_message)

    @app.event("member_joined_channel")
    def on_joined(body: Body, client: WebClient, context: BoltContext) -> None:
        channels.on_joined(bot, body, client, identity(context, body))

    @app.event("app_uninstalled")
    def on_uninstalled(context: BoltContext) -> None:
        channels.on_removed(bot, team(context))

    @app.event("tokens_revoked")
    def on_revoked(event: Body, context: BoltContext) -> None:
        if (event.get("tokens") or {}).get("bot"):
            channels.on_removed(bot, team(context))


def _register_private(app: App, bot: Bot) -> None:
    @app.command(actions.COMMAND)
    def on_command(ack: Ack, body: Body, client: WebClient, context: BoltContext) -> None:
        ack()
        private.on_command(bot, body, client, team(context))

    @app.shortcut(actions.SHORTCUT)
    def on_shortcut(ack: Ack, body: Body, client: WebClient, context: BoltContext) -> None:
        ack()
        private.on_shortcut(bot, body, client, team(context))

    @app.view(actions.EXPLAIN_VIEW)
    def on_submission(ack: Ack, body: Body, client: WebClient, context: BoltContext) -> None:
        ack()
        private.on_submission(bot, body, client, team(context))


def _register_press(
    app: App, bot: Bot, action: str, listener: Callable[[Bot, WebClient, buttons.Press], None]
) -> None:
    @app.action(action)
    def on_press(ack: Ack, body: Body, client: WebClient, context: BoltContext) -> None:
        ack()
        listener(bot, client, buttons.Press(body, team(context)))


def _acknowledge(ack: Ack) -> None:
    """Nothing to do, and Slack need not ask again."""
    ack()

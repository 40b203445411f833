"""Slack's Web API: one module per family of methods."""

from bot.workspace.web_api.dispatch import METHODS, answer

__all__ = ["METHODS", "answer"]

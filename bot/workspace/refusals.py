"""Slack saying no to an app, in its own words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.workspace.limits.schema import Problem
from bot.workspace.state import Json


class Refusal(Exception):
    """A call that Slack answers with `ok: false`; `error` is its word for why."""

    def __init__(
        self, error: str, problems: Sequence[Problem] = (), notes: Sequence[str] = (), **extra: str
    ) -> None:
        super().__init__(error)
        self.error = error
        self.extra = extra
        self.notes = [*map(str, problems), *notes]

    def document(self) -> Json:
        """The answer's body; what is wrong with each block stands in `response_metadata`."""
        answer: Json = {"ok": False, "error": self.error, **self.extra}
        if self.notes:
            answer["errors"] = list(self.notes)
            messages = [f"[ERROR] {note}" for note in self.notes]
            answer["response_metadata"] = {"messages": messages}
        return answer

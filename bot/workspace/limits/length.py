"""How long a message's blocks are all together, which Slack limits without saying how."""

from __future__ import annotations

from typing import Any

# Measured by others: about 13,200 characters are accepted, and a header costs about 100 more.
MOST_CHARACTERS = 13_200
_HEADER = 100


def rendered_length(blocks: list[dict[str, Any]]) -> int:
    """The characters that the blocks show, all together."""
    headers = [block for block in blocks if block["type"] == "header"]
    return _HEADER * len(headers) + sum(map(_shown, blocks))


def _shown(value: Any) -> int:
    if isinstance(value, list):
        return sum(map(_shown, value))
    if not isinstance(value, dict):
        return 0
    own: int = sum(
        len(value[name]) for name in ("text", "alt_text") if isinstance(value.get(name), str)
    )
    if value.get("type") == "link" and not value.get("text"):
        own += len(value["url"])
    return own + sum(_shown(inner) for inner in value.values() if isinstance(inner, list | dict))

"""Patterns that are compiled when they are first used: most pastes need few of them."""

from __future__ import annotations

import re
from typing import Any, cast


class _Lazy:
    """Stands for a pattern. What is asked of it once, it has as an attribute from then on."""

    def __init__(self, pattern: str, flags: int) -> None:
        self._made = (pattern, flags)

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(*self._made), name)
        setattr(self, name, value)
        return value


def lazily(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """`re.compile`, put off: `errorbook explain` is one short process."""
    return cast("re.Pattern[str]", _Lazy(pattern, flags))

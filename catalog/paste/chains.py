"""The sentences between the errors of a Python chain, which the renderings of Python keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from catalog.models import Link

#: Sentence -> how the error above it hangs on the error below it.
CHAIN: dict[str, Link] = {
    "The above exception was the direct cause of the following exception:": "cause",
    "During handling of the above exception, another exception occurred:": "context",
}

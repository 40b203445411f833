"""The messages that an expression may make: expression -> templates, nothing executed.

What cannot be told from the source becomes a hole named for its expression. Names are followed back
to their assignments, calls of small helpers of the same module into what they return. Each module
here reads some kinds of expressions; `dispatch` finds the reader.
"""

from catalog.mining.python.messages import calls, names, tables, texts
from catalog.mining.python.messages.at import At
from catalog.mining.python.messages.calls import BASE_MESSAGE
from catalog.mining.python.messages.dispatch import inserted, templates_of
from catalog.mining.python.messages.helpers import (
    arguments_of,
    bound,
    defaults_of,
    helper_of,
    inside_helper,
    returns_of,
)

__all__ = [
    "BASE_MESSAGE",
    "At",
    "arguments_of",
    "bound",
    "calls",
    "defaults_of",
    "helper_of",
    "inserted",
    "inside_helper",
    "names",
    "returns_of",
    "tables",
    "templates_of",
    "texts",
]

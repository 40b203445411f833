"""What carried the error to the chat, undone: escapes, colours, fences, prefixes, quoting.

Each layer is undone only where the paste shows that it is there: a message may hold anything,
also text that looks like a log prefix.
"""

from catalog.paste.carriers.undo import undo_carriers

__all__ = ["undo_carriers"]

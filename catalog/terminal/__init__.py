"""What a person reads in a terminal. The wording is in `answer`, `listing` and `page`."""

from catalog.terminal.answer import answer
from catalog.terminal.listing import listing, statistics
from catalog.terminal.output import show
from catalog.terminal.page import record_page
from catalog.terminal.scanned import scanned
from catalog.terminal.why import why

__all__ = ["answer", "listing", "record_page", "scanned", "show", "statistics", "why"]

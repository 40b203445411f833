"""Records from elsewhere: dataset JSON, error pages; what is refused, and why."""

from catalog.importers.documents import envelope_line
from catalog.importers.found import Found, Refusal
from catalog.importers.importing import Summary, import_sources
from catalog.importers.reading import read_sources

__all__ = ["Found", "Refusal", "Summary", "envelope_line", "import_sources", "read_sources"]

"""Text -> Report: finds the error in whatever people send. One module per thing it can read."""

from catalog.paste.paths import package_paths
from catalog.paste.reader import read_paste

__all__ = ["package_paths", "read_paste"]

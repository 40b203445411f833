"""Tracebacks as Python renders them: chains, groups and notes, with or without their headers."""

from catalog.paste.forms.python.reader import read

__all__ = ["read"]

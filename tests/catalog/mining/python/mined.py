"""Mining a few lines of source in a test."""

from __future__ import annotations

import textwrap

from catalog.mining.python import mine_source
from catalog.mining.python.resolve import ClassTable
from catalog.mining.sites import USUAL_KINDS, FileFindings, RaiseSite
from catalog.mining.template import error_message

KINDS = USUAL_KINDS | {"warn"}


def findings(source: str, name: str = "package.module") -> FileFindings:
    """What a module of this source raises, its classes settled."""
    path = name.replace(".", "/") + ".py"
    found = mine_source(textwrap.dedent(source).encode(), path, name, KINDS)
    table = ClassTable()
    table.add(found.classes, found.aliases)
    for site in found.sites:
        if site.built:
            table.settle(site)
    return found


def sites(source: str) -> list[RaiseSite]:
    """The raise sites of a module of this source."""
    return findings(source).sites


def messages(source: str) -> list[str]:
    """The messages of the last raise site of a module of this source."""
    return [error_message(template) for template in sites(source)[-1].templates]

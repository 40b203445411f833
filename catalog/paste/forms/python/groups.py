"""The margins of exception groups, taken off: `  | ` before each line, `+-+---- 1 ----` between."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalog.paste.forms.python.level import Level
from catalog.paste.forms.python.patterns import GROUP_END, GROUP_HEADER, MEMBER, SEPARATORS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.paste.findings import Line


class GroupReader:
    """Goes from line to line and keeps a stack of levels; subclasses read what is in them.

    A level ends by `finish`, which a subclass gives its meaning.
    """

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.at = 0
        self.levels = [Level()]
        self.bare_groups = _bare_groups(lines)
        self.grouped = any("+ Exc" in line.text or "+-" in line.text for line in lines)

    def finish(self, level: Level) -> None:
        """Nothing more comes on this level for the error that is being read."""
        raise NotImplementedError

    def margin_undone(self, text: str) -> str | None:
        """The content of a line behind the margin of its group; None for a line of margin only."""
        bare = text.lstrip(" ")
        mark = bare[:1]
        column = len(text) - len(bare)
        if len(self.levels) == 1:
            if self.at in self.bare_groups:
                self.open(column)
                self.levels[-1].expecting = True
                return self.content(text, column)
            if mark == "+" and bare.startswith(GROUP_HEADER):
                self.open(column)
                return bare[2:]
            if mark == "+" and (member := MEMBER.match(bare)):
                self.member(column, member)
                return None
            return text
        if mark == "|":
            self.leave(column)
            return text if self.levels[-1].column is None else self.content(text, column)
        if mark == "+":
            if member := MEMBER.match(bare):
                self.leave(column)
                self.member(column, member)
                return None
            if GROUP_END.match(bare):
                self.leave(column)
                if len(self.levels) > 1:
                    self.close(self.levels.pop())
                return None
        if not bare:
            return None if self.lines[self.at].text == "" and self.inside() else text
        self.leave(-1)
        return text

    @staticmethod
    def content(text: str, column: int) -> str:
        """What stands behind the margin, which Python repeats behind every separator of lines."""
        content = text[column + 1 :].removeprefix(" ")
        if SEPARATORS.search(content):
            margin = re.escape(text[: column + 2])
            return re.sub(f"({SEPARATORS.pattern}){margin}", r"\1", content)
        return content

    def inside(self) -> bool:
        """Whether the next line with anything in it still has a margin of an open group."""
        for line in self.lines[self.at + 1 : self.at + 4]:
            bare = line.text.lstrip(" ")
            if bare:
                return bare[0] in "|+" and len(line.text) - len(bare) in self.columns()
        return False

    def columns(self) -> set[int | None]:
        return {level.column for level in self.levels}

    def open(self, column: int) -> None:
        """A group begins; it goes on with the chain of the level it stands in."""
        above = self.levels[-1]
        self.finish(above)
        self.levels.append(Level(column, last=above.last, pending=above.pending))
        above.last = above.pending = None

    def leave(self, column: int) -> None:
        """Close the levels whose margin stands further right than this column."""
        if column in self.columns():
            while self.levels[-1].column != column:
                self.close(self.levels.pop())
        elif column < (self.levels[-1].column or 0):
            while len(self.levels) > 1:
                self.close(self.levels.pop())

    def member(self, column: int, member: re.Match[str]) -> None:
        """A line that announces the first member of a group, or the next one."""
        if member["first"]:
            if len(self.levels) == 1:
                self.open(column)
            self.finish(self.levels[-1])
            self.open_members(column)
        else:
            level = self.levels[-1]
            self.finish(level)
            level.last = level.pending = None
        self.levels[-1].expecting = member["number"] != "..."

    def open_members(self, column: int) -> None:
        """The level of a group's members; its margin stands where the next line shows it."""
        after = self.lines[self.at + 1].text if self.at + 1 < len(self.lines) else ""
        bare = after.lstrip(" ")
        if bare[:1] in ("|", "+"):
            column = len(after) - len(bare)
        else:
            column += 2
        self.levels.append(Level(column, self.levels[-1].last))

    def close(self, level: Level) -> None:
        """The end of a level; its last error is the chain's end for the level above."""
        self.finish(level)
        if level.group is None and level.column is not None and self.levels:
            self.levels[-1].last = level.last


def _bare_groups(lines: Sequence[Line]) -> set[int]:
    """Where groups begin that have no header because they were never raised."""
    starts = set()
    for index, line in enumerate(lines):
        bare = line.text.lstrip(" ")
        if not bare.startswith("+-+----"):
            continue
        column = len(line.text) - len(bare)
        first = index
        while first and lines[first - 1].text[: column + 1] == " " * column + "|":
            first -= 1
        if first < index and lines[first - 1].text[: column + 2] != " " * column + "+ ":
            starts.add(first)
    return starts

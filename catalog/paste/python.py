"""Tracebacks as Python renders them: chains, groups and notes, with or without their headers.

Reads lines whose carriers are undone. What decides is the indentation, where the paste has kept
it: a frame is indented against the header, its source against the frame, and the first line that
is not, is the class with its message. Where the indentation is lost, the looks of the lines do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from catalog.models import Frame
from catalog.paste import endings
from catalog.paste.findings import MOST_FRAMES, Finding, Line, capped, indent_of
from catalog.paste.names import class_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.models import Link
    from catalog.paste.names import ClassLine

HEADER = "Traceback (most recent call last)"

#: `  File "app.py", line 3, in main`; a SyntaxError's has no function, loguru marks one with ">".
FRAME = re.compile(
    r'(?P<indent>[ \t\xa0]*)(?:> ?)?File "(?P<file>.*)", line (?P<line>\d{1,9})'
    r"(?:, in (?P<name>.*))?$"
)
REPEATED = re.compile(r"\s*\[Previous line repeated (\d{1,9}) more times?\]\s*$")
CARETS = re.compile(r"[\s~^]*$")
ELIDED = re.compile(
    r"\s*(?:\.{3,}|…|\[\.{3}\]|\[snip\]|<snip>|\.\.\.<\d+ lines>\.\.\.|"
    r"\((?:\w+ )*(?:lines|frames)(?: \w+)*\))\s*$"
)
#: `+-+---------------- 1 ----------------` opens the members of a group, the next are without `-+`.
MEMBER = re.compile(r"\+(?P<first>-\+)?-{5,} (?P<number>\d+|\.\.\.) -{5,}\s*$")
GROUP_END = re.compile(r"\+-{20,}\s*$")
#: What a group says of members it does not print.
LEFT_OUT = re.compile(r"\s*(?:and \d+ more exceptions?|\.\.\. \(max_group_depth is \d+\))\s*$")
#: The line separators, other than the line feed, after which Python too repeats a group's margin.
SEPARATORS = re.compile("[\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")

CHAIN: dict[str, Link] = {
    "The above exception was the direct cause of the following exception:": "cause",
    "During handling of the above exception, another exception occurred:": "context",
}


def read_python(lines: Sequence[Line]) -> list[Finding]:
    """The errors of every traceback in these lines, in their order."""
    reader = _Reader(lines)
    return reader.read()


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


@dataclass(slots=True)
class _Level:
    """One chain of tracebacks: the paste itself, or a member of a group.

    `column` is where its margin stands (None for the paste itself), `last` the error that the next
    chain sentence speaks of, `group` the error whose members these are.
    """

    column: int | None = None
    group: Finding | None = None
    last: Finding | None = None
    pending: Link | None = None
    expecting: bool = False
    # The traceback that is being read.
    frames: list[Frame] = field(default_factory=list)
    start: int = -1
    base: int | None = None
    frame_indent: int = 0
    deep: bool = False
    gap: bool = False
    noise: int = 0
    introduction: str = ""
    carrier: Finding | None = None
    # The message that is being read.
    error: Finding | None = None
    parts: list[str] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)


class _Reader:
    """A line at a time, with the levels of the groups that are open as a stack."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.at = 0
        self.found: list[Finding] = []
        self.levels = [_Level()]
        self.previous = ""
        self.bare_groups = _bare_groups(lines)

    def read(self) -> list[Finding]:
        for at, line in enumerate(self.lines):
            self.at = at
            content = self.margin_undone(line.text)
            if content is not None:
                self.take(self.levels[-1], content, line)
            if line.text and not line.text.isspace():
                self.previous = line.text
        while self.levels:
            self.close(self.levels.pop())
        return self.found

    # Groups -------------------------------------------------------------------------------------

    def margin_undone(self, text: str) -> str | None:
        """The content of a line behind the margin of its group; None for a line of margin only."""
        bare = text.lstrip(" ")
        mark = bare[:1]
        column = len(text) - len(bare)
        if len(self.levels) == 1:
            if self.at in self.bare_groups:
                self.open(column, None)
                self.levels[-1].expecting = True
                return self.content(text, column)
            if mark == "+" and bare.startswith("+ Exception Group Traceback"):
                self.open(column, None)
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

    def open(self, column: int, group: Finding | None) -> None:
        level = _Level(column, group)
        if group is None:
            above = self.levels[-1]
            self.finish(above)
            level.last, level.pending = above.last, above.pending
            above.last = above.pending = None
        self.levels.append(level)

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
                self.open(column, None)
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
        self.levels.append(_Level(column, self.levels[-1].last))

    def close(self, level: _Level) -> None:
        """The end of a level; its last error is the chain's end for the level above."""
        self.finish(level)
        if level.group is None and level.column is not None and self.levels:
            self.levels[-1].last = level.last

    # Tracebacks ---------------------------------------------------------------------------------

    def take(self, level: _Level, content: str, line: Line) -> None:
        """One line of a level: more of its message, of its frames, or the start of something."""
        if line.bound:
            self.finish(level)
        if level.error is not None:
            if self.continues(level, content):
                level.parts.append(content)
                level.ends.append(line.end)
                return
            if level.error is not None:
                self.finish(level)
        if level.start >= 0 and self.in_frames(level, content, line):
            return
        self.in_nothing(level, content, line)

    def in_nothing(self, level: _Level, content: str, line: Line) -> None:
        """A line outside of tracebacks: does one begin here?"""
        if not content or content.isspace():
            return
        if HEADER in content or content.lstrip() == "Traceback:":
            if self.begin(level, content, line):
                return
        elif (frame := self.frame(content)) and not level.expecting:
            level.start, level.base, level.introduction = line.start, None, self.previous
            self.add_frame(level, frame)
            return
        stripped = content.strip()
        if (link := CHAIN.get(stripped)) is not None:
            if level.last is None:
                level.last = self.untraced_above(level)
            level.pending, level.expecting = link, True
            return
        if level.expecting:
            level.expecting = False
            if LEFT_OUT.match(content):
                return
            if (parts := class_line(content, strong=False)) is not None:
                level.start = line.start
                self.name_error(level, parts.exc_type, parts.message, line)

    def begin(self, level: _Level, content: str, line: Line) -> bool:
        """Start reading behind a header, if it is one and not only words about it."""
        at = content.find("Traceback")
        words = content[:at].rstrip().removesuffix("Original").removesuffix("Exception Group")
        if words.strip() and not self.frames_follow():
            return False
        if level.start >= 0 and not level.frames:
            return True  # two processes wrote their headers over each other
        level.start = line.start + max(line.text.find("Traceback"), 0)
        if "Original" in content[:at] or self.previous.strip() == '"""':
            level.carrier = level.last
        level.base = at if not words.strip() and not content[:at].strip() else 0
        level.introduction = words.strip() or self.previous
        level.expecting = False
        return True

    def frames_follow(self) -> bool:
        """Whether the next lines that say anything are those of a traceback."""
        for line in self.lines[self.at + 1 : self.at + 4]:
            if 'File "' in line.text or ELIDED.match(line.text) or HEADER in line.text:
                return True
            if line.text.strip() and not CARETS.match(line.text):
                return False
        return False

    @staticmethod
    def frame(content: str) -> re.Match[str] | None:
        return FRAME.match(content) if 'File "' in content else None

    def add_frame(self, level: _Level, frame: re.Match[str]) -> None:
        level.frame_indent = len(frame["indent"])
        level.gap = False
        level.noise = 0
        if len(level.frames) >= 2 * MOST_FRAMES:
            level.frames = capped(level.frames)
        name = frame["name"]
        level.frames.append(Frame(frame["file"], int(frame["line"]), name and name.rstrip()))

    def in_frames(self, level: _Level, content: str, line: Line) -> bool:
        """A line among the frames of a traceback; False if it ends them without an error."""
        if not content or content.isspace():
            level.gap = level.gap or len(content) <= level.frame_indent
            return True
        if frame := self.frame(content):
            self.add_frame(level, frame)
            return True
        indent = indent_of(content)
        below = level.frame_indent if level.frames else (level.base or 0)
        if indent > below:
            return self.source(level, content)
        if HEADER in content:
            if (parts := class_line(content, strong=False)) is not None and level.frames:
                self.name_error(level, parts.exc_type, parts.message, line)
            elif level.frames:
                self.cut(level)
                return False
            return True
        if level.frames and self.lost_source(level, content, indent):
            return True
        if ELIDED.match(content) or CARETS.match(content):
            return True
        parts = class_line(content[indent:], strong=not level.frames)
        if parts is not None and (not level.gap or self.convinces(content[indent:], parts)):
            self.name_error(level, parts.exc_type, parts.message, line)
            return True
        level.noise += 1
        if level.noise > 12 or content.strip() in CHAIN:
            self.cut(level)
            return False
        return True

    @staticmethod
    def convinces(content: str, parts: ClassLine) -> bool:
        """Whether a line behind a gap is the class line, and not talk that goes on there."""
        named = parts.exc_type[:1].isupper() or "." in parts.exc_type
        return class_line(content, strong=True) is not None or (named and bool(parts.message))

    def source(self, level: _Level, content: str) -> bool:
        """A line indented against its frame: source, carets, a count of repeats, an elision."""
        if not level.frames:
            return True
        if self.repeated(level, content):
            return True
        level.deep = True
        self.set_source(level, content)
        return True

    @staticmethod
    def repeated(level: _Level, content: str) -> bool:
        """Whether a line says how often the frame above was left out; each of them counts."""
        repeated = REPEATED.match(content)
        if repeated is None:
            return False
        level.frames += [level.frames[-1]] * min(int(repeated[1]), MOST_FRAMES)
        return True

    @staticmethod
    def set_source(level: _Level, content: str) -> None:
        last = level.frames[-1]
        if last.line is None and not CARETS.match(content):
            level.frames[-1] = last._replace(line=content.strip())

    def lost_source(self, level: _Level, content: str, indent: int) -> bool:
        """Whether a line that is not indented against its frame is source all the same."""
        if self.repeated(level, content):
            return True
        kept = level.deep or (level.base is not None and level.frame_indent > level.base)
        if kept or indent < level.frame_indent or level.gap:
            return False
        if class_line(content[indent:], strong=True) is not None:
            return False
        if CARETS.match(content):
            return True
        if level.frames[-1].line is None:
            self.set_source(level, content)
            return True
        return class_line(content[indent:], strong=False) is None

    def name_error(self, level: _Level, exc_type: str, message: str | None, line: Line) -> None:
        """The class line is found: from here on the message is read."""
        if not level.frames and level.introduction.lstrip().startswith((">>> ", "... ")):
            # A doctest leaves the frames out; a session that somebody pastes has them.
            level.start = -1
            return
        error = Finding(
            exc_type,
            frames=capped(level.frames),
            start=level.start,
            introduction=level.introduction,
        )
        level.error = error
        level.parts = [message or ""]
        level.ends = [line.end]
        level.frames, level.start, level.deep, level.gap, level.noise = [], -1, False, False, 0
        self.add(level, error)

    def add(self, level: _Level, error: Finding) -> None:
        self.found.append(error)
        if level.carrier is not None:
            error.parent, error.link, error.carried = level.carrier, "cause", True
            level.carrier, level.expecting = None, False
            return
        if level.pending is not None and level.last is not None:
            level.last.parent, level.last.link = error, level.pending
        if level.group is not None:
            error.parent, error.link = level.group, "member"
        level.last, level.pending, level.expecting = error, None, False

    def cut(self, level: _Level) -> None:
        """Frames whose error is not in the paste."""
        if level.frames and (level.base is not None or len(level.frames) > 1):
            end = self.lines[self.at - 1].end if self.at else self.lines[self.at].end
            error = Finding(
                None,
                frames=capped(level.frames),
                start=level.start,
                end=end,
                introduction=level.introduction,
            )
            self.add(level, error)
        level.frames, level.start, level.deep, level.gap, level.noise = [], -1, False, False, 0

    # Messages -----------------------------------------------------------------------------------

    def continues(self, level: _Level, content: str) -> bool:
        """Whether this line still belongs to the message that is being read."""
        stripped = content.strip()
        if stripped in CHAIN:
            return False
        if HEADER in content:
            return not self.header_here(content)
        if 'File "' in content and FRAME.match(content):
            return not self.frames_carried(level)
        return not endings.ends_message(stripped, content, after_gap=not level.parts[-1].strip())

    def header_here(self, content: str) -> bool:
        at = content.find("Traceback")
        words = content[:at].strip()
        return words in ("", "Original", "Exception Group", "+ Exception Group") or (
            self.frames_follow()
        )

    def frames_carried(self, level: _Level) -> bool:
        """Whether the frames behind this message lead to another error, as Ray prints them."""
        for after in self.lines[self.at + 1 : self.at + 400]:
            text = after.text
            if not text or text[0] in " \t" or FRAME.match(text):
                continue
            parts = class_line(text, strong=True)
            if parts is None or parts.message is None:
                return False
            self.finish(level)
            level.carrier = level.last
            return True
        return False

    def finish(self, level: _Level) -> None:
        """Join the message that was being read, without the empty lines behind it."""
        error = level.error
        if error is None:
            if level.start >= 0:
                self.cut(level)
            return
        parts = level.parts
        while len(parts) > 1 and not parts[-1].strip():
            parts.pop()
        error.message = "\n".join(parts)
        error.end = level.ends[len(parts) - 1]
        level.error = None
        level.parts, level.ends = [], []

    def untraced_above(self, level: _Level) -> Finding | None:
        """The error above a chain sentence that was never raised: a class line without frames."""
        first = self.at
        while first > 0 and not self.lines[first - 1].bound:
            first -= 1
            if self.found and self.lines[first].start < self.found[-1].end:
                first += 1
                break
        for index in range(first, self.at):
            line = self.lines[index]
            text = self.margined(line.text)
            if (parts := class_line(text, strong=index > 0)) is not None:
                body = [self.margined(each.text) for each in self.lines[index + 1 : self.at]]
                while body and not body[-1].strip():
                    body.pop()
                error = Finding(
                    parts.exc_type,
                    "\n".join([parts.message or "", *body]),
                    start=line.start,
                    end=self.lines[index + len(body)].end,
                )
                self.add(level, error)
                return error
        return None

    def margined(self, text: str) -> str:
        column = self.levels[-1].column
        if column is None:
            return text
        return text[column + 2 :]

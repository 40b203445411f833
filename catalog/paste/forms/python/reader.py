"""The reader of Python's tracebacks.

Reads lines whose carriers are undone. What decides is the indentation, where the paste has kept
it: a frame is indented against the header, its source against the frame, and the first line that
is not, is the class with its message. Where the indentation is lost, the looks of the lines do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from catalog.paste import endings
from catalog.paste.chains import CHAIN
from catalog.paste.findings import Finding, Line, capped, indent_of
from catalog.paste.forms.python.groups import GroupReader
from catalog.paste.forms.python.patterns import CARETS, ELIDED, FRAME, HEADER, LEFT_OUT, QUOTES
from catalog.paste.names import class_line

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

    from catalog.paste.forms.python.level import Level
    from catalog.paste.names import ClassLine

#: So many lines among the frames may fit nowhere (another process wrote them).
MOST_NOISE = 12
#: How far ahead the class line is looked for that shows what frames inside of a message are.
MOST_AHEAD = 400
#: How far above a chain sentence the error stands that it speaks of.
MOST_ABOVE = 400


def read(lines: Sequence[Line]) -> list[Finding]:
    """The errors of every traceback in these lines, in their order."""
    return _Reader(lines).read()


class _Reader(GroupReader):
    """A line at a time: more of a message, more of the frames, or the start of something."""

    def __init__(self, lines: Sequence[Line]) -> None:
        super().__init__(lines)
        self.found: list[Finding] = []
        self.untraced_from = 0
        self.ahead = (0, False)

    def read(self) -> list[Finding]:
        for at, line in enumerate(self.lines):
            self.at = at
            content = self.margin_undone(line.text) if self.grouped else line.text
            if content is not None:
                self.take(self.levels[-1], content, line)
        while self.levels:
            self.close(self.levels.pop())
        return self.found

    @property
    def previous(self) -> str:
        """The last line above that is not empty."""
        for line in self.lines[self.at - 1 : max(self.at - 20, 0) : -1] if self.at else ():
            if line.text and not line.text.isspace():
                return line.text
        return self.lines[0].text if 0 < self.at < 20 else ""

    def take(self, level: Level, content: str, line: Line) -> None:
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

    def in_nothing(self, level: Level, content: str, line: Line) -> None:
        """A line outside of tracebacks: does one begin here?"""
        if not content or content.isspace():
            return
        if HEADER in content or content.lstrip() == "Traceback:":
            if self.begin(level, content, line):
                return
        elif (frame := self.frame(content)) and not level.expecting:
            level.start, level.base, level.introduction = line.start, None, self.previous
            level.add_frame(frame)
            return
        stripped = content.strip()
        if (
            stripped == QUOTES
            and self.header_below()
            and (parts := class_line(self.previous.strip(), strong=False))
        ):
            # `multiprocessing.pool.RemoteTraceback:`, then the worker's own traceback in quotes.
            above = self.lines[self.at - 1]
            self.add(level, Finding(parts.exc_type, "", start=above.start, end=above.end))
            return
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

    def begin(self, level: Level, content: str, line: Line) -> bool:
        """Start reading behind a header, if it is one and not only words about it."""
        at = content.find("Traceback")
        words = content[:at].rstrip().removesuffix("Original").removesuffix("Exception Group")
        if words.strip() and not self.frames_follow():
            return False
        if level.start >= 0 and not level.frames:
            return True  # two processes wrote their headers over each other
        level.start = line.start + max(line.text.find("Traceback"), 0)
        level.quoted = self.previous.strip() == QUOTES
        if level.quoted or "Original" in content[:at]:
            level.carrier = level.last
        level.base = at if not words.strip() and not content[:at].strip() else 0
        level.introduction = words.strip() or self.previous
        level.expecting = False
        return True

    def header_below(self) -> bool:
        return self.at + 1 < len(self.lines) and HEADER in self.lines[self.at + 1].text

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

    def in_frames(self, level: Level, content: str, line: Line) -> bool:
        """A line among the frames of a traceback; False if it ends them without an error."""
        if frame := self.frame(content):
            level.add_frame(frame)
            return True
        if not content or content.isspace():
            level.gap = level.gap or len(content) <= level.frame_indent
            return True
        if level.frames and content.startswith(level.deeper):
            return self.source(level, content)
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
        logged = endings.LOG.match(content[indent : indent + 200])
        parts = None if logged else class_line(content[indent:], strong=not level.frames)
        if parts is not None and (not level.gap or self.convinces(content[indent:], parts)):
            self.name_error(level, parts.exc_type, parts.message, line)
            return True
        level.noise += 1
        if level.noise > MOST_NOISE or content.strip() in CHAIN:
            self.cut(level)
            return False
        return True

    @staticmethod
    def convinces(content: str, parts: ClassLine) -> bool:
        """Whether a line behind a gap is the class line, and not talk that goes on there."""
        named = parts.exc_type[:1].isupper() or "." in parts.exc_type
        return class_line(content, strong=True) is not None or (named and bool(parts.message))

    def source(self, level: Level, content: str) -> bool:
        """A line indented against its frame: source, carets, a count of repeats, an elision."""
        if not level.frames:
            return True
        if level.repeated(content):
            return True
        level.deep = True
        level.set_source(content)
        return True

    def lost_source(self, level: Level, content: str, indent: int) -> bool:
        """Whether a line that is not indented against its frame is source all the same."""
        if level.repeated(content):
            return True
        if level.indentation_kept() or indent < level.frame_indent or level.gap:
            return False
        if class_line(content[indent:], strong=True) is not None:
            return False
        if CARETS.match(content):
            return True
        if level.frames[-1].line is None:
            level.set_source(content)
            return True
        return class_line(content[indent:], strong=False) is None

    def name_error(self, level: Level, exc_type: str, message: str | None, line: Line) -> None:
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
        level.begin_message(error, message, line)
        self.add(level, error)

    def add(self, level: Level, error: Finding) -> None:
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

    def cut(self, level: Level) -> None:
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
        level.forget_frames()

    def continues(self, level: Level, content: str) -> bool:
        """Whether this line still belongs to the message that is being read."""
        stripped = content.strip()
        if stripped in CHAIN:
            return False
        if stripped == QUOTES and (level.quoted or self.header_below()):
            return False
        if HEADER in content:
            return not self.header_here(content)
        if 'File "' in content and FRAME.match(content):
            if not self.class_follows():
                return True
            # Ray prints on without a gap; behind one, a SyntaxError without its header begins.
            carrier = None if level.gap_in_message() else level.last
            self.finish(level)
            level.carrier = carrier
            return False
        if level.column is not None:
            # Nobody talks inside the margin of a group.
            return True
        return not endings.ends_message(stripped, content, after_gap=not level.parts[-1].strip())

    def header_here(self, content: str) -> bool:
        at = content.find("Traceback")
        words = content[:at].strip()
        return words in ("", "Original", "Exception Group", "+ Exception Group") or (
            self.frames_follow()
        )

    def class_follows(self) -> bool:
        """Whether the frames behind a message lead to another error, and are no part of it."""
        known, answer = self.ahead
        if self.at < known:
            return answer
        answer = False
        for known in range(self.at + 1, min(self.at + MOST_AHEAD, len(self.lines))):
            text = self.lines[known].text
            if not text or text[0] in " \t" or FRAME.match(text):
                continue
            parts = class_line(text, strong=True)
            answer = parts is not None and parts.message is not None
            break
        self.ahead = (max(known, self.at + 1), answer)
        return answer

    def finish(self, level: Level) -> None:
        if level.error is not None:
            level.end_message()
        elif level.start >= 0:
            self.cut(level)

    def untraced_above(self, level: Level) -> Finding | None:
        """The error above a chain sentence that was never raised: a class line without frames."""
        first = self.at
        least = max(self.untraced_from, self.at - MOST_ABOVE)
        self.untraced_from = self.at + 1
        while first > least and not self.lines[first - 1].bound:
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
        """A line above without the margin of the present level."""
        column = self.levels[-1].column
        return text if column is None else text[column + 2 :]

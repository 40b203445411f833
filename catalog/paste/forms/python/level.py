"""One chain of tracebacks while it is being read: its frames so far, or its message so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from catalog.models import Frame
from catalog.paste.findings import MOST_FRAMES, Finding, capped
from catalog.paste.forms.python.patterns import CARETS, REPEATED

if TYPE_CHECKING:
    import re

    from catalog.models import Link
    from catalog.paste.findings import Line


@dataclass(slots=True)
class Level:
    """The paste itself, or a member of a group.

    `column` is where its margin stands (None for the paste itself), `group` the error whose members
    these are, `last` the error that the next chain sentence speaks of and `pending` what that
    sentence said, `expecting` says that an error without a traceback may follow. `carrier` is the
    error that brings the next one along in its text, `quoted` if between triple quotes.

    Of the traceback that is being read, `start` is its place (-1 for none), `base` the indentation
    of its header (None without one), `deep` whether source was indented against its frame, `gap`
    whether an empty line came, `noise` how many lines fitted nowhere. `error` is the one whose
    message is being read, in `parts`, each with the end of its line.
    """

    column: int | None = None
    group: Finding | None = None
    last: Finding | None = None
    pending: Link | None = None
    expecting: bool = False
    carrier: Finding | None = None
    quoted: bool = False
    introduction: str = ""

    frames: list[Frame] = field(default_factory=list)
    start: int = -1
    base: int | None = None
    frame_indent: int = 0
    deeper: str = " "
    deep: bool = False
    gap: bool = False
    noise: int = 0

    error: Finding | None = None
    parts: list[str] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)

    def add_frame(self, frame: re.Match[str]) -> None:
        indent, file, line, name = frame.groups()
        if len(indent) != self.frame_indent:
            self.frame_indent = len(indent)
            self.deeper = " " * (self.frame_indent + 1)
        self.gap = False
        self.noise = 0
        if len(self.frames) >= 2 * MOST_FRAMES:
            self.frames = capped(self.frames)
        self.frames.append(Frame(file, int(line), name and name.rstrip()))

    def set_source(self, content: str) -> None:
        """The first line under a frame is its source; lines of markers are none."""
        last = self.frames[-1]
        if last.line is None and not CARETS.match(content):
            self.frames[-1] = last._replace(line=content.strip())

    def repeated(self, content: str) -> bool:
        """Whether a line says how often the frame above was left out; each of them counts."""
        repeated = REPEATED.match(content) if "[Prev" in content else None
        if repeated is None:
            return False
        self.frames += [self.frames[-1]] * min(int(repeated[1]), MOST_FRAMES)
        return True

    def indentation_kept(self) -> bool:
        """Whether the paste still has its indentation, as far as this traceback shows it."""
        return self.deep or (self.base is not None and self.frame_indent > self.base)

    def begin_message(self, error: Finding, message: str | None, line: Line) -> None:
        self.error = error
        self.parts = [message or ""]
        self.ends = [line.end]
        self.forget_frames()

    def gap_in_message(self) -> bool:
        """Whether an empty line was the last of the message so far."""
        return len(self.parts) > 1 and not self.parts[-1].strip()

    def end_message(self) -> None:
        """Join the message, without the empty lines behind it."""
        if self.error is None:
            return
        while self.gap_in_message():
            self.parts.pop()
        self.error.message = "\n".join(self.parts)
        self.error.end = self.ends[len(self.parts) - 1]
        self.error = None
        self.parts, self.ends = [], []

    def forget_frames(self) -> None:
        self.frames, self.start, self.deep, self.gap, self.noise = [], -1, False, False, 0

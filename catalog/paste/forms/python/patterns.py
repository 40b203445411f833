"""The lines that Python's tracebacks are made of."""

from __future__ import annotations

import re

HEADER = "Traceback (most recent call last)"

#: `  File "app.py", line 3, in main`; a SyntaxError's has no function, loguru marks one with ">".
FRAME = re.compile(
    r'(?P<indent>[ \t\xa0]*)(?:> ?)?File "(?P<file>.*)", line (?P<line>\d{1,9})'
    r"(?:, in (?P<name>.*))?$"
)
REPEATED = re.compile(r"\s*\[Previous line repeated (\d{1,9}) more times?\]\s*$")
QUOTES = '"""'
CARETS = re.compile(r"[\s~^]*$")
ELIDED = re.compile(
    r"\s*(?:\.{3,}|…|\[\.{3}\]|\[snip\]|<snip>|\.\.\.<\d+ lines>\.\.\.|"
    r"\((?:\w+ )*(?:lines|frames)(?: \w+)*\))\s*$"
)
#: `+-+---------------- 1 ----------------` opens the members of a group, the next are without `-+`.
MEMBER = re.compile(r"\+(?P<first>-\+)?-{5,} (?P<number>\d+|\.\.\.) -{5,}\s*$")
GROUP_HEADER = "+ Exception Group Traceback (most recent call last):"
GROUP_END = re.compile(r"\+-{20,}\s*$")
#: What a group says of members it does not print.
LEFT_OUT = re.compile(r"\s*(?:and \d+ more exceptions?|\.\.\. \(max_group_depth is \d+\))\s*$")
#: The line separators, other than the line feed, after which Python too repeats a group's margin.
SEPARATORS = re.compile("[\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029]")

"""Error codes that stand alone, read only when a person asks about them: ENOENT, ORA-00942, 502."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from catalog.paste.findings import Finding
from catalog.paste.lazy import lazily

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.paste.findings import Line


class Code(NamedTuple):
    """A family of codes, each a word of its own wherever it stands."""

    family: str
    pattern: re.Pattern[str]


CODES: tuple[Code, ...] = (
    Code(
        "errno",
        lazily(
            r"\bE(?:2BIG|ACCES|ADDRINUSE|ADDRNOTAVAIL|AGAIN|BADF|BUSY|CONNABORTED|CONNREFUSED|"
            r"CONNRESET|EXIST|FAULT|FBIG|HOSTUNREACH|INTR|INVAL|IO|ISDIR|LOOP|MFILE|NAMETOOLONG|"
            r"NETUNREACH|NFILE|NOENT|NOMEM|NOSPC|NOTCONN|NOTDIR|NOTEMPTY|NOTFOUND|PERM|PIPE|PROTO|"
            r"RESOLVE|ROFS|SRCH|TIMEDOUT|XDEV|AI_AGAIN|INTEGRITY|LIFECYCLE|BADENGINE|USAGE)\b"
        ),
    ),
    Code("oracle", lazily(r"\b(?:ORA|PLS|TNS|DPI|DPY)-\d{3,5}\b")),
    Code("prisma", lazily(r"\bP[1-6]\d{3}\b")),
    Code("rustc", lazily(r"\bE0\d{3}\b")),
    Code("typescript", lazily(r"\bTS\d{4,5}\b")),
    Code("dotnet", lazily(r"\b(?:CS|MSB|NU|NETSDK|BC|CA|IDE)\d{4}\b")),
    Code("msvc", lazily(r"\b(?:LNK|C)\d{4}\b")),
    Code("node", lazily(r"\bERR_[A-Z][A-Z0-9_]+\b")),
    Code(
        "cuda",
        lazily(
            r"\b(?:CUDA_ERROR_[A-Z_]+|cudaError[A-Z]\w+|CUBLAS_STATUS_[A-Z_]+|CUDNN_STATUS_[A-Z_]+|"
            r"nccl[A-Z]\w+Error|Xid \d{1,3})\b"
        ),
    ),
    Code("sqlstate", lazily(r"\bSQLSTATE[ \[:]*[0-9A-Z]{5}\]?")),
    Code("mysql", lazily(r"\bERROR \d{4}(?: \([0-9A-Z]{5}\))?")),
    Code("hresult", lazily(r"\b0x[89a-fA-F][0-9a-fA-F]{7}\b")),
    Code(
        "signal",
        lazily(
            r"\bSIG(?:SEGV|KILL|ABRT|BUS|FPE|ILL|TERM|PIPE|TRAP|SYS)\b|\bSegmentation fault\b|"
            r"\bOOMKilled\b|\bBus error\b"
        ),
    ),
    Code("exit", lazily(r"\b[Ee]xit(?:ed)?(?: with)?(?: code| status):? \d{1,3}\b")),
    Code(
        "http",
        lazily(
            r"\b(?:(?:HTTP|http|status|Status|code|error|Error|got|a)(?:/[\d.]+| code|"
            r" status)*[: ]{1,2})"
            r"(?P<code>[45]\d\d)\b"
        ),
    ),
    Code("http", lazily(r"^\s*(?P<code>[45]\d\d)(?= [A-Z]|\s*$)")),
)


#: A text in which a code stands alone: the question somebody has about it, no more.
MOST_WORDS, MOST_LONG = 14, 160


def read_codes(lines: Sequence[Line]) -> list[Finding]:
    """The first code of each family in a text of a few words; what follows it is the message."""
    text = " ".join([line.text for line in lines[:8]])
    if len(lines) > 8 or len(text) > MOST_LONG or len(text.split()) > MOST_WORDS:
        return []
    found: list[Finding] = []
    families: set[str] = set()
    for line in lines:
        text = line.text
        for family, pattern in CODES:
            match = pattern.search(text) if family not in families else None
            if match is None:
                continue
            families.add(family)
            group = "code" if "code" in pattern.groupindex else 0
            message = text[match.end() :].strip(" :-,.()[]`'\"?!")
            start = line.start + match.start(group)
            found.append(Finding(match[group], message, [], "code", start, line.end, lone=True))
    return sorted(found, key=lambda error: error.start)

"""Where the message of an error ends: lines of the log, the shell or the talk around it."""

from __future__ import annotations

import re

from catalog.paste.lazy import lazily

#: The start of a line of a log, whatever its writer.
LOG = lazily(
    r"\[?\d{4}[-/]\d\d[-/]\d\d[ T,_]+\d\d:\d\d"  # 2025-06-02 09:14:01, [2025-06-02 …
    r"|\w{3} [ \d]\d \d\d:\d\d:\d\d "  # Mar  4 10:22:31
    r"|[IWEF]\d{4} \d\d:\d\d:\d\d"  # glog: E0617 22:51:04
    r"|(?:DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL|TRACE)"
    r"(?::\s{2,}|\s+\d\d-\d\d \d\d:|:[\w.]+:|\s+\[)"  # INFO:     …, ERROR 10-09 12:01:44
    r"|\(\w[\w ]*pid=\d+[^)]*\)"  # (EngineCore_DP0 pid=771)
    r"|\[(?:rank|TP|DP|PP)\d+\]"
)

#: What shells, test runners and supervisors write once a program is dead, and prompts.
TRAILER = lazily(
    r"Killed$|已杀死$|Terminated$|Aborted(?: \(core dumped\))?$|Segmentation fault"
    r"|Exception ignored in\b|Task exception was never retrieved$|future: <(?:Task|Future)\b"
    r"|Exception in thread \S+|Process [\w:<>.@-]+:$"
    r"|[\w.@-]*@[\w.-]+:[^\s#$]*[#$](?:\s|$)|\([\w.-]+\) (?:\w+@|PS |[$#] )|\$ \w|>>> |In \[\d+\]:"
    r"|make(?:\[\d+\])?: \*\*\*|\S+ exited with code -?\d+$|##\[error\]"
    r"|={20,}|-{20,}$|_{10,}|Ran \d+ tests? in|\d+ (?:failed|passed|error)"
    r"|(?:Original )?Traceback \(most recent call last\)|Killing subprocess \d+"
    r"|Initialization failed\. |Received sigquit|SIGQUIT received|During task with name "
)

#: Words of people who ask for help, which messages do not use.
_PHRASES = (
    r"any(?:one|body| ideas?)",
    r"(?:I|we|you)(?:'m|'ve|'d|'re|'ll)",
    r"(?:I|we|you) (?:am|have|was|were|get|got|tried|see|use|run|ran|think|saw|need|just|can|had)",
    r"please help|help please|thanks|thx",
    r"what (?:is|does|could|am|should)|how (?:do|can|to|should)|why (?:is|does|do)",
    r"is (?:this|it|that|there) (?:a |the |known|expected|something|any)",
    r"seen this|got this|this (?:is|was|happens|happened|started|came|one)",
    r"happens (?:when|on|every|only)|started (?:at|after|when|today|yesterday)",
    r"my \w+|looks like|it works|works (?:fine|on)|same (?:here|thing)",
    r"(?:right )?after (?:the|an?) (?:upgrade|restart|update|deploy)|and after",
)
#: What a paragraph of talk begins with, behind an empty line.
OPENERS = lazily(
    r"(?:tried|happen(?:s|ed)|restart(?:ed|ing)|running (?:on|with)|using|started|same|works|since|"
    r"fyi|cc|btw|also|hi|hello|hey|ping|should (?:i|we)|could (?:you|someone|anyone)|"
    r"can (?:you|someone|anyone)|do(?:es)? (?:anyone|we)|has anyone|only (?:on|when)|"
    r"it (?:work(?:s|ed)|started|happens)|no (?:idea|clue)|full log)\b"
    r"|@(?:here|channel|everyone|[a-z][a-z0-9._-]{2,20} )",
    re.IGNORECASE,
)
TALK = lazily(rf"\b(?:{'|'.join(_PHRASES)})\b", re.IGNORECASE)


def ends_message(stripped: str, content: str, *, after_gap: bool) -> bool:
    """Whether a line that follows the message of an error is no longer part of it."""
    if not stripped:
        return False
    first = content[0]
    if first in " \t" and not after_gap:
        return False
    head = stripped[:200]
    if LOG.match(head) or TRAILER.match(head):
        return True
    return _is_talk(head) or (after_gap and OPENERS.match(head) is not None)


def _is_talk(head: str) -> bool:
    if not TALK.search(head):
        return False
    # An instruction of a message ("You can …", "Please …") begins with its own capital; talk that
    # does so has a question or a first person in it.
    return head[0].islower() or "?" in head or head.startswith(("I ", "I'", "We ", "Any", "My "))

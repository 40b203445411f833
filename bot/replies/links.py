"""Where an answer may lead: https addresses of hosts known to hold source code and its issues."""

from __future__ import annotations

import re
from urllib.parse import quote, urlencode, urlsplit

from bot.replies.text import clean
from catalog.models import Record

#: A record comes from a file that anybody may have written, so its link leads only here.
HOSTS = frozenset({"bitbucket.org", "codeberg.org", "github.com", "gitlab.com"})

#: Slack's limit for an address is 3,000 characters.
_LONGEST = 1_500

_OWNER_AND_NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,99}/[\w.-]{1,100}")
_HOLE = re.compile(r"\{[^{}]*\}")
_COMMIT = re.compile(r"/(?:blob|src|raw|tree|commit)/([0-9a-f]{7,64})(?:/|$)")


def safe_url(url: str | None) -> str | None:
    """The address, percent-encoded, or None where it does not lead to one of `HOSTS` by https."""
    if not url or len(url) > _LONGEST:
        return None
    try:
        parts = urlsplit(url.strip())
        plain = parts.username is None and parts.password is None and parts.port in {None, 443}
    except ValueError:
        return None
    if parts.scheme != "https" or parts.hostname not in HOSTS or not plain:
        return None
    encoded = quote(url.strip().encode(errors="replace"), safe=":/?#[]@!$&'()*+,;=%~-._")
    return encoded if len(encoded) <= 2 * _LONGEST else None


def source_url(record: Record) -> str | None:
    """The record's link to its source."""
    return safe_url(record.github_url)


def commit(record: Record) -> str | None:
    """The first ten digits of the commit that the record's link is pinned to."""
    pinned = _COMMIT.search(record.github_url or "")
    sha = pinned[1] if pinned else record.analyzed_sha
    return sha[:10] if sha and re.fullmatch(r"[0-9a-f]{7,64}", sha) else None


def repository_url(record: Record) -> str | None:
    """The address of the record's repository, None where its host is not known.

    The host is that of the link or of the repository's address among the references. What people
    wrote without either, as the dataset's error pages do, is about GitHub.
    """
    if not _OWNER_AND_NAME.fullmatch(record.repo) or record.repo.startswith(("pypi/", "local/")):
        return None
    for address in (record.github_url, *(record.references or ())):
        parts = urlsplit(safe_url(address) or "")
        if parts.hostname and f"{parts.path}/".startswith(f"/{record.repo}/"):
            return f"https://{parts.hostname}/{record.repo}"
    return f"https://github.com/{record.repo}" if record.written else None


def issue_search_url(record: Record) -> str | None:
    """An address that searches the repository's issues for the words of the record's message.

    The longest stretch of the message without a hole is searched as a phrase, since people paste
    messages whole. None where the repository is not known to be one on a host with issues.
    """
    words = clean(search_words(record))
    match urlsplit(repository_url(record) or "").hostname:
        case "github.com" if words:
            query = urlencode({"q": f"is:issue {words}"})
            return safe_url(f"https://github.com/{record.repo}/issues?{query}")
        case "gitlab.com" if words:
            query = urlencode({"scope": "all", "state": "all", "search": words})
            return safe_url(f"https://gitlab.com/{record.repo}/-/issues?{query}")
    return None


def search_words(record: Record) -> str:
    """What to search for: a phrase of the message, else the class and the function."""
    pieces = [" ".join(piece.split()) for piece in _HOLE.split(record.error_message or "")]
    longest = max(pieces, key=len, default="")
    phrase = " ".join(re.sub(r'[\\"]', " ", longest).split()[:12]).strip(" .,:;=([{")
    if len(phrase) >= 8:
        return f'"{phrase}"'
    names = (record.error_class, (record.function or "").rpartition(".")[2], phrase)
    return " ".join(name for name in names if name)

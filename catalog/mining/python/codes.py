"""The error code and the HTTP status that an error is built with, where they are constants."""

from __future__ import annotations

import re

from catalog.mining.sites import Arguments
from catalog.mining.template import Bare, Templates

_CODES = ("code", "error_code", "errcode", "error_type")
_STATUSES = ("status_code", "status", "http_status", "code")
_CODE = re.compile(r"[A-Za-z0-9][\w.-]{1,60}")


def error_code(given: Arguments) -> str | None:
    """The code of an error: `code="decorator-missing-arguments"`."""
    for name in _CODES:
        code = _constant(given.named.get(name))
        if code is not None and _CODE.fullmatch(code) and not code.isdigit():
            return code
    return None


def http_status(error_class: str | None, given: Arguments) -> int | None:
    """The status of an HTTP error: `HTTPException(404)`, `status_code=404`."""
    asked = [given.named.get(name) for name in _STATUSES]
    if error_class and "HTTP" in error_class.upper():
        asked += given.positional[:1]
    for templates in asked:
        number = _constant(templates)
        if isinstance(number, Bare) and number.isdigit() and 400 <= int(number) <= 599:
            return int(number)
    return None


def _constant(templates: Templates | None) -> str | None:
    if templates is None or len(templates) != 1 or len(templates[0]) != 1:
        return None
    part = templates[0][0]
    return part if isinstance(part, str) else None

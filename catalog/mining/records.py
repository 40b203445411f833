"""Raise sites as record documents, in the form of the dataset's records."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from catalog.importers.pages import slug
from catalog.mining.explain import explanation
from catalog.mining.sites import ERROR_TYPES, RaiseSite
from catalog.mining.source import Source
from catalog.mining.template import error_message, has_text, message_pattern

Document = dict[str, Any]


def identity(source: Source, path: str, site: RaiseSite) -> str:
    """The id of a site's record: 16 hexadecimal digits.

    Made from what stays when lines move: the repository or package, the path as imported, the
    function, the class, the template, and which of several such sites in the function it is.
    """
    parts = (source.repo, path, site.function, site.error_class, site.own_text)
    text = json.dumps([*parts, site.ordinal], ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def document_of(
    site: RaiseSite, *, path: str, package_path: str | None, source: Source
) -> Document:
    """The record of a raise site, without the fields that nothing is known for.

    `path` is the file's path in the repository (or in the target), `package_path` as imported.
    """
    telling = [template for template in site.templates if has_text(template)]
    messages = [error_message(template) for template in telling]
    document: Mapping[str, Any] = {
        "id": identity(source, package_path or path, site),
        "repo": source.repo,
        "slug": slug(messages[0] if messages else site.error_class or "error") or None,
        "errorCode": site.error_code,
        "errorMessage": messages[0] if messages else None,
        "messagePattern": message_pattern(telling) if telling else None,
        "errorType": ERROR_TYPES[site.kind],
        "errorClass": site.error_class,
        "httpStatus": site.http_status,
        "severity": "warning" if site.kind == "warn" else "error",
        "filePath": path,
        "lineNumber": site.line,
        "sourceCode": site.excerpt,
        "sourceCodeStart": site.excerpt_start,
        "sourceCodeEnd": site.excerpt_end,
        "githubUrl": source.link_to(path, site.line, site.end),
        **explanation(site, messages),
        "tags": [source.package] if source.package else None,
        "analyzedSha": source.commit,
        "schemaVersion": 2,
        "function": site.function,
        "raiseEnd": site.end,
        "guard": " and ".join(site.guard) or None,
        "qualifiedClass": site.qualified,
        "bases": list(site.bases) or None,
        "packagePath": package_path,
        "origin": "mined",
        "version": source.version,
        "references": [source.address] if source.address else None,
        "alternatives": messages if len(messages) > 1 else None,
    }
    return {key: value for key, value in document.items() if value is not None}

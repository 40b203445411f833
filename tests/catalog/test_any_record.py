"""Whatever strings and numbers a valid record holds, no command stumbles over it."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from catalog.check import check_catalog
from catalog.importers.documents import envelope_line, read_document
from catalog.importers.found import Found
from catalog.importers.schema import RecordDocument, problems
from catalog.store import Catalog
from catalog.terminal import answer, listing, record_page, why
from catalog.terminal.output import plain
from catalog.triage import triage

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    [
        "{x}",
        "a {b} c {d}",
        "(.+?)",
        "(",
        "[",
        "\\",
        "a|b",
        "\x00",
        "\x1b[2J",
        "\n\n",
        "(a*)*b",
        "%s",
    ]
)
NUMBERS = st.integers(0, 2**31 - 1)


def values(field):
    """Values that a field may have, by its annotation."""
    kind = str(field.annotation)
    if "dict" in kind:
        return st.just([])
    if "list" in kind:
        return st.lists(TEXTS, max_size=2)
    return NUMBERS if "int" in kind else TEXTS


FREE = {
    field.alias: st.none() | values(field)
    for name, field in RecordDocument.model_fields.items()
    if name not in ("id", "repo", "schema_version", "origin", "github_url")
}
DOCUMENTS = st.fixed_dictionaries(
    {"id": st.just("r"), "repo": TEXTS.filter(str.strip), "schemaVersion": st.just(2)},
    optional={
        **FREE,
        "origin": st.sampled_from(["analysed", "mined", "team", None]),
        "githubUrl": st.sampled_from(["https://github.com/a/b/blob/c/d#L0", "http://x", None]),
    },
)


@settings(max_examples=150, deadline=None)
@given(DOCUMENTS)
def test_any_record(document):
    """It is read, kept, exported byte for byte, shown, searched, checked and matched."""
    assert problems(document) == []
    text = json.dumps(document)
    [found] = read_document(text, "x")
    assert isinstance(found, Found)
    assert envelope_line(found.entry) == '{"record":' + text + "}"
    catalog = Catalog.in_memory([document, {**document, "id": "s"}])
    record = catalog.get("r")
    shown = plain([*record_page(record), *listing(catalog.search(record.error_message or "x"))])
    assert all(char.isprintable() or char.isspace() for char in shown if ord(char) < 0xA0)
    list(check_catalog(catalog))
    paste = f"{record.error_class}: {record.error_message}"
    verdict = triage(paste, catalog, asked=True)
    assert plain([*answer(verdict), *why(verdict)])

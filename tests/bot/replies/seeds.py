"""Verdicts on pastes of the errors that ship with Errorbook, and replies as plain text."""

import json
from pathlib import Path

from catalog.models import Match, RaisedError, Record, Report, Verdict

RECORDS = {
    file.stem: Record.from_document(document.get("record", document))
    for file in (Path(__file__).parents[3] / "catalog" / "records").glob("*.json")
    for document in [json.loads(file.read_text())]
}
STEPS = RECORDS["b85047f626c3a8b1"]
MEMORY = RECORDS["cb2a458448d957cf"]

STEPS_ERROR = RaisedError("ValueError", "Missing adaptive runtime state for steps=12")
STEPS_MATCH = Match(
    record=STEPS,
    confidence=0.997,
    site_confidence=0.98,
    scope="site",
    reasons=("raised at the line the innermost frame shows", "same exception class"),
    captures={"speculative_num_steps": "12"},
)
MEMORY_ERROR = RaisedError("ValueError", MEMORY.error_message)
MEMORY_MATCH = Match(MEMORY, 0.995, 0.98, "site", ("same exception class",))

#: A record that was mined, of a message that stands at several places.
MINED = Record(
    id="3e7a102e1c1c3dbf",
    repo="ipython/ipython",
    error_class="InvalidAliasError",
    error_message="The name {name} can't be aliased because it is another magic command.",
    file_path="IPython/core/alias.py",
    package_path="IPython/core/alias.py",
    line_number=148,
    source_code="def validate(self):\n    if not isinstance(caller, Alias):\n        raise X()\n",
    source_code_start=146,
    function="Alias.validate",
    guard="not isinstance(caller, Alias)",
    origin="mined",
    version="9.0.1",
    references=("https://github.com/ipython/ipython",),
)
MINED_ERROR = RaisedError(
    "InvalidAliasError", "The name ls can't be aliased because it is another magic command."
)
MINED_MATCH = Match(
    MINED, 0.97, 0.4, "template", ("same exception class",), {"name": "ls"}, ("a", "b"), 2
)


def known(error, match, *, environment=(), **more):
    """A verdict that knows the error."""
    report = Report("", (error,), (0,), environment=dict(environment))
    return Verdict("known", report, (error,), 0, (match,), **more)


def shown(reply):
    """The blocks as somebody reads them: small print after `·`, code after `|`, buttons in `[]`."""
    return "\n".join(line for block in reply.blocks for line in _block(block))


def _block(block):
    match block["type"]:
        case "section":
            accessory = block.get("accessory")
            label = f"  [{accessory['text']['text']}]" if accessory else ""
            return [block["text"]["text"] + label]
        case "context":
            return [f"· {element['text']}" for element in block["elements"]]
        case "actions":
            return [" ".join(f"[{element['text']['text']}]" for element in block["elements"])]
        case "rich_text":
            return [line for element in block["elements"] for line in _rich_text(element)]
    raise AssertionError(block["type"])


def _rich_text(element):
    match element["type"]:
        case "rich_text_list":
            ordered = element["style"] == "ordered"
            items = enumerate(element["elements"], 1)
            return [f"{f'{n}.' if ordered else '•'} {_runs(item)}" for n, item in items]
        case "rich_text_preformatted":
            return [f"| {line}" for line in _runs(element).split("\n")]
    return [_runs(element)]


def _runs(section):
    return "".join(_run(run) for run in section["elements"])


def _run(run):
    text = run.get("text") or run["url"]
    for style, mark in {"code": "`", "bold": "*", "italic": "_"}.items():
        if run.get("style", {}).get(style):
            return f"{mark}{text}{mark}"
    return text

"""Slack's limits on what is posted, checked on the finished message or view.

Where Slack documents a limit it is asserted as documented; `text` and the size of the whole
message are held to what `chat.update` and `chat.postMessage` were measured to refuse.
"""

import re

CONTROL = re.compile(r"<[!@#]")
LINK = re.compile(r"<https://[^<>|\s]+\|[^<>]+>")


def rendered(node):
    """Every string that is shown, in one list."""
    if isinstance(node, dict):
        own = [node["text"]] if isinstance(node.get("text"), str) else []
        return own + [text for value in node.values() for text in rendered(value)]
    if isinstance(node, list):
        return [text for value in node for text in rendered(value)]
    return []


def check_mrkdwn(text, allowed=()):
    """Every `<` begins a link that is ours, or one of the tokens allowed."""
    left = LINK.sub("", text)
    for token in allowed:
        left = left.replace(token, "")
    assert "<" not in left, text
    assert ">" not in left, text


def check_reply(reply, allowed=()):
    """A message keeps every limit of `chat.postMessage` and `chat.update`."""
    assert reply.text.strip()
    assert len(reply.text.encode()) <= 3_800
    check_mrkdwn(reply.text, allowed)
    assert 1 <= len(reply.blocks) <= 50
    assert sum(map(len, rendered(reply.blocks))) <= 13_000
    for block in reply.blocks:
        check_block(block, allowed)


def check_view(view):
    """A view keeps every limit of `views.open`."""
    assert view["type"] == "modal"
    for part in ("title", "close", "submit"):
        if part in view:
            assert 1 <= len(view[part]["text"]) <= 24
    assert len(view["callback_id"]) <= 255
    assert len(view.get("private_metadata", "")) <= 3_000
    assert 1 <= len(view["blocks"]) <= 100
    for block in view["blocks"]:
        check_block(block)


def check_block(block, allowed=()):
    """One block, by its type."""
    CHECKS[block["type"]](block, allowed)


def _section(block, allowed):
    assert block["text"]["type"] == "mrkdwn"
    assert 1 <= len(block["text"]["text"]) <= 3_000
    check_mrkdwn(block["text"]["text"], allowed)
    if "accessory" in block:
        _button(block["accessory"])


def _context(block, allowed):
    assert 1 <= len(block["elements"]) <= 10
    for element in block["elements"]:
        assert 1 <= len(element["text"]) <= 3_000
        check_mrkdwn(element["text"], allowed)


def _actions(block, allowed):
    assert 1 <= len(block["elements"]) <= 25
    ids = [element["action_id"] for element in block["elements"]]
    assert len(ids) == len(set(ids))
    for element in block["elements"]:
        _button(element)


def _button(element):
    assert element["type"] == "button"
    assert element["text"]["type"] == "plain_text"
    assert 1 <= len(element["text"]["text"]) <= 75
    assert 1 <= len(element["action_id"]) <= 255
    assert 1 <= len(element.get("value", "x")) <= 2_000


def _rich_text(block, allowed):
    assert block["elements"]
    for element in block["elements"]:
        if element["type"] == "rich_text_list":
            assert element["style"] in {"ordered", "bullet"}
            assert element["elements"]
            for item in element["elements"]:
                assert item["type"] == "rich_text_section"
                _runs(item)
        else:
            assert element["type"] in {"rich_text_section", "rich_text_preformatted"}
            _runs(element)


def _runs(section):
    assert section["elements"]
    for run in section["elements"]:
        # No user, channel, usergroup or broadcast: nothing in rich text can ping anybody.
        assert run["type"] in {"text", "link"}
        assert run.get("text", "x")
        if run["type"] == "link":
            assert run["url"].startswith("https://")
            assert len(run["url"]) <= 3_000


def _input(block, allowed):
    assert 1 <= len(block["label"]["text"]) <= 2_000
    assert len(block["hint"]["text"]) <= 2_000
    assert len(block["element"]["placeholder"]["text"]) <= 150
    assert block["element"]["max_length"] <= 3_000


CHECKS = {
    "section": _section,
    "context": _context,
    "actions": _actions,
    "rich_text": _rich_text,
    "input": _input,
}

"""The workspace refuses the blocks and views that Slack refuses, in Slack's words."""

import pytest

from bot.workspace.limits import check_blocks, check_view, rendered_length


def plain(text):
    return {"type": "plain_text", "text": text}


def mrkdwn(text):
    return {"type": "mrkdwn", "text": text}


def section(text="x", **more):
    return {"type": "section", "text": mrkdwn(text), **more}


def button(**more):
    return {"type": "button", "action_id": "a", "text": plain("Press"), **more}


def options(count):
    return [{"text": plain(f"Option {n}"), "value": str(n)} for n in range(count)]


def rich(*elements, kind="rich_text_section"):
    return {"type": "rich_text", "elements": [{"type": kind, "elements": list(elements)}]}


def feedback(**more):
    positive = {"text": plain("Yes"), "value": "yes"}
    negative = {"text": plain("No"), "value": "no"}
    element = {"type": "feedback_buttons", "action_id": "f", "positive_button": positive}
    return {"type": "context_actions", "elements": [element | {"negative_button": negative} | more]}


def modal(*blocks, **more):
    view = {"type": "modal", "title": plain("Title"), "submit": plain("Go"), "blocks": list(blocks)}
    return view | more


def text_input(**more):
    element = {"type": "plain_text_input", "action_id": "a", **more}
    return {"type": "input", "label": plain("Label"), "element": element}


FINE = {
    "a section": [section()],
    "a section at its limit": [section("x" * 3_000)],
    "fields alone": [{"type": "section", "fields": [mrkdwn("x")] * 10}],
    "an accessory": [section(accessory={"type": "overflow", "options": options(5)})],
    "a header at its limit": [{"type": "header", "text": plain("x" * 150)}],
    "a divider": [{"type": "divider"}],
    "context": [{"type": "context", "elements": [mrkdwn("x")] * 10}],
    "actions": [{"type": "actions", "elements": [button(), button(action_id="b")]}],
    "feedback": [feedback()],
    "an icon": [
        {
            "type": "context_actions",
            "elements": [{"type": "icon_button", "icon": "trash", "text": plain("Delete")}],
        }
    ],
    "rich text": [rich({"type": "text", "text": "x", "style": {"bold": True}})],
    "code": [rich({"type": "text", "text": "<x>"}, kind="rich_text_preformatted")],
    "a list": [
        {
            "type": "rich_text",
            "elements": [
                {
                    "type": "rich_text_list",
                    "style": "ordered",
                    "elements": [{"type": "rich_text_section", "elements": []}],
                }
            ],
        }
    ],
    "markdown": [{"type": "markdown", "text": "**x**"}],
    "fifty blocks": [{"type": "divider"}] * 50,
    "a null field": [section(block_id=None)],
}


@pytest.mark.parametrize("blocks", FINE.values(), ids=FINE)
def test_good_blocks_are_taken(blocks):
    """What Slack takes has no problem."""
    assert check_blocks(blocks) == []


# What is sent -> everything Slack says about it, without "[ERROR]".
REFUSED = {
    "no list": (section(), ["must provide an array [json-pointer:/blocks]"]),
    "no object": (["x"], ["must provide an object [json-pointer:/blocks/0]"]),
    "no type": ([{"text": "x"}], ["missing required field: type [json-pointer:/blocks/0]"]),
    "an unknown type": (
        [{"type": "sektion"}],
        ["unsupported type: sektion [json-pointer:/blocks/0/type]"],
    ),
    "51 blocks": (
        [{"type": "divider"}] * 51,
        ["no more than 50 items allowed [json-pointer:/blocks]"],
    ),
    "an unknown field": (
        [section(colour="red")],
        ["invalid additional property: colour [json-pointer:/blocks/0]"],
    ),
    "an empty text": (
        [section("")],
        ["must be more than 0 characters [json-pointer:/blocks/0/text/text]"],
    ),
    "a long section": (
        [section("x" * 3_001)],
        ["must be less than 3001 characters [json-pointer:/blocks/0/text/text]"],
    ),
    "an empty section": (
        [{"type": "section"}],
        ["must provide at least one of: text, fields [json-pointer:/blocks/0]"],
    ),
    "a bare string for a text": (
        [{"type": "section", "text": "x"}],
        ["must provide an object [json-pointer:/blocks/0/text]"],
    ),
    "eleven fields": (
        [{"type": "section", "fields": [mrkdwn("x")] * 11}],
        ["no more than 10 items allowed [json-pointer:/blocks/0/fields]"],
    ),
    "a long field": (
        [{"type": "section", "fields": [mrkdwn("x" * 2_001)]}],
        ["must be less than 2001 characters [json-pointer:/blocks/0/fields/0/text]"],
    ),
    "a long header": (
        [{"type": "header", "text": plain("x" * 151)}],
        ["must be less than 151 characters [json-pointer:/blocks/0/text/text]"],
    ),
    "mrkdwn in a header": (
        [{"type": "header", "text": mrkdwn("x")}],
        ["unsupported type: mrkdwn [json-pointer:/blocks/0/text/type]"],
    ),
    "eleven parts of context": (
        [{"type": "context", "elements": [mrkdwn("x")] * 11}],
        ["no more than 10 items allowed [json-pointer:/blocks/0/elements]"],
    ),
    "no buttons": (
        [{"type": "actions", "elements": []}],
        ["must provide at least 1 items [json-pointer:/blocks/0/elements]"],
    ),
    "a long button": (
        [{"type": "actions", "elements": [button(text=plain("x" * 76))]}],
        ["must be less than 76 characters [json-pointer:/blocks/0/elements/0/text/text]"],
    ),
    "a long value": (
        [{"type": "actions", "elements": [button(value="x" * 2_001)]}],
        ["must be less than 2001 characters [json-pointer:/blocks/0/elements/0/value]"],
    ),
    "a style that is none": (
        [{"type": "actions", "elements": [button(style="blue")]}],
        ["must be a valid enum value [json-pointer:/blocks/0/elements/0/style]"],
    ),
    "an input among buttons": (
        [{"type": "actions", "elements": [{"type": "plain_text_input", "action_id": "a"}]}],
        ["unsupported type: plain_text_input [json-pointer:/blocks/0/elements/0/type]"],
    ),
    "the same action twice": (
        [{"type": "actions", "elements": [button(), button()]}],
        ['`action_id` "a" already exists [json-pointer:/blocks/0/elements/1/action_id]'],
    ),
    "the same block twice": (
        [section(block_id="b"), section(block_id="b")],
        ["`block_id` b already exists [json-pointer:/blocks/1/block_id]"],
    ),
    "six choices of an overflow": (
        [section(accessory={"type": "overflow", "options": options(6)})],
        ["no more than 5 items allowed [json-pointer:/blocks/0/accessory/options]"],
    ),
    "a menu without choices": (
        [{"type": "actions", "elements": [{"type": "static_select", "action_id": "s"}]}],
        ["must provide exactly one of: options, option_groups [json-pointer:/blocks/0/elements/0]"],
    ),
    "feedback without a no": (
        [feedback(negative_button=None)],
        ["missing required field: negative_button [json-pointer:/blocks/0/elements/0]"],
    ),
    "an empty rich text element": (
        [rich({"type": "text", "text": ""})],
        ["must be more than 0 characters [json-pointer:/blocks/0/elements/0/elements/0/text]"],
    ),
    "a styled thing that is none": (
        [rich({"type": "text", "text": "x", "style": {"loud": True}})],
        ["invalid additional property: loud [json-pointer:/blocks/0/elements/0/elements/0/style]"],
    ),
    "two long markdowns": (
        [{"type": "markdown", "text": "x" * 6_001}] * 2,
        ["markdown must be less than 12001 characters [json-pointer:/blocks]"],
    ),
    "two tables": (
        [{"type": "table", "rows": [[{"type": "raw_text", "text": "x"}]]}] * 2,
        ["only one table allowed [json-pointer:/blocks]"],
    ),
}


@pytest.mark.parametrize(("blocks", "problems"), REFUSED.values(), ids=REFUSED)
def test_bad_blocks_are_refused(blocks, problems):
    """Each thing that Slack refuses is refused, with the place where it stands."""
    assert [str(problem) for problem in check_blocks(blocks)] == problems


BAD_VIEWS = {
    "a long title": (
        modal(section(), title=plain("x" * 25)),
        ["must be less than 25 characters [json-pointer:/view/title/text]"],
    ),
    "no title": (
        modal(section(), title=None),
        ["missing required field: title [json-pointer:/view]"],
    ),
    "an input without a way to send it": (
        modal(section(), text_input(), submit=None),
        [
            "must define `submit` to use an `input` block in modals "
            "[json-pointer:/view/blocks/1/input]"
        ],
    ),
    "a long private_metadata": (
        modal(section(), private_metadata="x" * 3_001),
        ["must be less than 3001 characters [json-pointer:/view/private_metadata]"],
    ),
    "101 blocks": (
        modal(*[{"type": "divider"}] * 101),
        ["no more than 100 items allowed [json-pointer:/view/blocks]"],
    ),
    "too long an input": (
        modal(text_input(max_length=3_001)),
        ["must be less than or equal to 3000 [json-pointer:/view/blocks/0/element/max_length]"],
    ),
    "markdown in a modal": (
        modal({"type": "markdown", "text": "x"}),
        ["unsupported type: markdown [json-pointer:/view/blocks/0/type]"],
    ),
    "feedback in a modal": (
        modal(feedback()),
        ["unsupported type: context_actions [json-pointer:/view/blocks/0/type]"],
    ),
    "a home with a title": (
        {"type": "home", "title": plain("x"), "blocks": []},
        ["invalid additional property: title [json-pointer:/view]"],
    ),
    "a message": (
        {"type": "message", "blocks": []},
        ["unsupported type: message [json-pointer:/view/type]"],
    ),
}


@pytest.mark.parametrize(("view", "problems"), BAD_VIEWS.values(), ids=BAD_VIEWS)
def test_bad_views_are_refused(view, problems):
    """Each thing that Slack refuses about a view is refused, with the place where it stands."""
    assert [str(problem) for problem in check_view(view)] == problems


def test_good_views_are_taken():
    """A modal with an input and a button to send it, and a home of a hundred blocks, are fine."""
    assert check_view(modal(text_input(multiline=True, max_length=3_000), section())) == []
    assert check_view({"type": "home", "blocks": [{"type": "divider"}] * 100}) == []


def test_length_counts_what_is_shown():
    """Texts count wherever they stand, a bare link by its address, a header a hundred more."""
    blocks = [
        {"type": "header", "text": plain("12345")},
        section("1234567", fields=[mrkdwn("123")]),
        rich({"type": "link", "url": "https://x.io"}, {"type": "text", "text": "12"}),
    ]
    assert rendered_length(blocks) == 100 + 5 + 7 + 3 + 12 + 2

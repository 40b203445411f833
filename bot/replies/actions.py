"""The ids that tie what a person presses to the listener that answers; values carry ids only."""

from __future__ import annotations

#: Buttons on an answer. The value is the id of the record that the answer shows.
EXAMPLE = "errorbook_example"
CHECKS = "errorbook_checks"
PREVENTION = "errorbook_prevention"
WHY = "errorbook_why"
WRONG = "errorbook_wrong"

#: A button beside a record in a list (candidates, search results). The value is its id.
SHOW = "errorbook_show"

#: The button on a private answer. The value is the id of the record, or empty where there is none.
SHARE = "errorbook_share"

#: The slash command, the message shortcut, and the window that the bare command opens.
COMMAND = "/explain-error"
SHORTCUT = "explain_error"
EXPLAIN_VIEW = "errorbook_explain"
PASTE_BLOCK = "errorbook_paste"
PASTE_INPUT = "errorbook_paste_text"

#: The windows that the buttons open; nothing is sent from them.
RECORD_VIEW = "errorbook_record"

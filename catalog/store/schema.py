"""The steps that make the catalog's file: append-only, each applied once and in this order.

`migrations` applies them when writing; reading only compares their names, so that a file of a later
Errorbook is refused. A step that has been released is never edited.

Templates and paths carry a 63-bit digest of their text as number: the same in every file, found
without a look-up, and two texts sharing one is less likely than a fault of the disk.
"""

from __future__ import annotations

#: The name under which sqlite-utils notes the steps.
SET = "catalog"

STEPS: dict[str, str] = {
    "records_and_index": """
        -- A record as it came: its JSON text, and the other members of its envelope.
        CREATE TABLE records (
            n INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            document TEXT NOT NULL,
            envelope TEXT,
            shipped INTEGER NOT NULL DEFAULT 0
        );
        -- For people with Datasette.
        CREATE VIEW errors AS SELECT
            id,
            json_extract(document, '$.repo') AS repo,
            json_extract(document, '$.errorClass') AS error_class,
            json_extract(document, '$.errorMessage') AS error_message,
            json_extract(document, '$.filePath') AS file_path,
            json_extract(document, '$.lineNumber') AS line_number,
            json_extract(document, '$.origin') AS origin,
            json_extract(document, '$.documentation') AS documentation,
            json_extract(document, '$.githubUrl') AS github_url
        FROM records;

        -- Frame to records: by path, function and line, with everything that scoring needs.
        CREATE TABLE paths (path INTEGER PRIMARY KEY, text TEXT NOT NULL);
        CREATE TABLE path_suffixes (
            suffix INTEGER NOT NULL, path INTEGER NOT NULL, PRIMARY KEY (suffix, path)
        ) WITHOUT ROWID;
        CREATE TABLE sites (
            path INTEGER NOT NULL,
            function INTEGER NOT NULL,
            line INTEGER NOT NULL,
            n INTEGER NOT NULL,
            end INTEGER NOT NULL,
            template INTEGER NOT NULL,
            class INTEGER NOT NULL,
            mined INTEGER NOT NULL,
            PRIMARY KEY (path, function, line, n)
        ) WITHOUT ROWID;

        -- Message to templates: each template stands under its rarest words and pairs of words.
        CREATE TABLE templates (template INTEGER PRIMARY KEY, key TEXT NOT NULL);
        CREATE TABLE words (
            word INTEGER NOT NULL, template INTEGER NOT NULL, PRIMARY KEY (word, template)
        ) WITHOUT ROWID;
        CREATE TABLE frequencies (word INTEGER PRIMARY KEY, templates INTEGER NOT NULL);

        -- Template to records: what somebody wrote before what was mined.
        CREATE TABLE holders (
            template INTEGER NOT NULL,
            mined INTEGER NOT NULL,
            id TEXT NOT NULL,
            n INTEGER NOT NULL,
            class INTEGER NOT NULL,
            package INTEGER NOT NULL,
            PRIMARY KEY (template, mined, id)
        ) WITHOUT ROWID;

        -- For words that a person types.
        CREATE VIRTUAL TABLE found USING fts5(
            text, content='', tokenize="porter unicode61 tokenchars '_'"
        );
    """,
}

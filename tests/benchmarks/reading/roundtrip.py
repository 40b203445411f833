"""Random exceptions, rendered by the running Python and read back: how many come out otherwise."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, Phase, given, settings

from catalog.paste import read_paste
from tests.catalog.paste.exceptions import differences, expected, make, plans, render

if TYPE_CHECKING:
    from tests.catalog.paste.exceptions import Plan


def failures(examples: int, show: int = 3) -> int:
    """Read so many random exceptions; print the first few that are read wrongly."""
    wrong: list[str] = []

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(plans())
    def try_one(plan: Plan) -> None:
        error = make(plan)
        text = render(error)
        if different := differences(read_paste(text), expected(error)):
            wrong.append(f"{text!r}\n  {different}")

    try_one()
    for each in wrong[:show]:
        print(each)
    return len(wrong)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    failed = failures(count)
    print(f"{failed} of {count} random exceptions were read wrongly.")
    sys.exit(failed > 0)

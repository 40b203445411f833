"""Whatever Python renders is read back: class, message with notes, frames, parents and links."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from catalog.paste import read_paste
from tests.catalog.paste import exceptions
from tests.catalog.paste.exceptions import Plan, differences, expected, make, render

GENERATED = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@GENERATED
@given(exceptions.plans())
def test_a_rendered_exception_is_read_back(plan: Plan) -> None:
    """Chains, groups, notes, odd names and messages: nothing is lost and nothing is added."""
    error = make(plan)
    text = render(error)
    assert differences(read_paste(text), expected(error)) == [], text


@GENERATED
@given(exceptions.plans(depth=1), st.sampled_from(exceptions.HEADERS_INSIDE), st.integers(0, 3))
def test_the_outermost_class_survives_headers_in_the_message(
    plan: Plan, line: str, at: int
) -> None:
    """A message may hold what looks like another traceback; its class is still read."""
    lines = plan.message.split("\n")
    lines.insert(at, line)
    plan.message = "\n".join(lines)
    plan.frames = plan.frames or [("app.py", "main", 3, None)]
    error = make(plan)
    report = read_paste(render(error))
    (outermost,) = [each for each in expected(error) if each.parent is None]
    assert outermost.exc_type in {each.exc_type for each in report.errors}

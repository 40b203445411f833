"""A few records, and pastes of the errors that they explain."""

from typing import Any


def record(key: str, error_class: str, message: str, pattern: str, **more: Any) -> dict[str, Any]:
    """A record document of a made-up library."""
    return {
        "id": key,
        "repo": "acme/rockets",
        "schemaVersion": 2,
        "errorType": "exception",
        "errorClass": error_class,
        "errorMessage": message,
        "messagePattern": pattern,
        "filePath": "rockets/launch.py",
        "lineNumber": 41,
        "sourceCode": f'raise {error_class}(f"{message}")',
        "sourceCodeStart": 41,
        "sourceCodeEnd": 41,
        "githubUrl": "https://github.com/acme/rockets/blob/" + "a" * 40 + "/rockets/launch.py#L41",
        "documentation": "The rocket has fewer engines than the plan needs.",
        "triggerScenarios": "Raised when the plan asks for more engines.",
        "solutions": ["Mount more engines.", "Ask for fewer in the plan."],
        "exampleFix": "rocket = Rocket(engines=9)",
        "validationCode": "assert rocket.engines >= plan.engines",
        "preventionTips": ["Check the plan before the countdown."],
        "analyzedSha": "a" * 40,
        "analyzedAt": "2026-01-01T00:00:00Z",
        "origin": "analysed",
        **more,
    }


RECORDS = [
    record(
        "rockets-engines",
        "EngineError",
        "plan needs at least {needed} engines but the rocket has only {mounted} of them",
        r"plan needs at least (.+?) engines but the rocket has only (.+?) of them",
    ),
    record(
        "rockets-engines-old",
        "EngineError",
        "plan needs at least {needed} engines but the rocket has only {mounted} of them",
        r"plan needs at least (.+?) engines but the rocket has only (.+?) of them",
        filePath="rockets/old.py",
        lineNumber=7,
        documentation="The old planner says the same.",
    ),
    record(
        "rockets-fuel",
        "FuelError",
        "tank {tank} is empty although the countdown of the launch has begun",
        r"tank (.+?) is empty although the countdown of the launch has begun",
        filePath="rockets/fuel.py",
        lineNumber=12,
        documentation="Somebody forgot to fill the tank.",
    ),
]

ENGINES = """\
Traceback (most recent call last):
  File "/home/ann/main.py", line 3, in <module>
    launch(plan)
  File "/venv/lib/python3.11/site-packages/rockets/launch.py", line 41, in launch
    raise EngineError(message.format(needed=needed, mounted=mounted))
rockets.launch.EngineError: plan needs at least 9 engines but the rocket has only 5 of them
"""

FUEL = """\
Traceback (most recent call last):
  File "/venv/lib/python3.11/site-packages/rockets/fuel.py", line 12, in check
    raise FuelError(f"tank {tank} is empty although the countdown of the launch has begun")
rockets.fuel.FuelError: tank B2 is empty although the countdown of the launch has begun
"""

UNKNOWN = """\
Traceback (most recent call last):
  File "/home/ann/other.py", line 9, in <module>
    go()
zebra.StripeError: the stripes of this animal do not line up with the others
"""

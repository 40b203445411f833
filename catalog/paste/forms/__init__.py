"""The forms in which errors are printed, one module each, loaded when a paste shows its signs."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.paste.findings import Finding, Line


class Form(NamedTuple):
    """A form: the module that reads it, and the words of which every text in this form has one."""

    module: str
    signs: tuple[str, ...]

    def shows_in(self, text: str) -> bool:
        """Whether one of the signs is in the text. A loop: a generator costs more than the look."""
        for sign in self.signs:  # noqa: SIM110
            if sign in text:
                return True
        return False

    def read(self, lines: Sequence[Line]) -> list[Finding]:
        """The errors of this form in these lines, in their order."""
        found: list[Finding] = import_module(f"{__name__}.{self.module}").read(lines)
        return found


#: In the order in which they are asked: who draws boxes around a traceback comes before who reads
#: the traceback, and what takes single lines comes last.
FORMS: tuple[Form, ...] = (
    Form("django", ("Exception Value:",)),
    Form(
        "rich",
        (" Traceback (most recent call last) ─", "❱", "Traceback (most recent call last) --"),
    ),
    Form("ipython", ("-> ", "Cell In[", "Input In [", "<ipython-input-")),
    Form("pytest", ("E   ", "FAILED ", "ERROR ", "= FAILURES =", "= short test summary")),
    Form("faulthandler", ("(most recent call first)", "Fatal Python error", "fatal exception: ")),
    Form("python", ('File "', "Traceback", "e above exception", "+-+----")),
    Form("go", ("panic: ", "fatal error: ", "goroutine ")),
    Form("rust", ("panicked at ", "Caused by:", " --> ")),
    Form("dotnet", ("   at ", "  at ", "nhandled ", "UNHANDLED ")),
    Form("java", ("\tat ", "  at ", "Caused by: ", "\t... ")),
    Form("javascript", (" at ", "@http", "@file:", "ncaught ", "npm E", "npm e", "\tat ")),
    Form("ruby", (":in `", ":in '", "from ")),
    Form("php", ("PHP ", "Stack trace:", "[stacktrace]", "Fatal error: ")),
    Form(
        "native",
        (
            "terminat",
            "Sanitizer",
            "Assertion",
            "CUDA",
            "Cuda",
            "cuda",
            "NCCL",
            "nccl",
            "runtime error:",
            "*** ",
            "what():",
        ),
    ),
    Form("compilers", ("error", "undefined reference")),
    Form(
        "tools",
        (
            "rror",
            "ERR",
            "fatal: ",
            "not found",
            "No such file",
            "ermission denied",
            "No module named",
            "unbound variable",
            "×",
            "curl: (",
            ": line ",
        ),
    ),
)

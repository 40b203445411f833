"""How many follow-up questions are recognised, and how many ordinary replies are answered.

    python -m tests.benchmarks.followups [QUESTIONS ORDINARY]

QUESTIONS holds a topic, a tab and a text on each line, ORDINARY a text on each line. Without them,
the lists of the tests are read. Every miss is printed.
"""

import sys
import time
from pathlib import Path

from bot.followups import Topic, classify

LISTS = Path(__file__).parents[2] / "bot" / "followups"


def measure(questions: Path, ordinary: Path) -> None:
    asked = [line.split("\t", 1) for line in questions.read_text().splitlines() if line.strip()]
    talk = [line for line in ordinary.read_text().splitlines() if line.strip()]
    classify("")
    start = time.perf_counter()
    wrong = [(t, got, text) for t, text in asked if (got := classify(text)) is not Topic(t)]
    answered = [(got, text) for text in talk if (got := classify(text))]
    spent = time.perf_counter() - start
    for topic, got, text in wrong:
        print(f"  {topic}, taken for {got or 'ordinary talk'}: {text}")
    for got, text in answered:
        print(f"  ordinary talk, taken for {got}: {text}")
    right = len(asked) - len(wrong)
    print(f"{questions.name}: {right} of {len(asked)} right ({right / len(asked):.1%})")
    print(f"{ordinary.name}: {len(answered)} of {len(talk)} answered")
    print(f"{spent / (len(asked) + len(talk)) * 1000:.2f} ms a reply\n")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        measure(Path(sys.argv[1]), Path(sys.argv[2]))
    elif len(sys.argv) <= 2:  # `make bench DATA=…` hands a folder to every benchmark.
        measure(LISTS / "questions.txt", LISTS / "ordinary.txt")
        measure(LISTS / "held-out-questions.txt", LISTS / "held-out-ordinary.txt")
    else:
        raise SystemExit(__doc__)

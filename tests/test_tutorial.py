"""The tutorial is a program: copied into a file or typed in, it prints what the page says."""

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

PAGE = (Path(__file__).parent.parent / "docs" / "tutorial.md").read_text("utf-8")
STEPS = re.findall(
    r"^```python\n(.*?)^```$(?:(?:(?!^```python).)*?^```text\n(.*?)^```$)?",
    PAGE,
    re.DOTALL | re.MULTILINE,
)
"""Each block of Python, and what the page says that it prints."""

ANSWERS = [*re.findall(r"or stop\? (\w+)$", PAGE, re.MULTILINE), *["fold"] * 40]
"""What the person on the page types, and then folds, and folds."""

MARK = "-- the next block --\n"

ECHO = """
asked = input
def input(prompt):
    answer = asked(prompt)
    print(answer)
    return answer

"""
"""A terminal shows what is typed, and a pipe does not."""

PROMPT = """
import code, json, sys
console = code.InteractiveConsole()
for line in json.loads(sys.argv[1]):
    console.push(line)
"""


def printed(folder: Path, *arguments: str) -> list[str]:
    """Run Python with somebody who types the answers, and return what each block has printed."""
    done = subprocess.run(
        [sys.executable, *arguments],
        input="\n".join(ANSWERS),
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split(MARK)


def assert_as_on_the_page(found: list[str]) -> None:
    assert found[0] == ""
    for (block, expected), output in zip(STEPS, found[1:], strict=True):
        told = f"{block}\nprinted:\n{output}"
        assert doctest.OutputChecker().check_output(expected, output, doctest.ELLIPSIS), told


def test_the_tutorial_is_a_program(tmp_path: Path) -> None:
    blocks = "".join(f"print({MARK!r}, end='')\n{block}\n" for block, _ in STEPS)
    program = tmp_path / "game.py"
    program.write_text(ECHO + blocks, "utf-8")
    assert_as_on_the_page(printed(tmp_path, program.name))
    assert {path.name for path in tmp_path.iterdir()} == {"game.py", "match.json"}


def test_the_tutorial_can_be_typed_in(tmp_path: Path) -> None:
    lines = ECHO.splitlines()
    for block, _ in STEPS:
        lines += [f"print({MARK!r}, end='')", *block.splitlines(), ""]
    assert_as_on_the_page(printed(tmp_path, "-c", PROMPT, json.dumps(lines)))


def test_the_person_on_the_page_does_everything_that_can_be_done() -> None:
    assert {"look", "call", "hold", "raise", "fold", "stop"} <= set(ANSWERS)

"""The page on errors lists what the library really raises."""

import re
from pathlib import Path
from string import Formatter

import asnas_core
from asnas_core import errors

PAGE = (Path(__file__).parent.parent / "docs" / "errors.md").read_text("utf-8")
CODES = PAGE[PAGE.index("## Codes") :]


def test_the_table_of_codes_is_the_messages() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| `\w+Error` \| (.*) \|$", CODES, re.MULTILINE))
    expected = {}
    for code, text in errors.MESSAGES.items():
        fields = [field for _, field, _, _ in Formatter().parse(text) if field]
        expected[code] = f"{', '.join(dict.fromkeys(fields)) or '-'} | {text}"
    assert rows == expected


def test_the_class_of_each_code_is_the_one_that_is_raised() -> None:
    source = "".join(
        path.read_text("utf-8") for path in Path(asnas_core.__file__).parent.rglob("*.py")
    )
    for code, kind in re.findall(r"^\| `(\w+)` \| `(\w+Error)` \|", CODES, re.MULTILINE):
        assert issubclass(getattr(errors, kind), errors.AsNasError)
        if kind != "RecordError":
            assert re.search(rf"{kind}(?:\(|,)\s*\"{code}\"", source), (code, kind)


def test_every_call_is_listed() -> None:
    functions = [name for name in asnas_core.__all__ if name[0].islower()]
    table = PAGE[PAGE.index("## What each call can raise") : PAGE.index("## Codes")]
    assert [name for name in functions if f"`{name}`" not in table] == []

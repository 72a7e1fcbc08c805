"""The tests of the rules, tested: break the engine rule by rule, and the rule's own test fails.

Each row is one small edit of one file. The test applies it to a copy of the package and runs, from
`test_rules.py`, only the tests named after the rule.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import asnas_core
import test_rules

PACKAGE = Path(asnas_core.__file__).parent
TESTS = Path(__file__).parent


class Edit(NamedTuple):
    rules: str
    file: str
    old: str
    new: str


EDITS = [
    Edit("r1", "_cards.py", "HAND_SIZE = 5", "HAND_SIZE = 4"),
    Edit("r2", "_rules.py", "seats: int = 4", "seats: int = 3"),
    Edit("r3", "_rules.py", "deals: int = 12", "deals: int = 10"),
    Edit(
        "r4",
        "_view.py",
        'may_see = public["looked"][seat] or',
        'may_see = not public["looked"][seat] or',
    ),
    Edit("r5", "_betting.py", "if folded.count(False) == 1:", "if folded.count(False) == 0:"),
    Edit(
        "r6",
        "_match_state.py",
        "return (*settlements, settlement), added_scores(totals, settlement)",
        "return (*settlements, settlement), settlement.scores",
    ),
    Edit("r7", "_settlement.py", "if seat in winners else", "if seat not in winners else"),
    Edit("r8", "_settlement.py", "highest = max(totals)", "highest = min(totals)"),
    Edit(
        "r9",
        "_settlement.py",
        "return tuple(seat for seat, total in enumerate(totals) if total == highest)",
        "return (totals.index(highest),)",
    ),
    Edit("r10", "_rules.py", "copies: int = 4", "copies: int = 5"),
    Edit("r11", "_rules.py", "self.seats * HAND_SIZE", "self.seats * HAND_SIZE - self.seats"),
    Edit(
        "r12 r13 r14",
        "_deal.py",
        "pack[position:size:seats]",
        "pack[5 * position : 5 * position + 5]",
    ),
    Edit("r13 r14", "_deal.py", "- 1 - dealer  # the position of seat 0", "- dealer  # shifted"),
    Edit(
        "r15",
        "_deal.py",
        "return self._setup.hands",
        "return self._setup.hands[::-1] if self.actions else self._setup.hands",
    ),
    Edit("r16", "_betting.py", "+ (rules.opening_stake,)", "+ (0,)"),
    Edit(
        "r17", "_betting.py", "stakes=(0,) * (rules.seats - 1)", "stakes=(1,) * (rules.seats - 1)"
    ),
    Edit("r18", "_betting.py", "position=0,  # R18", "position=1,"),
    Edit("r19", "_betting.py", "looked=(not rules.concealed,)", "looked=(rules.concealed,)"),
    Edit("r20", "_betting.py", "Action.LOOK: not at.looked[at.position]", "Action.LOOK: True"),
    Edit(
        "r21",
        "_betting.py",
        "Action.RAISE: highest < rules.max_stake",
        "Action.RAISE: highest < rules.max_stake and at.looked[at.position]",
    ),
    Edit(
        "r22",
        "_betting.py",
        "_replaced(looked, actor, by=True), actor)",
        "_replaced(looked, actor, by=True), _next_to_act(node.rules, stakes, folded, actor))",
    ),
    Edit("r23", "_betting.py", "Action.CALL: not matched", "Action.CALL: True"),
    Edit(
        "r23",
        "_betting.py",
        "_replaced(stakes, actor, by=highest)",
        "_replaced(stakes, actor, by=1)",
    ),
    Edit("r24", "_betting.py", "Action.HOLD: matched", "Action.HOLD: True"),
    Edit(
        "r25",
        "_betting.py",
        "highest + node.rules.raise_step",
        "stakes[actor] + node.rules.raise_step",
    ),
    Edit("r26", "_betting.py", "highest < rules.max_stake", "highest <= rules.max_stake"),
    Edit(
        "r27 r45",
        "_settlement.py",
        "tuple([None if out else hand for hand, out in hands])",
        "tuple([hand for hand, out in hands])",
    ),
    Edit(
        "r28",
        "_betting.py",
        "folded = _replaced(folded, actor, by=True)",
        "folded = _replaced(folded, actor, by=True); stakes = _replaced(stakes, actor, by=0)",
    ),
    Edit("r29", "_betting.py", "(actor + step) % seats", "(actor - step) % seats"),
    Edit("r30", "_betting.py", "if not folded[position] and (", "if ("),
    Edit(
        "r31",
        "_betting.py",
        "stakes[position] < highest or opening",
        "stakes[position] == 0 or opening",
    ),
    Edit(
        "r32", "_betting.py", "stakes[position] < highest or opening", "stakes[position] < highest"
    ),
    Edit("r33", "_betting.py", "if folded.count(False) == 1:", "if folded.count(False) == 0:"),
    Edit("r34", "_hands.py", "    FULL_HOUSE = 4", "    FULL_HOUSE = 5"),
    Edit(
        "r34",
        "_hands.py",
        "        category = _CATEGORIES[",
        "        category = Category.PAIR if hand.count(Rank.COULI) == 3 else _CATEGORIES[",
    ),
    Edit(
        "r35",
        "_hands.py",
        "(1, 1, 1, 1, 1): Category.HIGH_CARD",
        "(1, 1, 1, 1, 1): Category.THREE_OF_A_KIND",
    ),
    Edit("r36", "_hands.py", "tuple(rank for _, rank in groups))", "tuple(hand))"),
    Edit(
        "r37",
        "_hands.py",
        "(count, rank) for rank, count",
        "(count, Rank(4 - rank)) for rank, count",
    ),
    Edit(
        "r38",
        "_hands.py",
        "tuple(rank for _, rank in groups))",
        "tuple(sorted((rank for _, rank in groups), reverse=True)))",
    ),
    Edit(
        "r39",
        "_hands.py",
        "tuple(rank for _, rank in groups))",
        "tuple(rank for _, rank in reversed(groups)))",
    ),
    Edit(
        "r40",
        "_settlement.py",
        "if rank.strength == best])",
        "if rank.strength == best][:1])",
    ),
    Edit("r41", "_settlement.py", "best = max(", "best = min("),
    Edit(
        "r42",
        "_settlement.py",
        "_fraction(sum(stakes), len(winners))",
        "_fraction(sum(stakes) // len(winners), 1)",
    ),
    Edit(
        "r43",
        "_settlement.py",
        "payout.numerator - stake * payout.denominator",
        "payout.numerator",
    ),
    Edit(
        "r44",
        "_settlement.py",
        "tuple(total + score for",
        "tuple(max(Fraction(0), total + score) for",
    ),
    Edit(
        "r46",
        "_match_state.py",
        "setup.contributions, number, rules)",
        "setup.contributions, 1, rules)",
    ),
    Edit(
        "r47",
        "_match_state.py",
        "(setup.first_dealer + number - 1)",
        "(setup.first_dealer - number + 1)",
    ),
    Edit(
        "r48",
        "_match_state.py",
        "len(self.settlements) == self.rules.deals",
        "len(self.settlements) == 11",
    ),
    Edit(
        "r49",
        "_match.py",
        "return start_match(seed, first_dealer",
        "return match if match.deals else start_match(seed, first_dealer",
    ),
]


def broken(edit: Edit, folder: Path) -> Path:
    """Copy the package, apply the edit, and return where the copy is."""
    shutil.copytree(PACKAGE, folder / "asnas_core")
    file = folder / "asnas_core" / edit.file
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(edit.old, edit.new), encoding="utf-8")
    return folder


def run_tests_of(rule: str, package: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests of one rule with the package found in a folder."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-cov"]
    command += ["-c", os.devnull, "--rootdir", str(package), str(TESTS / "test_rules.py")]
    return subprocess.run(
        [*command, "-k", f"test_{rule}"],
        env=os.environ | {"PYTHONPATH": f"{package}{os.pathsep}{TESTS}"},
        cwd=package,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_rule_has_a_test_and_an_edit_that_breaks_it() -> None:
    tested = set(re.findall(r"def test_(r\d+)_", Path(test_rules.__file__).read_text("utf-8")))
    rules = {f"r{number}" for number in range(1, 50)}
    assert tested == rules
    assert {rule for edit in EDITS for rule in edit.rules.split()} == rules


def test_every_edit_finds_its_place() -> None:
    for edit in EDITS:
        assert (PACKAGE / edit.file).read_text("utf-8").count(edit.old) == 1, edit


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edit", "rule"),
    [
        pytest.param(edit, rule, id=f"{rule}-{number}")
        for number, edit in enumerate(EDITS)
        for rule in edit.rules.split()
    ],
)
def test_breaking_a_rule_makes_its_own_test_fail(edit: Edit, rule: str, tmp_path: Path) -> None:
    result = run_tests_of(f"{rule}_", broken(edit, tmp_path))
    assert result.returncode == 1, result.stdout  # 1: tests ran, and some failed
    assert "failed" in result.stdout


@pytest.mark.slow
def test_without_an_edit_the_same_tests_pass(tmp_path: Path) -> None:
    unbroken = broken(Edit("", "_rules.py", "deals: int = 12", "deals: int = 12"), tmp_path)
    assert run_tests_of("r", unbroken).returncode == 0

"""The terminal program: what a user types, sees and gets back.

``python tests/test_terminal.py`` writes the goldens again; look at the difference before you keep
it.
"""

import errno
import io
import json
import os
import random
import re
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Callable
from fractions import Fraction
from importlib import metadata
from pathlib import Path
from typing import Any, NoReturn, TextIO

import attrs
import pytest

from asnas_core import (
    DEFAULT_RULES,
    SPECTATOR,
    Action,
    MatchState,
    MatchView,
    Rank,
    Rules,
    commitment,
    deal,
    from_json,
    parse_hand,
    play,
    replay,
    shuffled_pack,
    start_match,
    to_json,
    view_deal,
    view_match,
)
from asnas_core._terminal import coaching, command_line, files, narration, screen, watching, words
from asnas_core._terminal.command_line import main
from asnas_core._terminal.guide import guide
from asnas_core._terminal.playing import play_match
from asnas_core._terminal.screen import Ink, coloured, plain
from asnas_core._terminal.table import Table
from asnas_core._terminal.watching import watch_match
from asnas_core.locales import points
from asnas_core.odds import showdown_odds
from asnas_core.players import LEVELS, ReviewedDecision
from asnas_core.players import play_match as play_with
from asnas_core.players.equilibrium import advise
from playing import cards, pack_text

GOLDENS = Path(__file__).parent / "goldens" / "terminal"
LONG_SEED = "a seed that is long enough"
COMMITMENT = commitment(LONG_SEED)
HANDS = ("AASBC", "SSBZC", "ASBZC", "ACBZZ")
KEYS = "l\nc\nh\n\n" * 200
"""At any question one of these is an answer, so they play a match to its end."""

ANSI = re.compile(r"\x1b\[[0-9;]*m")


class Keys(io.StringIO):
    """Keys of a person; Ctrl-C comes where the keys say so."""

    is_terminal = False

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # as StringIO's
        line = super().readline(size or -1)
        if line == "^C\n":
            raise KeyboardInterrupt
        return line

    def isatty(self) -> bool:
        return self.is_terminal


class Terminal(io.StringIO):
    """An output that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _no_colour_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


def voice_for(view: MatchView, language: str = "en") -> words.Voice:
    """Return how the terminal tells of a table to whom a view is for."""
    return Table(
        command="watch", language=language, levels={}, keys=Keys(), out=io.StringIO(), paint=plain
    ).voice(view)


ENGLISH = voice_for(view_match(start_match(7), SPECTATOR))


def run(
    *arguments: object, keys: str = "", out: io.StringIO | None = None, keyboard: bool = False
) -> tuple[int, str]:
    """Run a command in this process; return its exit code and its output."""
    stream, stdin = out or io.StringIO(), Keys(keys)
    stdin.is_terminal = keyboard
    try:
        code = main(list(map(str, arguments)), stdin=stdin, stdout=stream)
    except SystemExit as leaving:
        code = int(leaving.code or 0)
    return code, stream.getvalue()


def watched(*arguments: object) -> str:
    code, text = run("watch", *arguments)
    assert code == 0
    return text


def played(keys: str, *arguments: object, keyboard: bool = False) -> str:
    code, text = run("play", *arguments, keys=keys, keyboard=keyboard)
    assert code == 0
    return text


def play_at_table(match: MatchState, keys: str = KEYS) -> str:
    """Let a person with these keys play a match that has any rules and any packs."""
    seats = match.rules.seats
    out = io.StringIO()
    table = Table(
        command="play",
        levels=dict.fromkeys(range(1, seats), "random"),
        keys=Keys(keys),
        out=out,
        paint=plain,
    )
    assert play_match(match, table) == 0
    return out.getvalue()


def watch_at_table(match: MatchState) -> str:
    seats = match.rules.seats
    out = io.StringIO()
    table = Table(
        command="watch",
        levels=dict.fromkeys(range(seats), "random"),
        keys=Keys(),
        out=out,
        paint=plain,
    )
    assert watch_match(match, table) == 0
    return out.getvalue()


def loaded(path: Path) -> MatchState:
    match = from_json(path.read_text())
    assert isinstance(match, MatchState)
    return match


def assert_fits(text: str) -> None:
    assert [line for line in text.splitlines() if len(line) > 80] == []
    assert text.isascii()


# Watching


def test_watch_tells_the_same_for_the_same_seed_and_another_match_for_another() -> None:
    assert watched("--seed", "lion") == watched("--seed", "lion")
    assert watched("--seed", "lion") != watched("--seed", "lioness")


def test_watch_plays_twelve_deals_and_names_a_winner() -> None:
    text = watched("--seed", "lion")
    assert re.findall(r"^Deal (\d+) of 12 ", text, re.MULTILINE) == [str(n) for n in range(1, 13)]
    assert re.search(r"^Match over after 12 deals$", text, re.MULTILINE)
    assert re.search(r"the match\.$", text)


def test_watch_without_a_seed_tells_how_to_repeat_the_match() -> None:
    text = watched("--deals", "2")
    found = re.search(r"watch --seed ([0-9a-f]{32}) --deals 2\n", text)
    assert found
    again = watched("--seed", found[1], "--deals", "2")
    assert f"Commitment: {commitment(found[1])}\n" in again
    start = text.index("\nDeal 1")
    assert again.endswith(text[start:])
    assert again.startswith(text[: text.index("The same match again")])


def test_watch_of_the_usual_number_of_deals_is_repeated_without_saying_it() -> None:
    assert re.search(r"watch --seed [0-9a-f]{32}\n", watched())


def test_a_seed_that_could_be_guessed_has_no_commitment() -> None:
    assert "Commitment" not in watched("--seed", "7")
    assert f"Commitment: {COMMITMENT}\n" in watched("--seed", LONG_SEED)


def test_watch_tells_what_a_spectator_sees_and_nothing_else(tmp_path: Path) -> None:
    text = watched("--seed", "lion", "--save", tmp_path / "match.json")
    match = loaded(tmp_path / "match.json")
    shown = re.findall(r"^    Seat (\d)  ([ASBZC ]{9})  ", text, re.MULTILINE)
    revealed = [
        (str(seat), ENGLISH.cards(hand))
        for settlement in match.settlements
        for seat, hand in enumerate(settlement.revealed)
        if hand is not None
    ]
    assert sorted(shown) == sorted(revealed)


def test_watch_shows_every_settlement(tmp_path: Path) -> None:
    text = watched("--seed", "lion", "--save", tmp_path / "match.json")
    scores = [
        re.split(r" {2,}", line)[2:] for line in re.findall(r"^  Score.*$", text, re.MULTILINE)
    ]
    match = loaded(tmp_path / "match.json")
    assert scores == [
        [points(score, signed=True) for score in settlement.scores]
        for settlement in match.settlements
    ]


def test_computer_players_decide_the_same_wherever_a_match_is_taken_up(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.json", tmp_path / "broken.json"
    text = watched("--seed", LONG_SEED, "--deals", 2, "--save", whole)
    for state in replay(loaded(whole)):
        broken.write_text(to_json(state))
        rest = watched("--resume", broken, "--save", broken)
        assert broken.read_bytes() == whole.read_bytes()
        assert rest[rest.index("\nDeal ") : rest.index("Saved to")] in text


def test_resuming_can_keep_the_first_file_as_it_is(tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    first.write_text(to_json(start_match("lion")))
    before = first.read_bytes()
    watched("--resume", first, "--save", second)
    assert first.read_bytes() == before
    assert loaded(second).is_over


def test_a_resumed_match_tells_the_totals_so_far(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    played("f\n\n", "--seed", LONG_SEED, "--save", path)
    text = played("", "--resume", path)
    assert re.search(r"^Going on in deal 2 of 12\. Totals so far: You .*\.$", text, re.MULTILINE)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(seats=2, deals=3),
        Rules(seats=5, copies=5, max_stake=9, raise_step=2, deals=12),
        Rules(concealed=False, deals=3),
        Rules(seats=3, max_stake=1, free_fold=False, deals=3),
    ],
)
def test_other_rules_can_be_watched_and_played(rules: Rules) -> None:
    for text in (
        watch_at_table(start_match(7, rules=rules)),
        play_at_table(start_match(7, rules=rules)),
    ):
        assert f"Match over after {rules.deals} deals" in text
        assert_fits(text)
        if not rules.concealed:
            assert ", blind" not in text
            assert "look" not in text


# Playing


@pytest.mark.parametrize("seed", range(4))
def test_a_person_can_play_a_whole_match_with_piped_keys(seed: int) -> None:
    text = played(KEYS, "--seed", seed)
    assert "Match over after 12 deals" in text
    assert_fits(text)


def test_letters_words_and_capitals_are_the_same_answers(tmp_path: Path) -> None:
    records = []
    for keys in ("l\nr\n" + KEYS, "look\nraise\n" + KEYS, " LOOK \nRaise\n" + KEYS):
        played(keys, "--seed", 7, "--save", tmp_path / "match.json")
        records.append((tmp_path / "match.json").read_text())
    assert len(set(records)) == 1


@pytest.mark.parametrize("word", ["", "n", "next", "NEXT"])
def test_the_next_deal_comes_at_a_key(word: str) -> None:
    assert "\nDeal 2 of 12 " in played(f"f\n{word}\n", "--seed", 7)


def test_a_wrong_answer_says_what_is_legal() -> None:
    text = played("x\n\nh\nl\nl\n", "--seed", 2, "--level", "novice", keyboard=True)
    legal = "You may look, call, raise or fold.\n"
    assert f'"x" is not an action. {legal}' in text
    assert f"Type an action or its first letter. {legal}" in text
    assert "You have seen your cards already. You may call, raise or fold.\n" in text
    assert f"You cannot hold: your stake is too low. {legal}" in text


def test_a_reason_is_given_for_every_action_that_is_not_legal() -> None:
    # Seat 0 deals, all others call: its stake is matched.
    rules = Rules(free_fold=False, max_stake=1)
    match = start_match(7, rules=rules)
    for _ in range(3):
        match = play(match, Action.CALL)
    text = play_at_table(match, "c\nf\nr\n")
    assert "There is nothing to call: your stake is the highest already." in text
    assert "At this table you cannot fold while your stake is the highest." in text
    assert "You cannot raise: the highest stake is at its limit. You may look or hold." in text


def test_a_wrong_answer_is_shown_in_a_form_that_any_terminal_can_show() -> None:
    text = played("\x1b[31m\u0622\u0633" + "x" * 100 + "\n", "--seed", 7)
    assert '"\u2068\\x1b[31m\u0622\u0633...\u2069" is not an action.' in text
    assert all(letter.isprintable() for letter in text if letter not in "\n\u2068\u2069")


def test_between_deals_an_action_is_answered_with_what_to_press() -> None:
    text = played("f\nf\n\n", "--seed", 7, keyboard=True)
    assert '"f" does nothing between deals: press Enter, or q to quit.' in text
    assert "\nDeal 2 of 12 " in text


@pytest.mark.parametrize("between", ["", "\n", "\n\nnext\n", "n\n"])
def test_piped_keys_need_not_know_where_a_deal_ends(between: str) -> None:
    text = played(f"f\n{between}" * 12, "--seed", 7)
    assert "Match over after 12 deals" in text
    assert "Enter for the next deal" not in text


@pytest.mark.parametrize("word", ["?", "\u061f", "help"])
def test_the_rules_are_explained_at_any_question(word: str) -> None:
    text = played(f"{word}\nf\n{word}\n", "--seed", 7)
    explained = "\n".join(guide(DEFAULT_RULES, ENGLISH))
    assert text.count(explained) == 2


def test_the_guide_fits_on_a_screen_and_tells_the_rules_of_the_table() -> None:
    usual = list(guide(DEFAULT_RULES, ENGLISH))
    assert len(usual) <= 22
    other = "\n".join(guide(Rules(copies=5, concealed=False, max_stake=1, deals=1), ENGLISH))
    assert_fits("\n".join([*usual, other]))
    assert "five of a kind" not in "\n".join(usual)
    assert "five of a kind (panj-sar)  A A A A A" in other
    assert "look" not in other
    assert "raise  " not in other
    assert "The highest total after 1 deal wins." in " ".join(other.split())


@pytest.mark.parametrize("keys", ["", "l\n", "l\nq\n", "l\nquit", "l"])
def test_leaving_gives_the_standing_and_saves_the_match(keys: str, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    text = played(keys, "--seed", LONG_SEED, "--save", path, "--level", "novice")
    assert "\nStanding after 0 of 12 deals\n" in text
    assert f"play --resume {path} --level novice\n" in text
    looked = view_deal(loaded(path).deal, 0).looked[0]
    assert looked == keys.startswith("l")


def test_ctrl_c_leaves_as_cleanly(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    code, text = run("play", "--seed", LONG_SEED, "--save", path, keys="f\n\nl\n^C\n")
    assert code == 130
    assert "\nStanding after 1 of 12 deals\n" in text
    assert loaded(path).deal.actions[-1] is Action.LOOK


def test_ctrl_c_between_deals_leaves_a_match_that_goes_on_there(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    keys = "f\n^C\n"
    assert run("play", "--seed", 7, "--save", path, keys=keys, keyboard=True)[0] == 130
    assert loaded(path).deal.is_over
    assert "\nDeal 2 of 12 " in played("\n", "--resume", path)


def test_nothing_is_saved_unless_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = played("f\n", "--seed", 7) + watched("--seed", 7)
    assert list(tmp_path.iterdir()) == []
    assert "Saved" not in text


@pytest.mark.parametrize("cut", [0, 1, 2, 3, 7, 18, 41])
def test_a_match_left_and_taken_up_again_ends_as_it_would_have(cut: int, tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.json", tmp_path / "broken.json"
    keys = KEYS.splitlines(keepends=True)
    played("".join(keys), "--seed", LONG_SEED, "--save", whole)
    played("".join(keys[:cut]), "--seed", LONG_SEED, "--save", broken)
    assert not loaded(broken).is_over
    played("".join(keys[cut:]), "--resume", broken)
    assert broken.read_bytes() == whole.read_bytes()


def test_a_match_that_is_over_is_shown_again(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    watched("--seed", 7, "--deals", 2, "--save", path)
    before = path.read_bytes()
    for text in (watched("--resume", path), played("", "--resume", path)):
        assert "Match over after 2 deals" in text
        assert path.read_bytes() == before


def test_the_seed_of_a_played_match_is_told_when_nobody_can_go_on_with_it(tmp_path: Path) -> None:
    text = played(KEYS)
    seed = re.search(r"play --seed ([0-9a-f]{32})\n$", text)
    assert seed
    assert f"Commitment: {commitment(seed[1])}\n" in text
    assert text.count(seed[1]) == 1
    left = played("f\n\n")
    assert re.search(r"play --seed [0-9a-f]{32}\nThis match is not saved; --save FILE keeps", left)
    assert "--seed" not in played("f\n\n", "--save", tmp_path / "match.json")


def test_a_file_shows_what_was_typed_and_a_terminal_does_so_itself() -> None:
    class TypedKeys(Keys):
        is_terminal = True

    out = io.StringIO()
    assert (
        main(["play", "--seed", "7", "--level", "novice"], stdin=TypedKeys("f\n"), stdout=out) == 0
    )
    assert "[f]old, [?] rules >   You fold" in out.getvalue()
    assert "[f]old, [?] rules > f\n" in played("f\n", "--seed", 7, "--level", "novice")


# Secrecy


def exchanged(pack: tuple[Rank, ...], dealer: int) -> tuple[Rank, ...]:
    """Give the hands of seats 1, 2 and 3 to seats 2, 3 and 1; seat 0 keeps its own."""
    before = {1: 3, 2: 1, 3: 2}
    seats = [(dealer + 1 + place) % 4 for place in range(20)]
    return tuple(
        pack[seats.index(before.get(seat, seat)) + 4 * (place // 4)]
        for place, seat in enumerate(seats)
    )


def packs_of(seed: int) -> list[tuple[Rank, ...]]:
    return [shuffled_pack(seed, deal_number=number) for number in range(1, 13)]


def test_exchanged_packs_differ_in_hidden_cards_only() -> None:
    pack = shuffled_pack(7)
    for dealer in range(4):
        one, other = deal(pack, dealer=dealer), deal(exchanged(pack, dealer), dealer=dealer)
        assert one.hands[0] == other.hands[0]
        assert one.hands[1:] == (*other.hands[2:], other.hands[1])


@pytest.mark.parametrize("keys", [KEYS, "r\nr\nr\nc\nh\n\n" * 100, "f\n\n" * 12])
def test_hidden_cards_change_nothing_before_a_showdown(keys: str) -> None:
    for seed in range(4):
        packs = packs_of(seed)
        others = [exchanged(pack, number % 4) for number, pack in enumerate(packs)]
        one, other = (play_at_table(start_match(packs=given), keys) for given in (packs, others))
        assert one != other
        assert one[: one.index("Showdown")] == other[: other.index("Showdown")]


@pytest.mark.parametrize("keys", ["r\nr\nr\nc\nh\n\n" * 100, "f\n\n" * 12])
def test_hidden_cards_that_no_showdown_reveals_change_nothing_at_all(keys: str) -> None:
    exchanges = 0
    for seed in range(4):
        packs = packs_of(seed)
        text = play_at_table(start_match(packs=packs), keys)
        seen = ["Showdown" in part for part in text.split("\nDeal ")[1:]]
        exchanges += seen.count(False)
        others = [
            pack if seen[number] else exchanged(pack, number % 4)
            for number, pack in enumerate(packs)
        ]
        assert play_at_table(start_match(packs=others), keys) == text
    assert exchanges > 3


def test_a_blind_person_is_not_shown_its_own_cards() -> None:
    # It folds at once, so that nobody ever sees its cards; the guide, which has hands, stays shut.
    hand = "[ASBZC]( [ASBZC]){4}"
    for seed in range(4):
        deals = play_at_table(start_match(seed), "f\n\n" * 12).split("\nDeal ")[1:]
        for text in deals:
            shown = [line for line in text.splitlines() if re.search(hand, line)]
            assert [line for line in shown if not line.startswith("    Seat ")] == []
            assert "Showdown" in text or not shown


# Verifying


@pytest.fixture(name="record")
def _record(tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    watched("--seed", LONG_SEED, "--deals", 3, "--save", path)
    return path


def spoil(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    record = json.loads(path.read_text())
    change(record)
    path.write_text(json.dumps(record))


def verified(path: object, *options: object) -> tuple[int, str]:
    code, text = run("verify", path, "--commitment", COMMITMENT, *options)
    assert_fits(text)
    assert re.search(r"\n(VERIFIED|REFUSED|VERIFIED, except for the contributions)\n$", text)
    return code, " ".join(text.split())


def test_a_saved_match_is_verified_against_its_commitment(record: Path) -> None:
    code, text = verified(record)
    assert code == 0
    match = loaded(record)
    assert f"3 deals and {match.move_number} actions, every one of them legal" in text
    assert "Match over after 3 deals" in text
    for seat, total in enumerate(match.totals):
        assert f"Seat {seat} {points(total, signed=True)} " in text


def test_a_match_that_was_left_is_verified_as_far_as_it_went(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    played("f\n\n", "--seed", LONG_SEED, "--save", path)
    code, text = verified(path)
    assert code == 0
    assert "Standing after 1 of 12 deals" in text


def test_another_commitment_is_refused(record: Path) -> None:
    other = commitment("another seed, as long")
    code, text = run("verify", record, "--commitment", other.upper())
    assert code == 1
    assert "FAIL  commitment     the seed is not the one that was committed to\n" in text
    assert text.endswith("\nREFUSED\n")


def test_an_impossible_action_is_refused_with_its_place(record: Path) -> None:
    spoil(record, lambda data: data["actions"][1].insert(0, "hold"))
    code, text = verified(record)
    assert code == 1
    assert "at '/actions/1/0': seat 2 cannot hold here; it may look, call, raise, fold" in text


def test_packs_that_do_not_follow_from_the_seed_are_refused(record: Path) -> None:
    spoil(record, lambda data: data["packs"].reverse())
    code, text = verified(record)
    assert code == 1
    assert "at '/packs/0': this does not follow from the rest of the record" in text


def test_contributions_are_checked_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    match = start_match(LONG_SEED, contributions=[b"one", b"two"])
    path.write_text(to_json(match))
    one, two, other = (("--contribution", part.hex()) for part in (b"one", b"two", b"three"))
    code, text = verified(path, *one, *two)
    assert code == 0
    assert "ok contributions 2 contributions, as given" in text
    wrong_number, wrong_ones = "the record has 2 contributions, not", "the record has others, or"
    for given, finding in (
        (one, wrong_number),
        ((*one, *one, *two), wrong_number),
        ((*two, *one), wrong_ones),
        ((*one, *other), wrong_ones),
    ):
        code, text = verified(path, *given)
        assert code == 1
        assert f"FAIL contributions {finding}" in text
        assert "Standing" not in text
    code, text = verified(path)
    assert code == 0
    assert "note contributions the record has 2 contributions; none given to compare" in text
    assert text.endswith(" VERIFIED, except for the contributions")


def test_contributions_that_nobody_recorded_are_missed(record: Path) -> None:
    code, text = verified(record, "--contribution", "00")
    assert code == 1
    assert "FAIL contributions the record has 0 contributions, not 1" in text


def test_a_seed_too_short_to_commit_to_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    watched("--seed", 7, "--save", path)
    code, text = verified(path)
    assert code == 1
    assert "FAIL commitment the seed is too short to commit to: it could be guessed" in text


def test_given_packs_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(to_json(start_match(packs=packs_of(7))))
    code, text = verified(path)
    assert code == 1
    assert "FAIL packs they were given, not shuffled from a seed" in text


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the text is not JSON (line 1, column 1)"),
        (b"\xff\xfe\x00", "the file is not text"),
        (b"[]", "at '': expected an object, not a list"),
        (b"{}", "at '/format': this key is missing"),
        (b" " * 4_000_001, "a record has at most 4000000 characters"),
        (to_json(deal(shuffled_pack(7))).encode(), "at '/format': expected asnas-core/match"),
        (
            to_json(view_deal(deal(shuffled_pack(7)), 0)).encode(),
            "at '/format': expected asnas-core/match",
        ),
        (
            to_json(view_match(start_match(7), SPECTATOR)).encode(),
            "at '/format': expected asnas-core/match",
        ),
    ],
)
def test_a_file_that_holds_no_match_is_refused(
    content: bytes, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(content)
    code, text = verified(path)
    assert code == 1
    assert f"FAIL record {reason}" in text
    assert run("watch", "--resume", path) == (1, "")
    assert reason in capsys.readouterr().err


# Files


def test_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path, reason in ((tmp_path / "none", "No such file or directory"), (tmp_path, "Is a dir")):
        for command in (["verify", path, "--commitment", COMMITMENT], ["play", "--resume", path]):
            assert run(*command) == (2, "")
            error = capsys.readouterr().err
            assert f"{command[0]}: cannot read {path}: {reason}" in error
            assert error.count("\n") == 1


def test_a_place_where_nothing_can_be_saved_is_told_before_the_first_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path, reason in (
        (tmp_path / "none" / "match.json", "No such file or directory"),
        (tmp_path, "it is not an ordinary file"),
        (Path(os.devnull), "it is not an ordinary file"),
        (tmp_path / ("n" * 300), "File name too long"),
        (tmp_path / "n\0", "embedded null byte"),
    ):
        for command in "watch", "play":
            code, text = run(command, "--seed", 7, "--save", path)
            assert code == 2
            assert text == ""
            name = str(path) if str(path).isprintable() else ascii(str(path))
            assert f"{command}: cannot save to {name}: {reason}\n" in capsys.readouterr().err


def test_saving_replaces_the_file_as_a_whole_or_leaves_it_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.json"
    files.save_match(path, start_match(7))
    before = path.read_bytes()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.save_match(path, start_match(8))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_to_a_record_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "match.json", tmp_path / "link.json"
    link.symlink_to(path)
    files.save_match(link, start_match(7))
    assert link.is_symlink()
    assert loaded(path) == start_match(7)


def test_nobody_else_can_read_a_record(tmp_path: Path) -> None:
    files.save_match(tmp_path / "match.json", start_match(7))
    assert (tmp_path / "match.json").stat().st_mode & 0o077 == 0


# The command line


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["watch", "--deals", "0"], "watch: deals must be from 1 to 1000, not 0"),
        (["play", "--deals", "1001"], "play: deals must be from 1 to 1000, not 1001"),
        (["play", "--deals", "few"], "play: argument --deals: invalid int value: 'few'"),
        (["watch", "--seed", "\udcff"], "watch: a seed given as text must be valid Unicode"),
        (["watch", "--resume", "x", "--seed", "7"], "--resume takes the seed and the deals"),
        (["watch", "--resume", "x", "--deals", "7"], "--resume takes the seed and the deals"),
        (["verify", "x"], "verify: the following arguments are required: --commitment"),
        (["verify", "x", "--commitment", "ab"], "a commitment has 64 hexadecimal digits"),
        (["verify", "x", "--commitment", "no"], "--commitment: this is not hexadecimal"),
        (
            ["verify", "x", "--commitment", COMMITMENT, "--contribution", "one"],
            "--contribution: this is not hexadecimal",
        ),
        (["deal"], "invalid choice: 'deal'"),
    ],
)
def test_a_wrong_command_line_is_answered_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == (2, "")
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_without_a_command_the_three_are_named() -> None:
    code, text = run()
    assert code == 2
    assert all(f"\n    {command} " in text for command in ("watch", "play", "verify"))


@pytest.mark.parametrize("command", [[], ["watch"], ["play"], ["verify"]])
def test_help_fits_any_terminal(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    wide = run(*command, "--help")
    monkeypatch.setenv("COLUMNS", "40")
    assert run(*command, "--help") == wide
    assert wide[0] == 0
    assert_fits(wide[1])


def test_the_help_says_that_a_record_uncovers_hands() -> None:
    for command in "watch", "play":
        assert "it holds every hand" in " ".join(run(command, "--help")[1].split())


def test_the_version_is_told() -> None:
    code, text = run("--version")
    assert code == 0
    assert re.fullmatch(r"asnas-core (\d\S*|\(not installed\))\n", text)


# The screen


def test_colour_repeats_what_the_text_says(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [watched("--seed", 7), played("?\n" + KEYS, "--seed", 7)]
    monkeypatch.setenv("FORCE_COLOR", "1")
    for text, painted in zip(
        texts, [watched("--seed", 7), played("?\n" + KEYS, "--seed", 7)], strict=True
    ):
        assert "\x1b" not in text
        assert "\x1b" in painted
        assert ANSI.sub("", painted) == text


def test_a_report_can_be_coloured(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("verify", record, "--commitment", COMMITMENT)
    text = run(*arguments)[1]
    monkeypatch.setenv("FORCE_COLOR", "1")
    painted = run(*arguments)[1]
    assert "\x1b" in painted
    assert ANSI.sub("", painted) == text


@pytest.mark.parametrize(
    ("settings", "on_terminal", "in_pipe"),
    [
        ({}, True, False),
        ({"TERM": "xterm"}, True, False),
        ({"TERM": "dumb"}, False, False),
        ({"NO_COLOR": "1"}, False, False),
        ({"NO_COLOR": ""}, True, False),
        ({"FORCE_COLOR": "1"}, True, True),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, True, True),
        ({"FORCE_COLOR": ""}, True, False),
        ({"FORCE_COLOR": "0"}, True, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
    ],
)
def test_colour_follows_the_terminal_and_the_environment(
    settings: dict[str, str], *, on_terminal: bool, in_pipe: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    for out, is_coloured in ((Terminal(), on_terminal), (io.StringIO(), in_pipe)):
        assert ("\x1b" in run("watch", "--seed", 7, out=out)[1]) == is_coloured


def test_an_old_windows_console_gets_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert screen.paint_for(Terminal(), {}) is plain
    assert screen.paint_for(Terminal(), {"WT_SESSION": "1"}) is coloured


def test_every_rank_has_a_colour_and_a_letter() -> None:
    for rank in Rank:
        assert attrs.evolve(ENGLISH, paint=coloured).cards((rank,) * 5) == " ".join(
            [coloured(rank.code, Ink[rank.name])] * 5
        )


# Words


@pytest.mark.parametrize(
    ("amount", "text", "with_sign"),
    [
        (Fraction(0), "0", "0"),
        (Fraction(4), "4", "+4"),
        (Fraction(-4), "-4", "-4"),
        (Fraction(1, 3), "1/3", "+1/3"),
        (Fraction(-1, 3), "-1/3", "-1/3"),
        (Fraction(7, 3), "2 1/3", "+2 1/3"),
        (Fraction(-7, 3), "-2 1/3", "-2 1/3"),
    ],
)
def test_points_are_whole_and_part(amount: Fraction, text: str, with_sign: str) -> None:
    assert points(amount) == text
    assert points(amount, signed=True) == with_sign


@pytest.mark.parametrize(
    ("letters", "text"),
    [
        ("AAAAA", "A A A A A  five of a kind, As"),
        ("ASAAA", "A A A A S  four of a kind, As"),
        ("ZCCZC", "C C C Z Z  full house, Couli over Sarbaz"),
        ("BASBB", "B B B A S  three of a kind, Bibi"),
        ("ZACAC", "A A C C Z  two pairs, As and Couli"),
        ("CBACS", "C C A S B  pair of Couli"),
        ("CZBSA", "A S B Z C  high card"),
    ],
)
def test_a_hand_is_shown_as_it_is_compared(letters: str, text: str) -> None:
    assert ENGLISH.shown_hand(parse_hand(letters)) == text


def told(match: MatchState, person: int | None = None) -> str:
    view = view_match(match, SPECTATOR if person is None else person)
    voice = voice_for(view)
    lines = [*narration.deal_ending(view, voice), *narration.standing(view, voice)]
    return "\n".join(lines)


def test_a_shared_pot_is_told_with_fractions() -> None:
    # Every seat holds one card of each rank.
    pack = tuple(rank for rank in Rank for _ in range(4))
    match = start_match(packs=[pack], rules=Rules(deals=1))
    for code in "crccf":
        match = play(match, next(action for action in Action if action.code == code.upper()))
    text = told(match)
    assert "  Showdown: Seat 0, Seat 2 and Seat 3 share the pot of 7, 2 1/3 each\n" in text
    assert re.search(r"^  Score +\+1/3 +-1 +\+1/3 +\+1/3$", text, re.MULTILINE)
    places = re.findall(r"^  (\d)\. (Seat \d) +(\S+)$", text, re.MULTILINE)
    assert places == [
        ("1", "Seat 0", "+1/3"),
        ("1", "Seat 2", "+1/3"),
        ("1", "Seat 3", "+1/3"),
        ("4", "Seat 1", "-1"),
    ]
    assert text.endswith("\nSeat 0, Seat 2 and Seat 3 share the match.")
    assert "You, Seat 2 and Seat 3 share the pot" in told(match, person=0)


def test_the_last_one_left_wins_unseen() -> None:
    match = start_match(7, rules=Rules(deals=1))
    for _ in range(3):
        match = play(match, Action.FOLD)
    assert "  All others have folded: Seat 0 wins the pot of 1, unseen\n" in told(match)
    assert "  All others have folded: you win the pot of 1, unseen\n" in told(match, person=0)


def test_what_was_told_is_not_told_again() -> None:
    match = start_match(7)
    for action in (Action.LOOK, Action.RAISE, Action.LOOK):
        match = play(match, action)
    voice, view = voice_for(view_match(match, SPECTATOR)), view_match(match, SPECTATOR).deal
    lines = [line[:30].rstrip() for line in narration.deal_actions(view, voice)]
    assert lines == ["  Seat 1 looks and raises to 2", "  Seat 2 looks"]
    assert [line[:30].rstrip() for line in narration.deal_actions(view, voice, 1)] == [
        "  Seat 1 raises to 2",
        "  Seat 2 looks",
    ]
    assert list(narration.deal_actions(view, voice, 3)) == []


def test_the_global_generator_is_left_alone() -> None:
    state = random.getstate()
    watched("--seed", 7)
    assert random.getstate() == state


# Levels and the coach


def test_the_levels_are_told_and_play() -> None:
    text = watched("--seed", 7, "--opponents", "novice,master,bold,random")
    assert "\nLevels: Seat 0 novice, Seat 1 master, Seat 2 bold, Seat 3 random\n" in text
    players = {
        seat: LEVELS[name] for seat, name in enumerate(("novice", "master", "bold", "random"))
    }
    view = view_match(play_with(start_match(7), players), SPECTATOR)
    assert [*narration.standing(view, voice_for(view))][-5:] == text.splitlines()[-5:]
    assert "\nLevels: Seat 0 bold, Seat 1 bold," in watched("--seed", 7, "--level", "bold")
    assert "\nLevels: Seat 1 novice, Seat 2 cautious, Seat 3 bold\n" in played("q\n", "--seed", 7)


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        (["--level", "genius"], "invalid choice: 'genius'"),
        (
            ["--opponents", "bold,genius,bold"],
            "a level is random, novice, cautious, bold or master",
        ),
        (["--opponents", "bold"], "--opponents takes 3 levels at this table"),
        (["--opponents", "bold,bold,bold,bold"], "--opponents takes 3 levels at this table"),
        (["--opponents", "bold,bold,bold", "--level", "bold"], "not allowed with argument"),
    ],
)
def test_levels_that_there_are_not_are_refused(
    options: list[str], answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("play", "--seed", 7, *options)[0] == 2
    assert answer in capsys.readouterr().err


def test_what_a_saved_match_does_not_hold_is_said_again(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    options = ["--opponents", "novice,bold,master", "--coach"]
    text = played("q\n", "--seed", 7, "--save", path, *options)
    assert f"play --resume {path} --opponents novice,bold,master --coach\n" in text
    again = played("q\n", "--resume", path, *options)
    assert "\nLevels: Seat 1 novice, Seat 2 bold, Seat 3 master\n" in again


COACHED = "a\nl\na\nc\na\nh\n\n" * 200


@pytest.mark.parametrize(
    ("level", "deals"),
    [("master", 3), ("novice", 2), pytest.param("master", 12, marks=pytest.mark.slow)],
)
def test_a_coached_match_is_played_to_its_end_and_looked_back_at(level: str, deals: int) -> None:
    options = ("--seed", 7, "--deals", deals, "--level", level, "--coach")
    code, text = run("play", *options, keys=COACHED)
    assert code == 0
    assert f"\nMatch over after {deals} deals\n" in text
    assert "[a]dvice" in text
    assert "\n  At a showdown against " in text
    assert "\n           how often    worth\n" in text
    back = text.partition("\nLooking back, by the solution of the game\n")[2]
    assert re.match(r"  You gave up \d+\.\d\d points in \d+ decisions\.\n", back)
    assert 1 <= back.count("\n  Deal ") <= 5
    assert_fits(text)


def test_advice_is_that_of_the_solution_and_shows_no_other_hand() -> None:
    match = start_match(7)
    for action in (Action.CALL, Action.CALL, Action.CALL, Action.LOOK):
        match = play(match, action)
    view = view_deal(match.deal, 0)
    lines = [*coaching.advice(view, ENGLISH)]
    odds = showdown_odds(view)
    assert lines[0].startswith(
        f"  At a showdown against 3 random hands: {float(odds.win):.0%} to win"
    )
    for option, line in zip(advise(view), lines[2:], strict=False):
        name, probability, worth = line.split()
        assert (name, probability) == (option.action.value, f"{option.probability:.0%}")
        assert worth == "?" if option.value is None else float(worth) == round(option.value, 2)


def test_a_coach_without_a_solution_gives_the_odds() -> None:
    rules = Rules(seats=3, max_stake=3, free_fold=False)
    match = play(start_match(7, rules=rules), Action.LOOK)
    view = view_deal(match.deal, 1)
    first, second = coaching.advice(view, ENGLISH)
    assert "At a showdown against 2 random hands" in first
    assert second == "  There is no solution of the game by these rules to advise from."
    back = [*coaching.look_back(match, 1, ENGLISH)]
    assert back[-1] == "  There is none by these rules."


def test_the_look_back_names_what_was_worth_more() -> None:
    match = start_match(packs=[cards(pack_text(HANDS))], rules=Rules(deals=1))
    for letter in "clclfr":
        match = play(match, next(action for action in Action if action.value[0] == letter))
    told = {seat: "\n".join(coaching.look_back(match, seat, ENGLISH)) for seat in range(4)}
    assert "  Deal 1, blind: you called (1 more); to look was worth 0.33 more." in told[1]
    assert "Deal 1, with A S B Z C: you called (1 more); to raise was worth 0.99 more." in told[2]
    assert "Deal 1, blind: you raised to 2; to look was worth" in told[0]


def test_where_the_solution_never_gets_to_nothing_is_given_up() -> None:
    unknown = ReviewedDecision(
        deal_number=1,
        view=view_deal(start_match(7).deal, 1),
        action=Action.LOOK,
        advice=(),
        given_up=None,
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coaching, "review", lambda *_: (unknown,))
        back = [*coaching.look_back(start_match(7), 1, ENGLISH)]
    assert back[2:] == [
        "  You gave up 0.00 points in 0 decisions.",
        "  (1 other came where the solution never gets to.)",
    ]


def test_between_deals_there_is_nothing_to_advise() -> None:
    text = played("f\na\n\n", "--seed", 2, "--level", "novice", "--coach", keyboard=True)
    assert '"a" does nothing between deals' in text


# The program in a process of its own


def process(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "asnas_core", *arguments]


def environment(**settings: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **settings}


def test_the_program_plays_from_a_pipe() -> None:
    done = subprocess.run(
        process("play", "--seed", "7"),
        input=KEYS.encode(),
        capture_output=True,
        check=True,
        env=environment(),
    )
    assert done.stdout.decode().replace(os.linesep, "\n") == played(KEYS, "--seed", 7)
    assert done.stderr == b""


def test_a_reader_that_stops_reading_is_no_error() -> None:
    command = process("watch", "--seed", "7", "--deals", "300")
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 1


def test_an_output_that_knows_ascii_only_gets_that(tmp_path: Path) -> None:
    done = subprocess.run(
        process("watch", "--seed", "7", "--save", "\u0622\u0633.json"),
        capture_output=True,
        check=True,
        env=environment(PYTHONIOENCODING="ascii", PYTHONUTF8="1"),
        cwd=tmp_path,
    )
    assert b"Saved to \\u2068'\\u0622\\u0633.json'\\u2069. Whoever reads that file" in done.stdout


def test_keys_that_are_not_text_are_wrong_answers() -> None:
    done = subprocess.run(
        process("play", "--seed", "7"),
        input=b"\xff\xfe\nf\n",
        capture_output=True,
        check=True,
        env=environment(PYTHONIOENCODING="utf-8"),
    )
    assert b"is not an action." in done.stdout
    assert done.stderr == b""


def programmed(
    monkeypatch: pytest.MonkeyPatch, stdout: TextIO | None, command: str = "watch"
) -> int:
    """Run the program as the interpreter does, in this process, with that standard output."""
    monkeypatch.setattr(
        sys, "argv", ["asnas_core", command, "--seed", "7", "--deals", "1", "--level", "novice"]
    )
    monkeypatch.setattr(sys, "stdout", stdout)
    monkeypatch.delitem(sys.modules, "asnas_core.__main__", raising=False)
    with pytest.raises(SystemExit) as leaving:
        runpy.run_module("asnas_core", run_name="__main__", alter_sys=True)
    return int(leaving.value.code or 0)


def test_the_module_is_the_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "watched.txt"
    with path.open("w", encoding="ascii") as out:
        assert programmed(monkeypatch, out) == 0
    assert path.read_text("ascii") == watched("--seed", 7, "--deals", 1, "--level", "novice")


def test_a_program_without_an_output_plays_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    assert programmed(monkeypatch, None) == 0


def test_an_input_that_fails_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Unplugged(io.StringIO):
        def readline(self, _: int | None = -1) -> str:  # type: ignore[override]
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(sys, "stdin", Unplugged())
    assert programmed(monkeypatch, None, "play") == 1
    assert capsys.readouterr().err == "python -m asnas_core: Input/output error\n"


def test_ctrl_c_leaves_cleanly_at_any_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    path = tmp_path / "match.json"
    with monkeypatch.context() as patch:
        patch.setattr(watching, "next_deal", interrupted)
        code, text = run("watch", "--seed", 7, "--save", path)
    assert code == 130
    assert "Standing after 1 of 12 deals" in text
    assert text.endswith(f"watch --resume {path}\n")
    assert loaded(path).deal.is_over
    monkeypatch.setattr(command_line, "watch_match", interrupted)
    assert run("watch", "--seed", 7)[0] == 130


def test_without_an_error_stream_nothing_is_said_in_the_output(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert run("watch", "--resume", tmp_path / "none") == (2, "")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("rules", "opening"),
    [
        (Rules(opening_stake=1_000_000, max_stake=1_000_000, deals=2), r"opens with 1000000 +\d+"),
        (
            Rules(seats=5, copies=5, opening_stake=999_984, max_stake=1_000_000, deals=3),
            r"opens with 999984\n +\d+",
        ),
    ],
)
def test_lines_fit_whatever_the_stakes_are(rules: Rules, opening: str, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(to_json(start_match(7, rules=rules)))
    text = watched("--resume", path)
    assert_fits(text)
    assert re.search(opening, text)


def test_the_version_is_unknown_where_the_package_is_not_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(_: str) -> NoReturn:
        raise metadata.PackageNotFoundError

    monkeypatch.setattr(metadata, "version", missing)
    assert run("--version") == (0, "asnas-core (not installed)\n")


def test_an_output_that_is_full_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class FullFile(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "dup2", lambda *_: None)
    monkeypatch.setattr(FullFile, "fileno", lambda _: 1)
    assert programmed(monkeypatch, FullFile()) == 1
    assert capsys.readouterr().err == "python -m asnas_core: No space left on device\n"


def test_an_output_that_nobody_reads_is_left_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", encoding="ascii") as out:
        assert programmed(monkeypatch, out) == 1
        out.write("goes nowhere")
    assert capsys.readouterr().err == ""


# Goldens


def golden_watch() -> str:
    return watched("--seed", "lion and sun", "--deals", 4)


def golden_play() -> str:
    options = ("--opponents", "novice,bold,master", "--coach")
    keys = "a\nl\na\nr\nc\n\n?\nh\nc\nl\na\nf\n\nl\nc\nc\n\nq\n"
    return played(keys, "--seed", LONG_SEED, *options)


def golden_verify() -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.json"
        match = start_match(LONG_SEED, contributions=[b"one"], rules=Rules(deals=3))
        path.write_text(to_json(match))
        watched("--resume", path, "--save", path)
        reports = [verified_text(path), verified_text(path, "--contribution", b"two".hex())]
        spoil(path, lambda data: data["actions"][1].insert(0, "hold"))
        return "\n".join([*reports, verified_text(path)])


def verified_text(path: Path, *options: str) -> str:
    return run("verify", path, "--commitment", COMMITMENT, *options)[1]


WRITERS = {"watch.txt": golden_watch, "play.txt": golden_play, "verify.txt": golden_verify}


@pytest.mark.parametrize("name", WRITERS)
def test_a_golden_session_reads_as_before(name: str) -> None:
    assert WRITERS[name]() == (GOLDENS / name).read_text(encoding="ascii")


if __name__ == "__main__":
    GOLDENS.mkdir(parents=True, exist_ok=True)
    for file, write in WRITERS.items():
        (GOLDENS / file).write_text(write(), encoding="ascii")
        print(GOLDENS / file)

"""The game in words: every catalogue is whole, says what the others say, and falls into no trap."""

import io
import os
import pickle
import re
import shutil
import subprocess
import sys
import tomllib
import unicodedata
from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from itertools import cycle, product
from pathlib import Path
from string import Formatter
from typing import Any

import attrs
import numpy as np
import pytest

import asnas_core
from asnas_core import (
    DEFAULT_RULES,
    SPECTATOR,
    Action,
    ArgumentError,
    AsNasError,
    Category,
    HandError,
    MatchState,
    MatchView,
    Rank,
    Rules,
    next_deal,
    parse_hand,
    play,
    start_match,
    view_match,
)
from asnas_core._language import catalogue, phrases
from asnas_core._language.numbers import counted, holds, number_text
from asnas_core._language.phrases import phrase
from asnas_core._language.rules_text import HAND_EXAMPLES, WHEN
from asnas_core._terminal import coaching, narration, playing, table, words
from asnas_core._terminal.command_line import main
from asnas_core._terminal.screen import WIDTH, plain, width
from asnas_core.errors import MESSAGES
from asnas_core.locales import (
    LANGUAGES,
    decimal,
    error_text,
    hand_text,
    name_key,
    names,
    narrate,
    percent,
    points,
    rules_text,
    seat_marks,
    seat_names,
    status,
)
from asnas_core.players import LEVELS, ReviewedDecision
from asnas_core.players.equilibrium import advise
from asnas_core.svg import card

FOLDER = Path(asnas_core.__file__).parent / "locales"
CATALOGUES: dict[str, dict[str, Any]] = {
    path.stem: tomllib.loads(path.read_text("utf-8")) for path in FOLDER.glob("*.toml")
}
ENGLISH = CATALOGUES["en"]
OTHERS = sorted(CATALOGUES.keys() - {"en"})

MAY_DIFFER = {"plurals", "counts", "other_names"}
"""Tables in which a language has the keys that it needs."""

TRAPS = {
    "en": ["seh-va", "seh vajuft", "se ta", "dojuft", "panj sar", r"\bfive alike\b"],
    "nb": [
        r"musikk",
        r"kveld",
        r"avkastning",
        r"retur",
        r"deling",
        r"\bhand\b",
        r"\bcheck\b",
        r"\b[Ss]er?\b(?! på kort)",
        r"fullt? hus(?<!fullt hus)",
        r"(?<!fu)(?<!fullt )\bhus\b",
    ],
    "vi": [
        r"làm juft",
        r"nhà",
        r"\b[Xx]em\b",
        r"thẳng",
        r"xả",
        r"giao dịch",
        r"thỏa thuận",
        r"số điểm hòa",
        r"điểm hòa",
        r"tài liệu",
        r"chậu",
    ],
    "fa": [
        r"[يك]",
        r"[٠-٩]",
        r"(?<!کتاب)خانه",
        r"معامله",
        r"تماس",
        r"زنگ",
        r"گلدان",
        r"قابلمه",
        r"کراوات",
        r"سهام",
        r"تا کردن",
        r"موسیقی",
        r"\bمی [کشرخبگ]",
        r"[0-9]",
    ],
}
"""Senses that a dictionary offers and no card player means; see `test_no_trap`."""


def leaves(tree: object, path: str = "") -> Iterator[tuple[str, object]]:
    if isinstance(tree, dict):
        for key, branch in tree.items():
            yield from leaves(branch, f"{path}.{key}" if path else key)
    elif isinstance(tree, list):
        for number, branch in enumerate(tree):
            yield from leaves(branch, f"{path}.{number}")
    else:
        yield path, tree


def blanks(text: str) -> set[tuple[str, str | None, str | None]]:
    """Return the names in braces, each with its form and whether it is quoted."""
    return {
        (name, form, mark) for _, name, form, mark in Formatter().parse(text) if name is not None
    }


def texts(language: str) -> dict[str, str]:
    return {path: text for path, text in leaves(CATALOGUES[language]) if isinstance(text, str)}


def test_the_languages_are_the_files_there_are() -> None:
    assert tuple(sorted(CATALOGUES)) == LANGUAGES
    assert {"en", "fa", "nb", "vi"} <= CATALOGUES.keys()


def test_nobody_is_said_to_have_reviewed_a_language_who_has_not() -> None:
    assert {language for language in LANGUAGES if names(language).reviewed} == {"en"}


def test_another_language_is_there_as_soon_as_its_file_is(tmp_path: Path) -> None:
    package = tmp_path / "asnas_core"
    shutil.copytree(FOLDER.parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    text = (FOLDER / "nb.toml").read_text("utf-8")
    (package / "locales" / "sv.toml").write_text(text.replace("Du høyner", "Du höjer"), "utf-8")
    program = (
        "from asnas_core._language.phrases import phrase\n"
        "from asnas_core.locales import LANGUAGES\n"
        "print(LANGUAGES, ascii(phrase('events.raise', 'sv', about='you', stake=2)))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert "'sv'" in done.stdout
    assert "'Du h\\xf6jer til 2'" in done.stdout


@pytest.mark.parametrize("language", OTHERS)
def test_every_catalogue_has_every_key_in_the_same_order(language: str) -> None:
    assert list(CATALOGUES[language]) == list(ENGLISH)
    for name, english in ENGLISH.items():
        if name not in MAY_DIFFER:
            assert [path for path, _ in leaves(CATALOGUES[language][name])] == [
                path for path, _ in leaves(english)
            ], name
    assert CATALOGUES[language]["counts"].keys() == ENGLISH["counts"].keys()


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_has_the_blanks_of_the_english_one(language: str) -> None:
    english = texts("en")
    for path, text in texts(language).items():
        if not path.startswith(("plurals", "counts", "other_names", "rules")):
            if path.endswith(".you") and path != "terms.you":
                assert blanks(text) <= blanks(english[path[:-3] + "other"]), path
                assert blanks(text) | {("name", "", None)} >= blanks(english[path]), path
            else:
                assert blanks(text) == blanks(english[path]), path


@pytest.mark.parametrize("language", OTHERS)
def test_the_rules_have_the_same_pieces_with_the_same_numbers(language: str) -> None:
    pieces, english = CATALOGUES[language]["rules"], ENGLISH["rules"]
    assert [piece.get("when") for piece in pieces] == [piece.get("when") for piece in english]
    for piece, original in zip(pieces, english, strict=True):
        assert blanks(piece["text"]) == blanks(original["text"]), original["text"]
        assert piece["text"].count("\n* ") == original["text"].count("\n* ")
        assert piece["text"].count("\n#") == original["text"].count("\n#")


def test_every_condition_of_the_rules_is_used_and_known() -> None:
    assert {piece["when"] for piece in ENGLISH["rules"] if "when" in piece} == WHEN.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_count_has_the_forms_that_its_language_asks_for(language: str) -> None:
    asked = {*CATALOGUES[language]["plurals"], "other"}
    for forms in CATALOGUES[language]["counts"].values():
        assert forms.keys() == asked
        assert all("{0}" in form for form in forms.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_are_composed_unicode_without_odd_marks(language: str) -> None:
    text = (FOLDER / f"{language}.toml").read_text("utf-8")
    assert unicodedata.normalize("NFC", text) == text
    allowed = {"\u200c", "\u200e"} if language == "fa" else set()
    marks = {letter for letter in text if unicodedata.category(letter) == "Cf"}
    assert marks <= allowed


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_trap(language: str) -> None:
    for path, text in texts(language).items():
        if not path.startswith(("errors", "numbers")):
            for trap in TRAPS.get(language, []):
                bare = re.sub(r"\{[^}]*\}", "", text)
                found = re.search(trap, bare)
                assert found is None, (path, trap, bare[max(0, found.start() - 30) :][:80])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_trap_in_the_errors(language: str) -> None:
    traps = [trap for trap in TRAPS.get(language, []) if trap != "[0-9]"]
    for path, text in texts(language).items():
        if path.startswith("errors"):
            assert not any(re.search(trap, text) for trap in traps), path


def test_the_words_are_the_ones_card_players_use() -> None:
    assert names("nb").ranks[Rank.AS] == "As"
    assert names("nb").categories[Category.FULL_HOUSE] == "fullt hus"
    assert names("nb").terms["score"].lower() == "poeng"
    assert names("nb").actions == {
        Action.LOOK: "se på kortene",
        Action.CALL: "syne",
        Action.HOLD: "stå",
        Action.RAISE: "høyne",
        Action.FOLD: "kaste seg",
    }
    assert names("vi").categories[Category.FULL_HOUSE] == "cù lũ"
    assert [*names("vi").actions.values()] == ["nhìn bài", "theo", "giữ", "tố", "úp bài"]
    assert "sảnh" in rules_text("vi")
    assert "thùng" in rules_text("vi")
    assert "12 ván" in rules_text("vi")
    assert "chia đều" in rules_text("vi")
    assert "innsats" in rules_text("nb")
    assert names("fa").categories[Category.FULL_HOUSE] == "سه و جفت"
    assert [*names("fa").ranks.values()] == ["لکات", "سرباز", "بی‌بی", "شاه", "آس"]
    for language in ("en", "nb", "vi"):
        assert [*names(language).other_names.values()] == [
            "juft",
            "do juft",
            "sehta",
            "seh va juft",
            "panj-sar",
        ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_complete_and_told_apart(language: str) -> None:
    words_of = names(language)
    for members, kind in (
        (words_of.ranks, Rank),
        (words_of.letters, Rank),
        (words_of.figures, Rank),
        (words_of.categories, Category),
        (words_of.actions, Action),
    ):
        assert list(members) == list(kind)
        assert len(set(members.values())) == len(members)
        assert all(members.values())
    assert all(width(letter) == 1 for letter in words_of.letters.values())
    assert words_of.levels.keys() == LEVELS.keys()
    assert pickle.loads(pickle.dumps(words_of)) == words_of
    assert names(language) == words_of
    assert hash(words_of)


def test_changing_the_words_that_were_returned_changes_nothing() -> None:
    names("en").levels["bold"] = "rash"  # type: ignore[index]
    assert names("en").levels["bold"] == "bold"
    names("en").ranks[Rank.AS] = "Ace"  # type: ignore[index]  # a mapping is not to be changed
    names("en").terms["pot"] = "kitty"  # type: ignore[index]
    assert names("en").ranks[Rank.AS] == "As"
    assert names("en").terms["pot"] == "Pot"


def test_right_to_left_is_what_persian_is() -> None:
    directions = {language: names(language).direction for language in ("en", "fa", "nb", "vi")}
    assert directions == {"en": "ltr", "fa": "rtl", "nb": "ltr", "vi": "ltr"}


# Errors of the callers


CALLS = {
    "names": names,
    "rules_text": rules_text,
    "points": lambda language: points(1, language),
    "percent": lambda language: percent(1, language),
    "decimal": lambda language: decimal(1, language),
    "hand_text": lambda language: hand_text(parse_hand("AASBZ"), language),
    "status": lambda language: status(view_match(start_match(7), 0), language),
    "narrate": lambda language: narrate(view_match(start_match(7), 0), language),
    "seat_names": lambda language: seat_names(view_match(start_match(7), 0).deal, language),
    "error_text": lambda language: error_text(AsNasError("deal_not_over", turn=1), language),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_an_unknown_language_is_refused_with_the_ones_there_are(call: Any) -> None:
    with pytest.raises(ArgumentError, match=f"has {', '.join(LANGUAGES)}") as caught:
        call("tlh\n" * 100)
    assert caught.value.code == "unknown_language"
    assert len(str(caught.value)) < 120
    with pytest.raises(ArgumentError, match="language must be a code such as 'en'"):
        call(None)


def test_a_form_that_no_number_has_is_refused() -> None:
    for form in ("dealz", "%%", "f", ".f", "d", "++"):
        with pytest.raises(ValueError, match="not a form of a number"):
            number_text(1, form, ENGLISH)
    with pytest.raises(KeyError):
        phrase("events.jump", "en")
    with pytest.raises(KeyError, match="stake"):
        phrase("events.raise", "en", name="Ada")


def test_other_wrong_arguments_are_refused() -> None:
    match = start_match(7)
    for call in (
        lambda: narrate(match),  # type: ignore[arg-type]  # a state, not a view
        lambda: narrate(view_match(match, 0).deal),  # type: ignore[arg-type]
        lambda: seat_names(view_match(match, 0)),  # type: ignore[arg-type]
        lambda: seat_marks(view_match(match, 0)),  # type: ignore[arg-type]
        lambda: status(match),  # type: ignore[arg-type]
        lambda: rules_text("en", None),  # type: ignore[arg-type]
        lambda: points("2"),  # type: ignore[arg-type]
        lambda: points(bool(1)),
        lambda: points(0.5),  # type: ignore[arg-type]
        lambda: error_text(ValueError("x")),  # type: ignore[arg-type]
        lambda: narrate(view_match(match, 0), names="abcd"),
        lambda: narrate(view_match(match, 0), names=[1, 2, 3, 4]),  # type: ignore[list-item]
    ):
        with pytest.raises(ArgumentError) as caught:
            call()
        assert caught.value.code == "wrong_type"
    with pytest.raises(ArgumentError, match="takes 4 names, not 3"):
        narrate(view_match(match, 0), names=["a", "b", "c"])
    with pytest.raises(HandError):
        hand_text(parse_hand("AASBZ")[:4])  # type: ignore[arg-type]


# Numbers


@pytest.mark.parametrize(
    ("amount", "texts_of"),
    [
        (0, ("0", "۰", "0", "0")),
        (12, ("+12", "\u200e+۱۲", "+12", "+12")),
        (-4, ("-4", "\u200e−۴", "−4", "-4")),
        (Fraction(1, 3), ("+1/3", "\u200e+۱/۳", "+1/3", "+1/3")),
        (Fraction(-7, 3), ("-2 1/3", "\u200e−۲ و ۱/۳", "−2 1/3", "-2 1/3")),
    ],
)
def test_points_are_exact_in_the_digits_of_the_language(
    amount: Fraction | int, texts_of: tuple[str, ...]
) -> None:
    languages = ("en", "fa", "nb", "vi")
    assert tuple(points(amount, language, signed=True) for language in languages) == texts_of
    assert points(amount).lstrip("+") == points(amount, signed=True).lstrip("+")


def test_plural_conditions_are_read_as_unicode_writes_them() -> None:
    polish = "n % 10 = 2..4 and n % 100 != 12..14"
    assert [n for n in range(120) if holds(polish, n)] == [
        n for n in range(120) if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
    ]
    assert [n for n in range(30) if holds("n = 0,1 or n = 11..19", n)] == [0, 1, *range(11, 20)]


@pytest.mark.parametrize(
    "condition",
    [
        "n is 1",
        "i = 1",
        "n=1",
        "n % 0 = 1",
        "n = ..",
        "n = 0,,1",
        "n = 1..",
        "n = 1, 2",
        "",
        "n = ۱",
    ],
)
def test_what_is_no_plural_condition_is_refused(condition: str) -> None:
    with pytest.raises(ValueError, match="not a plural condition"):
        holds(condition, 1)


def test_numbers_are_written_as_their_blank_asks() -> None:
    persian, norwegian = CATALOGUES["fa"], CATALOGUES["nb"]
    assert number_text(0.876, "%", norwegian) == "88\u00a0%"
    assert number_text(0.876, "%", persian) == "۸۸٪"
    assert number_text(-0.001, "%", ENGLISH) == "0%"
    assert number_text(-0.001, "+.2f", ENGLISH) == "0.00"
    assert number_text(-1.5, "+.2f", norwegian) == "−1,50"
    assert number_text(1.25, ".1f", persian) == "۱٫۲"
    assert number_text(Fraction(-7, 3), "+", ENGLISH) == "-2 1/3"


def test_points_take_any_integer_and_refuse_what_is_none() -> None:
    assert points(np.int64(-2)) == "-2"  # type: ignore[arg-type]
    assert points(10**18) == str(10**18)
    for amount in (10**5000, Fraction(1, 10**19), -(10**19)):
        with pytest.raises(ArgumentError, match="amount must be a number from"):
            points(amount)
    for odd in (np.array([1, 2]), "2", None, 0.5, True):
        with pytest.raises(ArgumentError, match="a Fraction or an int"):
            points(odd)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="signed must be True or False"):
        points(1, signed="no")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "texts_of"),
    [
        (0, ("0.00", "۰٫۰۰", "0,00", "0,00")),
        (-0.004, ("0.00", "۰٫۰۰", "0,00", "0,00")),
        (2.5, ("+2.50", "\u200e+۲٫۵۰", "+2,50", "+2,50")),
        (Fraction(-7, 3), ("-2.33", "\u200e−۲٫۳۳", "−2,33", "-2,33")),
    ],
)
def test_decimals_are_rounded_and_written_as_the_language_does(
    value: Fraction | float, texts_of: tuple[str, ...]
) -> None:
    languages = ("en", "fa", "nb", "vi")
    assert tuple(decimal(value, language, signed=True) for language in languages) == texts_of
    assert decimal(value).lstrip("+") == decimal(value, signed=True).lstrip("+")
    assert decimal(Fraction(2, 3), places=9) == "0.666666667"


def test_chances_are_percentages_as_the_language_writes_them() -> None:
    written = [percent(0.426, language) for language in ("en", "fa", "nb", "vi")]
    assert written == ["43%", "۴۳٪", "43\u00a0%", "43%"]
    chances: list[Fraction | float] = [0, 1, Fraction(2, 3), -0.001]
    assert [percent(chance) for chance in chances] == ["0%", "100%", "67%", "0%"]


def test_what_is_no_number_is_not_written_as_one() -> None:
    odd: Any
    for odd in (True, "1", None, 1j, float("nan"), float("inf"), np.array([1.0])):
        for write in (percent, decimal):
            with pytest.raises(ArgumentError, match="must be a number, not"):
                write(odd)
    for huge in (10**400, -(10**19), Fraction(10**40)):
        with pytest.raises(ArgumentError, match="must be a number from"):
            decimal(huge)
    assert percent(np.float64(0.5)) == "50%"
    for places in (0, 10, 1.0, True):
        with pytest.raises(ArgumentError, match="places must be a number from 1 to 9"):
            decimal(1, places=places)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="signed must be True or False"):
        decimal(1, signed=1)  # type: ignore[arg-type]


def test_counted_nouns_take_the_right_form() -> None:
    assert counted(1, "deals", ENGLISH) == "1 deal"
    assert counted(12, "deals", ENGLISH) == "12 deals"
    assert counted(0, "deals", ENGLISH) == "0 deals"
    assert counted(12, "deals", CATALOGUES["vi"]) == "12 ván"
    assert counted(12, "deals", CATALOGUES["fa"]) == "۱۲ دست"
    assert counted(1, "deals", CATALOGUES["nb"]) == "1 giv"
    assert counted(12, "deals", CATALOGUES["nb"]) == "12 giver"


# Hands, errors, rules


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hand_is_named_with_the_ranks_that_matter(language: str) -> None:
    words_of = names(language)
    told = set()
    for cards in product("ASBZC", repeat=5):
        hand = parse_hand("".join(cards))
        rank = asnas_core.rank_hand(hand)
        text = hand_text(rank, language)
        grouped = [] if rank.category is Category.HIGH_CARD else rank.ranks[:1]
        assert all(words_of.ranks[member] in text for member in grouped)
        told.add((rank.category, text))
    by_category = {category: sum(c is category for c, _ in told) for category in Category}
    assert by_category == {
        Category.FIVE_OF_A_KIND: 5,
        Category.FOUR_OF_A_KIND: 5,
        Category.FULL_HOUSE: 20,
        Category.THREE_OF_A_KIND: 5,
        Category.TWO_PAIRS: 10,
        Category.PAIR: 5,
        Category.HIGH_CARD: 1,
    }


def test_the_english_errors_are_the_messages_themselves() -> None:
    assert ENGLISH["errors"] == dict(MESSAGES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", MESSAGES)
def test_every_error_can_be_told(language: str, code: str) -> None:
    params: dict[str, Any] = {name: 3 for name, _, mark in blanks(MESSAGES[code]) if mark is None}
    params |= {name: "cheat\n" for name, _, mark in blanks(MESSAGES[code]) if mark}
    if "action" in params:
        params["action"] = "raise"
    if "legal" in params:
        params["legal"] = ["look", "fold"]
    error = AsNasError(code, **params)
    text = error_text(error, language)
    assert "\n" not in text
    assert "{" not in text
    if language == "en":
        assert text == str(error)
    if "legal" in params:
        assert names(language).actions[Action.FOLD] in text


def test_errors_that_no_catalogue_knows_keep_their_own_words() -> None:
    assert error_text(AsNasError("mine"), "fa") == "mine"
    made_by_hand = AsNasError("seat_range", seat=3)
    assert error_text(made_by_hand, "nb") == str(made_by_hand)
    nobody = AsNasError("deal_not_over", turn=None)
    assert error_text(nobody, "en") == str(nobody)
    odd_params: tuple[Any, ...] = (float("nan"), (1, 2), {})
    for odd in odd_params:
        made_by_hand = AsNasError("hand_size", cards=odd)
        assert error_text(made_by_hand, "nb") == str(made_by_hand)
    odd_list = AsNasError("unknown_action", action="x", seat=1, legal=[None])  # type: ignore[list-item]
    assert error_text(odd_list, "nb") == str(odd_list)
    quoted = AsNasError("unknown_language", language="look", languages=["call"])
    assert "'look'" in error_text(quoted, "nb")
    assert "call" in error_text(quoted, "nb")
    nothing = AsNasError("illegal_action", seat=1, action="hold", legal=[])
    assert error_text(nothing, "en") == str(nothing)


RULES = [
    DEFAULT_RULES,
    Rules(seats=5, copies=5, concealed=False, free_fold=False, deals=1),
    Rules(seats=3, copies=4, opening_stake=2, raise_step=3, max_stake=11),
    Rules(max_stake=1),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_rules_are_those_of_the_table(language: str, rules: Rules) -> None:
    text = rules_text(language, rules)
    words_of = names(language)
    assert "{" not in text
    assert "\n\n\n" not in text
    assert text.startswith("# ")
    assert text.endswith("\n")
    for category in Category:
        is_there = (
            re.search(rf"(?m)^\* \*\*{words_of.categories[category]}( \(.*\))?\*\*: ", text)
            is not None
        )
        assert is_there == (category is not Category.FIVE_OF_A_KIND or rules.copies > 4)
    pieces = {
        piece["when"]: piece["text"] for piece in CATALOGUES[language]["rules"] if "when" in piece
    }
    for when, piece in pieces.items():
        opening = piece.strip().partition("{")[0][:25]
        assert (opening in text) == WHEN[when](rules), when
    assert points(rules.opening_stake, language) in text
    assert counted(rules.deals, "deals", CATALOGUES[language]) in text


UNUSUAL = Rules(
    seats=3, copies=5, opening_stake=17, raise_step=6, max_stake=35, deals=9, free_fold=False
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_of_the_rules_is_that_of_the_table(language: str) -> None:
    """The numbers differ from each other, so that none can stand in the place of another."""
    words_of = CATALOGUES[language]
    pieces = words_of["rules"]
    text = rules_text(language, UNUSUAL)
    values = {
        "seats:players": counted(3, "players", words_of),
        "pack:cards": counted(25, "cards", words_of),
        "copies:copies": counted(5, "copies", words_of),
        "deals:deals": counted(9, "deals", words_of),
        "opening_stake": points(17, language),
        "raise_step": points(6, language),
        "max_stake": points(35, language),
    }
    for blank, value in values.items():
        [piece] = [piece["text"] for piece in pieces if "{" + blank + "}" in piece["text"]]
        before, _, after = piece.partition("{" + blank + "}")
        start, end = re.split(r"[{}]", before)[-1][-12:], re.split(r"[{}]", after)[0][:12]
        assert start.strip() + start[len(start.rstrip()) :] + value in text.replace("\n", "\n")
        assert value + end.rstrip("\n") in text


@pytest.mark.parametrize(
    ("rules", "absent"),
    [
        (Rules(opening_stake=2, max_stake=2), "raises"),
        (Rules(seats=5, copies=5), "undealt"),
        (Rules(max_stake=1), "usual_stakes"),
        (Rules(seats=3), "usual_stakes"),
        (Rules(opening_stake=2, max_stake=5), "usual_stakes"),
        (Rules(raise_step=2, max_stake=5), "usual_stakes"),
    ],
    ids=str,
)
def test_a_piece_that_is_not_of_this_table_is_left_out(rules: Rules, absent: str) -> None:
    assert not WHEN[absent](rules)


@pytest.mark.parametrize(
    ("rules", "present"),
    [
        (Rules(seats=4, copies=5), "undealt"),
        (Rules(opening_stake=2, max_stake=3), "raises"),
        (Rules(), "usual_stakes"),
    ],
    ids=str,
)
def test_a_piece_that_is_of_this_table_is_there(rules: Rules, present: str) -> None:
    assert WHEN[present](rules)


def test_the_examples_are_the_best_hands_of_their_categories() -> None:
    assert list(HAND_EXAMPLES) == sorted(Category, reverse=True)
    for category, letters in HAND_EXAMPLES.items():
        ranked = asnas_core.rank_hand(parse_hand(letters))
        assert ranked.category is category
        better = (asnas_core.rank_hand(parse_hand("".join(c))) for c in product("ASBZC", repeat=5))
        assert max(rank for rank in better if rank.category is category) == ranked


# Everything that can be said in a match


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> set[tuple[str, str]]:
    """Record which sentences were said, and about whom."""
    keys: set[tuple[str, str]] = set()

    template = phrases.template

    def recorded(key: str, about: phrases.About, words_of: Any) -> str:
        entry: Any = words_of
        for step in key.split("."):
            entry = entry[step]
        keys.add((key, about if isinstance(entry, dict) else ""))
        return template(key, about, words_of)

    monkeypatch.setattr(phrases, "template", recorded)
    return keys


def sentences(table_name: str) -> set[tuple[str, str]]:
    """List the sentences of a table, each with the forms that it has."""
    return {
        (f"{table_name}.{key}", form)
        for key, entry in ENGLISH[table_name].items()
        for form in (entry if isinstance(entry, dict) else ("",))
    }


def matches() -> Iterator[MatchState]:
    """Play short matches in which everything happens that can happen."""
    scripts = ["call", "look call", "raise", "look raise", "fold", "look fold", "look raise call"]
    for seed, script in enumerate(scripts):
        match = start_match(seed, rules=Rules(deals=2))
        wishes = cycle([*map(Action, script.split()), *map(Action, script.split()), Action.FOLD])
        while True:
            while not match.deal.is_over:
                legal = asnas_core.legal_actions(match.deal)
                wish = next(wishes)
                match = play(match, wish if wish in legal else legal[-2])
            yield match
            if match.is_over:
                break
            match = next_deal(match)
    for word in ("call", "look"):
        hands = "ASBZC" * 4  # all four hold a high-card hand, and share the pot
        yield play_all(start_match(packs=[pack_of(hands)], rules=Rules(deals=1)), word)


def pack_of(letters: str) -> tuple[Rank, ...]:
    codes = {rank.code: rank for rank in Rank}
    hands = [letters[seat * 5 : seat * 5 + 5] for seat in range(4)]
    return tuple(codes[hands[place % 4][place // 4]] for place in range(20))


def play_all(match: MatchState, word: str) -> MatchState:
    while not match.deal.is_over:
        legal = asnas_core.legal_actions(match.deal)
        wish = next(action for action in (word, "call", "hold") if action in legal)
        match = play(match, wish)
    return match


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_of_a_match_is_told_in_every_language(
    language: str, said: set[tuple[str, str]]
) -> None:
    for match in (*matches(), start_match(7)):
        for viewer in (0, 1, 2, 3, SPECTATOR):
            view = view_match(match, viewer)
            for sentence in (*narrate(view, language), *status(view, language)):
                assert sentence.strip() == sentence
                assert "{" not in sentence
                if language == "fa":
                    assert not re.search(r"[0-9A-Za-z]", sentence), sentence
    assert sentences("events") - said == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_only_added_while_a_deal_goes_on(language: str) -> None:
    match = start_match(7, rules=Rules(deals=1))
    told = {viewer: narrate(view_match(match, viewer), language) for viewer in (0, 2, SPECTATOR)}
    for action in ("look", "raise", "call", "look", "fold", "call"):
        match = play(match, action)
        for viewer, before in told.items():
            now = narrate(view_match(match, viewer), language)
            assert now[: len(before)] == before
            assert len(now) > len(before)
            told[viewer] = now


HARMLESS = {
    "a\n\x1b[31m\u202eb": "a \ufffd[31mb",
    "x" * 1000: "x" * 39 + "…",
    "\ud800\ufffe": "\ufffd\ufffd",
    "\u202e a \u200e\u200f\u061c": "a",
    "a\u2028b\u2029c\u00a0d": "a b c d",
    "H" + "\u0302" * 20: "H" + "\u0302" * 3,
    "\ufdfd" * 2: "\ufffd\ufffd",
    "\ue000": "\ufffd",
    "بی\u200cبی": "بی\u200cبی",
    "{stake}": "{stake}",
    "Seat 11": "Seat 11",
}
"""Names as strangers give them, and as they are shown."""


INVISIBLE = "\ufe0f\u034f\u180b\u17b4\u0640\u200c\u200d\U000e0101"


@pytest.mark.parametrize("mark", INVISIBLE, ids=ascii)
def test_a_name_that_looks_like_you_or_a_seat_is_replaced(mark: str) -> None:
    view = view_match(start_match(7), SPECTATOR).deal
    for language, name in product(LANGUAGES, ("you", "seat")):
        text = names(language).terms["you"] if name == "you" else seat_names(view, language)[2]
        passing = [text + mark, text[:1] + mark + text[1:], text.upper() + mark]
        if language == "fa":
            passing += [text.replace("۲", digit) + mark for digit in "2٢"]
        for given in passing:
            shown = seat_names(view, language, names=["", given, "", ""])[1]
            assert shown == seat_names(view, language)[1]
            assert name_key(given) == name_key(text)


def test_names_with_the_same_key_pass_for_each_other() -> None:
    for one, other in (
        ("علی", "علي"),
        ("کاوه", "كاوه"),
        ("علی", "عـلی"),
        ("Ann", "ＡＮＮ"),
        ("a2", "a٢"),
    ):
        assert name_key(one) == name_key(other)
    for one, other in (
        ("René", "Rene\u034f\u0301"),
        ("ΐ", "ΐ".upper()),
        ("آرش", "ا\u200c\u0653رش"),
    ):
        assert name_key(one) == name_key(other)
    assert len({*map(name_key, ("Ann", "Anna", "Аnn", "علی", "آلی"))}) == 5
    for odd in (None, 7, b"Ann"):
        with pytest.raises(ArgumentError, match="name must be text"):
            name_key(odd)  # type: ignore[arg-type]


@pytest.mark.parametrize(("given", "shown"), HARMLESS.items(), ids=map(ascii, HARMLESS))
def test_names_of_strangers_do_no_harm(given: str, shown: str) -> None:
    view = view_match(start_match(7), SPECTATOR)
    assert seat_names(view.deal, names=["A", given, "B", "C"])[1] == shown


@pytest.mark.parametrize(
    "given",
    ["", " \t", "\u200e \u200e", "\u200b", "\u3164", "\u2800", "\U000e0041", "\u0301", "\u00ad"],
)
def test_a_name_of_which_nothing_shows_is_numbered(given: str) -> None:
    view = view_match(start_match(7), SPECTATOR)
    assert seat_names(view.deal, names=[given, "B", "C", "D"]) == ("Seat 0", "B", "C", "D")


def test_nobody_can_pass_for_the_reader_or_for_another_seat() -> None:
    view = view_match(start_match(7), 0).deal
    for name in ("You", "yOU", "Y\u200bou", "Y\u200cou", "\uff39ou", "Seat 2", "seat  3"):
        assert seat_names(view, names=["A", name, "B", "C"]) == ("You", "Seat 1", "B", "C")
    assert seat_names(view, "fa", names=["A", "شما", "B", "C"])[1] == "جایگاه ۱"


def test_names_are_read_past_the_methods_of_their_types() -> None:
    class Odd(str):
        __slots__ = ()

        def __str__(self) -> str:
            raise RuntimeError

        def __getitem__(self, _: object) -> str:
            raise RuntimeError

    class OddList(list[str]):
        def __iter__(self) -> Iterator[str]:
            raise RuntimeError

        def __len__(self) -> int:
            return 4

    view = view_match(start_match(7), SPECTATOR).deal
    assert seat_names(view, names=[Odd("Ada"), "B", "C", "D"])[0] == "Ada"
    assert seat_names(view, names=OddList(["A", "B", "C", "D"]))[3] == "D"
    with pytest.raises(ArgumentError, match="takes 4 names, not 1"):
        seat_names(view, names=OddList(["A"]))
    assert seat_names(view, names=("x" * 10_000_000, "B", "C", "D"))[0] == "x" * 39 + "…"


def test_a_language_may_be_a_text_of_another_type() -> None:
    class Language(str, Enum):  # noqa: UP042 - whose text is not its value, unlike a StrEnum's
        NORWEGIAN = "nb"

    words_of = names(Language.NORWEGIAN)
    assert type(words_of.language) is str
    assert words_of == names("nb")
    assert 'lang="nb"' in card(Rank.AS, language=Language.NORWEGIAN)


def test_names_in_a_sentence_keep_their_direction() -> None:
    view = view_match(start_match(7), SPECTATOR)
    told = narrate(view, "fa", names=["Anna", "آنا", "", "C"])
    assert "\u2068Anna\u2069" in told[1]
    assert "\u2068" not in narrate(view, "fa", names=["آنا"] * 4)[1]
    assert "\u2068آنا\u2069" in narrate(view, "en", names=["آنا"] * 4)[1]
    assert "\u2068אנה\u2069" in narrate(view, "en", names=["אנה"] * 4)[1]
    assert "\u2068" not in phrases.isolated("\u200e−۴", "rtl")


KEYS = "x\n\na\nl\nl\na\nh\nr\nr\nr\nr\n?\nc\nc\nh\nf\n"


class Terminal(io.StringIO):
    """Keys that are typed at a terminal."""

    def isatty(self) -> bool:
        return True


def voice_for(view: MatchView, language: str) -> words.Voice:
    return table.Table(
        command="play",
        language=language,
        levels={},
        keys=io.StringIO(),
        out=io.StringIO(),
        paint=plain,
    ).voice(view)


def sessions(language: str, folder: Path) -> Iterator[str]:
    """Use the terminal in all the ways in which it can say something."""

    def run(command: str, *options: str, keys: str = "") -> str:
        out = io.StringIO()
        stdin = Terminal(keys) if command == "play" else io.StringIO()
        main([command, "--language", language, *options], stdin=stdin, stdout=out)
        return out.getvalue()

    saved = str(folder / f"{language}.json")
    long_seed = "a seed that is long enough"
    yield run("watch", "--seed", long_seed, "--deals", "2", "--save", saved)
    yield run("watch", "--resume", saved)
    yield run("watch", "--deals", "1")
    for number in range(6):
        yield run("play", "--coach", "--deals", "3", "--seed", str(number), keys=KEYS * 4)
    for keys in (
        "l\nc\nh\nf\n\n",
        "c\nh\n\n",
        "r\nc\nf\n\n",
        "l\nr\nc\nh\n\n",
        "l\nf\n\n",
        "f\n\n",
    ):
        yield run(
            "play", "--coach", "--level", "novice", "--seed", "7", "--deals", "3", keys=keys * 30
        )
    yield run("play", "--seed", "7", keys="f\nf\n\nq\n")
    yield run("play", "--seed", long_seed, "--save", saved, keys="f\n\nq\n")
    yield run("play", "--resume", saved, keys="")


def odd_tables(language: str) -> Iterator[str]:
    """Play at tables of rules that no option of the terminal asks for."""
    for rules, keys in (
        (Rules(free_fold=False, max_stake=1, deals=1), "c\nf\nr\nh\n" * 3),
        (Rules(copies=5, seats=2, concealed=False, deals=1), "?\na\nc\nh\nf\n" * 9),
    ):
        match = start_match(7, rules=rules)
        while asnas_core.view_deal(match.deal, 0).turn != 0:
            match = play(match, Action.CALL)
        out = io.StringIO()
        seats = range(1, rules.seats)
        playing.play_match(
            match,
            table.Table(
                command="play",
                language=language,
                levels=dict.fromkeys(seats, "random"),
                keys=Terminal(keys),
                out=out,
                paint=plain,
                has_coach=True,
            ),
        )
        yield out.getvalue()
    shared = play_all(start_match(packs=[pack_of("ASBZC" * 4)], rules=Rules(deals=1)), "call")
    for viewer in (0, SPECTATOR):
        view = view_match(shared, viewer)
        voice = voice_for(view, language)
        yield "\n".join([*narration.deal_ending(view, voice), *narration.standing(view, voice)])
    yield from looks_back(language)
    for match in (*matches(), play(start_match(7), "look")):
        for viewer in (0, 1, 2, 3, SPECTATOR):
            view = view_match(match, viewer)
            yield "\n".join(narration.deal_actions(view.deal, voice_for(view, language)))


def looks_back(language: str) -> Iterator[str]:
    """Look back at a look, which hardly ever gives points up, and at a place without advice."""
    match = start_match(7)
    view = asnas_core.view_deal(match.deal, 1)
    dear = ReviewedDecision(
        deal_number=1, view=view, action=Action.LOOK, advice=advise(view), given_up=0.5
    )
    unknown = attrs.evolve(dear, advice=(), given_up=None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coaching, "review", lambda *_: (dear, unknown))
        yield "\n".join(coaching.look_back(match, 1, voice_for(view_match(match, 1), language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_the_terminal_says_is_said_in_every_language(
    language: str, said: set[tuple[str, str]], tmp_path: Path
) -> None:
    for text in (*sessions(language, tmp_path), *odd_tables(language)):
        assert "{" not in text
        for line in re.split(r"\n|(?<=> )", text):
            is_command = "python -m asnas_core" in line
            assert width(line) <= WIDTH or is_command or str(tmp_path) in line, line
    assert sorted(sentences("terminal") - said) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_a_deal_has_one_line_an_action(language: str) -> None:
    """The sentences beside the stakes fit, with the names that seats have."""
    room = 36
    view: MatchView = view_match(start_match(7), 0)
    for key, form in sentences("events") | sentences("terminal"):
        _, name = key.split(".")
        if name.partition("_")[0] in {"open", "look", "call", "hold", "raise", "fold"} and form:
            seat = seat_names(view.deal, language)[1]
            text = phrase(key, language, about=form, name=seat, stake=4)  # type: ignore[arg-type]
            if key != "events.look":
                assert width(text) <= room, (key, text)


def test_lines_of_persian_are_read_from_the_right_whatever_they_begin_with() -> None:
    out = io.StringIO()
    main(["watch", "--seed", "7", "--deals", "1", "--language", "fa"], stdout=out)
    lines = [line for line in out.getvalue().splitlines() if line.strip()]
    assert all(line.startswith("\u200f") for line in lines)
    assert not re.search(r"[0-9]", out.getvalue())


def test_the_words_of_the_language_can_be_typed_as_well_as_the_letters() -> None:
    def played(keys: str) -> str:
        out = io.StringIO()
        options = ["--seed", "7", "--deals", "1", "--language", "nb"]
        main(["play", *options], stdin=io.StringIO(keys), stdout=out)
        return re.sub(r"> .*", ">", out.getvalue())

    assert (
        played("se på kortene\nhøyne\nKaste seg\n")
        == played("l\nr\nf\n")
        == played("look\nraise\nfold\n")
    )


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("vi", unicodedata.normalize("NFD", "tố")),
        ("vi", "nhìn  bài"),
        ("nb", unicodedata.normalize("NFD", "HØYNE")),
        ("fa", "\u0643ال"),
        ("fa", "نگاه\u200cکردن"),
    ],
)
def test_words_may_be_typed_on_any_keyboard(language: str, typed: str) -> None:
    def played(word: str) -> str:
        out = io.StringIO()
        options = ["--seed", "7", "--deals", "1", "--level", "novice", "--language", language]
        main(["play", *options], stdin=io.StringIO(f"{word}\n"), stdout=out)
        return out.getvalue()

    refusal = CATALOGUES[language]["terminal"]["not_an_action"].partition("{word}")[2]
    assert refusal in " ".join(played("zzz").split())
    assert refusal not in " ".join(played(typed).split())


def test_a_catalogue_is_read_once() -> None:
    assert catalogue.catalogue("vi") is catalogue.catalogue("vi")

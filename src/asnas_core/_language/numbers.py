"""Numbers as a language writes them: digits, signs, fractions, percentages, counted nouns."""

import math
import operator
import re
from contextlib import suppress
from fractions import Fraction
from typing import SupportsIndex, cast

from asnas_core._language.catalogue import Catalogue, catalogue
from asnas_core.errors import ArgumentError

_ASCII_DIGITS = "0123456789"
_DECIMALS = re.compile(r"\+?\.(\d)f")
_RELATION = re.compile(
    r"n(?: % ([1-9]\d*))? (!?=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)", re.ASCII
)
_MOST_POINTS = 10**18
_MOST_PLACES = 9


def points(amount: Fraction | int, language: str = "en", *, signed: bool = False) -> str:
    """Write an amount of points exactly, in the digits of a language.

    Args:
        amount: The points; fractions of a point come from shared pots.
        language: One of `LANGUAGES`.
        signed: Whether a gain gets a plus.

    Returns:
        A whole number, a fraction, or both.

    Raises:
        ArgumentError: There is no such language, or the amount is not a number of points.

    Example:
        >>> points(Fraction(7, 3)), points(3, signed=True), points(12, "fa")
        ('2 1/3', '+3', '۱۲')
    """
    words = catalogue(language)
    _check_signed(signed)
    exact = _exact(amount)
    _check_size("amount", max(abs(exact.numerator), exact.denominator))
    return points_text(exact, words, signed=signed)


def percent(chance: Fraction | float, language: str = "en") -> str:
    """Write a chance as a whole percentage, in the digits and with the sign of a language.

    Args:
        chance: The chance, 1 for certainty.
        language: One of `LANGUAGES`.

    Returns:
        The percentage, rounded.

    Raises:
        ArgumentError: There is no such language, or the chance is not a number.

    Example:
        >>> percent(Fraction(1, 3)), percent(1, "vi")
        ('33%', '100%')
    """
    words = catalogue(language)
    return number_text(_finite("chance", chance), "%", words)


def decimal(
    value: Fraction | float, language: str = "en", *, places: int = 2, signed: bool = False
) -> str:
    """Write a number with decimals, such as points on average; `points` writes exact ones.

    Args:
        value: The number.
        language: One of `LANGUAGES`.
        places: How many decimals it gets, 1 to 9.
        signed: Whether a gain gets a plus. What is rounded to nothing has no sign.

    Returns:
        The number, rounded.

    Raises:
        ArgumentError: There is no such language, this is not a number, or there are not that many
            decimals.

    Example:
        >>> decimal(Fraction(7, 3)), decimal(1.25, "nb", signed=True), decimal(-0.5, places=1)
        ('2.33', '+1,25', '-0.5')
    """
    words = catalogue(language)
    _check_signed(signed)
    if type(places) is not int or not 1 <= places <= _MOST_PLACES:
        raise ArgumentError.wrong_type("places", f"a number from 1 to {_MOST_PLACES}", places)
    return number_text(_finite("value", value), f"{'+' * signed}.{places}f", words)


def _check_signed(signed: object) -> None:
    if type(signed) is not bool:
        raise ArgumentError.wrong_type("signed", "True or False", signed)


def _check_size(argument: str, size: Fraction | int) -> None:
    if size > _MOST_POINTS:
        low, high = f"-{_MOST_POINTS}", str(_MOST_POINTS)
        raise ArgumentError("number_range", argument=argument, low=low, high=high, value="more")


def _finite(argument: str, number: object) -> float:
    """Return a number as a float, if it is one and not endless."""
    is_number = issubclass(type(number), Fraction | float | int) and type(number) is not bool
    if not is_number or (isinstance(number, float) and not math.isfinite(number)):
        raise ArgumentError.wrong_type(argument, "a number", number)
    exact = Fraction(cast("Fraction | float", number))
    _check_size(argument, abs(exact))
    return float(exact)


def _exact(amount: object) -> Fraction:
    if type(amount) is Fraction:
        return amount
    if hasattr(type(amount), "__index__") and type(amount) is not bool:
        # An array of numbers has the method of an integer, and fails when it is called.
        with suppress(Exception):
            return Fraction(operator.index(cast("SupportsIndex", amount)))
    raise ArgumentError.wrong_type("amount", "a Fraction or an int", amount)


def number_text(value: Fraction | float, form: str, words: Catalogue) -> str:
    """Write a number as its blank asks.

    Args:
        value: The number.
        form: What stands after the colon: "" for points, "+" for points with a sign, "%", ".2f"
            or "+.2f" for decimals, or a key of [counts].
        words: The catalogue of the language.

    Raises:
        ValueError: There is no such form.
    """
    if form in words["counts"]:
        return counted(int(value), form, words)
    if form == "%":
        percent = round(100 * float(value))  # a whole number has no negative zero
        return str(words["numbers"]["percent"].format(localised(str(percent), words)))
    if decimals := _DECIMALS.fullmatch(form):
        rounded = round(float(value), int(decimals[1])) + 0.0  # turns -0.0 into 0.0
        return localised(format(rounded, form if rounded else form.lstrip("+")), words)
    if form in ("", "+"):
        return points_text(Fraction(value), words, signed=form == "+")
    raise ValueError(f"not a form of a number: {form!r}")


def points_text(amount: Fraction, words: Catalogue, *, signed: bool = False) -> str:
    """Write an amount of points: 2, 1/3, 2 1/3, with a minus if it is negative."""
    whole, part = divmod(abs(amount), 1)
    text = str(part or whole)
    if whole and part:
        text = words["numbers"]["mixed"].format(whole, part)
    sign = "-" if amount < 0 else "+" if amount > 0 and signed else ""
    return localised(sign, words) + _in_digits(text, words)


def localised(number: str, words: Catalogue) -> str:
    """Write a number, as Python does it, with the digits and signs of a language."""
    numbers = words["numbers"]
    table = str.maketrans({"-": numbers["minus"], "+": numbers["plus"], ".": numbers["decimal"]})
    return _in_digits(number.translate(table), words)


def counted(number: int, noun: str, words: Catalogue) -> str:
    """Write a number of things in the right plural form: "1 deal", "12 deals"."""
    forms = words["counts"][noun]
    for category, condition in words["plurals"].items():
        if holds(condition, number):
            return str(forms[category].format(localised(str(number), words)))
    return str(forms["other"].format(localised(str(number), words)))


def holds(condition: str, number: int) -> bool:
    """Tell whether a plural condition, written as CLDR does it, holds for a whole number.

    Source: Unicode Technical Standard 35, part 3, "Plural Rules Syntax".
    """
    return any(
        all(_relation_holds(relation, number) for relation in alternative.split(" and "))
        for alternative in condition.split(" or ")
    )


def _relation_holds(relation: str, number: int) -> bool:
    found = _RELATION.fullmatch(relation.strip())
    if found is None:
        raise ValueError(f"not a plural condition: {relation!r}")
    divisor, comparison, ranges = found.groups()
    value = number % int(divisor) if divisor else number
    is_inside = any(
        int(low) <= value <= int(high or low)
        for low, _, high in (bounds.partition("..") for bounds in ranges.split(","))
    )
    return is_inside == (comparison == "=")


def _in_digits(text: str, words: Catalogue) -> str:
    return text.translate(str.maketrans(_ASCII_DIGITS, words["numbers"]["digits"]))

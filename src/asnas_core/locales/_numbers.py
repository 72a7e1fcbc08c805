"""Numbers as a language writes them: digits, signs, fractions, percentages, counted nouns."""

import re
from fractions import Fraction

from asnas_core.locales._catalogue import Catalogue

_ASCII_DIGITS = "0123456789"
_RELATION = re.compile(r"n(?: % (\d+))? (!?=) ([\d.,]+)")


def number_text(value: Fraction | float, form: str, catalogue: Catalogue) -> str:
    """Write a number as its blank asks: points, "+" signed, "%", ".2f", or a counted noun."""
    if form in catalogue["counts"]:
        return counted(int(value), form, catalogue)
    if form == "%":
        percent = localised(f"{float(value):.0%}"[:-1], catalogue)
        return str(catalogue["numbers"]["percent"].format(percent))
    if form.endswith("f"):
        rounded = round(float(value), int(form[-2])) + 0.0  # turns -0.0 into 0.0
        return localised(format(rounded, form), catalogue)
    return points_text(Fraction(value), catalogue, signed=form == "+")


def points_text(amount: Fraction, catalogue: Catalogue, *, signed: bool = False) -> str:
    """Write an amount of points: 2, 1/3, 2 1/3, with a minus if it is negative."""
    whole, part = divmod(abs(amount), 1)
    text = str(part or whole)
    if whole and part:
        text = catalogue["numbers"]["mixed"].format(whole, part)
    sign = "-" if amount < 0 else "+" if amount > 0 and signed else ""
    return localised(sign, catalogue) + _in_digits(text, catalogue)


def localised(number: str, catalogue: Catalogue) -> str:
    """Write a number, as Python does it, with the digits and signs of a language."""
    numbers = catalogue["numbers"]
    table = str.maketrans({"-": numbers["minus"], "+": numbers["plus"], ".": numbers["decimal"]})
    return _in_digits(number.translate(table), catalogue)


def counted(number: int, noun: str, catalogue: Catalogue) -> str:
    """Write a number of things in the right plural form: "1 deal", "12 deals"."""
    forms = catalogue["counts"][noun]
    for category, condition in catalogue["plurals"].items():
        if holds(condition, number):
            return str(forms[category].format(localised(str(number), catalogue)))
    return str(forms["other"].format(localised(str(number), catalogue)))


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


def _in_digits(text: str, catalogue: Catalogue) -> str:
    return text.translate(str.maketrans(_ASCII_DIGITS, catalogue["numbers"]["digits"]))

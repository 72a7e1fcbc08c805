"""The options of the commands, and how their values are read."""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from asnas_core import DEFAULT_RULES
from asnas_core._language.catalogue import catalogue
from asnas_core._language.phrases import listed
from asnas_core.locales import LANGUAGES
from asnas_core.players import LEVELS

ENGLISH = "en"

USUAL_LEVELS = ("novice", "cautious", "bold", "master")
"""Who sits at the table if nobody is asked for, in the order of their seats."""

_COMMITMENT_BYTES = 32


def add_match_options(command: argparse.ArgumentParser) -> None:
    """Add the options of `watch` and `play`."""
    command.add_argument(
        "--seed", metavar="TEXT", help="what the cards are shuffled from; a new one if left out"
    )
    command.add_argument(
        "--deals",
        metavar="N",
        type=int,
        help=f"deals in the match; {DEFAULT_RULES.deals} if left out",
    )
    levels = command.add_mutually_exclusive_group()
    levels.add_argument(
        "--level",
        choices=LEVELS,
        metavar="NAME",
        help=f"how well the computer plays: {_choice(LEVELS)}; if left out, "
        f"{_choice(USUAL_LEVELS, 'and')} sit down in this order, as many as there are free seats",
    )
    levels.add_argument(
        "--opponents",
        type=_level_names,
        metavar="NAMES",
        help="the level of each computer player in the order of their seats, such as "
        "novice,bold,master",
    )
    command.add_argument(
        "--language",
        choices=LANGUAGES,
        default=ENGLISH,
        metavar="CODE",
        help=f"the language: {_choice(LANGUAGES)}; {ENGLISH} if left out",
    )
    command.add_argument(
        "--save",
        metavar="FILE",
        type=Path,
        help="keep the match in this file, even if you quit in the middle; a file of this name is "
        "replaced; it holds every hand, and nobody but you can read it",
    )
    command.add_argument(
        "--resume",
        metavar="FILE",
        type=Path,
        help="go on with a saved match; play keeps it in the same file, unless --save names "
        "another, and watch leaves the file as it is; the file does not hold who played, so give "
        "--level or --opponents again",
    )


def _choice(options: Iterable[str], joint: Literal["and", "or"] = "or") -> str:
    return listed([*options], catalogue(ENGLISH), joint)


def _level_names(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in LEVELS:
            choice = _choice(LEVELS)
            raise argparse.ArgumentTypeError(f"a level is {choice}, with commas between them")
    return names


def hexadecimal(text: str) -> bytes:
    """Read bytes that are given in hexadecimal digits."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise argparse.ArgumentTypeError("this is not hexadecimal") from None


def published_commitment(text: str) -> str:
    """Read a commitment as it was published."""
    digest = hexadecimal(text)
    if len(digest) != _COMMITMENT_BYTES:
        raise argparse.ArgumentTypeError("a commitment has 64 hexadecimal digits")
    return digest.hex()

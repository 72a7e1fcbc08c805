"""Rules on a command line."""

import argparse

from asnas_core import DEFAULT_RULES, Rules

_SETTINGS = {
    "seats": "2 to 4, or 5 with five copies",
    "copies": "cards of each rank: 4 or 5",
    "opening_stake": "what the dealer puts in at first",
    "raise_step": "by how much a raise goes up",
    "max_stake": "the highest stake",
}


def positive(text: str) -> int:
    """Read a number from 1 on."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def add_rules_options(parser: argparse.ArgumentParser) -> None:
    """Let a command line say which rules are played."""
    for name, meaning in _SETTINGS.items():
        default = getattr(DEFAULT_RULES, name)
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            type=positive,
            metavar="N",
            default=default,
            help=f"{meaning}; {default} if left out",
        )
    parser.add_argument(
        "--no-free-fold",
        dest="free_fold",
        action="store_false",
        help="nobody can fold whose stake is the highest",
    )


def rules_of(options: argparse.Namespace) -> Rules:
    """Return the rules that a command line asks for.

    Raises:
        RulesError: There are no such rules.
    """
    settings = {name: getattr(options, name) for name in _SETTINGS}
    return Rules(**settings, free_fold=options.free_fold)

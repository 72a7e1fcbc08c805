"""What the solution that comes with the library does, as numbers to plot and to write down."""

from collections.abc import Mapping, Sequence
from functools import cache
from math import comb, prod

import attrs
import numpy as np

from asnas_core import DEFAULT_RULES, Action, Category, Rank, Rules, rank_hand
from asnas_core.players.equilibrium import Solution, solution_for
from asnas_core.situations import all_hands, histories
from asnas_core.solver import Strategy, values

C, H, R, F = Action.CALL, Action.HOLD, Action.RAISE, Action.FOLD

HANDS = all_hands(DEFAULT_RULES)
CATEGORIES = tuple(rank_hand(hand).category for hand in HANDS)
WAYS = tuple(prod(comb(4, hand.count(rank)) for rank in Rank) for hand in HANDS)
"""In how many ways each hand can be dealt."""


@attrs.frozen
class Spot:
    """A situation that is plotted.

    Attributes:
        title: Who is to act, and after what.
        actions: What was done so far, looks left out.
    """

    title: str
    actions: tuple[Action, ...]


FIRST_IN = (
    Spot("First seat, to open the betting", ()),
    Spot("Second seat, after a fold", (F,)),
    Spot("Third seat, after two folds", (F, F)),
    Spot("Dealer, when only the third has called", (F, F, C)),
)
FACING = (
    Spot("Second seat, the first has raised", (R,)),
    Spot("Dealer, the first has raised and two folded", (R, F, F)),
    Spot("Dealer, two have folded and the third raised", (F, F, R)),
    Spot("Third seat, both before it have raised", (R, R)),
)


def solution(seats: int = DEFAULT_RULES.seats) -> Solution:
    """Return the solution that comes with the library."""
    found = solution_for(Rules(seats=seats))
    if found is None:
        raise LookupError(seats)
    return found


@cache
def profile(actions: tuple[Action, ...]) -> Mapping[Action, tuple[float, ...]]:
    """Return how often each action is taken in a situation, by hand from the weakest on."""
    known = solution()
    number = known.numbers[actions]
    columns = zip(*known.rows(number), strict=True)
    return dict(zip(known.legal_actions(number), columns, strict=True))


def stay(actions: tuple[Action, ...]) -> Action:
    """Return what stays in without raising: a call, or a hold where nothing is to be paid."""
    return C if C in profile(actions) else H


def share(actions: tuple[Action, ...], action: Action, category: Category | None = None) -> float:
    """Return how often an action is taken, over all hands or those of a category as dealt."""
    chances = profile(actions)[action]
    chosen = [hand for hand in range(len(HANDS)) if category in {None, CATEGORIES[hand]}]
    return sum(WAYS[hand] * chances[hand] for hand in chosen) / sum(WAYS[hand] for hand in chosen)


@cache
def position_values(seats: int) -> tuple[float, ...]:
    """Return what each position makes in a deal on average, the dealer last."""
    known = solution(seats)
    tree = histories(known.rules)
    chances = [
        np.zeros((len(HANDS), 0))
        if history.position is None
        else np.array(known.rows(known.numbers[history.actions]))
        for history in tree
    ]
    return values(Strategy(known.rules, tuple(chances)))


def blind(actions: tuple[Action, ...]) -> tuple[tuple[str, float], ...]:
    """Return what it is worth to look, and to do each thing without looking, in points."""
    known = solution()
    number = known.numbers[actions]
    names = ("look", *(f"{action.value} blind" for action in known.legal_actions(number)))
    worth = known.blind(number)
    return tuple(
        (name, value) for name, value in zip(names, worth, strict=True) if value is not None
    )


def table(spots: Sequence[Spot]) -> list[tuple[str, ...]]:
    """Return the shares of all plotted situations by category, in percent, as rows of a table."""
    rows = []
    for spot in spots:
        for category in (None, *reversed(Category)):
            if category is Category.FIVE_OF_A_KIND:
                continue
            name = "all hands" if category is None else category.name.lower().replace("_", " ")
            chances = [
                share(spot.actions, action, category) for action in (R, stay(spot.actions), F)
            ]
            rows.append((spot.title, name, *(f"{chance:.0%}" for chance in chances)))
    return rows

"""What players do, in numbers: how often they look, raise, bluff and fold to a raise."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import attrs

from asnas_core import (
    DEFAULT_RULES,
    Action,
    DealState,
    Rules,
    Seed,
    apply_action,
    legal_actions,
    replay,
    view_deal,
)
from asnas_core.odds import odds_by_opponents
from asnas_core.players import Player
from asnas_core.tournament._playing import check, check_helpers, check_table, rotations, seed_bytes


@attrs.frozen(kw_only=True)
class Habits:
    """How often a player does what, from 0 to 1; None where it never had the choice.

    Attributes:
        looks: Of its first turns in a deal, those at which it looked.
        raises: Of its actions where it could raise, those that were raises; looks do not count.
        bluffs: Of its raises, those with a hand that loses to another one more often than not,
            whether it knew the hand or not.
        folds_to_raise: Of its answers to a raise of somebody else, those that were folds.
    """

    looks: float | None
    raises: float | None
    bluffs: float | None
    folds_to_raise: float | None


def measure_habits(
    players: Mapping[str, Player],
    deals: int,
    *,
    rules: Rules = DEFAULT_RULES,
    seed: Seed = "",
    progress: Callable[[int], object] | None = None,
) -> dict[str, Habits]:
    """Watch players at mixed tables: every one sits with those that follow it in the list.

    Args:
        players: The players by name.
        deals: How many different deals for each table; at least 2.
        rules: The rules; the deals of a match do not matter.
        seed: Where cards and luck come from. The same one gives the same result.
        progress: Called with the number of deals whenever some have been played.

    Returns:
        The habits of each player.

    Raises:
        IllegalActionError: A player picked an action that is not legal.
        ArgumentError: An argument is of the wrong kind, or there are not at least 2 deals.
        SeedError: The seed is too long, or text with lone surrogates.

    Example:
        >>> from asnas_core.players import LEVELS
        >>> habits = measure_habits(LEVELS, 10)
        >>> habits["master"].looks, habits["novice"].looks < 0.6
        (1.0, True)
    """
    check_table(players)
    check(deals, rules, [*players.values()])
    check_helpers(None, progress)
    luck = seed_bytes(seed)
    names = list(players)
    done: dict[str, Counter[str]] = {name: Counter() for name in names}
    for first in range(len(names)):
        lineup = [names[(first + place) % len(names)] for place in range(rules.seats)]
        table = [players[name] for name in lineup]
        for number in range(deals):
            for turn, match in enumerate(rotations(table, rules, luck, number)):
                for seat, event in _events(match.deal):
                    done[lineup[(seat - turn) % rules.seats]][event] += 1
            if progress is not None:
                progress(1)
    return {name: _habits(events) for name, events in done.items()}


def _habits(done: Counter[str]) -> Habits:
    def rate(some: str, every: str) -> float | None:
        return done[some] / done[every] if done[every] else None

    return Habits(
        looks=rate("look at first", "first turn"),
        raises=rate("raise", "could raise"),
        bluffs=rate("bluff", "raise"),
        folds_to_raise=rate("fold to raise", "answer"),
    )


def _events(deal: DealState) -> Iterator[tuple[int, str]]:
    """Name what each decision of a deal was an occasion for, and what was done."""
    states = replay(deal)
    for (seat, action), state in zip(deal.history, states, strict=False):
        legal = legal_actions(state)
        if Action.LOOK in legal and all(who != seat for who, _ in state.history):
            yield seat, "first turn"
            if action is Action.LOOK:
                yield seat, "look at first"
        if action is Action.LOOK:
            continue
        if Action.RAISE in legal:
            yield seat, "could raise"
        if action is Action.RAISE:
            yield seat, "raise"
            if _is_weak(state, seat):
                yield seat, "bluff"
        if _is_raised(state, seat):
            yield seat, "answer"
            if action is Action.FOLD:
                yield seat, "fold to raise"


def _is_raised(state: DealState, seat: int) -> bool:
    """Tell whether somebody has raised above a seat's stake."""
    raised = any(who != seat and action is Action.RAISE for who, action in state.history)
    return raised and state.stakes[seat] < state.highest_stake


def _is_weak(state: DealState, seat: int) -> bool:
    """Tell whether the hand of the seat on turn loses to another hand more often than not."""
    seen = state if state.looked[seat] else apply_action(state, Action.LOOK)
    return odds_by_opponents(view_deal(seen, seat))[1].share < Fraction(1, 2)

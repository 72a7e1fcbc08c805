"""What the actions of a seat that knows its hand are worth when everybody plays a solution.

All hands that the others can hold are followed at once, each with how likely it is that they hold
it and came here with it. Hands with which they would never have come here are dropped.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import factorial, prod
from typing import TypeAlias, cast

from asnas_core import Rank, Rules
from asnas_core.players._solution import Solution
from asnas_core.situations import all_hands, histories

Cards: TypeAlias = tuple[int, ...]
"""How many cards of each rank."""

Deal: TypeAlias = tuple[float, tuple[int, ...]]
"""How likely it is, and the hand of each position, one's own included."""


def action_values(solution: Solution, number: int, hand: int) -> tuple[float | None, ...]:
    """Tell the expected score of the deal after each action of a situation.

    Args:
        solution: What everybody plays.
        number: The situation.
        hand: The hand of the position that is to act there.

    Returns:
        A score for each action, None if the others' play never leads here.
    """
    every = histories(solution.rules)
    here = every[number]
    player = cast("int", here.position)

    def follow(deals: Sequence[Deal], number: int, action: int) -> list[Deal]:
        """Return the deals in which somebody else takes an action, as likely as they are then."""
        rows, who = solution.rows(number), cast("int", every[number].position)
        chances = [row[action] for row in rows]
        after = [
            (weight * chances[hands[who]], hands) for weight, hands in deals if chances[hands[who]]
        ]
        live = every[every[number].children[action]].live
        return _merged(after, live) if len(live) == len((player, who)) else after

    def worth(number: int, deals: Sequence[Deal]) -> float:
        """Return what the player still gets, less what it still puts in, summed over deals."""
        history = every[number]
        if not deals or player not in history.live:
            return 0.0
        if history.position is None:
            return sum(history.stakes) * _won(deals, player, history.live)
        if history.position == player:
            chances = solution.rows(number)[hand]
            return sum(
                chance * after(number, action, deals)
                for action, chance in enumerate(chances)
                if chance
            )
        return sum(
            worth(child, follow(deals, number, action))
            for action, child in enumerate(history.children)
        )

    def after(number: int, action: int, deals: Sequence[Deal]) -> float:
        history, child = every[number], every[number].children[action]
        cost = every[child].stakes[player] - history.stakes[player]
        return worth(child, deals) - cost * sum(weight for weight, _ in deals)

    deals: Sequence[Deal] = _deals(solution.rules, player, hand)
    at = 0
    for action in here.actions:
        taken = every[at].legal_actions.index(action)
        if every[at].position != player:
            deals = follow(deals, at, taken)
        at = every[at].children[taken]
    total = sum(weight for weight, _ in deals)
    if not total:
        return (None,) * len(here.children)
    return tuple(
        after(number, action, deals) / total - here.stakes[player]
        for action in range(len(here.children))
    )


def _merged(deals: Sequence[Deal], live: Sequence[int]) -> list[Deal]:
    """Take deals together that differ in folded hands only: few are left of many."""
    together: dict[tuple[int, ...], float] = {}
    for weight, hands in deals:
        left = tuple([hand if who in live else 0 for who, hand in enumerate(hands)])
        together[left] = together.get(left, 0.0) + weight
    return [(weight, hands) for hands, weight in together.items()]


def _won(deals: Sequence[Deal], player: int, live: Sequence[int]) -> float:
    """Return the part of the pot that a player gets, summed over deals."""
    others = [position for position in live if position != player]
    total = 0.0
    for weight, hands in deals:
        own = hands[player]
        ties = 1
        for other in others:
            if hands[other] >= own:
                if hands[other] > own:
                    break
                ties += 1
        else:
            total += weight / ties
    return total


@lru_cache(8)
def _deals(rules: Rules, player: int, hand: int) -> tuple[Deal, ...]:
    """List the hands that the others can hold beside one's own."""

    def deal(position: int, left: Cards, weight: float) -> Iterator[Deal]:
        if position == rules.seats:
            yield weight / _orders(left), ()
        elif position == player:
            for part, others in deal(position + 1, left, weight):
                yield part, (hand, *others)
        else:
            for other, ways, rest in _fitting(rules, left):
                for part, others in deal(position + 1, rest, weight / ways):
                    yield part, (other, *others)

    own = all_hands(rules)[hand]
    return tuple(deal(0, tuple(rules.copies - own.count(rank) for rank in Rank), 1.0))


@lru_cache(4096)
def _fitting(rules: Rules, left: Cards) -> tuple[tuple[int, int, Cards], ...]:
    """List the hands that some cards can be dealt as, with what is left of them."""
    found = []
    for number, hand in enumerate(all_hands(rules)):
        cards = tuple(map(hand.count, Rank))
        rest = tuple(map(int.__sub__, left, cards))
        if min(rest) >= 0:
            found.append((number, _orders(cards), rest))
    return tuple(found)


def _orders(cards: Cards) -> int:
    """Return by how much fewer the orders of cards are because those of a rank are alike."""
    return prod(map(factorial, cards))

"""Deals of which only the result is known: can they have ended so, and in how many actions?"""

from collections.abc import Iterable
from functools import lru_cache

import attrs

from asnas_core._betting import BettingNode, betting_graph
from asnas_core._deal import Seat, seat_at
from asnas_core._rules import Rules


@lru_cache(4096)
def ending_lengths(
    rules: Rules, dealer: Seat, stakes: tuple[int, ...], live: frozenset[Seat]
) -> int:
    """Return in how many actions a deal can end with these stakes and live seats, by seat.

    Bit n of the result says whether n actions can do it; 0 means that no deal ends so.
    """
    order = [seat_at(position, dealer, rules.seats) for position in range(rules.seats)]
    final = tuple(stakes[seat] for seat in order)
    folded = tuple(seat not in live for seat in order)
    known: dict[object, int] = {}

    def lengths_from(node: BettingNode) -> int:
        if node.position is None:
            return int(node.stakes == final and node.folded == folded)
        # What is to come depends on no more than this: `_leads_on` lets nobody be below the
        # highest stake but those who can still match it and those who must fold next.
        highest = max(node.stakes)
        matched = tuple([stake == highest for stake in node.stakes])
        key = (node.position, highest, node.folded, matched)
        if key not in known:
            lengths = 0
            for action in node.legal_actions:
                child = node.child(action)
                if _leads_on(child, node.position, final, folded):
                    lengths |= lengths_from(child) << 1
            known[key] = lengths
        return known[key]

    # Looks change nothing but the length, so the graph without them will do.
    lengths = lengths_from(betting_graph(attrs.evolve(rules, concealed=False)))
    if rules.concealed:
        # All seats have acted, or all but a dealer who won before its turn (A6).
        acted = rules.seats - (sum(stakes) == rules.opening_stake)
        for _ in range(acted):
            lengths |= lengths << 1
    return lengths


def _leads_on(
    node: BettingNode, actor: int, final: tuple[int, ...], folded: tuple[bool, ...]
) -> bool:
    """Whether the ending is still within reach after an action."""
    if node.folded[actor]:
        return folded[actor] and node.stakes[actor] == final[actor]
    # Whoever has still to put something in is never asked for more than that.
    highest = max(node.stakes)
    return all(
        stake == end or highest <= end for stake, end in zip(node.stakes, final, strict=True)
    )


def can_add_up(total: int, parts: Iterable[int]) -> bool:
    """Whether one length of each part, given as `ending_lengths` gives it, can make the total."""
    sums = 1
    for lengths in parts:
        before, sums = sums, 0
        for length in range(lengths.bit_length()):
            if lengths >> length & 1:
                sums |= before << length
    return 0 <= total < sums.bit_length() and bool(sums >> total & 1)

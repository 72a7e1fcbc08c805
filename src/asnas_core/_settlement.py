"""Who wins a deal or a match, and what everybody gets (R8, R9, R32, R33, R40 to R45)."""

from fractions import Fraction
from functools import lru_cache

import attrs

from asnas_core._actions import Ending
from asnas_core._cards import Hand
from asnas_core._checks import exactly
from asnas_core._deal import DEAL_EXPECTED, DealState, Seat, by_seat
from asnas_core._hands import HandRank, rank_hand
from asnas_core.errors import DealNotOverError


@attrs.frozen(kw_only=True)
class Settlement:
    """The result of a deal. All of it is public. Sequences are by seat.

    Attributes:
        ending: Showdown or last standing.
        winners: Who wins the pot or shares it, from the lowest seat on.
        pot: All stakes together, in points.
        stakes: What each seat put in, in points.
        payouts: What each seat takes out, in points, exactly.
        scores: Payout minus stake for each seat, in points, exactly; their sum is 0.
        revealed: The hands shown to everybody: those of all live seats at a showdown; None for
            every other seat.
        best: What the winning hands are worth, or None where nothing was shown.
    """

    ending: Ending
    winners: tuple[Seat, ...]
    pot: int
    stakes: tuple[int, ...]
    payouts: tuple[Fraction, ...]
    scores: tuple[Fraction, ...]
    revealed: tuple[Hand | None, ...]
    best: HandRank | None


def settle(state: DealState) -> Settlement:
    """Settle a deal that is over.

    Args:
        state: A deal whose betting is over.

    Returns:
        Its result. The same deal always gives an equal one.

    Raises:
        DealNotOverError: Somebody is still to act.
        ArgumentError: This is not a deal.

    Example:
        >>> from asnas_core import Action, apply_action, deal, shuffled_pack
        >>> state = deal(shuffled_pack(7))
        >>> for action in "raise", "fold", "fold", "fold":
        ...     state = apply_action(state, Action(action))
        >>> [str(score) for score in settle(state).scores]
        ['-1', '1', '0', '0']
    """
    node = exactly("state", state, DealState, DEAL_EXPECTED).node
    if node.position is not None:
        raise DealNotOverError("deal_not_over", turn=state.turn)
    dealer = state.dealer
    stakes, folded = by_seat(node.stakes, dealer), by_seat(node.folded, dealer)
    if folded.count(False) == 1:
        return last_standing(stakes, folded.index(False))
    hands = zip(state.hands, folded, strict=True)
    return showdown(stakes, tuple([None if out else hand for hand, out in hands]))


def last_standing(stakes: tuple[int, ...], winner: Seat) -> Settlement:
    """Settle a deal that one seat won because all others folded (R33): no hand is looked at."""
    return _settlement(Ending.LAST_STANDING, stakes, (winner,), (None,) * len(stakes), None)


def showdown(stakes: tuple[int, ...], revealed: tuple[Hand | None, ...]) -> Settlement:
    """Settle a showdown between the seats whose hands are given (R32, R40, R41)."""
    ranks = {seat: rank_hand(hand) for seat, hand in enumerate(revealed) if hand is not None}
    best = max([rank.strength for rank in ranks.values()])
    winners = tuple([seat for seat, rank in ranks.items() if rank.strength == best])
    return _settlement(Ending.SHOWDOWN, stakes, winners, revealed, ranks[winners[0]])


def added_scores(totals: tuple[Fraction, ...], settlement: Settlement) -> tuple[Fraction, ...]:
    """Add the scores of one more deal to the totals (R6, R44)."""
    scores = settlement.scores
    return tuple(total + score for total, score in zip(totals, scores, strict=True))


def best_seats(totals: tuple[Fraction, ...]) -> tuple[Seat, ...]:
    """Return every seat with the highest total (R8, R9)."""
    highest = max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == highest)


def _settlement(
    ending: Ending,
    stakes: tuple[int, ...],
    winners: tuple[Seat, ...],
    revealed: tuple[Hand | None, ...],
    best: HandRank | None,
) -> Settlement:
    payouts, scores = _shares(stakes, winners)
    return Settlement(
        ending=ending,
        winners=winners,
        pot=sum(stakes),
        stakes=stakes,
        payouts=payouts,
        scores=scores,
        revealed=revealed,
        best=best,
    )


@lru_cache(4096)
def _shares(
    stakes: tuple[int, ...], winners: tuple[Seat, ...]
) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """Split the pot exactly (R42)."""
    share, nothing = _fraction(sum(stakes), len(winners)), _fraction(0, 1)
    payouts = tuple([share if seat in winners else nothing for seat in range(len(stakes))])
    scores = [  # R43
        _fraction(payout.numerator - stake * payout.denominator, payout.denominator)
        for payout, stake in zip(payouts, stakes, strict=True)
    ]
    return payouts, tuple(scores)


_fraction = lru_cache(4096)(Fraction)
"""Fractions are slow to make, and the same few come again and again."""

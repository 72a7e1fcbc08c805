"""phevaluator: its function for five cards."""

import random

from phevaluator import _pheval
from phevaluator.card import Card
from phevaluator.evaluator import evaluate_5cards

from benchmarks.work import Contest, Entrant, Peer, Run, all_hands, poker_cards


def hands_as_integers(seed: int) -> list[tuple[int, ...]]:
    """Write every hand in its card numbers, in random order."""
    hands = [tuple(Card.to_id(card) for card in poker_cards(hand, "shdc")) for hand in all_hands()]
    random.Random(seed).shuffle(hands)
    return hands


def ranking(size: int, seed: int) -> Run:
    """What it offers. Five arguments written out are the fastest way to call a Python function."""
    hands = hands_as_integers(seed)

    def run() -> int:
        for _ in range(size):
            for a, b, c, d, e in hands:
                evaluate_5cards(a, b, c, d, e)
        return size * len(hands)

    return run


def ranking_private(size: int, seed: int) -> Run:
    """What stands behind it. A star is the fastest way to call a C function."""
    hands = hands_as_integers(seed)
    evaluate = _pheval.evaluate_5cards

    def run() -> int:
        for _ in range(size):
            for hand in hands:
                evaluate(*hand)
        return size * len(hands)

    return run


PEER = Peer(
    "phevaluator",
    (
        Entrant(Contest.RANKING, "phevaluator", 2, ranking),
        Entrant(Contest.RANKING, "phevaluator, private C function", 8, ranking_private),
    ),
)

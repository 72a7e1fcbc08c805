"""treys: its evaluator."""

import random

from treys import Card, Evaluator

from benchmarks.work import Contest, Entrant, Peer, Run, all_hands, poker_cards


def ranking(size: int, seed: int) -> Run:
    """Two cards in hand, three on the board."""
    evaluator = Evaluator()
    hands = [[Card.new(card) for card in poker_cards(hand, "shdc")] for hand in all_hands()]
    random.Random(seed).shuffle(hands)
    halves = [(hand[:2], hand[2:]) for hand in hands]

    def run() -> int:
        strength = evaluator.evaluate
        for _ in range(size):
            for hand, board in halves:
                strength(hand, board)
        return size * len(halves)

    return run


PEER = Peer("treys", (Entrant(Contest.RANKING, "treys", 1, ranking),))

"""PokerKit: a fixed-limit game of one street with our betting, and its lookup of hands."""

import random
from collections.abc import Callable
from typing import cast

from pokerkit import (
    Automation,
    BettingStructure,
    Card,
    Deck,
    Opening,
    Rank,
    StandardHighHand,
    State,
    Street,
)

from benchmarks.work import (
    HAND_SIZE,
    Choices,
    Contest,
    Entrant,
    Peer,
    Run,
    Turn,
    all_hands,
    poker_cards,
)

RANKS = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)
DECK = cast("Deck", tuple(card for card in Deck.STANDARD if card.rank in RANKS))
STREET = Street(
    card_burning_status=False,
    hole_dealing_statuses=(False,) * HAND_SIZE,
    board_dealing_count=0,
    draw_status=False,
    opening=Opening.POSITION,
    min_completion_betting_or_raising_amount=1,
    max_completion_betting_or_raising_count=3,
)
UP_TO_THE_BETTING = (Automation.BLIND_OR_STRADDLE_POSTING, Automation.HOLE_DEALING)
EVERYTHING = tuple(Automation)
STACK = 100


def dealt(automations: tuple[Automation, ...]) -> State:
    """Make a state, which shuffles, deals and posts the dealer's 1."""
    return State(
        automations=automations,
        deck=DECK,
        hand_types=(StandardHighHand,),
        streets=(STREET,),
        betting_structure=BettingStructure.FIXED_LIMIT,
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(0, 0, 0, 1),
        bring_in=0,
        raw_starting_stacks=STACK,
        player_count=4,
    )


def legal_moves(state: State) -> list[Callable[[], object]]:
    """Ask the three questions that make up its legal actions."""
    moves: list[Callable[[], object]] = []
    if state.can_fold():
        moves.append(state.fold)
    if state.can_check_or_call():
        moves.append(state.check_or_call)
    if state.can_complete_bet_or_raise_to():
        moves.append(state.complete_bet_or_raise_to)
    return moves


def rounds(size: int, seed: int) -> Run:
    """Betting rounds."""
    random.seed(seed)  # it shuffles with the global generator
    states = [dealt(UP_TO_THE_BETTING) for _ in range(size)]
    choices = Choices(size, seed)

    def run() -> int:
        draw = iter(choices)
        for state in states:
            while state.actor_indices:
                moves = legal_moves(state)
                moves[next(draw) % len(moves)]()
        return choices.used

    return run


def deals(size: int, seed: int) -> Run:
    """Whole deals. The last bet sets off showdown and payment; payoffs are then there to read."""
    random.seed(seed)
    choices = Choices(size, seed)

    def run() -> int:
        draw = iter(choices)
        for _ in range(size):
            state = dealt(EVERYTHING)
            while state.actor_indices:
                moves = legal_moves(state)
                moves[next(draw) % len(moves)]()
        return size

    return run


def ranking(size: int, seed: int) -> Run:
    """Its lookup table, by cards."""
    hands = [tuple(Card.parse("".join(poker_cards(hand, "shdc")))) for hand in all_hands()]
    random.Random(seed).shuffle(hands)

    def run() -> int:
        strength = StandardHighHand.lookup.get_entry
        for _ in range(size):
            for hand in hands:
                strength(hand)
        return size * len(hands)

    return run


def trace(seed: int) -> list[Turn]:
    """Write one round down."""
    letters = {"fold": "F", "check_or_call": "C", "complete_bet_or_raise_to": "R"}
    random.seed(seed)
    choose = random.Random(seed).choice
    state, turns = dealt(UP_TO_THE_BETTING), []
    while state.actor_indices:
        moves = {letters[move.__name__]: move for move in legal_moves(state)}
        chosen = choose(sorted(moves))
        turns.append(Turn(frozenset(moves), chosen))
        moves[chosen]()
    return turns


PEER = Peer(
    "pokerkit",
    (
        Entrant(Contest.ROUNDS, "PokerKit", 12, rounds),
        Entrant(Contest.RANKING, "PokerKit", 1, ranking),
        Entrant(Contest.DEALS, "PokerKit", 6, deals),
    ),
    trace,
)

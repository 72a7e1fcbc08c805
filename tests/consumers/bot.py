"""A computer player, typed: it sees a view and nothing else."""

import random

from asnas_core import (
    Action,
    Category,
    SeatView,
    apply_action,
    deal,
    rank_hand,
    shuffled_pack,
    view_deal,
)


def choose(view: SeatView, luck: random.Random) -> Action:
    if Action.LOOK in view.legal_actions:
        return Action.LOOK
    strong = view.hand is not None and rank_hand(view.hand).category >= Category.TWO_PAIRS
    if strong and Action.RAISE in view.legal_actions:
        return Action.RAISE
    cheap = [action for action in view.legal_actions if action in {Action.CALL, Action.HOLD}]
    return luck.choice(cheap) if cheap and view.to_call <= 1 else view.legal_actions[-1]


def play_deal(seed: str) -> int:
    state, luck = deal(shuffled_pack(seed)), random.Random(seed)
    while state.turn is not None:
        state = apply_action(state, choose(view_deal(state, state.turn), luck))
    return state.pot


if __name__ == "__main__":
    print(play_deal("typed"))

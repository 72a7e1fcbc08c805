"""Short ways to set up and play a deal, shared by the tests.

Actions are written in small letters: l look, c call, h hold, r raise, f fold.
"""

from collections.abc import Sequence

from asnas_core import (
    DEFAULT_RULES,
    Action,
    DealState,
    MatchState,
    Rank,
    Rules,
    apply_action,
    deal,
    next_deal,
    play,
    shuffled_pack,
)

ACTIONS = {action.value[0]: action for action in Action}

STRONG_FIRST = ("AAAAS", "SSSBB", "BBZZC", "ZZCCC")
"""Four of a kind, full house, two pairs, full house: seat 0 wins a showdown of all."""

ALL_TIE = ("ASBZC",) * 4
"""Four hands of high cards."""


def pack_of(hands: Sequence[str], *, dealer: int = 0, undealt: str = "") -> tuple[Rank, ...]:
    """Return the pack that deals these hands, by seat, one card at a time."""
    seats = len(hands)
    order = [hands[(dealer + 1 + position) % seats] for position in range(seats)]
    letters = "".join(hand[place] for place in range(5) for hand in order) + undealt
    by_letter = {rank.code: rank for rank in Rank}
    return tuple(by_letter[letter] for letter in letters)


def played(
    letters: str,
    *,
    hands: Sequence[str] | None = None,
    dealer: int = 0,
    undealt: str = "",
    rules: Rules = DEFAULT_RULES,
) -> DealState:
    """Deal these hands, or any, and play these actions."""
    if hands is None:
        pack = shuffled_pack(1, rules=rules)
    else:
        pack = pack_of(hands, dealer=dealer, undealt=undealt)
    state = deal(pack, dealer=dealer, rules=rules)
    for letter in letters.replace(" ", ""):
        state = apply_action(state, ACTIONS[letter])
    return state


def dealt_packs(match: MatchState) -> tuple[tuple[Rank, ...], ...]:
    """Return the packs of the deals so far."""
    return tuple(state.pack for state in match.deals)


def match_played(match: MatchState, *deals: str) -> MatchState:
    """Play these actions in the deal that is going on and in those after it."""
    for number, letters in enumerate(deals):
        match = next_deal(match) if number else match
        for letter in letters.replace(" ", ""):
            match = play(match, ACTIONS[letter])
    return match

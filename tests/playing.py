"""Short ways to set up, play and explore deals, shared by the tests.

Actions are written in small letters: l look, c call, h hold, r raise, f fold. The letters of the
cards are those of the library and of the oracle in `naive.py`. They are written out here, so that
no test compares the library's letters with themselves.
"""

from collections.abc import Iterable, Sequence

from asnas_core import (
    DEFAULT_RULES,
    Action,
    BettingNode,
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


RANKS_BY_LETTER = {
    "A": Rank.AS,
    "S": Rank.SHAH,
    "B": Rank.BIBI,
    "Z": Rank.SARBAZ,
    "C": Rank.COULI,
}
LETTERS_BY_RANK = {rank: letter for letter, rank in RANKS_BY_LETTER.items()}


def cards(text: str) -> tuple[Rank, ...]:
    """Read any number of cards; spaces are left out."""
    return tuple(RANKS_BY_LETTER[letter] for letter in text if letter != " ")


def letters(ranks: Iterable[Rank]) -> str:
    """Write any number of cards."""
    return "".join(LETTERS_BY_RANK[rank] for rank in ranks)


def pack_text(hands: Sequence[str], *, dealer: int = 0, copies: int = 4) -> str:
    """Write the pack from which seats 0, 1, ... get these hands, card by card as written."""
    seats = len(hands)
    in_turn = [hands[(dealer + 1 + position) % seats] for position in range(seats)]
    dealt = "".join(hand[number] for number in range(5) for hand in in_turn)
    undealt = "".join(letter * (copies - dealt.count(letter)) for letter in RANKS_BY_LETTER)
    return dealt + undealt


def every_node(root: BettingNode) -> list[BettingNode]:
    """Return every node once, the root first."""
    found = {root: None}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        for child in map(node.child, node.legal_actions):
            if child not in found:
                found[child] = None
                waiting.append(child)
    return list(found)


def played(
    letters: str,
    *,
    hands: Sequence[str] | None = None,
    dealer: int = 0,
    rules: Rules = DEFAULT_RULES,
) -> DealState:
    """Deal these hands, or any, and play these actions."""
    if hands is None:
        pack = shuffled_pack(1, rules=rules)
    else:
        pack = cards(pack_text(hands, dealer=dealer, copies=rules.copies))
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

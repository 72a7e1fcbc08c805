"""Hypothesis strategies for ranks, hands, packs, rules, deals and matches."""

from random import Random
from typing import TypeAlias

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from asnas_core import (
    DEFAULT_RULES,
    SPECTATOR,
    Action,
    DealState,
    Hand,
    MatchState,
    Pack,
    PublicView,
    Rank,
    Rules,
    SeatView,
    Viewer,
    apply_action,
    deal,
    legal_actions,
    next_deal,
    play,
    shuffled_pack,
    start_match,
    view_deal,
)

_HAND_SIZE = 5
_LONGEST = 200  # actions; no deal that is played for a while takes more
_ANY = Rules(copies=5)

Table: TypeAlias = Rules | SearchStrategy[Rules]
"""The rules to play by, or a strategy that makes them."""


_USUAL_LENGTH = 12  # actions
_LENGTHS = st.integers(0, _USUAL_LENGTH) | st.integers(0, _USUAL_LENGTH) | st.just(_LONGEST)
"""How many actions are played: to any moment, and often enough to the end."""

_NUMBERS = st.integers(0, 2**64 - 1)
"""Seeds of what need not be drawn in detail."""


def ranks() -> SearchStrategy[Rank]:
    """Make ranks.

    Example:
        >>> ranks().filter(lambda rank: rank > Rank.SHAH).example()
        <Rank.AS: 4>
    """
    return st.sampled_from(Rank)


def packs(rules: Rules = _ANY) -> SearchStrategy[Pack]:
    """Make whole packs of these rules, with more ties among them than chance would bring.

    Example:
        >>> len(packs().example())
        25
    """
    return st.just(tied_pack(rules)) | _NUMBERS.map(lambda seed: shuffled_pack(seed, rules=rules))


def tied_pack(rules: Rules) -> Pack:
    """Return a pack that deals one card of each rank to every seat."""
    tied = tuple(rank for rank in reversed(Rank) for _ in range(rules.seats))
    return tied + tuple(rank for rank in Rank for _ in range(rules.copies - rules.seats))


def hands(rules: Rules = _ANY) -> SearchStrategy[Hand]:
    """Make hands that the pack of these rules can deal, by default one of 25 cards.

    The best ones come up more often than chance would bring them.

    Example:
        >>> from asnas_core import Category, rank_hand
        >>> five = hands().filter(lambda hand: rank_hand(hand).category == Category.PAIR)
        >>> len(five.example())
        5
    """

    def first_five(pack: Pack) -> Hand:
        first, second, third, fourth, fifth = pack[:_HAND_SIZE]
        return first, second, third, fourth, fifth

    def in_groups(order: list[Rank]) -> Pack:
        return tuple(rank for rank in order for _ in range(rules.copies))

    best = st.permutations(tuple(Rank)).map(in_groups)
    return (best | packs(rules)).map(first_five)


@st.composite
def rules(draw: DrawFn, *, most_deals: int = 3) -> Rules:
    """Make rules of every kind: 2 to 5 seats, both packs, other stakes, with and without looking.

    Args:
        most_deals: The most deals a match can have; few keep tests fast.

    Example:
        >>> rules(most_deals=1).example().deals
        1
    """
    copies = draw(st.sampled_from((4, 5)))
    opening = draw(st.integers(1, 3))
    step = draw(st.integers(1, 3))
    return Rules(
        seats=draw(st.integers(2, copies)),
        copies=copies,
        opening_stake=opening,
        raise_step=step,
        max_stake=opening + step * draw(st.integers(0, 4)),
        deals=draw(st.integers(1, most_deals)),
        free_fold=draw(st.booleans()),
        concealed=draw(st.booleans()),
    )


@st.composite
def deals(draw: DrawFn, table: Table | None = None) -> DealState:
    """Make deals at any moment, from just dealt to over.

    Args:
        table: The rules to play by, or a strategy that makes them; by default the usual game, or
            rules of all kinds.

    Example:
        >>> deals(Rules(seats=2)).filter(lambda state: state.is_over).example().turn is None
        True
    """
    chosen = draw(_rules_of(table))
    state = deal(draw(packs(chosen)), dealer=draw(st.integers(0, chosen.seats - 1)), rules=chosen)
    for _ in range(draw(_LENGTHS)):
        if state.is_over:
            break
        state = apply_action(state, draw(st.sampled_from(_likely_actions(state))))
    return state


@st.composite
def matches(
    draw: DrawFn, table: Table | None = None, *, given_packs: bool | None = None
) -> MatchState:
    """Make matches at any moment, from just started to over.

    Args:
        table: The rules to play by, or a strategy that makes them; by default the usual game, or
            rules of all kinds with at most three deals.
        given_packs: Whether the matches are started from packs, or from a seed; by default there
            are both.

    Example:
        >>> matches(given_packs=True).example().seed is None
        True
    """
    chosen = draw(_rules_of(table))
    dealer = draw(st.integers(0, chosen.seats - 1))
    if draw(st.booleans()) if given_packs is None else given_packs:
        chosen_packs = [draw(packs(chosen)) for _ in range(chosen.deals)]
        match = start_match(packs=chosen_packs, first_dealer=dealer, rules=chosen)
    else:
        match = start_match(
            draw(st.binary(max_size=15) | st.binary(min_size=32, max_size=32)),
            contributions=draw(st.lists(st.binary(max_size=8), max_size=2)),
            first_dealer=dealer,
            rules=chosen,
        )
    # Earlier deals are played by a generator: drawing each of their actions would take long.
    luck = Random(draw(_NUMBERS))
    for _ in range(draw(st.integers(0, chosen.deals - 1) | st.just(chosen.deals - 1))):
        while not match.deal.is_over:
            match = play(match, luck.choice(_likely_actions(match.deal)))
        match = next_deal(match)
    for _ in range(draw(_LENGTHS)):
        if match.deal.is_over:
            break
        match = play(match, draw(st.sampled_from(_likely_actions(match.deal))))
    return match


def viewers(rules: Rules) -> SearchStrategy[Viewer]:
    """Make viewers of a table: each of its seats, and the spectator.

    Example:
        >>> viewers(Rules(seats=2)).example() in (0, 1, SPECTATOR)
        True
    """
    return st.sampled_from((SPECTATOR, *range(rules.seats)))


@st.composite
def deal_twins(draw: DrawFn, state: DealState, viewer: Viewer) -> DealState:
    """Make deals that differ from a given one only in cards which a viewer may not see.

    Args:
        state: The deal.
        viewer: A seat or `SPECTATOR`.

    Example:
        >>> from asnas_core import deal, shuffled_pack, view_deal
        >>> state = deal(shuffled_pack(7))
        >>> view_deal(deal_twins(state, 1).example(), 1) == view_deal(state, 1)
        True
    """
    view = view_deal(state, viewer)
    hidden = [index for seat in _hidden_seats(view) for index in _cards_of(state, seat)]
    hidden += range(state.rules.seats * _HAND_SIZE, len(state.pack))
    cards = [state.pack[index] for index in hidden]
    Random(draw(_NUMBERS)).shuffle(cards)
    moved = dict(zip(hidden, cards, strict=True))
    pack = tuple(moved.get(index, card) for index, card in enumerate(state.pack))
    twin = deal(pack, dealer=state.dealer, rules=state.rules)
    for action in state.actions:
        twin = apply_action(twin, action)
    return twin


@st.composite
def match_twins(draw: DrawFn, match: MatchState, viewer: Viewer) -> MatchState:
    """Make matches that differ from a given one only in cards which a viewer may not see.

    They are started from packs, those of later deals included; so should the given match be, as
    the commitment to a seed is there for all to see.

    Args:
        match: The match.
        viewer: A seat or `SPECTATOR`.

    Example:
        >>> from asnas_core import shuffled_pack, start_match, view_match
        >>> match = start_match(packs=[shuffled_pack(deal_number=n) for n in range(1, 13)])
        >>> view_match(match_twins(match, 1).example(), 1) == view_match(match, 1)
        True
    """
    twins = [draw(deal_twins(state, viewer)) for state in match.deals]
    later = [draw(packs(match.rules)) for _ in range(match.rules.deals - match.deal_number)]
    twin = start_match(
        packs=[state.pack for state in twins] + later,
        first_dealer=match.first_dealer,
        rules=match.rules,
    )
    for number, state in enumerate(twins):
        twin = next_deal(twin) if number else twin
        for action in state.actions:
            twin = play(twin, action)
    return twin


@st.composite
def seed_twins(draw: DrawFn, table: Table | None = None) -> tuple[MatchState, MatchState]:
    """Make two matches that differ in their seeds alone, before anybody has seen a card.

    Nobody looks and there is no showdown, so their views differ in the commitment alone, if the
    seeds are long enough to have one. With open hands, this holds for spectators only.
    """
    chosen = draw(_rules_of(table))
    size = draw(st.sampled_from((2, 15, 16, 32)))
    seeds = draw(
        st.lists(st.binary(min_size=size, max_size=size), min_size=2, max_size=2, unique=True)
    )
    one, other = (start_match(seed, rules=chosen) for seed in seeds)
    for _ in range(draw(st.integers(0, 4 * _USUAL_LENGTH))):
        if one.is_over:
            break
        if one.deal.is_over:
            one, other = next_deal(one), next_deal(other)
            continue
        unseen = [action for action in legal_actions(one.deal) if not _shows(one.deal, action)]
        if not unseen:
            break
        action = draw(st.sampled_from(unseen))
        one, other = play(one, action), play(other, action)
    return one, other


def _shows(state: DealState, action: Action) -> bool:
    """Tell whether somebody sees cards through an action."""
    following = apply_action(state, action)
    return action is Action.LOOK or (following.is_over and len(following.live_seats) > 1)


def _rules_of(table: Table | None) -> SearchStrategy[Rules]:
    if table is None:
        return st.just(DEFAULT_RULES) | rules()
    return st.just(table) if isinstance(table, Rules) else table


def _likely_actions(state: DealState) -> list[Action]:
    """List what can be done, a fold once and all else three times, so that most deals last."""
    legal = legal_actions(state)
    return [*legal, *legal, *legal] if Action.FOLD not in legal else [*legal[:-1] * 3, Action.FOLD]


def _hidden_seats(view: PublicView) -> list[int]:
    own = view.seat if isinstance(view, SeatView) and view.hand is not None else None
    return [seat for seat, hand in enumerate(view.revealed) if hand is None and seat != own]


def _cards_of(state: DealState, seat: int) -> range:
    """Return where in the pack a seat's cards are (R13, R14)."""
    seats = state.rules.seats
    return range((seat - state.dealer - 1) % seats, seats * _HAND_SIZE, seats)

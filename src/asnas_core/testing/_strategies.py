"""Hypothesis strategies for ranks, hands, packs, rules, deals and matches."""

from typing import TypeAlias

import attrs
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from asnas_core import (
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
    start_match,
    view_deal,
)

_HAND_SIZE = 5
_LONGEST = 60  # actions; more than almost every deal takes
_ANY = Rules(copies=5)

Table: TypeAlias = Rules | SearchStrategy[Rules]


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
    in_order = tuple(rank for rank in reversed(Rank) for _ in range(rules.copies))
    # Dealt one at a time, the pack in order gives the default table four hands that tie.
    return st.just(in_order) | st.permutations(in_order).map(tuple)


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
    return (best | st.permutations(tuple(Rank) * rules.copies).map(tuple)).map(first_five)


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
        table: The rules to play by, or a strategy that makes them; all kinds by default.

    Example:
        >>> deals(Rules(seats=2)).filter(lambda state: state.is_over).example().turn is None
        True
    """
    chosen = draw(_rules_of(table))
    state = deal(draw(packs(chosen)), dealer=draw(st.integers(0, chosen.seats - 1)), rules=chosen)
    for _ in range(draw(st.integers(0, _LONGEST))):
        if state.is_over:
            break
        state = apply_action(state, draw(_actions(state)))
    return state


@st.composite
def matches(draw: DrawFn, table: Table | None = None, *, given_packs: bool = False) -> MatchState:
    """Make matches at any moment, from just started to over.

    Args:
        table: The rules to play by, or a strategy that makes them; all kinds by default, with at
            most three deals.
        given_packs: Only matches that were started from packs; else most are from a seed.

    Example:
        >>> matches(given_packs=True).example().seed is None
        True
    """
    chosen = draw(_rules_of(table))
    dealer = draw(st.integers(0, chosen.seats - 1))
    if given_packs or draw(st.integers(0, 3)) == 0:
        chosen_packs = [draw(packs(chosen)) for _ in range(chosen.deals)]
        match = start_match(packs=chosen_packs, first_dealer=dealer, rules=chosen)
    else:
        match = start_match(
            draw(st.binary(max_size=32)),
            contributions=draw(st.lists(st.binary(max_size=8), max_size=2)),
            first_dealer=dealer,
            rules=chosen,
        )
    for _ in range(draw(st.integers(0, _LONGEST * chosen.deals))):
        if match.is_over:
            break
        deal_over = match.deal.is_over
        match = next_deal(match) if deal_over else play(match, draw(_actions(match.deal)))
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
    hidden = [place for seat in _hidden_seats(view) for place in _places(state, seat)]
    hidden += range(state.rules.seats * _HAND_SIZE, len(state.pack))
    cards = draw(st.permutations([state.pack[place] for place in hidden]))
    moved = dict(zip(hidden, cards, strict=True))
    pack = tuple(moved.get(place, card) for place, card in enumerate(state.pack))
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
def seed_twins(draw: DrawFn) -> tuple[MatchState, MatchState]:
    """Make two matches that differ in their seeds alone, before anybody has seen a card.

    The seeds are too short for a commitment, so that nothing at all may tell the two apart.
    """
    table = attrs.evolve(draw(rules()), concealed=True)
    seeds = draw(st.lists(st.binary(max_size=15), min_size=2, max_size=2, unique=True))
    one, other = (start_match(seed, rules=table) for seed in seeds)
    for _ in range(draw(st.integers(0, _LONGEST))):
        blind = [action for action in legal_actions(one.deal) if action != Action.LOOK]
        action = draw(st.sampled_from(blind))
        if apply_action(one.deal, action).is_over:
            break
        one, other = play(one, action), play(other, action)
    return one, other


def _rules_of(table: Table | None) -> SearchStrategy[Rules]:
    if table is None:
        return rules()
    return st.just(table) if isinstance(table, Rules) else table


def _actions(state: DealState) -> SearchStrategy[Action]:
    """Choose a legal action, seldom a fold, so that most deals come to a showdown."""
    legal = legal_actions(state)
    return st.sampled_from(legal + 3 * tuple(action for action in legal if action != Action.FOLD))


def _hidden_seats(view: PublicView) -> list[int]:
    own = view.seat if isinstance(view, SeatView) and view.hand is not None else None
    return [seat for seat, hand in enumerate(view.revealed) if hand is None and seat != own]


def _places(state: DealState, seat: int) -> range:
    """Return where in the pack a seat's cards are (R13, R14)."""
    seats = state.rules.seats
    return range((seat - state.dealer - 1) % seats, seats * _HAND_SIZE, seats)

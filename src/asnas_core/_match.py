"""What happens to a match: it starts, is played, and goes from deal to deal (R3, R46 to R49)."""

from collections.abc import Sequence

from asnas_core._actions import Action
from asnas_core._cards import Rank
from asnas_core._checks import (
    exactly,
    integer,
    items,
    plain_text,
    refusal,
    safe_param,
    table_seat,
)
from asnas_core._deal import Seat, apply_action, checked_pack, legal_actions
from asnas_core._match_state import (
    MatchSetup,
    MatchState,
    begun,
    with_action,
    with_next_deal,
)
from asnas_core._rules import DEFAULT_RULES, Rules
from asnas_core._shuffle import Seed, contribution_bytes, new_seed, seed_bytes
from asnas_core.errors import (
    ArgumentError,
    DealNotOverError,
    DealOverError,
    MatchOverError,
    NotYourTurnError,
    PackError,
    StaleMoveError,
)


def start_match(
    seed: Seed | None = None,
    *,
    contributions: Sequence[bytes] = (),
    packs: Sequence[Sequence[Rank]] | None = None,
    first_dealer: Seat = 0,
    rules: Rules = DEFAULT_RULES,
) -> MatchState:
    """Start a match and deal its first deal.

    Args:
        seed: What all packs are shuffled from, in any form that `shuffled_pack` takes; None draws
            a new one. Publish its `commitment` before you ask anybody for a contribution.
        contributions: Bytes from the other parties, handed in after the commitment was published,
            in an order all agree on. They change every pack.
        packs: The packs themselves, one for each deal, instead of a seed.
        first_dealer: Who deals first; then the deal moves one seat to the right (R47).
        rules: The rules of the table.

    Returns:
        The match in its first deal.

    Raises:
        SeedError: The seed or a contribution cannot be used.
        PackError: A pack is not one of these rules, or there are not as many as deals.
        SeatError: There is no such seat.
        ArgumentError: An argument is of the wrong kind, or packs were given together with a seed
            or contributions.

    Example:
        >>> match = start_match("my table, 5 May", first_dealer=2)
        >>> match.dealer, match.deal.turn, match.deal_number
        (2, 3, 1)
    """
    exactly("rules", rules, Rules, "Rules")
    dealer = table_seat("first_dealer", first_dealer, rules.seats)
    given = contribution_bytes(contributions)
    if packs is None:
        data = new_seed() if seed is None else seed_bytes(seed)
        return begun(MatchSetup(rules, dealer, data, given, None))
    if seed is not None or given:
        other = "contributions" if seed is None else "seed"
        raise ArgumentError("conflicting_arguments", argument="packs", other=other)
    every = items("packs", packs, "packs")
    if len(every) != rules.deals:
        raise PackError("pack_count", expected=rules.deals, packs=len(every))
    checked = tuple(checked_pack(pack, rules) for pack in every)
    return begun(MatchSetup(rules, dealer, None, (), checked))


def play(
    match: MatchState, action: Action | str, *, seat: Seat | None = None, move: int | None = None
) -> MatchState:
    """Let the seat whose turn it is act in the deal that is going on.

    Args:
        match: A match whose deal is not over; it stays as it is.
        action: One of ``legal_actions(match.deal)``, or its exact text.
        seat: Who says so. A server passes the seat that the message came from.
        move: The ``move_number`` that the action answers. A server passes what the message said, so
            that an action sent twice, or too late, is never taken for another one. None checks
            nothing: refuse a message that names no move before you call.

    Returns:
        The match after the action.

    Raises:
        StaleMoveError: The match is not at that move.
        DealOverError: The deal is over; `next_deal` deals the next one.
        NotYourTurnError: It is another seat's turn.
        IllegalActionError: The action is not legal here.
        SeatError: There is no such seat.
        ArgumentError: An argument is of the wrong kind.

    Example:
        >>> match = start_match(7)
        >>> play(match, Action.RAISE, seat=1, move=0).deal.stakes
        (1, 2, 0, 0)
        >>> play(match, Action.RAISE, seat=2)
        Traceback (most recent call last):
        asnas_core.errors.NotYourTurnError: seat 2 cannot raise: it is the turn of seat 1
    """
    state = exactly("match", match, MatchState, "a MatchState").deal
    name = plain_text("action", action, "an Action or its text")
    turn = state.turn
    who = turn if seat is None else table_seat("seat", seat, match.rules.seats)
    now = match.move_number
    answered = now if move is None else integer("move", move)
    if answered != now:
        legal = legal_actions(state) if who == turn else ()
        numbers = {"move": safe_param(answered), "move_number": now}
        raise refusal(StaleMoveError, "stale_move", name, who, legal, **numbers)
    if turn is None:
        raise refusal(DealOverError, "deal_over", name, who)
    if who != turn:
        raise refusal(NotYourTurnError, "not_your_turn", name, who, turn=turn)
    return with_action(match, apply_action(state, action))


def next_deal(match: MatchState) -> MatchState:
    """Deal the next deal of a match; the dealer moves one seat to the right (R46, R47).

    Args:
        match: A match whose deal is over and which has a deal left; it stays as it is.

    Returns:
        The match with the new deal.

    Raises:
        DealNotOverError: Somebody is still to act.
        MatchOverError: That was the last deal.
        ArgumentError: This is not a match.

    Example:
        >>> match = start_match(7)
        >>> for _ in range(3):
        ...     match = play(match, Action.FOLD)
        >>> next_deal(match).dealer
        1
    """
    turn = exactly("match", match, MatchState, "a MatchState").deal.turn
    if turn is not None:
        raise DealNotOverError("deal_not_over", turn=turn)
    if match.is_over:
        raise MatchOverError("match_over", deals=match.rules.deals)
    return with_next_deal(match)


def restart(match: MatchState, seed: Seed | None = None) -> MatchState:
    """Start over: the same rules and first dealer, all totals 0, newly shuffled packs (R49).

    Args:
        match: A match at any moment; it stays as it is.
        seed: The new seed, None to draw one. Contributions and given packs are not used again: for
            those, call `start_match`.

    Returns:
        The new match in its first deal.

    Raises:
        SeedError: The seed cannot be used.
        ArgumentError: An argument is of the wrong kind.

    Example:
        >>> restart(start_match(7, first_dealer=2), 8).dealer
        2
    """
    exactly("match", match, MatchState, "a MatchState")
    return start_match(seed, first_dealer=match.first_dealer, rules=match.rules)

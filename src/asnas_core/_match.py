"""A match: its deals one after the other, from one seed or from given packs (R3, R46 to R49)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NoReturn

import attrs

from asnas_core._actions import Action
from asnas_core._cards import Pack, Rank
from asnas_core._checks import instance, integer, table_seat, wrong_type
from asnas_core._deal import (
    DealState,
    Seat,
    apply_action,
    checked_pack,
    dealt,
    legal_actions,
)
from asnas_core._rules import DEFAULT_RULES, Rules
from asnas_core._settlement import Settlement, best_seats, settle, total_scores
from asnas_core._shuffle import Seed, contribution_bytes, match_pack, new_seed, seed_bytes
from asnas_core.errors import (
    ArgumentError,
    DealNotOverError,
    DealOverError,
    MatchOverError,
    NotYourTurnError,
    PackError,
    StaleMoveError,
    refused,
    shown,
)


@attrs.frozen
class MatchState:
    """A match at one moment: everything about it, hidden cards included.

    Made by `start_match`, `play`, `next_deal` and `restart`. Sequences are by seat unless said
    otherwise.

    Attributes:
        rules: The rules it is played by.
        seed: What the packs come from, with the contributions; None when packs were given. Secret.
        contributions: What other parties put into the shuffle.
        first_dealer: Who dealt the first deal.
        deals: Every deal so far, in order; the last one may still be going on.
    """

    rules: Rules
    # init and repr are for the printers of other libraries, which would print the secrets.
    seed: bytes | None = attrs.field(init=False, repr=False)
    contributions: tuple[bytes, ...]
    first_dealer: Seat
    deals: tuple[DealState, ...]
    _given_packs: tuple[Pack, ...] = attrs.field(init=False, repr=False)

    def __init__(self, *_: object, **__: object) -> NoReturn:
        raise ArgumentError("not_constructible", type="MatchState", maker="start_match()")

    @property
    def deal(self) -> DealState:
        """The deal that is going on, or the last one."""
        return self.deals[-1]

    @property
    def deal_number(self) -> int:
        """The number of that deal, from 1."""
        return len(self.deals)

    @property
    def dealer(self) -> Seat:
        """Who deals that deal."""
        return self.deal.dealer

    @property
    def packs(self) -> tuple[Pack, ...]:
        """All packs that were given, or those dealt so far from the seed. Secret."""
        return self._given_packs or tuple(state.pack for state in self.deals)

    @property
    def settlements(self) -> tuple[Settlement, ...]:
        """The results of the finished deals, in order."""
        return tuple(settle(state) for state in self.deals if state.is_over)

    @property
    def totals(self) -> tuple[Fraction, ...]:
        """Each seat's score of all finished deals, in points, exactly (R6)."""
        return total_scores(self.settlements, self.rules.seats)

    @property
    def is_over(self) -> bool:
        """Whether the last deal of the match is over (R48)."""
        return self.deal_number == self.rules.deals and self.deal.is_over

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Every seat with the highest total (R8, R9); () until the match is over."""
        return best_seats(self.totals) if self.is_over else ()

    @property
    def move_number(self) -> int:
        """Actions played so far in the match, looks included."""
        return sum(len(state.actions) for state in self.deals)

    def __repr__(self) -> str:
        totals = ", ".join(map(str, self.totals))
        return (
            f"<MatchState deal={self.deal_number}/{self.rules.deals} "
            f"move={self.move_number} totals=({totals})>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what the match follows from, without the graph."""
        return _match, tuple(getattr(self, name) for name in _FIELDS)

    def __copy__(self) -> "MatchState":
        return self

    def __deepcopy__(self, memo: object) -> "MatchState":
        return self


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
    instance("rules", rules, Rules, "Rules")
    dealer = table_seat("first_dealer", first_dealer, rules.seats)
    given = contribution_bytes(contributions)
    if packs is None:
        data = new_seed() if seed is None else seed_bytes(seed)
        return _begun(_match(rules, data, given, dealer, (), ()))
    for name, value in (("seed", seed), ("contributions", given or None)):
        if value is not None:
            raise ArgumentError("conflicting_arguments", argument="packs", other=name)
    if not isinstance(packs, tuple | list):
        raise wrong_type("packs", "a tuple or list of packs", packs)
    if len(packs) != rules.deals:
        raise PackError("pack_count", expected=rules.deals, packs=len(packs))
    checked = tuple(checked_pack(pack, rules) for pack in packs)
    return _begun(_match(rules, None, (), dealer, (), checked))


def play(
    match: MatchState, action: Action | str, *, seat: Seat | None = None, move: int | None = None
) -> MatchState:
    """Let the seat on turn do something in the deal that is going on.

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
        NotYourTurnError: Another seat is on turn.
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
    state = instance("match", match, MatchState, "a MatchState").deal
    instance("action", action, str, "an Action or its text")
    turn = state.turn
    who = turn if seat is None else table_seat("seat", seat, match.rules.seats)
    if move is not None and integer("move", move) != match.move_number:
        legal = legal_actions(state) if who == turn else ()
        now = match.move_number
        raise refused(
            StaleMoveError, "stale_move", action, who, legal, move=shown(move), move_number=now
        )
    if turn is None:
        raise refused(DealOverError, "deal_over", action, who)
    if who != turn:
        raise refused(NotYourTurnError, "not_your_turn", action, who, turn=turn)
    return with_deals(match, (*match.deals[:-1], apply_action(state, action)))


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
    turn = instance("match", match, MatchState, "a MatchState").deal.turn
    if turn is not None:
        raise DealNotOverError("deal_not_over", turn=turn)
    if match.is_over:
        raise MatchOverError("match_over", deals=match.rules.deals)
    return _begun(match)


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
    instance("match", match, MatchState, "a MatchState")
    return start_match(seed, first_dealer=match.first_dealer, rules=match.rules)


def _begun(match: MatchState) -> MatchState:
    """Deal the deal after those that a match has."""
    rules, number = match.rules, len(match.deals) + 1
    if match.seed is None:
        pack = match._given_packs[number - 1]
    else:
        pack = match_pack(match.seed, match.contributions, number, rules)
    dealer = (match.first_dealer + number - 1) % rules.seats  # R47
    return with_deals(match, (*match.deals, dealt(pack, dealer, rules)))


def with_deals(match: MatchState, deals: tuple[DealState, ...]) -> MatchState:
    """Return the match with other deals."""
    return _match(
        match.rules,
        match.seed,
        match.contributions,
        match.first_dealer,
        deals,
        match._given_packs,
    )


def _match(*values: object) -> MatchState:
    match = object.__new__(MatchState)
    for name, value in zip(_FIELDS, values, strict=True):
        object.__setattr__(match, name, value)
    return match


_FIELDS = tuple(field.name for field in attrs.fields(MatchState))

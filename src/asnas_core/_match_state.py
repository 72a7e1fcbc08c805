"""The state of a match: its deals, their results, and where its packs come from."""

from fractions import Fraction
from typing import Any, NoReturn, cast, final

import attrs

from asnas_core._cards import Pack
from asnas_core._deal import DealState, Seat, dealt
from asnas_core._rules import Rules
from asnas_core._settlement import Settlement, added_scores, best_seats, settle
from asnas_core._shuffle import SHORTEST_COMMITTED_SEED, commitment, match_pack
from asnas_core.errors import ArgumentError


@attrs.frozen
class Source:
    """What is fixed when a match begins, shared by all its states."""

    rules: Rules
    first_dealer: Seat
    seed: bytes | None = attrs.field(repr=False)
    contributions: tuple[bytes, ...]
    packs: tuple[Pack, ...] | None = attrs.field(repr=False)


@final
@attrs.frozen
class MatchState:
    """A match at one moment: everything about it, hidden cards included.

    Made by `start_match`, `play`, `next_deal` and `restart`. Matches are equal when their rules,
    first dealer, seed, contributions, given packs and deals are. Sequences are by seat unless said
    otherwise.

    Attributes:
        deals: Every deal so far, in order; the last one may still be going on.
        settlements: The results of the finished deals, in order.
        totals: Each seat's score of all finished deals, in points, exactly (R6).
        move_number: Actions played so far in the match, looks included.
    """

    # init and repr are for the printers of other libraries, which would print the secrets.
    _source: Source = attrs.field(init=False, repr=False)
    deals: tuple[DealState, ...]
    settlements: tuple[Settlement, ...] = attrs.field(eq=False)
    totals: tuple[Fraction, ...] = attrs.field(eq=False)
    move_number: int = attrs.field(eq=False)

    def __init__(self, *_: object, **__: object) -> NoReturn:
        raise ArgumentError("not_constructible", type="MatchState", maker="start_match()")

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self._source.rules

    @property
    def first_dealer(self) -> Seat:
        """Who dealt the first deal."""
        return self._source.first_dealer

    @property
    def seed(self) -> bytes | None:
        """What the packs come from, with the contributions; None if they were given. Secret."""
        return self._source.seed

    @property
    def contributions(self) -> tuple[bytes, ...]:
        """What other parties put into the shuffle."""
        return self._source.contributions

    @property
    def given_packs(self) -> tuple[Pack, ...] | None:
        """The packs that were given, one for each deal; None if they come from a seed. Secret."""
        return self._source.packs

    @property
    def commitment(self) -> str | None:
        """What the host can publish of its seed before play.

        None when the seed is too short to commit to, or packs were given.
        """
        seed = self.seed
        return None if seed is None or len(seed) < SHORTEST_COMMITTED_SEED else commitment(seed)

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
    def is_over(self) -> bool:
        """Whether the last deal of the match is over (R48)."""
        return len(self.settlements) == self.rules.deals

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Every seat with the highest total (R8, R9); () until the match is over."""
        return best_seats(self.totals) if self.is_over else ()

    def __repr__(self) -> str:
        totals = ", ".join(map(str, self.totals))
        return (
            f"<MatchState deal={self.deal_number}/{self.rules.deals} "
            f"move={self.move_number} totals=({totals})>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what the match follows from, without the graph."""
        return _unpickled, (self._source, self.deals)

    def __copy__(self) -> "MatchState":
        return self

    def __deepcopy__(self, memo: object) -> "MatchState":
        return self


def begun(source: Source) -> MatchState:
    """Return the match in its first deal."""
    return _state(source, (_dealt(source, 1),), (), _zeros(source), 0)


def from_start(match: MatchState) -> MatchState:
    """Return the match as it began."""
    return begun(match._source)


def with_next_deal(match: MatchState) -> MatchState:
    """Return the match with its next deal (R46)."""
    source = match._source
    deals = (*match.deals, _dealt(source, match.deal_number + 1))
    return _state(source, deals, match.settlements, match.totals, match.move_number)


def with_action(match: MatchState, following: DealState) -> MatchState:
    """Return the match whose last deal has gone one action further."""
    settlements, totals = match.settlements, match.totals
    if following.is_over:
        settlements, totals = _with_result(settlements, totals, following)
    deals = (*match.deals[:-1], following)
    return _state(match._source, deals, settlements, totals, match.move_number + 1)


def _with_result(
    settlements: tuple[Settlement, ...], totals: tuple[Fraction, ...], finished: DealState
) -> tuple[tuple[Settlement, ...], tuple[Fraction, ...]]:
    """Add the result of a deal to those before it (R6)."""
    settlement = settle(finished)
    return (*settlements, settlement), added_scores(totals, settlement)


def _dealt(source: Source, number: int) -> DealState:
    """Deal one of the deals of a match."""
    rules = source.rules
    if source.packs is not None:
        pack = source.packs[number - 1]
    else:
        pack = match_pack(cast("bytes", source.seed), source.contributions, number, rules)
    dealer = (source.first_dealer + number - 1) % rules.seats  # R47
    return dealt(pack, dealer, rules)


def _zeros(source: Source) -> tuple[Fraction, ...]:
    return (Fraction(0),) * source.rules.seats


def _unpickled(source: Source, deals: tuple[DealState, ...]) -> MatchState:
    settlements: tuple[Settlement, ...] = ()
    totals = _zeros(source)
    for state in deals:
        if state.is_over:
            settlements, totals = _with_result(settlements, totals, state)
    return _state(source, deals, settlements, totals, sum(len(state.actions) for state in deals))


def _state(
    source: Source,
    deals: tuple[DealState, ...],
    settlements: tuple[Settlement, ...],
    totals: tuple[Fraction, ...],
    move_number: int,
) -> MatchState:
    match = object.__new__(MatchState)
    values = (source, deals, settlements, totals, move_number)
    for name, value in zip(_FIELDS, values, strict=True):
        object.__setattr__(match, name, value)
    return match


_FIELDS = tuple(field.name for field in attrs.fields(MatchState))

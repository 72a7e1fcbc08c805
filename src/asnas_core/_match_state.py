"""The state of a match: its deals, their results, and where its packs come from."""

from fractions import Fraction
from typing import Any, NoReturn, cast, final

import attrs

from asnas_core._cards import Pack
from asnas_core._checks import filled
from asnas_core._deal import DealState, Seat, dealt
from asnas_core._rules import Rules
from asnas_core._settlement import Settlement, added_scores, best_seats, settle
from asnas_core._shuffle import SHORTEST_COMMITTED_SEED, commitment, match_pack
from asnas_core.errors import ArgumentError


@attrs.frozen
class MatchSetup:
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

    # Printers such as Hypothesis's read init and repr, and would print the secrets.
    _setup: MatchSetup = attrs.field(init=False, repr=False)
    deals: tuple[DealState, ...]
    settlements: tuple[Settlement, ...] = attrs.field(eq=False)
    totals: tuple[Fraction, ...] = attrs.field(eq=False)
    move_number: int = attrs.field(eq=False)

    def __init__(self, *_: object, **__: object) -> NoReturn:
        raise ArgumentError("not_constructible", type="MatchState", maker="start_match()")

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self._setup.rules

    @property
    def first_dealer(self) -> Seat:
        """Who dealt the first deal."""
        return self._setup.first_dealer

    @property
    def seed(self) -> bytes | None:
        """What the packs come from, with the contributions; None if they were given. Secret."""
        return self._setup.seed

    @property
    def contributions(self) -> tuple[bytes, ...]:
        """What other parties put into the shuffle."""
        return self._setup.contributions

    @property
    def given_packs(self) -> tuple[Pack, ...] | None:
        """The packs that were given, one for each deal; None if they come from a seed. Secret."""
        return self._setup.packs

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
        return _unpickled, (self._setup, self.deals)

    def __copy__(self) -> "MatchState":
        return self

    def __deepcopy__(self, memo: object) -> "MatchState":
        return self


def begun(setup: MatchSetup) -> MatchState:
    """Return the match in its first deal."""
    return _state(setup, (_dealt(setup, 1),), (), _zeros(setup), 0)


def from_start(match: MatchState) -> MatchState:
    """Return the match as it began."""
    return begun(match._setup)


def with_next_deal(match: MatchState) -> MatchState:
    """Return the match with its next deal (R46)."""
    setup = match._setup
    deals = (*match.deals, _dealt(setup, match.deal_number + 1))
    return _state(setup, deals, match.settlements, match.totals, match.move_number)


def with_action(match: MatchState, following: DealState) -> MatchState:
    """Return the match whose last deal has gone one action further."""
    settlements, totals = match.settlements, match.totals
    if following.is_over:
        settlements, totals = _with_result(settlements, totals, following)
    deals = (*match.deals[:-1], following)
    return _state(match._setup, deals, settlements, totals, match.move_number + 1)


def _with_result(
    settlements: tuple[Settlement, ...], totals: tuple[Fraction, ...], finished: DealState
) -> tuple[tuple[Settlement, ...], tuple[Fraction, ...]]:
    """Add the result of a deal to those before it (R6)."""
    settlement = settle(finished)
    return (*settlements, settlement), added_scores(totals, settlement)


def _dealt(setup: MatchSetup, number: int) -> DealState:
    """Deal one of the deals of a match."""
    rules = setup.rules
    if setup.packs is not None:
        pack = setup.packs[number - 1]
    else:
        pack = match_pack(cast("bytes", setup.seed), setup.contributions, number, rules)
    dealer = (setup.first_dealer + number - 1) % rules.seats  # R47
    return dealt(pack, dealer, rules)


def _zeros(setup: MatchSetup) -> tuple[Fraction, ...]:
    return (Fraction(0),) * setup.rules.seats


def _unpickled(setup: MatchSetup, deals: tuple[DealState, ...]) -> MatchState:
    settlements: tuple[Settlement, ...] = ()
    totals = _zeros(setup)
    for state in deals:
        if state.is_over:
            settlements, totals = _with_result(settlements, totals, state)
    return _state(setup, deals, settlements, totals, sum(len(state.actions) for state in deals))


def _state(
    setup: MatchSetup,
    deals: tuple[DealState, ...],
    settlements: tuple[Settlement, ...],
    totals: tuple[Fraction, ...],
    move_number: int,
) -> MatchState:
    return filled(
        MatchState,
        _setup=setup,
        deals=deals,
        settlements=settlements,
        totals=totals,
        move_number=move_number,
    )

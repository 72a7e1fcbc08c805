"""The levels, from the weakest to the strongest: each a character that a person can feel.

All but the two ends weigh what calling, raising and holding are worth by the odds of their own hand
and by what they believe of the others. What they believe makes the character: whoever believes no
raise pays for every one, and whoever believes that others fold will bluff.
"""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

import attrs

from asnas_core import Action, ArgumentError, SeatView
from asnas_core.odds import odds_by_opponents
from asnas_core.players._playing import Player
from asnas_core.players.equilibrium import policy, solution_for

_MOST_BELIEVED = 2
"""After so many raises of a seat, further ones tell nothing more about its hand."""


def _between(low: float, high: float) -> Callable[[object, "attrs.Attribute[float]", float], None]:
    """Return a check that a number is in a range."""

    def check(_: object, field: "attrs.Attribute[float]", value: float) -> None:
        if type(value) not in (int, float):
            raise ArgumentError.wrong_type(field.name, "a number", value)
        if not low <= value <= high:
            raise ArgumentError(
                "number_range", argument=field.name, low=str(low), high=str(high), value=str(value)
            )

    return check


_part = _between(0, 1)
_positive_part = _between(0.001, 1)  # what divides
_number = _between(-1_000_000, 1_000_000)


@attrs.frozen(kw_only=True)
class Character:
    """A player who decides by odds and beliefs. Make your own by other numbers.

    Attributes:
        looks: How often it looks when it could; otherwise it goes on blind.
        raisers_hold: Which part of all hands, the best ones, it believes a seat to hold that has
            raised; for two raises the square.
        callers_hold: The same for a seat that has called.
        stay_for_call: The part of their hands with which it believes others to put in what they
            still lack.
        stay_for_raise: The same when it raises itself; the smaller, the more it bluffs.
        wants: What an action must promise, in opening stakes, to be better than folding.
        bluffs: How often it raises whatever it holds.

    Raises:
        ArgumentError: One of them is not a number, or not from 0 to 1; what others hold and stay
            with must be above 0.001, and what it wants is any number up to a million.
    """

    looks: float = attrs.field(default=1.0, validator=_part)
    raisers_hold: float = attrs.field(default=1.0, validator=_positive_part)
    callers_hold: float = attrs.field(default=1.0, validator=_positive_part)
    stay_for_call: float = attrs.field(default=1.0, validator=_positive_part)
    stay_for_raise: float = attrs.field(default=1.0, validator=_positive_part)
    wants: float = attrs.field(default=0.0, validator=_number)
    bluffs: float = attrs.field(default=0.0, validator=_part)

    def __call__(self, view: SeatView, rng: Random) -> Action:
        """Pick an action: what promises most, and never to fold what can be held."""
        legal = _legal(view)
        if Action.LOOK in legal and rng.random() < self.looks:
            return Action.LOOK
        strength = _against_one(view)
        beliefs = self._beliefs(view)
        step = view.rules.raise_step
        worth = {Action.FOLD: self.wants * view.rules.opening_stake}
        if Action.HOLD in legal:
            worth = {Action.HOLD: self._worth(view, strength, beliefs, 0)}
        if Action.CALL in legal:
            worth[Action.CALL] = self._worth(view, strength, beliefs, 0)
        if Action.RAISE in legal:
            if rng.random() < self.bluffs:
                return Action.RAISE
            worth[Action.RAISE] = self._worth(view, strength, beliefs, step)
        return max(worth, key=worth.__getitem__)

    def _beliefs(self, view: SeatView) -> dict[int, float]:
        """Tell which part of all hands each opponent is believed to hold."""
        raises = dict.fromkeys(view.live_seats, 0)
        calls = dict(raises)
        for seat, action in view.history:
            if seat in raises:
                raises[seat] += action is Action.RAISE
                calls[seat] += action is Action.CALL
        return {
            seat: self.raisers_hold ** min(raises[seat], _MOST_BELIEVED)
            * self.callers_hold ** calls[seat]
            for seat in view.live_seats
            if seat != view.seat
        }

    def _worth(
        self, view: SeatView, strength: float, beliefs: Mapping[int, float], step: int
    ) -> float:
        """Return the points to expect from here, if this is the last raise."""
        stay = self.stay_for_raise if step else self.stay_for_call
        chance, pot, cost = 1.0, float(view.pot), view.to_call + step
        for seat, hands in beliefs.items():
            lacks = view.highest_stake + step - view.stakes[seat]
            stays = stay if lacks else 1.0
            # Of the best hands that the seat can hold, it stays with the best.
            better = min(1.0, (1 - strength) / (hands * stays))
            chance *= 1 - stays * better
            pot += stays * lacks
        return chance * (pot + cost) - cost


def _against_one(view: SeatView) -> float:
    """Return the chance of having the better hand of two."""
    return 0.5 if view.hand is None else float(odds_by_opponents(view)[1].share)


def _legal(view: SeatView) -> tuple[Action, ...]:
    if not view.legal_actions:
        raise ArgumentError("no_turn", seat=view.seat)
    return view.legal_actions


def random_player(view: SeatView, rng: Random) -> Action:
    """Do anything that is legal, each as often as the others."""
    return rng.choice(_legal(view))


NOVICE = Character(looks=0.4, wants=-0.8)
"""Plays for fun: often blind, sees what it has when it matters no more, and calls nearly anything.
It believes nobody, never bluffs on purpose, and pays for every raise to see what the others have.
"""

CAUTIOUS = Character(raisers_hold=0.17, callers_hold=0.3, wants=0.3)
"""Looks first and waits. It believes every raise and every call, folds to them without a very good
hand, and raises only with one. Whoever raises often takes its opening stakes away.
"""

BOLD = Character(
    raisers_hold=0.45,
    callers_hold=0.65,
    stay_for_call=0.6,
    stay_for_raise=0.62,
    wants=0.05,
    bluffs=0.06,
)
"""Looks, and then attacks: it thinks that others fold, so it raises with good and fair hands, and
now and then with nothing. It respects raises, but not as much as it should.
"""

_UNSOLVED = Character(
    raisers_hold=0.4, callers_hold=0.6, stay_for_call=0.6, stay_for_raise=0.7, wants=0.07
)
"""What `master` goes by where there is no solution."""


def master(view: SeatView, rng: Random) -> Action:
    """Play the solution: nobody who alone departs from it gains anything in the long run.

    It looks at once, bluffs as often as it must to be paid off, and does not care who you are.
    Where no solution comes with the library it goes by the odds and by what the others have done.
    """
    if solution_for(view.rules) is None:
        return _UNSOLVED(view, rng)
    chances = policy(view)
    [action] = rng.choices([*chances], [*chances.values()])
    return action


LEVELS: Mapping[str, Player] = MappingProxyType(
    {
        "random": random_player,
        "novice": NOVICE,
        "cautious": CAUTIOUS,
        "bold": BOLD,
        "master": master,
    }
)
"""The players by name, from the weakest to the strongest."""

"""Computer players, and what their luck comes from.

A player is a function of a view and a generator of random numbers. Every decision gets a generator
of its own, so that nobody's choice shifts another's luck and a match that was saved goes on as it
would have.
"""

import random
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import TypeAlias

from asnas_core import Action, MatchState, Seat, SeatView, play, view_deal

Player: TypeAlias = Callable[[SeatView, random.Random], Action]
"""Picks one of the legal actions of a view of its seat, whose turn it is."""


def random_player(view: SeatView, rng: random.Random) -> Action:
    """Pick any legal action, each as likely as the others."""
    return rng.choice(view.legal_actions)


def advance(match: MatchState, players: Mapping[Seat, Player]) -> MatchState:
    """Let players decide until it is the turn of a seat without one, or the deal is over."""
    seat = match.deal.turn
    while seat is not None and seat in players:
        action = players[seat](view_deal(match.deal, seat), decision_rng(match, seat))
        match = play(match, action, seat=seat)
        seat = match.deal.turn
    return match


def decision_rng(match: MatchState, seat: Seat) -> random.Random:
    """Make the generator for one decision from the seed, the deal, the move and the seat.

    Where packs were given there is no seed, and the same decision always has the same luck.
    """
    move = len(match.deal.actions)
    decision = b"asnas_core terminal 1, deal %d, move %d, seat %d: "
    data = decision % (match.deal_number, move, seat) + (match.seed or b"")
    return random.Random(sha256(data).digest())  # noqa: S311  # players, not cards

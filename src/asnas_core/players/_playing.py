"""Letting players play, and what their luck comes from.

Every decision gets a generator of its own, made from the seed, the deal, the move and the seat. So
nobody's choice shifts another's luck, and a match that was saved goes on as it would have.
"""

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from random import Random
from typing import TypeAlias

from asnas_core import (
    Action,
    ArgumentError,
    MatchState,
    Seat,
    SeatView,
    Seed,
    next_deal,
    play,
    start_match,
    view_deal,
)

Player: TypeAlias = Callable[[SeatView, Random], Action]
"""Picks one of the legal actions of a view of its seat, whose turn it is."""


def advance(
    match: MatchState, players: Mapping[Seat, Player], *, seed: Seed | None = None
) -> Iterator[MatchState]:
    """Let players decide until it is the turn of a seat without one, or the deal is over.

    Args:
        match: A match at any moment.
        players: The players by seat. A seat without one is left to somebody else.
        seed: Where their luck comes from; by default it is made from the seed of the match. If that
            has none, as its packs were given, the same decision always has the same luck.

    Returns:
        An iterator over the match after each action. There are none if there is nothing to do.

    Raises:
        IllegalActionError: A player picked an action that is not legal.
        SeatError: The table has no such seat.
        ArgumentError: An argument is of the wrong kind, or a player returned no action.
        SeedError: The seed is too long, or text with lone surrogates.

    Example:
        >>> from asnas_core import start_match
        >>> from asnas_core.players import LEVELS
        >>> match = start_match(5)
        >>> for match in advance(match, {1: LEVELS["master"], 2: LEVELS["master"]}):
        ...     seat, action = match.deal.history[-1]
        ...     print(f"seat {seat}: {action}")
        seat 1: look
        seat 1: call
        seat 2: look
        seat 2: fold
        >>> match.deal.turn  # seat 3 has no player here
        3
    """
    _check(match, players)
    return _advance(match, players, _luck(match, seed))


def play_match(
    match: MatchState, players: Mapping[Seat, Player], *, seed: Seed | None = None
) -> MatchState:
    """Let players play a match to its end.

    Args:
        match: A match at any moment.
        players: A player for every seat.
        seed: As for `advance`.

    Returns:
        The match when it is over.

    Raises:
        IllegalActionError: A player picked an action that is not legal.
        SeatError: The table has no such seat.
        ArgumentError: An argument is of the wrong kind, a seat has no player, or a player returned
            no action.
        SeedError: The seed is too long, or text with lone surrogates.

    Example:
        >>> from asnas_core import start_match
        >>> from asnas_core.players import LEVELS
        >>> match = play_match(start_match(7), dict.fromkeys(range(4), LEVELS["bold"]))
        >>> match.is_over, sum(match.totals)
        (True, Fraction(0, 1))
    """
    _check(match, players)
    for seat in range(match.rules.seats):
        if seat not in players:
            raise ArgumentError("no_player", seat=seat)
    luck = _luck(match, seed)
    while True:
        *_, played = match, *_advance(match, players, luck)
        if played.is_over:
            return played
        match = next_deal(played)


def _advance(
    match: MatchState, players: Mapping[Seat, Player], luck: bytes
) -> Iterator[MatchState]:
    while (seat := match.deal.turn) is not None and seat in players:
        decision = b"%d,%d,%d:%s" % (match.deal_number, len(match.deal.actions), seat, luck)
        rng = Random(sha256(b"asnas_core decision 1:" + decision).digest())
        action = players[seat](view_deal(match.deal, seat), rng)
        match = play(match, action, seat=seat)
        yield match


def _luck(match: MatchState, seed: Seed | None) -> bytes:
    # A match reads a seed in all forms that there are.
    return (match if seed is None else start_match(seed)).seed or b""


def _check(match: MatchState, players: Mapping[Seat, Player]) -> None:
    if type(match) is not MatchState:
        raise ArgumentError.wrong_type("match", "a MatchState", match)
    if not issubclass(type(players), Mapping):
        raise ArgumentError.wrong_type("players", "a mapping from seats to players", players)
    for seat, player in players.items():
        if type(seat) is not int or not 0 <= seat < match.rules.seats:
            # Reads what is no seat of this table, and says so.
            view_deal(match.deal, seat)
        if not callable(player):
            raise ArgumentError.wrong_type(
                "each player", "a function of a view and a generator", player
            )

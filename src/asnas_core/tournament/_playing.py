"""Duplicate deals: the same cards for every seat in turn."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import permutations
from math import sqrt
from statistics import fmean, stdev

import attrs

from asnas_core import DEFAULT_RULES, ArgumentError, MatchState, Rules, Seed, start_match
from asnas_core.players import Player, advance

_CHUNK = 100
"""Deals that are played as one piece of work. It is fixed, and results are put in order."""

_FEWEST = 2
"""Deals that a standard error needs."""

_FEWEST_KINDS = 2
"""Players that can meet."""


@attrs.frozen(kw_only=True)
class Score:
    """How many points a deal a player makes.

    Attributes:
        mean: The mean over all deals and seats.
        error: The standard error of the mean, all rotations of a deal counting as one observation.
        deals: How many deals, each played once from every seat.
    """

    mean: float
    error: float
    deals: int


def play_lineup(
    players: Sequence[Player],
    deals: int,
    *,
    rules: Rules = DEFAULT_RULES,
    seed: Seed = "",
    executor: Executor | None = None,
    progress: Callable[[int], object] | None = None,
) -> tuple[Score, ...]:
    """Let players play the same deals from every seat.

    Args:
        players: As many as the table has seats. The same player can be given more than once. For an
            executor of processes they must be such as can be pickled: functions of a module.
        deals: How many different deals; at least 2.
        rules: The rules; the deals of a match do not matter.
        seed: Where cards and luck come from. The same one gives the same result.
        executor: Plays pieces at the same time. The result does not depend on it.
        progress: Called with the number of deals whenever some have been played.

    Returns:
        The score of each player.

    Raises:
        IllegalActionError: A player picked an action that is not legal.
        ArgumentError: An argument is of the wrong kind, there are not as many players as seats, or
            not at least 2 deals.
        SeedError: The seed is too long, or text with lone surrogates.

    Example:
        >>> from asnas_core.players import LEVELS
        >>> lineup = [LEVELS["random"], *[LEVELS["master"]] * 3]
        >>> score, *_ = play_lineup(lineup, 100)
        >>> score.mean + score.error < 0  # it loses, and that is not luck alone
        True
    """
    check(deals, rules, players)
    check_helpers(executor, progress)
    if len(players) != rules.seats:
        raise ArgumentError("player_count", expected=rules.seats, players=len(players))
    points = []
    for some in _points(players, deals, rules, seed_bytes(seed), executor):
        points += some
        if progress is not None:
            progress(len(some))
    return tuple(
        Score(mean=fmean(own), error=stdev(own) / sqrt(deals), deals=deals)
        for own in zip(*points, strict=True)
    )


def round_robin(
    players: Mapping[str, Player],
    deals: int,
    *,
    rules: Rules = DEFAULT_RULES,
    seed: Seed = "",
    executor: Executor | None = None,
    progress: Callable[[int], object] | None = None,
) -> dict[tuple[str, str], Score]:
    """Let one of each kind play at a table of each other kind.

    Args:
        players: The players by name, two or more.
        deals: How many different deals for each pair; at least 2.
        rules: The rules; the deals of a match do not matter.
        seed: Where cards and luck come from; all pairs get the same cards.
        executor: Plays pieces at the same time. The result does not depend on it.
        progress: Called with the number of deals whenever some have been played.

    Returns:
        For a name and another one, the score of one player of the first kind whose opponents are
        all of the second.

    Raises:
        IllegalActionError: A player picked an action that is not legal.
        ArgumentError: An argument is of the wrong kind, or there are not at least 2 deals.
        SeedError: The seed is too long, or text with lone surrogates.

    Example:
        >>> from asnas_core.players import LEVELS
        >>> few = {name: LEVELS[name] for name in ("random", "novice")}
        >>> table = round_robin(few, 100)
        >>> table["random", "novice"].mean < 0 < table["novice", "random"].mean
        True
    """
    check_table(players)
    check(deals, rules, [*players.values()])
    table = {}
    for name, other in permutations(players, 2):
        lineup = [players[name], *[players[other]] * (rules.seats - 1)]
        table[name, other], *_ = play_lineup(
            lineup, deals, rules=rules, seed=seed, executor=executor, progress=progress
        )
    return table


def _points(
    players: Sequence[Player], deals: int, rules: Rules, seed: bytes, executor: Executor | None
) -> Iterator[list[tuple[float, ...]]]:
    """Give the points of each player in each deal, all rotations together, piece by piece."""
    starts = range(0, deals, _CHUNK)
    numbers = [range(start, min(start + _CHUNK, deals)) for start in starts]
    run = map if executor is None else executor.map
    return iter(run(partial(_play_some, tuple(players), rules, seed), numbers))


def _play_some(
    players: Sequence[Player], rules: Rules, seed: bytes, numbers: range
) -> list[tuple[float, ...]]:
    seats = rules.seats
    found = []
    for number in numbers:
        scores = [match.settlements[-1].scores for match in rotations(players, rules, seed, number)]
        # In rotation r, player i sits at seat i + r.
        own = (
            sum(score[(player + turn) % seats] for turn, score in enumerate(scores))
            for player in range(seats)
        )
        found.append(tuple(float(total) / seats for total in own))
    return found


def rotations(
    players: Sequence[Player], rules: Rules, seed: bytes, number: int
) -> Iterator[MatchState]:
    """Play one deal once for each way to shift the players around the table.

    Args:
        players: One for each seat.
        rules: The rules.
        seed: Where cards and luck come from.
        number: The number of the deal.

    Yields:
        The finished deal as a match of its own, player i sitting at seat i, then at the next one,
        and so on.
    """
    seats = rules.seats
    start = start_match(b"%b %d" % (seed, number), rules=attrs.evolve(rules, deals=1))
    for turn in range(seats):
        table = {(player + turn) % seats: who for player, who in enumerate(players)}
        *_, played = advance(start, table, seed=b"%b %d %d" % (seed, number, turn))
        yield played


def seed_bytes(seed: Seed) -> bytes:
    """Return a seed as bytes; a match reads it in all its forms."""
    if seed is None:  # a match would draw one
        raise ArgumentError.wrong_type("seed", "bytes, text or an integer", seed)
    return start_match(seed).seed or b""


def check_table(players: Mapping[str, Player]) -> None:
    """Refuse what are not two or more players with names."""
    if not issubclass(type(players), Mapping):
        raise ArgumentError.wrong_type("players", "a mapping from names to players", players)
    if len(players) < _FEWEST_KINDS:
        value = len(players)
        raise ArgumentError(
            "too_small", argument="the number of players", minimum=_FEWEST_KINDS, value=value
        )


def check(deals: int, rules: Rules, players: Sequence[Player]) -> None:
    """Refuse what nothing can be played with, before anything is."""
    if type(rules) is not Rules:
        raise ArgumentError.wrong_type("rules", "Rules", rules)
    if type(deals) is not int:
        raise ArgumentError.wrong_type("deals", "an integer", deals)
    if deals < _FEWEST:
        raise ArgumentError("too_small", argument="deals", minimum=_FEWEST, value=deals)
    if not issubclass(type(players), tuple | list):
        raise ArgumentError.wrong_type("players", "a tuple or list of players", players)
    for player in players:
        if not callable(player):
            expected = "a function of a view and a generator"
            raise ArgumentError.wrong_type("each player", expected, player)


def check_helpers(executor: Executor | None, progress: Callable[[int], object] | None) -> None:
    """Refuse what cannot help, before anything is played."""
    if executor is not None and not isinstance(executor, Executor):
        raise ArgumentError.wrong_type("executor", "an Executor", executor)
    if progress is not None and not callable(progress):
        raise ArgumentError.wrong_type("progress", "a function of a number", progress)

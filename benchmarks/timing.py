"""Taking turns, and what is said about samples."""

import gc
from collections.abc import Iterable, Sequence
from statistics import median
from time import perf_counter

import attrs

from benchmarks.work import Entrant, Run

LAPS = 9
"""Many short laps, of about 3 ms: some of them pass without the machine doing anything else."""


def _tuple(samples: Iterable[float]) -> tuple[float, ...]:
    return tuple(samples)


@attrs.frozen
class Series:
    """The samples of one quantity, in the order they were taken."""

    samples: tuple[float, ...] = attrs.field(converter=_tuple)

    @property
    def median(self) -> float:
        """The middle sample."""
        return median(self.samples)

    @property
    def low(self) -> float:
        """The lower quartile."""
        return self._at(0.25)

    @property
    def high(self) -> float:
        """The upper quartile."""
        return self._at(0.75)

    def _at(self, share: float) -> float:
        """Interpolate between the ordered samples; one sample is its own quartile."""
        ordered = sorted(self.samples)
        below, rest = divmod(share * (len(ordered) - 1), 1)
        above = ordered[min(int(below) + 1, len(ordered) - 1)]
        return ordered[int(below)] + rest * (above - ordered[int(below)])

    def over(self, other: "Series") -> "Series":
        """Divide sample by sample: both were taken in the same repetition."""
        return Series(a / b for a, b in zip(self.samples, other.samples, strict=True))

    def minus(self, other: "Series") -> "Series":
        """Subtract sample by sample: both were taken in the same repetition."""
        return Series(a - b for a, b in zip(self.samples, other.samples, strict=True))

    def times(self, factor: float) -> "Series":
        """Count in another unit."""
        return Series(sample * factor for sample in self.samples)


def race(entrants: Sequence[Entrant], *, repetitions: int, seed: int) -> dict[str, Series]:
    """Let the entrants take turns, after one repetition that does not count.

    A repetition is some laps of the same work. Each entrant keeps the best of them: what else the
    machine does only ever makes one slower.

    Args:
        entrants: Who takes part.
        repetitions: How many samples to take of each.
        seed: Decides all cards and choices; each repetition has its own.

    Returns:
        Units a second, by the names of the entrants.
    """
    rates: dict[str, list[float]] = {entrant.name: [] for entrant in entrants}
    for repetition in range(-1, repetitions):
        best = dict.fromkeys(rates, 0.0)
        for lap in range(LAPS):
            first = lap % len(entrants)  # nobody always runs on what the same one left behind
            for entrant in (*entrants[first:], *entrants[:first]):
                run = entrant.prepare(entrant.size, seed + repetition)
                best[entrant.name] = max(best[entrant.name], _rate(run))
        if repetition >= 0:
            for name, rate in best.items():
                rates[name].append(rate)
    gc.unfreeze()
    return {name: Series(samples) for name, samples in rates.items()}


def _rate(run: Run) -> float:
    gc.collect()
    gc.freeze()  # each pays for collecting its own garbage, and not for what is there already
    start = perf_counter()
    units = run()
    return units / (perf_counter() - start)

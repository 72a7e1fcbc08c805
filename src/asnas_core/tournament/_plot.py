"""A picture of a round robin. Needs the extra ``plot``."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from io import UnsupportedOperation
from pathlib import Path

from asnas_core.tournament._playing import Score

if find_spec("matplotlib") is None:
    raise ImportError("a picture needs matplotlib, which the extra `plot` installs")

from matplotlib.figure import Figure


def check_format(path: Path) -> None:
    """Refuse a file name that does not end as a kind of picture.

    Raises:
        UnsupportedOperation: Its ending is not one that matplotlib can write.
    """
    endings = Figure().canvas.get_supported_filetypes()
    if path.suffix.removeprefix(".").lower() not in endings:
        known = ", ".join(f".{ending}" for ending in sorted(endings))
        raise UnsupportedOperation(f"{path} does not end as a picture does: {known}")


def draw(names: Sequence[str], table: Mapping[tuple[str, str], Score], path: Path) -> None:
    """Draw points a deal with bars of two standard errors, one panel for each kind of table."""
    figure = Figure(figsize=(2.2 * len(names), 3.4), layout="constrained")
    panels = figure.subplots(1, len(names), sharey=True, squeeze=False)[0]
    for panel, other in zip(panels, names, strict=True):
        others = [name for name in names if name != other]
        scores = [table[name, other] for name in others]
        panel.errorbar(
            others,
            [score.mean for score in scores],
            [2 * score.error for score in scores],
            fmt="o",
            capsize=4,
            color="#1f4e79",
        )
        panel.axhline(0, color="black", linewidth=0.8)
        panel.set_title(f"among {other}")
        panel.tick_params("x", rotation=45)
        panel.margins(x=0.2)
        panel.grid(axis="y", alpha=0.3)
    panels[0].set_ylabel("points a deal")
    figure.savefig(path)

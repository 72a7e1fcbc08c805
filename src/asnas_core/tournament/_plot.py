"""A picture of a round robin. Needs the extra ``plot``."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from matplotlib.figure import Figure

from asnas_core.tournament._playing import Score


def check_format(path: Path) -> None:
    """Refuse a file name that does not end as a kind of picture.

    Raises:
        ValueError: Its ending is not one that matplotlib can write.
    """
    endings = Figure().canvas.get_supported_filetypes()
    if path.suffix.removeprefix(".").lower() not in endings:
        known = ", ".join(f".{ending}" for ending in sorted(endings))
        raise ValueError(f"{path} does not end as a picture does: {known}")


def draw(names: Sequence[str], table: Mapping[tuple[str, str], Score], path: Path) -> None:
    """Draw points a deal with bars of two standard errors, one panel for each kind of table."""
    figure = Figure(figsize=(max(6.4, 2.4 * len(names)), 4.0), layout="constrained")
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
        panel.set_title(f"among\n{other}")
        panel.tick_params("x", rotation=45)
        panel.margins(x=0.2)
        panel.grid(axis="y", alpha=0.3)
    panels[0].set_ylabel("points a deal ± 2 standard errors")
    figure.savefig(path)

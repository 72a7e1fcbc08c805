"""The two sides of a card, 200 wide and 280 high: a rank, or a back like all others.

Every card has the border of a lacquered one: a braided vine with a flower in each knot, between
thin double lines. A small card does without what is too fine to be seen.
"""

import attrs

from asnas_core import Rank
from asnas_core.locales import Names
from asnas_core.svg._figures import FIGURES, star
from asnas_core.svg._picture import INK, PAPER, Letters, label


@attrs.frozen(kw_only=True)
class _Band:
    """The band with the name below the figure, and how the figure makes room for it."""

    top: int
    base_line: int
    size: int
    figure: str


WIDTH = 200
HEIGHT = 280

_LACQUER = "#2a0f14"
_GOLD = "#d9a441"
_BLUE = "#1c3f63"
_BOTTOM = 264

_BANDS = {
    "ltr": _Band(top=216, base_line=256, size=46, figure=""),
    "rtl": _Band(top=206, base_line=251, size=45, figure=' transform="translate(5 1)scale(.95)"'),
}
"""The band with the name by the direction of its script: Arabic letters reach higher and lower."""


def _braid(x: int, y: int, *, knots: int, is_upright: bool) -> str:
    """Return two waves that cross in knots ten apart."""
    first, knot = ("q{} 5 0 10", "t0 10") if is_upright else ("q5 {} 10 0", "t10 0")
    waves = (f"M{x} {y}" + first.format(turn) + knot * (knots - 1) for turn in (-5, 5))
    return "".join(waves)


_FRAME = f'<rect x="8" y="8" width="184" height="264" rx="8" fill="none" stroke="{_LACQUER}"'
_FRAME += ' stroke-width="16"/>'
_LINES = (
    f'<g fill="none" stroke="{_GOLD}"><rect x="3.5" y="3.5" width="193" height="273" rx="12"/>'
    '<rect x="13.5" y="13.5" width="173" height="253" rx="3"/>'
    '<rect x="16" y="16" width="168" height="248" stroke-width="1.5"/></g>'
)
_VINE = (
    f'<path fill="none" stroke="{_GOLD}" stroke-width="1.2" d="'
    + "".join(
        (
            _braid(10, 8, knots=18, is_upright=False),
            _braid(10, 272, knots=18, is_upright=False),
            _braid(8, 10, knots=26, is_upright=True),
            _braid(192, 10, knots=26, is_upright=True),
        )
    )
    + '"/>'
    + '<path fill="none" stroke="#d8473c" stroke-width="3.2" stroke-linecap="round"'
    ' stroke-dasharray="0 10" d="M15 8h176M15 272h176M8 15v256M192 15v256"/>'
    f'<path fill="none" stroke="{_GOLD}" stroke-width="9" stroke-linecap="round"'
    ' d="M8.5 8.5h0M191.5 8.5h0M8.5 271.5h0M191.5 271.5h0"/>'
    '<path fill="none" stroke="#d8473c" stroke-width="4" stroke-linecap="round"'
    ' d="M8.5 8.5h0M191.5 8.5h0M8.5 271.5h0M191.5 271.5h0"/>'
)
_BORDER = _FRAME + _VINE + _LINES
_SPANDRELS = "M16 16h84q-8 14-36 20-40 8-48 52zM184 16h-84q8 14 36 20 40 8 48 52z"
_ARCH = (
    f'<g fill="none" stroke="{_GOLD}" stroke-width="2" stroke-linecap="round">'
    '<path d="M100 16q-8 14-36 20-40 8-48 52M100 16q8 14 36 20 40 8 48 52"/>'
    '<path stroke-width="1.5" d="M22 64q2-30 40-38M178 64q-2-30-40-38M30 42q-8-4-6-14 8 4 6 14z'
    'm4-6q0-10 12-12-2 10-12 12zM170 42q8-4 6-14-8 4-6 14zm-4-6q0-10-12-12 2 10 12 12z"/></g>'
)


def face(rank: Rank, words: Names, *, has_border: bool = True, has_detail: bool = True) -> str:
    """Draw the side of a card that shows its rank; a small one needs no fine lines."""
    figure, band = FIGURES[rank], _BANDS[words.direction]
    detail = figure.detail if has_detail else ""
    letters = Letters(size=band.size, room=158, fill=INK)
    lines = f'<path stroke="{_GOLD}" stroke-width="1.5" d="M16 {band.top + 1}h168m0 3.5h-168"/>'
    parts = (
        f'<rect x="8" y="8" width="184" height="216" fill="{figure.ground}"/>',
        figure.pattern,
        f'<path fill="{figure.shade}" d="{_SPANDRELS}"/>',
        _ARCH if has_border else "",
        f"<g{band.figure}>{figure.body}{detail}</g>",
        f'<path fill="{PAPER}" d="M16 {band.top}h168V{_BOTTOM}h-168z"/>',
        _BORDER + lines if has_border else _FRAME,
        label(words.ranks[rank], (WIDTH // 2, band.base_line), letters),
    )
    return "".join(parts)


_CORNERS = "M8 8h58v8a50 50 0 0 1-50 50h-8zM192 8h-58v8a50 50 0 0 0 50 50h8z"
_CORNERS += "M8 272h58v-8a50 50 0 0 0-50-50h-8zM192 272h-58v-8a50 50 0 0 1 50-50h8z"
_BACK = (
    f'<path fill="{_BLUE}" d="M8 8h184v264h-184z"/>'
    '<path fill="#122a45" d="M100 24q14 34 50 54 24 14 24 62t-24 62q-36 20-50 54-14-34-50-54'
    '-24-14-24-62t24-62q36-20 50-54z"/>'
    f'<path fill="{_GOLD}" d="{star(100, 140, 74, 60, 16)}"/>'
    f'<path fill="#a3262b" d="{star(100, 140, 67, 53, 16)}"/>'
    f'<path fill="{PAPER}" d="{star(100, 140, 44, 25, 8)}"/>'
    f'<path fill="{_BLUE}" d="{star(100, 140, 31, 13, 8)}"/>'
    f'<circle cx="100" cy="140" r="7" fill="{_GOLD}"/>'
    f'<path fill="#a3262b" d="{_CORNERS}"/>'
)
_BACK_DETAIL = (
    f'<g fill="none" stroke="{_GOLD}" stroke-width="2" stroke-linecap="round">'
    '<path d="M100 24q14 34 50 54 24 14 24 62t-24 62q-36 20-50 54-14-34-50-54'
    "-24-14-24-62t24-62q36-20 50-54zM66 16a50 50 0 0 1-50 50M134 16a50 50 0 0 0 50 50"
    'M66 264a50 50 0 0 0-50-50M134 264a50 50 0 0 1 50-50"/>'
    '<path stroke-width="1.5" d="M20 54q24-4 34-34-4 16-22 12M146 20q10 30 34 34-14-6-12-22'
    "M20 226q24 4 34 34-4-16-22-12M146 260q10-30 34-34-14 6-12 22"
    "M100 40v20m0 0q-14 0-16-12 14 0 16 12zq14 0 16-12-14 0-16 12z"
    'M100 240v-20m0 0q-14 0-16 12 14 0 16-12zq14 0 16 12-14 0-16-12z"/>'
    f'<circle cx="100" cy="140" r="48" stroke="{PAPER}" stroke-width="3"'
    ' stroke-dasharray="0 7.54"/>'
    "</g>"
)


def reverse(*, has_border: bool = True) -> str:
    """Draw the side of a card that shows nothing: all backs are the same, either way up."""
    return _BACK + (_BACK_DETAIL + _BORDER if has_border else _FRAME)

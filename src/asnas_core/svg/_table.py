"""A table seen from above, with the viewer at the bottom.

Play goes counterclockwise, so the places are listed from the bottom one to its right and round.
What a place shows is in `_scene`; here is where it stands and how it looks.
"""

from collections.abc import Iterator, Sequence

from asnas_core import MatchView, PublicView
from asnas_core.locales import Names
from asnas_core.svg._cards import HEIGHT, WIDTH, face, reverse
from asnas_core.svg._figures import star
from asnas_core.svg._picture import (
    INK,
    PAPER,
    Letters,
    Picture,
    drawn,
    enclosed,
    label,
    shortened,
    width_of,
)
from asnas_core.svg._scene import Place, Scene, scene_of

_SIZE = (880, 700)
_MIDDLE = 440
_GOLD = "#d9a441"
_PANEL = 264
_BOTTOM_PANEL = 444
_BOTTOM = (218, 414)
_RIGHT, _LEFT = (592, 226), (24, 226)
_TOP, _TOP_RIGHT, _TOP_LEFT = (308, 24), (462, 24), (154, 24)
_CORNERS = {
    2: (_TOP,),
    3: (_TOP_RIGHT, _TOP_LEFT),
    4: (_RIGHT, _TOP, _LEFT),
    5: (_RIGHT, _TOP_RIGHT, _TOP_LEFT, _LEFT),
}
"""Where the other places stand, by the number of seats, from the right of the bottom one on."""

_SCALLOPS = (
    "M14 14h120c0 30-20 40-40 40 0 22-18 40-40 40 0 20-10 40-40 40zM866 14h-120c0 30 20 40 40 40"
    " 0 22 18 40 40 40 0 20 10 40 40 40zM14 644h120c0-30-20-40-40-40 0-22-18-40-40-40 0-20-10-40"
    "-40-40zM866 644h-120c0-30 20-40 40-40 0-22 18-40 40-40 0-20 10-40 40-40z"
)
_CARPET = (
    '<rect width="880" height="700" rx="18" fill="#2a0f14"/>'
    '<rect x="5" y="5" width="870" height="690" rx="14" fill="#7d1f24"/>'
    '<rect x="13" y="13" width="854" height="632" rx="8" fill="#123c46"/>'
    f'<g fill="none" stroke="{_GOLD}" stroke-width="1.5"><rect x="13" y="13" width="854"'
    ' height="632" rx="8"/><rect x="4" y="4" width="872" height="692" rx="15"/>'
    '<path stroke-width="3" stroke-linecap="round" stroke-dasharray="0 11"'
    ' d="M14 8.5h852M8.5 14v630M871.5 14v630"/></g>'
    f'<path fill="#0d2e37" d="{star(440, 308, 104, 88, 16)}{_SCALLOPS}"/>'
    f'<path fill="none" stroke="{_GOLD}" stroke-width="2" d="{star(440, 308, 92, 76, 16)}"/>'
)

_MARKS = {
    "winner": (_GOLD, INK, ""),
    "turn": (PAPER, INK, ""),
    "dealer": ("#7d1f24", PAPER, ""),
    "folded": ("none", PAPER, ' stroke-dasharray="4 3"'),
    "looked": ("none", PAPER, ""),
    "blind": ("none", PAPER, ""),
}
"""How each mark looks: what fills it, its letters, its outline."""


def table_picture(
    view: PublicView | MatchView, words: Names, names: Sequence[str] | None
) -> Picture:
    """Draw what a view shows."""
    scene = scene_of(view, words, names)
    shapes = [_CARPET, *_centre(scene)]
    seats = len(scene.places)
    for step, corner in enumerate((_BOTTOM, *_CORNERS[seats])):
        place = scene.places[(scene.bottom + step) % seats]
        width = _PANEL if step else _BOTTOM_PANEL
        x, y = corner
        panel = "".join(_panel(place, width, words))
        shapes.append(f'<g transform="translate({x} {y})">{panel}</g>')
    return drawn(_SIZE, shapes, words=words, title=scene.title, desc=scene.description)


def _centre(scene: Scene) -> Iterator[str]:
    terms = scene.words.terms
    if scene.number:
        yield label(scene.number, (_MIDDLE, 262), Letters(size=14, room=120, fill=_GOLD))
    yield label(terms["pot"], (_MIDDLE, 292), Letters(size=18, room=130))
    yield label(scene.pot, (_MIDDLE, 342), Letters(size=50, room=130))
    first = 678 if len(scene.short_captions) == 1 else 667
    for number, line in enumerate(scene.short_captions):
        yield label(line, (_MIDDLE, first + 20 * number), Letters(size=17, room=830))


def _panel(place: Place, width: int, words: Names) -> Iterator[str]:
    """Draw one place from the top down: its name, its cards, its marks, its points."""
    yield _plate(place, width, words)
    yield _cards(place, width, words)
    below = 40 + _card_height(width)
    yield from _pills(place, width, below, words)
    if place.worth:
        yield label(place.worth, (width // 2, below + 40), Letters(size=15, room=width))
    if place.result:
        height = below + (60 if place.worth else 40)
        yield label(
            place.result, (width // 2, height), Letters(size=14, room=width, fill="#f0cf8a")
        )


def _plate(place: Place, width: int, words: Names) -> str:
    """Write the name on one side, the stake with its coin on the other."""
    is_rtl = words.direction == "rtl"
    coins = round(width_of(place.stake) * 17) + 30
    room = width - coins - 22
    name_left, name_at = (width - 10 - room, room) if is_rtl else (10, 0)
    coin = 16 if is_rtl else width - 16
    number = coin + (14 if is_rtl else -14)
    edges = {"turn": f'"{PAPER}" stroke-width="4"', "winner": f'"{_GOLD}" stroke-width="4"'}
    edge = edges.get(place.marks[0] if place.marks else "", f'"{_GOLD}"')
    name = enclosed(shortened(place.name, room / 16))
    # What sticks out of a name, such as heaps of marks over a letter, ends at its frame.
    return (
        f'<rect width="{width}" height="30" rx="8" fill="#2a0f14" stroke={edge}/>'
        f'<svg x="{name_left}" y="2" width="{room}" height="26" overflow="hidden">'
        f"{label(name, (name_at, 19), Letters(size=16, room=room, anchor='start'))}</svg>"
        f'<circle cx="{coin}" cy="15" r="8.5" fill="{_GOLD}"/>'
        f'<circle cx="{coin}" cy="15" r="5" fill="none" stroke="#7d4d16" stroke-width="1.5"/>'
        + label(
            place.stake, (number, 21), Letters(size=17, room=coins, fill="#f0cf8a", anchor="end")
        )
    )


def _card_width(width: int) -> int:
    return (width - 4 * 5) // 5


def _card_height(width: int) -> int:
    return _card_width(width) * HEIGHT // WIDTH


def _cards(place: Place, width: int, words: Names) -> str:
    """Lay the cards side by side; those of a folded hand are faint and pushed together, aslant."""
    card = _card_width(width)
    step, turn = card + 5, ""
    if "folded" in place.marks:
        step = step if place.hand else card // 3
        turn = f' opacity=".45" transform="rotate(-4 {width // 2} {38 + _card_height(width) // 2})"'
    left = (width - card - 4 * step) // 2
    ranks = place.hand or (None,) * 5
    sides = (
        reverse(has_border=False)
        if rank is None
        else face(rank, words, has_border=False, has_detail=width == _BOTTOM_PANEL)
        for rank in ranks
    )
    scale = f"{card / WIDTH:.3f}"
    return (
        f"<g{turn}>"
        + "".join(
            f'<g transform="translate({left + step * number} 38)scale({scale})">{side}</g>'
            for number, side in enumerate(sides)
        )
        + "</g>"
    )


def _pills(place: Place, width: int, y: int, words: Names) -> Iterator[str]:
    """Write the marks side by side, in the reading direction."""
    texts = [words.terms[mark] for mark in place.marks]
    widths = [round(width_of(text) * 12) + 16 for text in texts]
    row = list(zip(place.marks, texts, widths, strict=True))
    row = row[::-1] if words.direction == "rtl" else row
    whole = sum(widths) + 6 * (len(row) - 1)
    scale = min(1, width / max(whole, 1))
    x = 0
    yield f'<g transform="translate({(width - whole * scale) / 2:.0f} {y + 2})scale({scale:.2f})">'
    for mark, text, room in row:
        fill, ink, outline = _MARKS[mark]
        letters = Letters(size=12, room=room - 8, fill=ink)
        yield (
            f'<rect x="{x}" width="{room}" height="20" rx="10" fill="{fill}" stroke="{PAPER}"'
            f"{outline}/>{label(text, (x + room // 2, 14), letters)}"
        )
        x += room + 6
    yield "</g>"

"""The five figures, drawn in the coordinates of a card: 200 wide, the picture from 16 to 216.

Each is a ground, what must be seen at any size, and the finer lines of a large card. A figure is
flat shapes with a line in the colour of the ground around them, so that it stands free of whatever
is behind it, in colour and in grey.
"""

from math import cos, pi, sin

import attrs

from asnas_core import Rank


@attrs.frozen
class Figure:
    """What the card of a rank shows.

    Attributes:
        ground: The colour that the rank has had on painted cards.
        shade: The same, darker or lighter, for the corners of the arch.
        pattern: What lies on the ground, behind the figure.
        body: The figure as it is recognised, however small.
        detail: What a large card shows besides.
    """

    ground: str
    shade: str
    pattern: str
    body: str
    detail: str


def star(x: int, y: int, outer: int, inner: int, points: int) -> str:
    """Return the outline of a star that stands on a point."""
    turns = (
        (outer if corner % 2 == 0 else inner, pi * corner / points) for corner in range(2 * points)
    )
    return "M" + "L".join(f"{x + r * sin(a):.0f} {y - r * cos(a):.0f}" for r, a in turns) + "z"


_LION = Figure(
    ground="#1c1518",
    shade="#4a3418",
    pattern="",
    body=(
        f'<path fill="#e2502a" d="{star(112, 84, 62, 45, 18)}"/>'
        '<circle cx="112" cy="84" r="41" fill="#ffdc62"/>'
        '<g stroke="#1c1518" stroke-width="3.5" stroke-linejoin="round">'
        '<path fill="#a86a20" d="M136 150c-6 16 2 32-2 56h-27c-1-9 6-11 8-14l-3-32z'
        'M84 146c-14 14-28 20-46 22l-6-12c14-6 26-16 32-26z"/>'
        '<path fill="#f0b63f" d="M66 122c24-10 68-10 92-2 20 7 22 26 15 42-3 7 5 14 3 26l-2 20h-30'
        "c-1-9 6-11 9-13 3-14-12-26-21-31-12 3-24 3-34 0 0 14 1 28 1 44h-30c-1-9 6-11"
        ' 9-14l-8-48z"/>'
        f'<path fill="#c4701f" d="{star(66, 118, 43, 35, 13)}"/>'
        '<path fill="#f0b63f" d="M42 96c-6-12 6-20 12-10h24c6-10 18-2 12 10 4 14-2 26-8 32'
        '-2 12-8 18-16 18s-14-6-16-18c-6-6-12-18-8-32z"/>'
        "</g>"
        '<path d="M58 122h16l-8 9zM47 106q7-6 12 2-7 4-12-2zM85 106q-7-6-12 2 7 4 12-2z"/>'
        '<path fill="none" stroke="#f0b63f" stroke-width="6" stroke-linecap="round"'
        ' d="M166 128c18-8 16-30 8-42"/>'
        '<path fill="#c4701f" d="M176 92c-14-6-12-24 0-34 6 14 8 26 0 34z"/>'
        '<path fill="#fff3da" d="M27 160c-8-30-8-66 4-102-2 40 2 68 6 98z"/>'
    ),
    detail=(
        '<path fill="none" stroke="#1c1518" stroke-width="2" stroke-linecap="round"'
        ' d="M66 131v5m0 0q-7 5-12 1m12-1q7 5 12 1M56 94l8 7m12-7l-8 7'
        'M92 72q7-5 13 0m14 0q7-5 13 0M112 76v12"/>'
        '<path fill="#1c1518" d="M94 78q6-5 11 0-6 4-11 0zM119 78q6-5 11 0-6 4-11 0z"/>'
        '<path fill="none" stroke="#a86a20" stroke-width="2.5" stroke-linecap="round"'
        ' d="M150 132q14 6 10 22M108 140q12 6 24 2M106 130q14 5 28 1"/>'
        '<path stroke="#f0b63f" stroke-width="5" stroke-linecap="round" d="M22 158l20-3"/>'
    ),
)

_KING = Figure(
    ground="#0f6045",
    shade="#0a4231",
    pattern="",
    body=(
        '<g stroke="#0a4231" stroke-width="3" stroke-linejoin="round">'
        '<path fill="#b92f33" d="M18 216c2-46 26-58 60-66h44c34 8 58 20 60 66z"/>'
        '<path fill="#f2c04c" d="M18 216c1-24 8-38 18-48l26 14-4 34zM182 216c-1-24-8-38-18-48'
        'l-26 14 4 34z"/>'
        '<path fill="#f3cfa4" d="M70 76h60c2 40-8 62-30 62s-32-22-30-62z"/>'
        '<path fill="#1b1216" d="M70 84c-8 40-4 84 30 112 34-28 38-72 30-112-4 10-6 20-8 26'
        '-8-6-16-4-22 0-6-4-14-6-22 0-2-6-4-16-8-26z"/>'
        '<path fill="#f2c04c" d="M66 80l-10-46 22 14 8-26 14 20 14-20 8 26 22-14-10 46'
        'q-34-10-68 0z"/>'
        "</g>"
        '<path fill="#b92f33" d="M100 44l9 14-9 14-9-14z"/>'
        '<path d="M76 88q10-7 20 0v3q-10-4-20 0zM124 88q-10-7-20 0v3q10-4 20 0z'
        'M79 97q8-6 15 0-8 5-15 0zM121 97q-8-6-15 0 8 5 15 0z"/>'
        '<path fill="#c4473f" d="M93 121q7-4 14 0-7 6-14 0z"/>'
    ),
    detail=(
        '<g fill="#fff3da"><circle cx="56" cy="33" r="4"/><circle cx="86" cy="21" r="4"/>'
        '<circle cx="114" cy="21" r="4"/><circle cx="144" cy="33" r="4"/></g>'
        '<g fill="none" stroke="#fff3da" stroke-width="4" stroke-linecap="round"'
        ' stroke-dasharray="0 6"><path d="M70 75q30-9 60 0M66 158q-4 34 34 50 38-16 34-50"/></g>'
        '<path fill="#12664a" d="M74 56l5 8-5 8-5-8zM126 56l5 8-5 8-5-8zM44 184l6 9-6 9-6-9z'
        'M156 184l6 9-6 9-6-9z"/>'
        '<path fill="none" stroke="#1b1216" stroke-width="2" d="M98 98q-4 10 2 11"/>'
        '<path fill="none" stroke="#5a4a4a" stroke-width="1.5" d="M84 126q-2 26 12 48M100 132v50'
        'M116 126q2 26-12 48"/>'
    ),
)

_LADY = Figure(
    ground="#f9d94a",
    shade="#dd8f22",
    pattern="",
    body=(
        '<path fill="#37296b" d="M100 24c-40 0-50 38-50 76 0 42-26 68-30 116h160c-4-48-30-74-30-116'
        ' 0-38-10-76-50-76z"/>'
        '<path fill="#fff3da" d="M78 130h44c22 18 30 50 32 86h-108c2-36 10-68 32-86z"/>'
        '<path fill="#1b1216" d="M100 40c-30 0-36 30-34 62 0 22-2 36-8 44 12 2 20-4 22-16h40'
        'c2 12 10 18 22 16-6-8-8-22-8-44 2-32-4-62-34-62z"/>'
        '<path fill="#f3cfa4" d="M100 52c-10 10-22 12-26 24-2 30 4 46 18 54v12q8 8 16 0v-12'
        'c14-8 20-24 18-54-4-12-16-14-26-24z"/>'
        '<path d="M78 84q10-7 21-1 12-6 23 1v3q-11-5-22 0-11-5-22 0zM80 94q8-6 15 0-8 5-15 0z'
        'M120 94q-8-6-15 0 8 5 15 0z"/>'
        '<path fill="#c22b3d" d="M91 117q5-4 9-1 4-3 9 1-9 8-18 0z"/>'
        '<path fill="#217a4b" d="M98 216c-4-14-2-22 2-30l5 1c-2 8-4 16-1 29zM104 204c8-14'
        " 20-14 28-12"
        '-4 12-16 18-28 12z"/>'
        f'<path fill="#d3243c" stroke="#d3243c" stroke-width="9" stroke-linejoin="round"'
        f' d="{star(100, 170, 22, 15, 7)}"/>'
        '<path fill="#f3cfa4" d="M46 216c2-14 12-22 26-22 10 0 16 2 22 0 8-3 15 1 11 7 5 3 3'
        " 8-1 9 1 3 0"
        ' 5-2 6z"/>'
    ),
    detail=(
        '<path fill="none" stroke="#fff3da" stroke-width="3.6" stroke-linecap="round"'
        ' stroke-dasharray="0 5.5" d="M70 66q30-26 60 0M80 140q20 22 40 0"/>'
        '<path fill="#f2c04c" d="M100 40l7 10-7 10-7-10z"/>'
        '<path fill="none" stroke="#8d2033" stroke-width="2" d="M100 160q12 0 10 10-10 10-20 0'
        '-2-16 14-18 18 4 16 20M100 170q2 4-4 4"/>'
        '<path fill="none" stroke="#1b1216" stroke-width="1.8" d="M101 95q4 10-3 12"/>'
        '<path fill="none" stroke="#f2c04c" stroke-width="2" d="M100 29c-36 0-45 36-45 71'
        ' 0 42-25 70-29 114M100 29c36 0 45 36 45 71 0 42 25 70 29 114"/>'
    ),
)

_SOLDIER = Figure(
    ground="#c68b2c",
    shade="#7d4d16",
    pattern=(
        '<path fill="none" stroke="#a56c1c" stroke-width="3" d="M16 56l40-40M16 96l80-80'
        "M16 136l120-120M16 176l160-160M24 208l160-160M64 208l120-120M104 208l80-80M144 208l40-40"
        "M184 56l-40-40M184 96l-80-80M184 136l-120-120M184 176l-160-160M176 208l-160-160"
        'M136 208l-120-120M96 208l-80-80M56 208l-40-40"/>'
    ),
    body=(
        '<path fill="#fff3da" d="M73 160h25v42h-25zM102 160h25v42h-25z"/>'
        '<path d="M72 194h26v20h-40q2-12 14-14zM102 194h26v6q12 2 14 14h-40z"/>'
        '<path fill="#1d2f5e" d="M70 97q30-10 60 0c17 6 25 22 29 40l-16 10c-4-12-6-16-11-21l2 26'
        ' 8 22H58l8-22 2-24c-4 8-6 22-2 36l-16 3c-6-32-2-58 20-70z"/>'
        '<path stroke="#fff3da" stroke-width="9" d="M76 98l50 55M124 98l-50 55"/>'
        '<path fill="#c22b2b" d="M64 150h72l2 12h-76zM83 91h34v9h-34zM58 174h84l3 7h-90z"/>'
        '<path fill="#f3cfa4" d="M79 58h42c2 25-7 37-21 37s-23-12-21-37zM50 158l16-3q4 13-6'
        " 15-8 0-10"
        '-12z"/>'
        '<path d="M75 65l7-41q18-6 36 0l7 41q-25-8-50 0zM100 79q-15-4-24 5 13 6 24 1 11 5 24-1'
        '-9-9-24-5zM83 72q6-6 12-1-6 4-12 1zM117 72q-6-6-12-1 6 4 12 1z"/>'
        '<path fill="#f2c04c" d="M100 34l8 11-8 11-8-11zM96 150h8v12h-8z"/>'
        '<path fill="#6a2f14" d="M148 214l3-62h8l5 62z"/>'
        '<path fill="#2c2c34" d="M151 156v-98h7v98z"/>'
        '<path fill="#fff3da" d="M151 60l3.5-40 3.5 40z"/>'
        '<path fill="#f3cfa4" d="M141 140q2-8 12-8 10 1 9 9t-11 9q-8-1-10-10z"/>'
    ),
    detail=(
        '<path fill="none" stroke="#f2c04c" stroke-width="4" stroke-linecap="round"'
        ' stroke-dasharray="0 8" d="M66 104h8M126 104h8M100 106v44"/>'
        '<path fill="none" stroke="#8a94b8" stroke-width="2" d="M68 128q2-8 4-12M128 116q2 4 4 10'
        'M70 168v6M130 168v6"/>'
        '<path fill="none" stroke="#1b1216" stroke-width="1.8" stroke-linecap="round"'
        ' d="M95 88q5 3 10 0M100 72v5M85.5 202v8M114.5 202v8"/>'
        '<path fill="none" stroke="#6d6570" stroke-width="1.6" d="M82 31q18-6 36 0M80 42q5-2 9-2'
        'M111 40q5 0 9 2M78 54q22-7 44 0"/>'
        '<path stroke="#f2c04c" stroke-width="3" d="M150 84h9M150 112h9M150 154h10"/>'
    ),
)

_DANCER = Figure(
    ground="#cf382f",
    shade="#85161f",
    pattern="",
    body=(
        '<path fill="none" stroke="#1b1216" stroke-width="9" stroke-linecap="round"'
        ' d="M90 58c-22 2-26 22-46 22M92 68c-14 12-22 30-42 32"/>'
        '<path fill="#fff3da" d="M66 26c-16-14-28 4-46 0 4 12 12 14 18 12-6 6-12 6-18 10 20 4 30-18'
        " 48-14zM168 54c16 8 8 22 14 34-8 2-10 14-8 26 6 14-8 18-4 30-16-14-6-24-12-36-4-14 6-26 2"
        '-44z"/>'
        '<path fill="#f3cfa4" d="M92 184h13l-1 22q-2 8-10 8h-12l9-11zM112 180l20 20 16-8-5 16-16 2'
        '-26-24z"/>'
        '<path fill="#0e4f56" d="M20 170c40-24 120-26 162-6-20 24-60 32-90 30s-60-8-72-24z"/>'
        '<path fill="#2bb3a6" d="M87 108c-11 30-43 44-67 62 14 18 30 14 42 10s26 16 44'
        " 12c14-4 24-12"
        ' 38-10 16 2 28-4 38-18-28-14-58-26-69-56z"/>'
        '<path fill="#fff3da" d="M92 112c-5 30-24 54-46 70l18-2c18-16 28-40 33-68zM103 112c0'
        " 30 0 54 4"
        ' 80l17-6c-9-24-13-48-15-74zM112 112c10 28 28 46 50 68l10-6c-22-18-44-36-55-62z"/>'
        '<path fill="none" stroke="#f2c04c" stroke-width="6" stroke-linejoin="round"'
        ' d="M20 170c14 18 30 14 42 10s26 16 44 12c14-4 24-12 38-10 16 2 28-4 38-18"/>'
        '<path fill="#f2c04c" d="M82 80q18-8 36 0l-4 18q-2 8 2 16h-32q4-8 2-16z"/>'
        '<path fill="none" stroke="#f3cfa4" stroke-width="10" stroke-linecap="round"'
        ' stroke-linejoin="round" d="M88 84l-26-20 4-32M112 84l30 2 26-28"/>'
        '<path fill="#f3cfa4" d="M85 50c-4 20 6 32 20 30 14-2 18-14 14-32zM94 72v12h13v-12z"/>'
        '<path d="M84 62c-8-28 8-36 22-34 14 1 20 16 14 30-4-8-8-12-12-14-8 4-18 6-24 18z"/>'
        '<path fill="#2bb3a6" d="M84 46q16-14 36-8v7q-20-4-36 9z"/>'
    ),
    detail=(
        '<g fill="#f2c04c"><circle cx="42" cy="80" r="6"/><circle cx="48" cy="100" r="6"/>'
        '<circle cx="102" cy="37" r="5"/></g>'
        '<path fill="none" stroke="#1b1216" stroke-width="2" stroke-linecap="round"'
        ' d="M91 57q5-4 9-1M106 54q5-3 9 0M93 62q3 2 7 0M107 60q3 2 7-1M103 61l2 6"/>'
        '<path fill="#c22b3d" d="M99 71q6 2 11-2-3 8-11 2z"/>'
        '<path fill="none" stroke="#b92f33" stroke-width="3" stroke-linecap="round"'
        ' stroke-dasharray="0 6" d="M86 84q14 10 28 0M85 110h30"/>'
        '<path stroke="#f2c04c" stroke-width="4" d="M58 50l10 1M150 72l8 8"/>'
        '<path fill="none" stroke="#b92f33" stroke-width="2.5" stroke-linecap="round"'
        ' stroke-dasharray="0 7" d="M24 170c14 14 28 12 38 8s26 16 44 12c14-4 24-12 38-10'
        ' 16 2 26-4 36-16"/>'
    ),
)

FIGURES = {
    Rank.AS: _LION,
    Rank.SHAH: _KING,
    Rank.BIBI: _LADY,
    Rank.SARBAZ: _SOLDIER,
    Rank.COULI: _DANCER,
}
"""What each rank's card shows."""

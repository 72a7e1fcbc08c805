"""Pictures of cards, hands and the table, as SVG text.

The drawings are simple, and made here: flat shapes, the traditional ground colour of each rank, its
figure and its name, so that nobody has to tell the ranks by colour. They stand in a web page as
they are, or in a file of their own. A picture of a table is drawn from a view and from nothing
else, so it shows what that viewer may see.
"""

from collections.abc import Sequence
from typing import cast

from asnas_core import (
    DealState,
    Hand,
    MatchState,
    MatchView,
    PublicView,
    Rank,
    SeatView,
    format_hand,
    parse_hand,
)
from asnas_core._language.views import checked_view
from asnas_core.errors import ArgumentError
from asnas_core.locales import hand_text
from asnas_core.locales import names as words_of
from asnas_core.svg._cards import HEIGHT, WIDTH, face, reverse
from asnas_core.svg._picture import Picture, drawn, in_a_row
from asnas_core.svg._table import table_picture

__all__ = ["Picture", "back", "card", "hand", "table"]

_GAP = 12
_STEP = WIDTH + _GAP
_HAND_SIZE = 5
_TRUTHS = {
    DealState: "a view of this deal, made by view_deal()",
    MatchState: "a view of this match, made by view_match()",
}


def card(rank: Rank, *, language: str = "en", small: bool = False) -> Picture:
    """Draw a card.

    Args:
        rank: Its rank.
        language: The language of its name, one of `asnas_core.locales.LANGUAGES`.
        small: Whether to leave out the fine lines, for a card that is shown no wider than some 60
            pixels: a picture of 2 KB in place of 4 to 5 KB.

    Returns:
        A picture, 200 wide and 280 high; it can be shown in any size.

    Raises:
        ArgumentError: This is not a rank, or there is no such language.

    Example:
        >>> from pathlib import Path
        >>> picture = card(Rank.AS)
        >>> "<title>As</title>" in picture
        True
        >>> Path("as.svg").write_text(picture, "utf-8")  # doctest: +SKIP
    """
    if type(rank) is not Rank:
        raise ArgumentError.wrong_type("rank", "a Rank", rank)
    words = words_of(language)
    _check_small(small)
    return drawn(
        (WIDTH, HEIGHT),
        [face(rank, words, has_border=not small, has_detail=not small)],
        words=words,
        title=words.ranks[rank],
        desc=f"{words.terms['card']}: {words.ranks[rank]}, {words.figures[rank]}",
    )


def back(*, language: str = "en", small: bool = False) -> Picture:
    """Draw the back of a card. All cards have the same.

    Args:
        language: The language of what a screen reader says; the picture has no words in it.
        small: Whether to leave out the fine lines, as `card` does.

    Returns:
        A picture, 200 wide and 280 high.

    Raises:
        ArgumentError: There is no such language.

    Example:
        >>> "<title>Face down</title>" in back()
        True
    """
    words = words_of(language)
    _check_small(small)
    face_down = words.terms["face_down"]
    return drawn(
        (WIDTH, HEIGHT),
        [reverse(has_border=not small)],
        words=words,
        title=face_down,
        desc=f"{words.terms['card']}: {face_down}",
    )


def hand(
    cards: Hand | Sequence[Rank] | str | None, *, language: str = "en", small: bool = False
) -> Picture:
    """Draw five cards side by side.

    Args:
        cards: Five ranks, their letters as `asnas_core.parse_hand` takes them, or None for a hand
            that lies face down. The cards keep their order.
        language: The language of their names.
        small: Whether to leave out the fine lines, as `card` does.

    Returns:
        A picture, 524 wide and 140 high; it can be shown in any size.

    Raises:
        HandError: These are not five cards.
        ArgumentError: This is not a hand, or there is no such language.

    Example:
        >>> "<title>pair of As</title>" in hand("AASBC")
        True
    """
    words = words_of(language)
    _check_small(small)
    if not isinstance(cards, str | tuple | list | None):
        raise ArgumentError.wrong_type("cards", "five ranks, their letters or None", cards)
    if cards is None:
        sides = [reverse(has_border=not small)] * _HAND_SIZE
        title, desc = words.terms["hand"], words.terms["face_down"]
    else:
        ranks = parse_hand(cards if isinstance(cards, str) else format_hand(cast("Hand", cards)))
        sides = [face(rank, words, has_border=not small, has_detail=not small) for rank in ranks]
        title, desc = (
            hand_text(ranks, language),
            in_a_row((words.ranks[rank] for rank in ranks), words),
        )
    sides = [f'<g transform="translate({_STEP * x})">{side}</g>' for x, side in enumerate(sides)]
    return drawn(
        ((_STEP * _HAND_SIZE - _GAP) // 2, HEIGHT // 2),
        ['<g transform="scale(.5)">', *sides, "</g>"],
        words=words,
        title=title,
        desc=f"{words.terms['hand']}: {desc}",
    )


def _check_small(small: object) -> None:
    if type(small) is not bool:
        raise ArgumentError.wrong_type("small", "True or False", small)


def table(
    view: PublicView | MatchView, *, language: str = "en", names: Sequence[str] | None = None
) -> Picture:
    """Draw a table as one viewer sees it.

    The viewer sits at the bottom, and a spectator looks from behind seat 0. Play goes
    counterclockwise: the next seat is the one to the right. It is never mirrored.

    Args:
        view: What the viewer may see: a view of a deal, or of a match, which also shows the number
            of the deal and the totals.
        language: The language of all words and numbers.
        names: What the players are called, by seat, safely shown whatever they are (see
            `asnas_core.locales.seat_names`); None numbers the seats. The viewer is always "You".

    Returns:
        A picture, 880 wide and 700 high.

    Raises:
        ArgumentError: This is not a view, or one that was changed by hand; there is no such
            language; or these are not as many names as seats.

    Example:
        >>> from asnas_core import start_match, view_match
        >>> picture = table(view_match(start_match(7), 1), names=["Ada", "Bea", "Cyd", "Dan"])
        >>> "Ada" in picture, "Bea" in picture, "You" in picture
        (True, False, True)
    """
    expected = _TRUTHS.get(type(view), "a view made by view_deal() or view_match()")
    made = checked_view(view, expected, PublicView, SeatView, MatchView)
    return table_picture(made, words_of(language), names)

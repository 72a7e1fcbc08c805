"""What the screens show, as text: all of it made from the view of one player, and nothing else.

Colour only repeats what letters, words and lines say. A terminal orders right-to-left text by
itself, and would let two pieces of it that stand side by side change places; so each piece is
isolated by the marks that Unicode has for it, which take no column.
"""

import textwrap
import tomllib
from collections.abc import Iterable
from fractions import Fraction
from itertools import repeat
from pathlib import Path

from textual.content import Content

from asnas_core import Hand, MatchView, Rank, Rules, RulesError, Seat, SeatView, sort_hand
from asnas_core.locales import (
    Names,
    decimal,
    hand_text,
    narrate,
    percent,
    points,
    rules_text,
    seat_names,
)
from asnas_core.locales import status as status_of
from asnas_core.odds import showdown_odds
from asnas_core.players.equilibrium import advise

WORDS = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))

_FROM_RIGHT, _FROM_LEFT, _END, _RIGHT = "\u2067", "\u2066", "\u2069", "\u200f"

_COLOURS = {
    Rank.AS: ("#ffffff", "#000000"),
    Rank.SHAH: ("#ffffff", "#1b6e3c"),
    Rank.BIBI: ("#000000", "#e3b23c"),
    Rank.SARBAZ: ("#000000", "#e8e4da"),
    Rank.COULI: ("#ffffff", "#b3372f"),
}
"""Letter and ground of the cards."""

_BACK = ("#9fb8d8", "#2b4a78")
_WIDTH = 7
_SUM = "Σ"


def isolated(text: str, words: Names) -> str:
    """Keep a piece of text from changing places with its neighbours."""
    return f"{_FROM_RIGHT}{text}{_END}" if words.direction == "rtl" and text else text


def inner(text: str, words: Names) -> str:
    """Keep a piece that is read from the left, such as a number, together within its line."""
    return f"{_FROM_LEFT}{text}{_END}" if words.direction == "rtl" else text


def wrapped(sentences: Iterable[str], width: int, words: Names) -> str:
    """Break sentences into lines, each of them isolated."""
    columns = max(width, 10)
    lines = (line for text in sentences for line in textwrap.wrap(text, columns) or [""])
    return "\n".join(isolated(line, words) for line in lines)


def small_hand(hand: Hand | None, words: Names) -> Content:
    """Draw five small cards, the best combination first, or their backs."""
    if hand is None:
        return Content("").join([_block("▒", _BACK)] * 5)
    letters = ((isolated(words.letters[rank], words), rank) for rank in sort_hand(hand))
    return Content("").join(_block(letter, _COLOURS[rank]) for letter, rank in letters)


def large_hand(hand: Hand | None, words: Names) -> Content:
    """Draw five cards with letter and name, on three lines."""
    if hand is None:
        return Content("\n").join([Content("").join([_block("▒" * _WIDTH, _BACK)] * 5)] * 3)
    texts = (words.letters, words.ranks, dict.fromkeys(Rank, ""))
    rows = (
        Content("").join(
            _block(_padded(row[rank], words), _COLOURS[rank]) for rank in sort_hand(hand)
        )
        for row in texts
    )
    return Content("\n").join(rows)


def place_title(view: MatchView, seat: Seat, levels: tuple[str, ...], words: Names) -> str:
    """Return what stands above a seat: who sits there."""
    deal, name = view.deal, seat_names(view.deal, words.language)[seat]
    if not (isinstance(deal, SeatView) and seat == deal.seat):
        name += f" ({words.levels[levels[(seat - 1) % len(levels)]]})"
    return isolated(name, words)


def place_mark(view: MatchView, seat: Seat, words: Names) -> str:
    """Return what stands below a seat: its turn, or what the deal has brought it."""
    result, terms = view.deal.settlement, words.terms
    if result is None:
        text = f"▶ {terms['turn']}" if seat == view.deal.turn else ""
    else:
        text = points(result.scores[seat], words.language, signed=True)
        if seat in result.winners:
            text = f"★ {terms['winner']} {text}"
    return isolated(text, words)


def cards(view: MatchView, seat: Seat, words: Names) -> Content:
    """Draw the cards of a seat as far as the viewer may see them."""
    hand = _seen(view, seat)
    if hand is None and view.deal.folded[seat]:
        return Content("—")
    is_mine = isinstance(view.deal, SeatView) and seat == view.deal.seat
    return large_hand(hand, words) if is_mine else small_hand(hand, words)


def facts(view: MatchView, seat: Seat, width: int, words: Names) -> str:
    """Tell what a seat has staked and scored, what it has done, and what its cards are worth."""
    deal, terms, language = view.deal, words.terms, words.language
    stake = f"{terms['stake']} {points(deal.stakes[seat], language)}"
    total = points(view.totals[seat], language, signed=True)
    amounts = f"{stake}  {terms['total']} {total}"
    if _columns(amounts) > width:
        amounts = f"{stake}  {_SUM} {total}"
    state = "folded" if deal.folded[seat] else "looked" if deal.looked[seat] else "blind"
    parts, hand = [terms[state]], _seen(view, seat)
    if seat == deal.dealer:
        parts.append(f"◆ {terms['dealer']}")
    if hand is not None:
        parts.append(hand_text(hand, language))
    return wrapped([amounts, " · ".join(parts)], width, words)


def _seen(view: MatchView, seat: Seat) -> Hand | None:
    deal = view.deal
    return deal.hand if isinstance(deal, SeatView) and seat == deal.seat else deal.revealed[seat]


def status(view: MatchView, words: Names) -> str:
    """Return the deal, the pot and the highest stake."""
    deal, language = view.deal, words.language
    pot = f"{words.terms['pot']} {points(deal.pot, language)}"
    highest = f"{WORDS[language]['highest']} {points(deal.highest_stake, language)}"
    return isolated(f"{narrate(view, language)[0]}   {pot}   {highest}", words)


def promise(view: MatchView, words: Names) -> str:
    """Return the commitment, which everybody sees from the start."""
    told = WORDS[words.language]
    digits = inner(view.commitment, words) if view.commitment else told["no_commitment"]
    return isolated(f"{told['commitment']} {digits}", words)


def outcome(view: MatchView, words: Names) -> str:
    """Tell in one sentence how the deal has ended, or the match."""
    if not view.deal.is_over:
        return ""
    return isolated(status_of(view, words.language)[-1], words)


def log(view: MatchView, width: int, words: Names) -> str:
    """Tell the deal."""
    return wrapped(narrate(view, words.language)[1:], width, words)


def scores(view: MatchView, width: int, words: Names) -> str:
    """Write the scores of all deals and the totals, in columns."""
    language, seats = words.language, view.deal.rules.seats
    me = view.deal.seat if isinstance(view.deal, SeatView) else None
    heads = [words.terms["you"] if seat == me else points(seat, language) for seat in range(seats)]
    rows = [["", *heads]]
    for number, result in enumerate(view.settlements, 1):
        rows.append([points(number, language), *_signed(result.scores, language)])
    rows.append([_SUM, *_signed(view.totals, language)])
    columns = [3] + [min(7, (width - 4) // seats)] * seats
    lines = ("".join(map(_right, row, columns, repeat(words))) for row in rows)
    return "\n".join(isolated(line, words) for line in lines)


def advice(view: SeatView, width: int, words: Names) -> str:
    """Tell the odds of the player, and what the solution of the game would do."""
    language, told = words.language, WORDS[words.language]
    if view.turn != view.seat:
        return wrapped([told["coach_waits"]], width, words)
    odds = showdown_odds(view)
    win, tie = percent(odds.win, language), percent(odds.tie, language)
    lines = [f"{told['win']} {win}   {words.terms['tie']} {tie}"]
    try:
        options = advise(view)
    except RulesError:
        return wrapped([*lines, told["no_solution"]], width, words)
    columns = max(_columns(words.actions[option.action]) for option in options)
    lines.append(" " * (columns + 7) + _right(told["worth"], 8, words))
    for option in options:
        name = words.actions[option.action]
        worth = "?" if option.value is None else decimal(option.value, language, signed=True)
        chance = _right(percent(option.probability, language), 7, words)
        lines.append(name + " " * (columns - _columns(name)) + chance + _right(worth, 8, words))
    note = wrapped([told["advice_note"]], width, words)
    return "\n".join([*(isolated(line, words) for line in lines), note])


def rules(table: Rules, words: Names) -> str:
    """Return the rules in Markdown; marks keep lines that are read from the right together."""
    text = rules_text(words.language, table)
    if words.direction == "ltr":
        return text
    return "\n".join(map(_marked, text.splitlines()))


def _marked(line: str) -> str:
    """Mark the spaces and the end of a line of Markdown, but not what makes it a heading."""
    sign, space, rest = line.partition(" ")
    if sign.strip("#*"):
        sign, space, rest = "", "", line
    return sign + space + rest.replace(" ", f"{_RIGHT} {_RIGHT}") + (_RIGHT if rest else "")


def _block(text: str, colours: tuple[str, str]) -> Content:
    """Draw text on a ground whose edges show without colour, too."""
    ink, ground = colours
    return Content.assemble(("▐", ground), (text, f"bold {ink} on {ground}"), ("▌", ground))


def _padded(text: str, words: Names) -> str:
    rest = _WIDTH - _columns(text) - 1
    return f" {isolated(text, words)}{' ' * rest}"


def _columns(text: str) -> int:
    return Content(text).cell_length


def _right(text: str, columns: int, words: Names) -> str:
    return " " * (columns - _columns(text)) + inner(text, words)


def _signed(amounts: Iterable[Fraction], language: str) -> list[str]:
    return [points(amount, language, signed=True) for amount in amounts]

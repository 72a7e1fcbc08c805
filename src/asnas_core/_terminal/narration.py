"""What happened, line by line, told from views: nothing here ever sees a full state.

A deal is a table. On the left stands what was done; on the right what every seat has staked
afterwards, in brackets if it has folded, and the pot.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from asnas_core import (
    Action,
    BettingNode,
    Ending,
    MatchView,
    PublicView,
    Settlement,
    betting_graph,
    rank_hand,
)
from asnas_core._terminal.screen import WIDTH, Ink, Paint, wrapped
from asnas_core._terminal.words import (
    YOU,
    conjugated,
    counted,
    does,
    listing,
    points,
    rank_letters,
    shown_hand,
    signed,
)

Names: TypeAlias = tuple[str, ...]
"""What the seats are called, by seat."""

_TEXT_WIDTH = 32
_CELLS_WIDTH = 42
_WIDEST_CELL = 9


def match_opening(view: MatchView, names: Names, paint: Paint) -> Iterator[str]:
    """Tell what is known before the first move, and where a saved match goes on."""
    rules = view.deal.rules
    players = counted(sum(name != YOU for name in names), "computer player")
    if YOU in names:
        players = f"you against {players}"
    yield paint(f"As-Nas: {players}, {counted(rules.deals, 'deal')}", Ink.HEADING)
    yield "Cards from the highest, with letter, name and figure:"
    yield f"  {rank_letters()}"
    yield "Columns: what each seat has staked, in brackets once it has folded; the pot"
    if rules.concealed:
        yield "Cards lie face down until their owner looks. Blind: without having looked"
    if view.commitment is not None:
        yield f"Commitment: {view.commitment}"
    if view.move_number:
        text = f"Going on in deal {view.deal_number} of {rules.deals}"
        totals = (f"{name} {signed(view.totals[seat])}" for seat, name in enumerate(names))
        yield from wrapped(f"{text}. Totals so far: {', '.join(totals)}.", "  ")


def deal_opening(view: MatchView, names: Names, paint: Paint) -> Iterator[str]:
    """Tell who deals, under the heads of the columns."""
    deal = view.deal
    name, stake = names[deal.dealer], points(deal.rules.opening_stake)
    text = f"{does(name, 'deal')} and {conjugated(name, 'open')} with {stake}"
    heading = f"Deal {view.deal_number} of {deal.rules.deals}"
    yield ""
    yield paint(_row(heading, names, "Pot"), Ink.HEADING)
    yield _inked(_position_row(text, betting_graph(deal.rules), deal), name, paint)


def deal_actions(view: PublicView, names: Names, paint: Paint, told: int = 0) -> Iterator[str]:
    """Tell what was done in a deal, without the first actions if they were told before."""
    node = betting_graph(view.rules)
    looked = ""
    for number, (seat, action) in enumerate(view.history, start=1):
        node = node.child(action)
        name = names[seat]
        if number <= told:
            continue
        if action is Action.LOOK and number < len(view.history):
            looked = f"{conjugated(name, 'look')} and "  # its turn goes on: one line for both
            continue
        blind = "" if _by_seat(node.looked, view)[seat] else ", blind"
        line = _position_row(f"{name} {looked}{_deed(action, name, node)}{blind}", node, view)
        looked = ""
        yield paint(line, Ink.FAINT) if action is Action.FOLD else _inked(line, name, paint)


def deal_ending(view: MatchView, names: Names, paint: Paint) -> Iterator[str]:
    """Tell who won a deal that is over, what was shown, and what everybody has now."""
    result = view.settlements[-1]
    winners = listing([names[seat] for seat in result.winners])
    if result.ending is Ending.LAST_STANDING:
        won = f"{does(winners, 'win')} the pot of {points(result.pot)}"
        yield paint(f"  All others have folded: {won}, unseen", Ink.WIN)
    elif len(result.winners) == 1:
        won = f"{does(winners, 'win')} the pot of {points(result.pot)}"
        yield paint(f"  Showdown: {won}", Ink.WIN)
    else:
        share = points(result.payouts[result.winners[0]])
        won = f"{winners} share the pot of {points(result.pot)}, {share} each"
        yield paint(f"  Showdown: {won}", Ink.WIN)
    yield from _shown_hands(result, names, paint)
    yield _gains_row("  Score", result.scores, paint)
    yield _gains_row("  Total", view.totals, paint)


def standing(view: MatchView, names: Names, paint: Paint) -> Iterator[str]:
    """Tell the totals from the highest to the lowest, and who has won if the match is over."""
    totals = view.totals
    deals = counted(view.deal.rules.deals, "deal")
    heading = f"Standing after {len(view.settlements)} of {deals}"
    yield ""
    yield paint(f"Match over after {deals}" if view.is_over else heading, Ink.HEADING)
    for seat in sorted(range(len(names)), key=lambda seat: -totals[seat]):
        place = 1 + sum(total > totals[seat] for total in totals)
        line = f"  {place}. {names[seat]:<8}{signed(totals[seat]):>{_WIDEST_CELL}}"
        yield _inked(line, names[seat], paint)
    if view.winners:
        winners = [names[seat] for seat in view.winners]
        verb = "share" if len(winners) > 1 else conjugated(winners[0], "win")
        yield paint(f"{listing(winners)} {verb} the match.", Ink.WIN)


def _deed(action: Action, name: str, after: BettingNode) -> str:
    deed = conjugated(name, action.value)
    return f"{deed} to {points(max(after.stakes))}" if action is Action.RAISE else deed


def _shown_hands(result: Settlement, names: Names, paint: Paint) -> Iterator[str]:
    """Show the hands of a showdown, the best first."""
    shown = [(seat, hand) for seat, hand in enumerate(result.revealed) if hand is not None]
    for seat, hand in sorted(shown, key=lambda pair: rank_hand(pair[1]), reverse=True):
        yield f"    {_inked(f'{names[seat]:<7}', names[seat], paint)} {shown_hand(hand, paint)}"


def _by_seat(by_position: Sequence[int], view: PublicView) -> list[int]:
    """Turn what stands by position, the dealer's right first, into the order of the seats."""
    seats = len(by_position)
    return [by_position[(seat - view.dealer - 1) % seats] for seat in range(seats)]


def _position_row(text: str, node: BettingNode, view: PublicView) -> str:
    """Write a row with the stakes of a position."""
    stakes, folded = _by_seat(node.stakes, view), _by_seat(node.folded, view)
    cells = [
        f"({points(stake)})" if out else points(stake) if stake else "."
        for stake, out in zip(stakes, folded, strict=True)
    ]
    return _row(f"  {text}", cells, points(sum(stakes)))


def _row(text: str, cells: Sequence[str], pot: str) -> str:
    columns = f"{''.join(_padded(cells))} {pot:>5}"
    return _beside(text, columns, len(columns))


def _gains_row(text: str, gains: Sequence[Fraction], paint: Paint) -> str:
    cells = _padded([signed(gain) for gain in gains])
    inked = (
        paint(cell, Ink.GAIN if gain > 0 else Ink.LOSS) if gain else cell
        for cell, gain in zip(cells, gains, strict=True)
    )
    return _beside(text, "".join(inked), sum(map(len, cells)))


def _beside(text: str, columns: str, width: int) -> str:
    """Put columns on the right of a text, or below it where stakes are too large for one line."""
    if max(len(text), _TEXT_WIDTH) + width <= WIDTH:
        return f"{text:<{_TEXT_WIDTH}}{columns}"
    return f"{text}\n{' ' * (WIDTH - width)}{columns}"


def _padded(cells: Sequence[str]) -> list[str]:
    width = min(_WIDEST_CELL, _CELLS_WIDTH // len(cells)) - 1
    return [f" {cell:>{width}}" for cell in cells]


def _inked(text: str, name: str, paint: Paint) -> str:
    """Paint what concerns the person who plays."""
    return paint(text, Ink.YOU) if name == YOU else text

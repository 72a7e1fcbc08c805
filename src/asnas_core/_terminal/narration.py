"""What happened, line by line, told from views: nothing here ever sees a full state.

A deal is a table. On the left stands what was done; on the right what every seat has staked
afterwards, in brackets if it has folded, and the pot.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from asnas_core import (
    Action,
    BettingNode,
    MatchView,
    PublicView,
    Settlement,
    betting_graph,
)
from asnas_core._language.phrases import phrase
from asnas_core._language.teller import result_sentence
from asnas_core._language.views import deeds, shown_hands
from asnas_core._terminal.screen import WIDTH, Ink, left, right, width, wrapped
from asnas_core._terminal.words import Voice
from asnas_core.locales import points

_TEXT_WIDTH = 38
_CELLS_WIDTH = 42
_WIDEST_CELL = 9
_POT_WIDTH = 6


def match_opening(view: MatchView, voice: Voice) -> Iterator[str]:
    """Tell what is known before the first move, and where a saved match goes on."""
    rules, seats = view.deal.rules, len(voice.names)
    title, players = ("title_watch", seats) if voice.you is None else ("title_play", seats - 1)
    yield voice.paint(voice.say(title, players=players, deals=rules.deals), Ink.HEADING)
    yield voice.say("ranks")
    yield from wrapped(f"  {voice.rank_letters()}", "  ")
    yield voice.say("columns")
    if rules.concealed:
        yield voice.say("concealed")
    if view.commitment is not None:
        yield voice.say("commitment", commitment=view.commitment)
    if view.move_number:
        totals = voice.gains(view.totals)
        text = voice.say("resumed", number=view.deal_number, deals=rules.deals, totals=totals)
        yield from wrapped(text, "  ")


def deal_opening(view: MatchView, voice: Voice) -> Iterator[str]:
    """Tell who deals, under the heads of the columns."""
    deal = view.deal
    opening = voice.about(deal.dealer, "events.open", stake=deal.rules.opening_stake)
    heading = phrase("events.deal", voice.language, number=view.deal_number, deals=deal.rules.deals)
    yield ""
    yield voice.paint(_row(heading, voice.names, voice.vocabulary.terms["pot"]), Ink.HEADING)
    yield voice.inked(_position_row(opening, betting_graph(deal.rules), deal, voice), deal.dealer)


def deal_actions(view: PublicView, voice: Voice, told: int = 0) -> Iterator[str]:
    """Tell what was done in a deal, without the first actions if they were told before."""
    last_look = None
    for number, (seat, action, node, has_looked) in enumerate(deeds(view), start=1):
        if number <= told:
            continue
        if action is Action.LOOK and number < len(view.history):
            last_look = seat  # its turn goes on: one line for both
            continue
        key = _key(action, is_blind=not has_looked, looks_first=last_look == seat)
        last_look = None
        line = _position_row(voice.about(seat, key, stake=max(node.stakes)), node, view, voice)
        yield voice.paint(line, Ink.FAINT) if action is Action.FOLD else voice.inked(line, seat)


def deal_ending(view: MatchView, voice: Voice) -> Iterator[str]:
    """Tell who won a deal that is over, what was shown, and what everybody has now."""
    result, terms = view.settlements[-1], voice.vocabulary.terms
    for line in wrapped(f"  {result_sentence(result, voice)}", "    "):
        yield voice.paint(line, Ink.WIN)
    yield from _shown_hands(result, voice)
    yield _gains_row(f"  {terms['score']}", result.scores, voice)
    yield _gains_row(f"  {terms['total']}", view.totals, voice)


def standing(view: MatchView, voice: Voice) -> Iterator[str]:
    """Tell the totals from the highest to the lowest, and who has won if the match is over."""
    totals, names = view.totals, voice.names
    deals = view.deal.rules.deals
    columns = max(map(width, names)) + 1
    going_on = voice.say("standing", done=len(view.settlements), deals=deals)
    yield ""
    yield voice.paint(
        voice.say("match_over", deals=deals) if view.is_over else going_on, Ink.HEADING
    )
    for seat in sorted(range(len(names)), key=lambda seat: -totals[seat]):
        place = points(1 + sum(total > totals[seat] for total in totals), voice.language)
        total = points(totals[seat], voice.language, signed=True)
        line = f"  {place}. {left(names[seat], columns)}{right(total, _WIDEST_CELL)}"
        yield voice.inked(line, seat)
    if len(view.winners) == 1:
        yield voice.paint(voice.about(view.winners[0], "terminal.wins_match"), Ink.WIN)
    elif view.winners:
        yield voice.paint(voice.about_all(view.winners, "terminal.share_match"), Ink.WIN)


def _key(action: Action, *, is_blind: bool, looks_first: bool) -> str:
    """Return the sentence that tells of an action in the table of a deal."""
    if action is Action.LOOK:
        return "terminal.look"
    if looks_first:
        return f"terminal.{action.value}_looked"
    return f"events.{action.value}_blind" if is_blind else f"events.{action.value}"


def _shown_hands(result: Settlement, voice: Voice) -> Iterator[str]:
    """Show the hands of a showdown, the best first."""
    columns = max(map(width, voice.names)) + 1
    for seat, hand in shown_hands(result):
        name = voice.inked(left(voice.names[seat], columns), seat)
        yield f"    {name} {voice.shown_hand(hand)}"


def _by_seat(by_position: Sequence[int], view: PublicView) -> list[int]:
    """Turn what stands by position, the dealer's right first, into the order of the seats."""
    seats = len(by_position)
    return [by_position[(seat - view.dealer - 1) % seats] for seat in range(seats)]


def _position_row(text: str, node: BettingNode, view: PublicView, voice: Voice) -> str:
    """Write a row with the stakes of a position."""
    stakes, folded = _by_seat(node.stakes, view), _by_seat(node.folded, view)
    written = [points(stake, voice.language) for stake in stakes]
    cells = [
        f"({stake})" if out else stake if amount else "."
        for stake, amount, out in zip(written, stakes, folded, strict=True)
    ]
    return _row(f"  {text}", cells, points(sum(stakes), voice.language))


def _row(text: str, cells: Sequence[str], pot: str = "") -> str:
    return _beside(text, "".join(_padded(cells)) + right(pot, _POT_WIDTH))


def _gains_row(text: str, gains: Sequence[Fraction], voice: Voice) -> str:
    cells = _padded([points(gain, voice.language, signed=True) for gain in gains])
    inked = "".join(
        voice.paint(cell, Ink.GAIN if gain > 0 else Ink.LOSS) if gain else cell
        for cell, gain in zip(cells, gains, strict=True)
    )
    return _beside(text, "".join(cells) + " " * _POT_WIDTH, inked)


def _beside(text: str, columns: str, inked: str | None = None) -> str:
    """Put columns on the right of a text, or below it where both are too wide for one line."""
    taken = width(columns)
    room = min(_TEXT_WIDTH, WIDTH - taken)
    written = columns if inked is None else inked
    if width(text) <= room:
        return left(text, room) + written
    return f"{text}\n{' ' * (WIDTH - taken)}{written}"


def _padded(cells: Sequence[str]) -> list[str]:
    columns = min(_WIDEST_CELL, _CELLS_WIDTH // len(cells)) - 1
    return [" " + right(cell, columns) for cell in cells]

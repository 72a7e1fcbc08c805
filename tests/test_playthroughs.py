"""Whole deals, written out step by step, as a person can read and a diff can explain.

`python tests/test_playthroughs.py` writes the files again; read what changed before keeping it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from asnas_core import (
    SPECTATOR,
    DealState,
    Hand,
    PublicView,
    Rules,
    SeatView,
    format_hand,
    legal_actions,
    replay,
    view_deal,
)
from playing import ALL_TIE, STRONG_FIRST, played

FOLDER = Path(__file__).parent / "goldens" / "playthroughs"


class Playthrough(NamedTuple):
    letters: str
    hands: tuple[str, ...]
    rules: Rules = Rules()
    dealer: int = 0


FIVE = Rules(seats=5, copies=5)
FIVE_HANDS = ("AAAAA", "SSSBB", "SSBBB", "ZZZCC", "ZZCCC")

PLAYTHROUGHS = {
    "showdown": Playthrough("lclrclcf", STRONG_FIRST),
    "showdown-blind": Playthrough("ccch", STRONG_FIRST),
    "showdown-shared-by-three": Playthrough("lcrlccf", ALL_TIE),
    "showdown-shared-by-two-after-a-fold": Playthrough(
        "ccfrcf", ("AASBZ", "AASBZ", "CCSBZ", "CCSBZ")
    ),
    "showdown-at-the-highest-stake": Playthrough("rrrccc", STRONG_FIRST, dealer=2),
    "last-standing-dealer-never-acted": Playthrough("lfff", STRONG_FIRST),
    "last-standing-after-raises": Playthrough("lrrfrff", STRONG_FIRST, dealer=3),
    "25-cards-showdown": Playthrough("ccccrlcccf", FIVE_HANDS, FIVE),
    "25-cards-last-standing": Playthrough("rffff", FIVE_HANDS, FIVE, dealer=1),
    "25-cards-two-seats-undealt": Playthrough("lrlc", ("AAAAA", "SSSSS"), Rules(copies=5, seats=2)),
    "open-hands-other-stakes": Playthrough(
        "crcfc",
        STRONG_FIRST,
        Rules(opening_stake=2, raise_step=3, max_stake=8, free_fold=False, concealed=False),
    ),
}


def written(playthrough: Playthrough) -> str:
    """Write a deal out: at each step who may do what, and what everybody sees."""
    letters, hands, rules, dealer = playthrough
    end = played(letters, hands=hands, dealer=dealer, rules=rules)
    assert end.is_over
    return "\n".join(line.rstrip() for line in lines(end)) + "\n"


def lines(end: DealState) -> Iterator[str]:
    yield f"rules    {end.rules}"
    yield f"dealer   seat {end.dealer}"
    for seat, cards in enumerate(end.hands):
        yield f"hand     seat {seat}  {format_hand(cards)}"
    if end.undealt:
        yield f"undealt  {''.join(card.code for card in end.undealt)}"
    for state in replay(end):
        yield ""
        if state.history:
            seat, action = state.history[-1]
            yield f"= seat {seat} {action}"
        else:
            yield "= dealt"
        yield f"stakes {list(state.stakes)}  pot {state.pot}  folded {seats(state.folded)}"
        yield f"turn   {state.turn}  legal {', '.join(legal_actions(state)) or '-'}"
        for viewer in range(state.rules.seats):
            yield f"view of seat {viewer}      {seen(view_deal(state, viewer))}"
        yield f"view of a spectator {seen(view_deal(state, SPECTATOR))}"
    yield ""
    yield from settlement(view_deal(end, SPECTATOR))


def seen(view: PublicView) -> str:
    parts = [f"turn {view.turn}", f"looked {seats(view.looked)}", f"shown {shown(view.revealed)}"]
    if isinstance(view, SeatView):
        own = f"own {shown((view.hand,))}"
        parts = [own, f"to call {view.to_call}", f"may {len(view.legal_actions)}", *parts]
    return "  ".join(parts)


def settlement(view: PublicView) -> Iterator[str]:
    result = view.settlement
    assert result is not None
    yield f"= {result.ending}"
    yield f"winners  {list(result.winners)}"
    yield f"payouts  {'  '.join(map(str, result.payouts))}"
    yield f"scores   {'  '.join(map(str, result.scores))}"
    yield f"shown    {shown(result.revealed)}"
    if result.best:
        ranks = "".join(rank.code for rank in result.best.ranks)
        yield f"best     {result.best.category.name.lower()} {ranks}"


def seats(flags: tuple[bool, ...]) -> str:
    return "".join(str(seat) for seat, flag in enumerate(flags) if flag) or "-"


def shown(hands: tuple[Hand | None, ...]) -> str:
    return " ".join("....." if hand is None else format_hand(hand) for hand in hands)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_deal_goes_as_written(name: str) -> None:
    assert written(PLAYTHROUGHS[name]) == (FOLDER / f"{name}.txt").read_text("utf-8")


def test_nothing_is_written_that_is_not_played() -> None:
    assert {path.stem for path in FOLDER.glob("*")} == set(PLAYTHROUGHS)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, playthrough in PLAYTHROUGHS.items():
        (FOLDER / f"{name}.txt").write_text(written(playthrough), "utf-8")

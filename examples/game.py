"""Play As-Nas in a terminal against three computer players: the game of the tutorial.

The match is kept in match.json after every answer, and goes on when the program starts again.
"""

from pathlib import Path

from asnas_core import (
    IllegalActionError,
    MatchState,
    SeatView,
    Settlement,
    format_hand,
    from_json,
    next_deal,
    play,
    settle,
    start_match,
    to_json,
    view_deal,
)
from asnas_core.players import LEVELS, advance

ME = 0
OTHERS = {1: LEVELS["novice"], 2: LEVELS["cautious"], 3: LEVELS["bold"]}
SAVED = Path("match.json")


def ask(view: SeatView) -> str:
    """Show a person their view, and return what they type; the end of input is "stop"."""
    hand = "face down" if view.hand is None else format_hand(view.hand)
    print(f"  your hand: {hand}   pot: {view.pot}   to call: {view.to_call}")
    try:
        return input(f"  {', '.join(view.legal_actions)}, or stop? ").strip()
    except EOFError:
        return "stop"


def show(result: Settlement) -> None:
    """Show how a deal has ended."""
    for seat, hand in enumerate(result.revealed):
        if hand is not None:
            print(f"  seat {seat} shows {format_hand(hand)}")
    winners = " and ".join(f"seat {seat}" for seat in result.winners)
    print(f"  {winners} won the pot of {result.pot}")


def keep(match: MatchState) -> MatchState:
    """Save a match, and return it."""
    SAVED.write_text(to_json(match), encoding="utf-8")
    return match


def let_others_play(match: MatchState) -> MatchState:
    """Let the computer players act, and show what they do."""
    played = match
    for played in advance(match, OTHERS):
        seat, done = played.deal.history[-1]
        print(f"seat {seat}: {done}")
    return played


def main() -> None:
    """Play a match until it is over or the person stops."""
    is_new = not SAVED.exists()
    match = start_match() if is_new else from_json(SAVED.read_text(encoding="utf-8"), MatchState)
    while True:
        match = keep(let_others_play(match))
        if match.deal.is_over:
            show(settle(match.deal))
            if match.is_over:
                break
            match = next_deal(match)
            print(f"Deal {match.deal_number}")
            continue
        answer = ask(view_deal(match.deal, ME))
        if answer == "stop":
            print(f"Kept in {SAVED}. Start again to go on.")
            return
        try:
            match = play(match, answer, seat=ME)
        except IllegalActionError as error:
            print(error)
    print("totals:", *match.totals)
    SAVED.unlink()


if __name__ == "__main__":
    main()

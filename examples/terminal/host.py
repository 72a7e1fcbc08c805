"""The host of the match: it holds the cards, and lets out what the view of the person has."""

from asnas_core import MatchState, MatchView, SeatView, next_deal, play, restart, view_match
from asnas_core.players import LEVELS, advance

ME = 0
"""The seat of the person."""


def view_of(match: MatchState) -> MatchView[SeatView]:
    """Return all that a screen may ever show."""
    return view_match(match, ME)


def answer(match: MatchState, key: str) -> MatchState:
    """Do what the key of a legal action says, or go on to the next deal or match by N."""
    view = view_of(match)
    if key == "N":
        return restart(match) if match.is_over else next_deal(match)
    action = next(action for action in view.deal.legal_actions if action.code == key)
    return play(match, action, seat=ME, move=view.move_number)


def next_step(match: MatchState, levels: tuple[str, ...]) -> MatchState:
    """Let the computer player act whose turn it is."""
    table = range(1, match.rules.seats)
    players = {seat: LEVELS[levels[(seat - 1) % len(levels)]] for seat in table}
    return next(advance(match, players))


def verify(match: MatchState, promised: tuple[str, ...]) -> str:
    """Tell, by a key of words.toml, what the seed of a match proves. All packs come from it."""
    if match.seed is None:
        return "no_seed"
    if match.commitment is None:
        return "nothing_promised"
    return "same_commitment" if match.commitment in promised else "other_commitment"

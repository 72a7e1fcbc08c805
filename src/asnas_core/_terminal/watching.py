"""``watch``: a match between computer players, told as a spectator sees it."""

from collections.abc import Iterator

from asnas_core import SPECTATOR, MatchState, MatchView, next_deal, view_match
from asnas_core._terminal import narration
from asnas_core._terminal.table import INTERRUPTED, Table


def watch_match(match: MatchState, table: Table) -> int:
    """Play a match to its end and tell it.

    Args:
        match: A match at any moment.
        table: Computer players for all seats.

    Returns:
        The exit code: 0, or 130 after Ctrl-C.

    Raises:
        FileError: The match cannot be saved.
    """
    table.keep(match)
    view = view_match(match, SPECTATOR)
    voice = table.voice(view)
    table.tell(narration.match_opening(view, voice))
    table.tell(table.introduction(voice))
    table.tell(table.repeating(view, voice))
    code = 0
    try:
        for view in _finished_deals(match, table):
            table.tell(narration.deal_opening(view, voice))
            table.tell(narration.deal_actions(view.deal, voice))
            table.tell(narration.deal_ending(view, voice))
    except KeyboardInterrupt:
        table.tell([""])
        code = INTERRUPTED
    table.tell(narration.standing(view, voice))
    table.tell(table.keeping(view, voice))
    return code


def _finished_deals(match: MatchState, table: Table) -> Iterator[MatchView]:
    """Play on, and give the match as a spectator sees it after each deal."""
    while True:
        match = table.advance(match)
        table.keep(match)
        yield view_match(match, SPECTATOR)
        if match.is_over:
            return
        match = next_deal(match)

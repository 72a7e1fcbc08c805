"""``watch``: a match between computer players, told as a spectator sees it."""

from asnas_core import SPECTATOR, MatchState, next_deal, view_match
from asnas_core._terminal import narration
from asnas_core._terminal.players import advance
from asnas_core._terminal.table import Table


def watch_match(match: MatchState, table: Table) -> int:
    """Play a match to its end and tell it.

    Args:
        match: A match at any moment.
        table: Computer players for all seats.

    Returns:
        The exit code, 0.

    Raises:
        FileError: The match cannot be saved.
    """
    table.keep(match)
    view = view_match(match, SPECTATOR)
    table.tell(narration.match_opening(view, table.names, table.paint))
    table.tell(table.repeating(view))
    while True:
        match = advance(match, table.players)
        table.keep(match)
        view = view_match(match, SPECTATOR)
        table.tell(narration.deal_opening(view, table.names, table.paint))
        table.tell(narration.deal_actions(view.deal, table.names, table.paint))
        table.tell(narration.deal_ending(view, table.names, table.paint))
        if view.is_over:
            break
        match = next_deal(match)
    table.tell(narration.standing(view, table.names, table.paint))
    table.tell(table.keeping(view))
    return 0

"""A table as a front end holds it: views out as JSON, actions in as JSON.

Run it to see a short conversation, or read `Table`: all that a server needs of the engine.
"""

import json
from contextlib import suppress

import asnas_core as asnas


class Table:
    """One match in memory. Only this side ever holds the cards and the seed."""

    def __init__(self, match: asnas.MatchState) -> None:
        self.match = match

    def view(self, viewer: asnas.Viewer) -> str:
        """Return what a seat or a spectator may know; the last showdown is in its settlements."""
        return asnas.to_json(asnas.view_match(self.match, viewer))

    def receive(self, seat: int, message: str) -> str:
        """Take ``{"action": "call", "move": 3}`` from a seat. What is refused changes nothing."""
        fields = None
        with suppress(ValueError, RecursionError):
            fields = json.loads(message)
        if not isinstance(fields, dict) or fields.get("move") is None:
            return json.dumps({"error": "bad_message"})  # without a move, play() checks none
        try:
            match = asnas.play(self.match, fields.get("action", ""), seat=seat, move=fields["move"])
        except asnas.AsNasError as error:
            return json.dumps({"error": error.code, "params": error.params})
        if match.deal.is_over and not match.is_over:
            match = asnas.next_deal(match)
        self.match = match
        return json.dumps({"move": match.move_number})

    def save(self) -> str:
        """Return the match as text. Every card and the seed are in it: keep it on this side."""
        return asnas.to_json(self.match)


def resume(text: str) -> Table:
    """Go on with a saved match; other text is refused, with the place of the fault."""
    return Table(asnas.from_json(text, asnas.MatchState))


if __name__ == "__main__":
    # The same cards in every run; a real table leaves the seed out, and gets a secret one.
    table = Table(asnas.start_match("a long night in Isfahan"))
    for seat, message in [
        (1, '{"action": "raise", "move": 0}'),
        (1, '{"action": "raise", "move": 0}'),  # a double click
        (0, '{"action": "call", "move": 1}'),  # not its turn
        (2, '{"action": "hold", "move": 1}'),  # not legal
        (2, '{"action": "call", "move": 1}'),
    ]:
        print(f"seat {seat} sends   {message}\n  answer:      {table.receive(seat, message)}")

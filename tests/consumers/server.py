"""A server's handler, typed: messages in, views out, errors by their code."""

from typing import Any

from asnas_core import (
    SPECTATOR,
    ArgumentError,
    AsNasError,
    IllegalActionError,
    MatchState,
    MatchView,
    Seat,
    Viewer,
    from_json,
    next_deal,
    play,
    start_match,
    to_json,
    to_record,
    view_match,
)


def handle(match: MatchState, seat: Seat, action: str, move: int) -> tuple[MatchState, str | None]:
    try:
        match = play(match, action, seat=seat, move=move)
    except IllegalActionError as error:
        return match, f"{error.code}: {', '.join(error.legal)}"
    except (ArgumentError, AsNasError) as error:
        return match, error.code
    return (next_deal(match) if match.deal.is_over and not match.is_over else match), None


def outgoing(match: MatchState, viewer: Viewer) -> dict[str, Any]:
    return to_record(view_match(match, viewer))


def at_the_other_end(text: str) -> MatchView:
    return from_json(text, MatchView)


def buttons(match: MatchState, seat: Seat) -> list[str]:
    return [action.value for action in view_match(match, seat).deal.legal_actions]


if __name__ == "__main__":
    match, error = handle(start_match("typed"), 1, "raise", 0)
    match, error = handle(match, 1, "raise", 0)
    view = at_the_other_end(to_json(view_match(match, SPECTATOR)))
    print(error, view.deal.pot, outgoing(match, 2)["format"], buttons(match, 2))

"""A front end's reducer, typed: the state of the screen follows from the state and an event."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, assert_never

from asnas_core import Action, MatchState, next_deal, play, replay, restart, start_match

Event = Action | Literal["next deal", "restart"]


@dataclass(frozen=True)
class Screen:
    match: MatchState
    totals: tuple[Fraction, ...] = ()
    steps: int = 0


def reduce(screen: Screen, event: Event) -> Screen:
    if isinstance(event, Action):
        match = play(screen.match, event)
    elif event == "next deal":
        match = next_deal(screen.match)
    elif event == "restart":
        match = restart(screen.match, 2)
    else:
        assert_never(event)
    return replace(screen, match=match, totals=match.totals, steps=len(list(replay(match))))


if __name__ == "__main__":
    screen = Screen(start_match(1))
    events: list[Event] = [Action.FOLD, Action.FOLD, Action.FOLD, "next deal", Action.LOOK]
    for event in events:
        screen = reduce(screen, event)
    print(screen.match.dealer, screen.steps, reduce(screen, "restart").totals[0])

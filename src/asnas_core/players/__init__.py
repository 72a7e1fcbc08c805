"""Computer players: functions of a view, from a beginner to the solution of the game.

`LEVELS` names them. `advance` and `play_match` let them play, `equilibrium` says what the solution
does and what each action is worth, and `review` looks back at a match with it.
"""

from asnas_core.players import equilibrium
from asnas_core.players._levels import LEVELS, Character
from asnas_core.players._playing import Player, advance, play_match
from asnas_core.players._review import ReviewedDecision, review

__all__ = [
    "LEVELS",
    "Character",
    "Player",
    "ReviewedDecision",
    "advance",
    "equilibrium",
    "play_match",
    "review",
]

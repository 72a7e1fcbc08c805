"""Players against players, with the luck of the cards taken out.

Every deal is played as often as there are seats: with the same cards, and each player once at every
seat. What is left of luck is in the standard errors, which take the rotations of a deal together.
``python -m asnas_core.tournament`` needs the extra ``tournament``.
"""

from asnas_core.tournament._habits import Habits, measure_habits
from asnas_core.tournament._playing import Score, play_lineup, round_robin

__all__ = ["Habits", "Score", "measure_habits", "play_lineup", "round_robin"]

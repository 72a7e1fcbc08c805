"""Solving a deal: strategies that nobody gains by departing from. Needs the extra ``solver``.

A strategy tells each position what to do with each hand and history. `solve` comes near an
equilibrium, and `nash_conv` tells how near: what the positions could gain by departing from it,
each one alone. With two seats an equilibrium cannot be beaten. With more it promises less:
whoever alone departs from it gains nothing, but two who depart together may, and so may others at a
table where nobody keeps to it.
"""

from importlib.util import find_spec

if find_spec("numpy") is None:
    raise ImportError("asnas_core.solver needs numpy, which the extra `solver` installs")

from asnas_core.solver._estimate import Estimate, estimate
from asnas_core.solver._files import from_solution, to_solution
from asnas_core.solver._solve import solve
from asnas_core.solver._strategy import Strategy
from asnas_core.solver._values import best_response_values, nash_conv, values

__all__ = [
    "Estimate",
    "Strategy",
    "best_response_values",
    "estimate",
    "from_solution",
    "nash_conv",
    "solve",
    "to_solution",
    "values",
]

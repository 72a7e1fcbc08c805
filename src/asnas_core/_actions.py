"""What a seat can do on its turn, and the ways in which a deal can end."""

from enum import StrEnum


class Action(StrEnum):
    """What a seat does on its turn. Legal actions are always listed in this order.

    Example:
        >>> Action("call") is Action.CALL
        True
        >>> Action.LOOK.code
        'L'
    """

    LOOK = "look"
    """See one's own cards. The turn goes on (R20, R22). Letter L."""
    CALL = "call"
    """Bring one's stake up to the highest stake (R23). Letter C."""
    HOLD = "hold"
    """Stay in without adding anything, being matched already (R24). Letter H."""
    RAISE = "raise"
    """Lift the highest stake by one step, and one's own stake to it (R25). Letter R."""
    FOLD = "fold"
    """Leave the deal and lose the stake (R27, R28). Letter F."""

    @property
    def code(self) -> str:
        """The letter that stands for this action in text, one of L, C, H, R and F."""
        return self.value[0].upper()


class Ending(StrEnum):
    """How a deal ended (R5)."""

    SHOWDOWN = "showdown"
    """Two or more live seats had acted and were matched, and the best of their hands won (R32)."""
    LAST_STANDING = "last_standing"
    """All seats but one folded, so it won at once, and nothing is shown (R33)."""

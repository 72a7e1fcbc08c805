"""A strategy: what each position does in each situation, by its hand."""

from collections.abc import Sequence

import attrs
import numpy as np

from asnas_core import Action, ArgumentError, Hand, Rules
from asnas_core.situations import all_hands, hand_number, histories
from asnas_core.solver._deals import Floats


@attrs.frozen(eq=False, repr=False)
class Strategy:
    """What each position does in each situation, by its hand.

    Attributes:
        rules: The rules it is for. Looks play no part in it.
        chances: For each entry of the tree of histories, an array with a row for each hand, from
            the weakest to the strongest, and a column for each action.
    """

    rules: Rules
    chances: tuple[Floats, ...]

    def policy(self, history: Sequence[Action], hand: Hand) -> dict[Action, float]:
        """Tell what to do with a hand.

        Args:
            history: The actions so far, without looks. Whose turn it is follows from them.
            hand: The hand of the seat whose turn it is.

        Returns:
            The probability of each legal action; they sum to 1.

        Raises:
            ArgumentError: These are not actions after which somebody is to act.
            HandError: This is not a hand of five cards, or not one that the pack can deal.

        Example:
            >>> from asnas_core import parse_hand
            >>> from asnas_core.solver import solve
            >>> strategy = solve(Rules(seats=2, max_stake=2), 200)
            >>> policy = strategy.policy((), parse_hand("AAAAS"))
            >>> max(policy, key=policy.get)
            <Action.RAISE: 'raise'>
        """
        if not issubclass(type(history), tuple | list):
            raise _no_history(history)
        tree = histories(self.rules)
        node, entry = tree[0], 0
        for action in history:
            if action not in node.legal_actions:
                raise _no_history(history)
            entry = node.children[node.legal_actions.index(action)]
            node = tree[entry]
        if node.position is None:
            raise _no_history(history)
        chances = map(float, self.chances[entry][hand_number(hand, self.rules)])
        return dict(zip(node.legal_actions, chances, strict=True))


def _no_history(history: Sequence[Action]) -> ArgumentError:
    expected = "legal actions, without looks, after which somebody is to act"
    return ArgumentError.wrong_type("history", expected, history)


def uniform(rules: Rules) -> Strategy:
    """Return the strategy that takes each legal action equally often."""
    hands = len(all_hands(rules))
    widths = [len(node.legal_actions) for node in histories(rules)]
    return Strategy(rules, tuple(np.full((hands, width), 1 / max(width, 1)) for width in widths))

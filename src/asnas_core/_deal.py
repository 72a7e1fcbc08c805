"""One deal: the cards as dealt, a node of the betting graph, and the actions so far.

`deal` makes the first state, `apply_action` makes the next one from any, and nothing ever changes
one. `DealState` is the host's: it knows every card. What others may know, a view tells them.
"""

from collections.abc import Sequence
from typing import Any, NoReturn, TypeAlias, TypeVar, cast, final

import attrs

from asnas_core._actions import Action
from asnas_core._betting import BettingNode, betting_graph, checked_action
from asnas_core._cards import RANK_CODES, RANKS, SORTED_PACKS, Hand, Pack, Rank, cards_text
from asnas_core._checks import exactly, table_seat, wrong_type
from asnas_core._hands import checked_cards
from asnas_core._rules import DEFAULT_RULES, Rules
from asnas_core.errors import ArgumentError, PackError

T = TypeVar("T")

DEAL_EXPECTED = "a DealState (the .deal of a match)"
"""What errors ask for where no deal was given."""

Seat: TypeAlias = int
"""A place at the table, from 0 on in playing order: the next one is the neighbour to the right."""


@attrs.frozen
class DealSetup:
    """What is fixed when a deal begins, shared by all its states."""

    rules: Rules
    dealer: Seat
    pack: Pack = attrs.field(repr=False)
    hands: tuple[Hand, ...] = attrs.field(eq=False, repr=False)
    undealt: tuple[Rank, ...] = attrs.field(eq=False, repr=False)


@final
@attrs.frozen
class DealState:
    """A deal at one moment: everything about it, hidden cards included.

    Made by `deal` and `apply_action`. States are equal when their rules, dealer, pack and actions
    are. All sequences are by seat unless said otherwise.

    Attributes:
        actions: What was done so far, in order.
        node: The public state in the betting graph, where everything is by position.
    """

    # Printers such as Hypothesis's read init and repr, and would print the cards.
    _setup: DealSetup = attrs.field(init=False, repr=False)
    node: BettingNode = attrs.field(eq=False)
    actions: tuple[Action, ...]

    def __init__(self, *_: object, **__: object) -> NoReturn:
        raise ArgumentError("not_constructible", type="DealState", maker="deal()")

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self._setup.rules

    @property
    def dealer(self) -> Seat:
        """Who dealt and opened."""
        return self._setup.dealer

    @property
    def pack(self) -> Pack:
        """The whole pack in the order in which it was dealt. Secret."""
        return self._setup.pack

    @property
    def hands(self) -> tuple[Hand, ...]:
        """Every seat's cards, in the order in which it got them. Secret."""
        return self._setup.hands

    @property
    def undealt(self) -> tuple[Rank, ...]:
        """What is left of the pack and stays hidden for good. Secret."""
        return self._setup.undealt

    @property
    def stakes(self) -> tuple[int, ...]:
        """What each seat has put in, in points."""
        return by_seat(self.node.stakes, self.dealer)

    @property
    def folded(self) -> tuple[bool, ...]:
        """Whether each seat has left the deal."""
        return by_seat(self.node.folded, self.dealer)

    @property
    def looked(self) -> tuple[bool, ...]:
        """Whether each seat has seen its cards; all True where hands are not concealed."""
        return by_seat(self.node.looked, self.dealer)

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is, or None when the deal is over."""
        return seat_on_turn(self.node, self.dealer)

    @property
    def pot(self) -> int:
        """All stakes together, in points."""
        return sum(self.node.stakes)

    @property
    def highest_stake(self) -> int:
        """The stake that every live seat has to match, in points."""
        return max(self.node.stakes)

    @property
    def live_seats(self) -> tuple[Seat, ...]:
        """The seats that have not folded, from the lowest on."""
        return live_seats(self.node, self.dealer)

    @property
    def is_over(self) -> bool:
        """Whether the betting is over, so that the deal can be settled."""
        return self.node.position is None

    @property
    def history(self) -> tuple[tuple[Seat, Action], ...]:
        """Who did what so far, in order, looks included."""
        node, history = betting_graph(self.rules), []
        for action in self.actions:
            history.append((cast("Seat", seat_on_turn(node, self.dealer)), action))
            node = node.child(action)
        return tuple(history)

    def __repr__(self) -> str:
        done = ", ".join(self.actions)
        return f"<DealState dealer={self.dealer} turn={self.turn} actions=({done})>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what the deal follows from, without the graph."""
        codes = "".join(action.code for action in self.actions)
        return _unpickled_deal, (self.rules, self.dealer, cards_text(self.pack), codes)

    def __copy__(self) -> "DealState":
        return self

    def __deepcopy__(self, memo: object) -> "DealState":
        return self


def deal(pack: Sequence[Rank], *, dealer: Seat = 0, rules: Rules = DEFAULT_RULES) -> DealState:
    """Deal a pack: one card at a time, the dealer's right first (R12 to R14), and open.

    Args:
        pack: All cards of the pack, the first to be dealt first; `shuffled_pack` makes one. The
            seat ``i + 1`` to the dealer's right gets ``pack[i : 5 * seats : seats]``.
        dealer: The seat that deals, puts in the opening stake and acts last.
        rules: The rules of the table.

    Returns:
        The deal, with the dealer's right to act.

    Raises:
        PackError: There are not as many copies of each rank as the rules say.
        SeatError: There is no such seat.
        ArgumentError: An argument is of the wrong kind.

    Example:
        >>> from asnas_core import format_hand, shuffled_pack
        >>> state = deal(shuffled_pack(7), dealer=3)
        >>> state.turn, format_hand(state.hands[0])
        (0, 'AZZSC')
    """
    exactly("rules", rules, Rules, "Rules")
    who = table_seat("dealer", dealer, rules.seats)
    return dealt(checked_pack(pack, rules), who, rules)


def dealt(pack: Pack, dealer: Seat, rules: Rules) -> DealState:
    """Deal a pack that has been checked."""
    seats, size = rules.seats, rules.dealt_size
    by_position = tuple([pack[position:size:seats] for position in range(seats)])  # R14
    hands = cast("tuple[Hand, ...]", by_seat(by_position, dealer))
    return _state(DealSetup(rules, dealer, pack, hands, pack[size:]), betting_graph(rules), ())


def checked_pack(pack: Sequence[Rank], rules: Rules) -> Pack:
    """Return the pack as a tuple if it is one of these rules."""
    cards = checked_cards("pack", pack)
    if len(cards) != rules.pack_size:
        raise PackError("pack_size", expected=rules.pack_size, cards=len(cards))
    if sorted(cards) != SORTED_PACKS[rules.copies]:
        raise PackError("pack_copies", copies=rules.copies)
    return cards


def legal_actions(state: DealState) -> tuple[Action, ...]:
    """Return what the seat whose turn it is can do.

    Args:
        state: A deal.

    Returns:
        The legal actions in the order look, call or hold, raise, fold; () when the deal is over,
        and never () otherwise.

    Raises:
        ArgumentError: This is not a deal.

    Example:
        >>> from asnas_core import shuffled_pack
        >>> legal_actions(apply_action(deal(shuffled_pack(7)), Action.LOOK))
        (<Action.CALL: 'call'>, <Action.RAISE: 'raise'>, <Action.FOLD: 'fold'>)
    """
    if type(state) is not DealState:  # as `exactly`, without the call: bots ask at every step
        raise wrong_type("state", DEAL_EXPECTED, state)
    return state.node.legal_actions


def apply_action(state: DealState, action: Action | str) -> DealState:
    """Let the seat whose turn it is act.

    Args:
        state: A deal that is not over; it stays as it is.
        action: One of `legal_actions`. The exact text of one, such as "call", is taken for it.

    Returns:
        The deal after the action.

    Raises:
        IllegalActionError: The action is not legal here; its ``legal`` lists those that are.
        DealOverError: The deal is over.
        ArgumentError: This is not a deal, or neither an action nor text.

    Example:
        >>> from asnas_core import shuffled_pack
        >>> apply_action(deal(shuffled_pack(7)), Action.RAISE).stakes
        (1, 2, 0, 0)
    """
    if type(state) is not DealState:
        raise wrong_type("state", DEAL_EXPECTED, state)
    if type(action) is Action:
        child = state.node._children.get(action)
        if child is not None:  # the graph made it, so the action is legal
            following = _new(DealState)
            _set_setup(following, state._setup)
            _set_node(following, child)
            _set_actions(following, state.actions + (action,))  # noqa: RUF005  # half the time
            return following
    chosen = checked_action(action, state.node, state.turn)
    return _state(state._setup, state.node.child(chosen), (*state.actions, chosen))


def seat_at(position: int, dealer: Seat, seats: int) -> Seat:
    """Return who sits at a position: position 0 is the dealer's right (R13, R18)."""
    return (dealer + 1 + position) % seats


def seat_on_turn(node: BettingNode, dealer: Seat) -> Seat | None:
    """Return who is to act in a node, or None when the betting is over."""
    position = node.position
    return None if position is None else seat_at(position, dealer, len(node.stakes))


def live_seats(node: BettingNode, dealer: Seat) -> tuple[Seat, ...]:
    """Return who has not folded, from the lowest seat on."""
    return tuple([seat for seat, out in enumerate(by_seat(node.folded, dealer)) if not out])


def by_seat(by_position: tuple[T, ...], dealer: Seat) -> tuple[T, ...]:
    """Turn a sequence by position into one by seat."""
    first = len(by_position) - 1 - dealer  # the position of seat 0
    return by_position[first:] + by_position[:first]


def _unpickled_deal(rules: Rules, dealer: Seat, letters: str, codes: str) -> DealState:
    state = dealt(tuple(RANKS[RANK_CODES.index(letter)] for letter in letters), dealer, rules)
    for code in codes:
        state = apply_action(state, next(action for action in Action if action.code == code))
    return state


# Every action of every game passes through here, so the slots are filled directly, in two thirds of
# the time that the constructor takes which attrs would make for a frozen class.
_new = object.__new__
_set_setup = DealState.__dict__["_setup"].__set__
_set_node = DealState.__dict__["node"].__set__
_set_actions = DealState.__dict__["actions"].__set__


def _state(setup: DealSetup, node: BettingNode, actions: tuple[Action, ...]) -> DealState:
    state = _new(DealState)
    _set_setup(state, setup)
    _set_node(state, node)
    _set_actions(state, actions)
    return state

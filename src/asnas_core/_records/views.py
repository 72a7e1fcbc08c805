"""Records of views: all that a viewer knows, checked against its own history."""

from collections.abc import Collection
from fractions import Fraction
from functools import reduce
from typing import Any, cast

from asnas_core._actions import Action, Ending
from asnas_core._betting import BettingNode, betting_graph
from asnas_core._cards import RANKS, Hand, cards_text
from asnas_core._deal import Seat, by_seat, live_seats, seat_on_turn
from asnas_core._match_view import MatchView
from asnas_core._records.endings import can_add_up, ending_lengths
from asnas_core._records.reading import Place, fault
from asnas_core._records.values import (
    read_action,
    read_contributions,
    read_hand,
    read_rules,
    read_seat,
    write_rules,
)
from asnas_core._rules import Rules
from asnas_core._settlement import Settlement, added_scores, best_seats, last_standing, showdown
from asnas_core._view import History, PublicView, SeatView, own_part, public_part

_COMMITMENT = "64 lower-case hexadecimal digits"


def write_view(view: PublicView) -> dict[str, Any]:
    """Write a view of a deal, for a spectator or a seat."""
    record: dict[str, Any] = {
        "rules": write_rules(view.rules),
        "dealer": view.dealer,
        "turn": view.turn,
        "stakes": list(view.stakes),
        "folded": list(view.folded),
        "looked": list(view.looked),
        "pot": view.pot,
        "highest_stake": view.highest_stake,
        "live_seats": list(view.live_seats),
        "history": [[seat, action.value] for seat, action in view.history],
        "is_over": view.is_over,
        "revealed": _write_hands(view.revealed),
        "settlement": None if view.settlement is None else _write_settlement(view.settlement),
    }
    if isinstance(view, SeatView):
        record |= {
            "seat": view.seat,
            "hand": None if view.hand is None else cards_text(view.hand),
            "legal_actions": [action.value for action in view.legal_actions],
            "to_call": view.to_call,
        }
    return record


def read_view(place: Place) -> PublicView:
    """Build a view again from its rules, dealer, history and the hands it shows."""
    rules = read_rules(place["rules"])
    dealer = read_seat(place["dealer"], rules)
    node, history = _read_history(place["history"], rules, dealer)
    seat = read_seat(place["seat"], rules) if "seat" in place else None
    live = live_seats(node, dealer)
    revealed = place["revealed"].array(rules.seats)
    shown = live if node.position is None and len(live) > 1 else ()
    known = {owner: revealed[owner] for owner in shown}
    if seat is not None and seat not in shown and by_seat(node.looked, dealer)[seat]:
        known[seat] = place["hand"]
    hands = _read_hands(known, rules)
    settlement = None
    if node.position is None:
        stakes = by_seat(node.stakes, dealer)
        settlement = _settled(stakes, live, {owner: hands[owner] for owner in shown})
    public = public_part(rules, dealer, node, history, settlement)
    if seat is None:
        return PublicView(**public)
    return SeatView(**public, **own_part(public, node, seat, hands.get(seat)))


def _read_history(place: Place, rules: Rules, dealer: Seat) -> tuple[BettingNode, History]:
    """Play the betting again; every action must be legal where it stands."""
    node = betting_graph(rules)
    history: list[tuple[Seat, Action]] = []
    for item in place.array():
        _, name = item.array(2)
        turn = seat_on_turn(node, dealer)
        action = read_action(name, turn, node.legal_actions)
        history.append((cast("Seat", turn), action))
        node = node.child(action)
    return node, tuple(history)


def _settled(
    stakes: tuple[int, ...], live: Collection[Seat], hands: dict[Seat, Hand]
) -> Settlement:
    """Settle a deal of which the hands shown are known; there are none if one seat is left."""
    if hands:
        return showdown(stakes, tuple(hands.get(seat) for seat in range(len(stakes))))
    return last_standing(stakes, *live)


def write_match_view(view: MatchView) -> dict[str, Any]:
    """Write a view of a match."""
    return {
        "deal": write_view(view.deal),
        "deal_number": view.deal_number,
        "move_number": view.move_number,
        "totals": [str(total) for total in view.totals],
        "settlements": [_write_settlement(settlement) for settlement in view.settlements],
        "is_over": view.is_over,
        "winners": list(view.winners),
        "commitment": view.commitment,
        "contributions": [contribution.hex() for contribution in view.contributions],
    }


def read_match_view(place: Place) -> MatchView:
    """Build a view of a match again from its deal and its settlements."""
    deal = read_view(place["deal"])
    rules = deal.rules
    number = place["deal_number"].integer()
    if not 1 <= number <= rules.deals:
        expected = f"a deal from 1 to {rules.deals}"
        raise fault("record_value", place["deal_number"].pointer, expected=expected)
    settlements, lengths = _read_settlements(place["settlements"], deal, number)
    moves = place["move_number"].integer()
    if not can_add_up(moves - len(deal.history), lengths):
        raise fault("record_mismatch", place["move_number"].pointer)
    totals = reduce(added_scores, settlements, (Fraction(0),) * rules.seats)
    over = number == rules.deals and deal.is_over
    digits = place["commitment"]
    return MatchView(
        deal=deal,
        deal_number=number,
        move_number=moves,
        totals=totals,
        settlements=settlements,
        is_over=over,
        winners=best_seats(totals) if over else (),
        commitment=None if digits.is_null else digits.text("[0-9a-f]{64}", _COMMITMENT),
        contributions=read_contributions(place["contributions"]),
    )


def _read_settlements(
    place: Place, deal: PublicView, number: int
) -> tuple[tuple[Settlement, ...], list[int]]:
    """Read the results up to a deal, and the lengths that those before it can have had."""
    results = [
        _read_settlement(item, deal.rules, (deal.dealer - number + finished) % deal.rules.seats)
        for finished, item in enumerate(place.array(number - 1 + deal.is_over), start=1)
    ]
    if deal.settlement is not None:
        place.array()[-1].must_equal(_write_settlement(deal.settlement))
    settlements = tuple(settlement for settlement, _ in results)
    return settlements, [lengths for _, lengths in results[: number - 1]]


def _write_settlement(settlement: Settlement) -> dict[str, Any]:
    best = settlement.best
    return {
        "ending": settlement.ending.value,
        "winners": list(settlement.winners),
        "pot": settlement.pot,
        "stakes": list(settlement.stakes),
        "payouts": [str(payout) for payout in settlement.payouts],
        "scores": [str(score) for score in settlement.scores],
        "revealed": _write_hands(settlement.revealed),
        "best": best and {"category": best.category.name.lower(), "ranks": cards_text(best.ranks)},
    }


def _read_settlement(place: Place, rules: Rules, dealer: Seat) -> tuple[Settlement, int]:
    """Settle a deal of which only the result is known, and tell its possible lengths."""
    ending = place["ending"].text("|".join(Ending), f"one of {', '.join(Ending)}")
    stakes = tuple(item.integer() for item in place["stakes"].array(rules.seats))
    hands: dict[Seat, Hand] = {}
    if ending == Ending.LAST_STANDING:
        (winner,) = place["winners"].array(1)
        live = {read_seat(winner, rules)}
    else:
        shown = enumerate(place["revealed"].array(rules.seats))
        hands = _read_hands({seat: hand for seat, hand in shown if not hand.is_null}, rules)
        live = set(hands)
        if len(live) <= 1:  # R32
            raise fault("record_mismatch", place["revealed"].pointer)
    for item, stake in zip(place["stakes"].array(), stakes, strict=True):
        off_step = (stake - rules.opening_stake) % rules.raise_step
        if stake != 0 and (off_step or not rules.opening_stake <= stake <= rules.max_stake):
            raise fault("record_value", item.pointer, expected="a stake that these rules reach")
    lengths = ending_lengths(rules, dealer, stakes, frozenset(live))
    if not lengths:
        raise fault("record_mismatch", place["stakes"].pointer)
    return _settled(stakes, live, hands), lengths


def _write_hands(hands: tuple[Hand | None, ...]) -> list[str | None]:
    return [None if hand is None else cards_text(hand) for hand in hands]


def _read_hands(places: dict[Seat, Place], rules: Rules) -> dict[Seat, Hand]:
    """Read hands of one deal: together they hold no rank more often than the pack."""
    hands: dict[Seat, Hand] = {}
    for seat, place in places.items():
        hands[seat] = read_hand(place, rules)
        cards = [card for hand in hands.values() for card in hand]
        if any(cards.count(rank) > rules.copies for rank in RANKS):
            raise fault("record_mismatch", place.pointer)
    return hands

"""Records of deals and matches: what they follow from, and nothing else."""

from typing import Any

from asnas_core._cards import cards_text
from asnas_core._deal import DealState, apply_action, deal, legal_actions
from asnas_core._match import next_deal, play, start_match
from asnas_core._match_state import MatchState
from asnas_core._records.reading import Place, fault
from asnas_core._records.values import (
    read_action,
    read_bytes,
    read_contributions,
    read_pack,
    read_rules,
    read_seat,
    write_rules,
)
from asnas_core._rules import Rules
from asnas_core._shuffle import LONGEST_SEED


def write_deal(state: DealState) -> dict[str, Any]:
    """Write a deal."""
    return {
        "rules": write_rules(state.rules),
        "dealer": state.dealer,
        "pack": cards_text(state.pack),
        "actions": [action.value for action in state.actions],
    }


def read_deal(place: Place) -> DealState:
    """Play a deal again from its record."""
    rules = read_rules(place["rules"])
    dealer = read_seat(place["dealer"], rules)
    state = deal(read_pack(place["pack"], rules), dealer=dealer, rules=rules)
    for item in place["actions"].array():
        state = apply_action(state, read_action(item, state.turn, legal_actions(state)))
    return state


def write_match(match: MatchState) -> dict[str, Any]:
    """Write a match. Packs that come from a seed are written too, so that both can be compared."""
    packs = match.given_packs or [state.pack for state in match.deals]
    return {
        "rules": write_rules(match.rules),
        "seed": None if match.seed is None else match.seed.hex(),
        "contributions": [contribution.hex() for contribution in match.contributions],
        "first_dealer": match.first_dealer,
        "packs": [cards_text(pack) for pack in packs],
        "actions": [[action.value for action in state.actions] for state in match.deals],
    }


def read_match(place: Place) -> MatchState:
    """Play a match again from its record."""
    rules = read_rules(place["rules"])
    match = start_match(**_read_source(place, rules), rules=rules)
    deals = place["actions"].array()
    for number, actions in enumerate(deals, start=1):
        for item in actions.array():
            turn, legal = match.deal.turn, legal_actions(match.deal)
            match = play(match, read_action(item, turn, legal))
        if number < len(deals):
            if not match.deal.is_over or match.is_over:
                raise fault("record_mismatch", deals[number].pointer)
            match = next_deal(match)
    return match


def _read_source(place: Place, rules: Rules) -> dict[str, Any]:
    """Read where the packs of a match come from: a seed and contributions, or given packs."""
    contributions = read_contributions(place["contributions"])
    source: dict[str, Any] = {
        "first_dealer": read_seat(place["first_dealer"], rules),
        "contributions": contributions,
    }
    if not place["seed"].is_null:
        return source | {"seed": read_bytes(place["seed"], LONGEST_SEED)}
    if contributions:
        raise fault("record_mismatch", place["contributions"].pointer)
    packs = place["packs"].array(rules.deals)
    return source | {"packs": [read_pack(pack, rules) for pack in packs]}

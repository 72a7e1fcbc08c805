"""The Persian vying game As-Nas as an engine that other programs embed.

A deal is a value, an action a function from value to value: `deal`, `legal_actions`,
`apply_action`, `settle`. `start_match` and `play` string deals into a match, `view_deal` and
`view_match` show each seat what it may see, `to_json` and `from_json` save and send all of it.
"""

from asnas_core._actions import Action, Ending
from asnas_core._betting import BettingNode, betting_graph
from asnas_core._cards import Hand, Pack, Rank
from asnas_core._deal import DealState, Seat, apply_action, deal, legal_actions
from asnas_core._hands import (
    Category,
    HandRank,
    compare_hands,
    format_hand,
    parse_hand,
    rank_hand,
    sort_hand,
)
from asnas_core._match import next_deal, play, restart, start_match
from asnas_core._match_state import MatchState
from asnas_core._match_view import MatchView, view_match
from asnas_core._records import Recordable, from_json, from_record, to_json, to_record
from asnas_core._replay import replay
from asnas_core._rules import DEFAULT_RULES, Rules
from asnas_core._settlement import Settlement, settle
from asnas_core._shuffle import Seed, commitment, new_seed, shuffled_pack
from asnas_core._view import SPECTATOR, PublicView, SeatView, Spectator, Viewer, view_deal
from asnas_core.errors import (
    ArgumentError,
    AsNasError,
    DealNotOverError,
    DealOverError,
    HandError,
    IllegalActionError,
    MatchOverError,
    NotYourTurnError,
    OddsError,
    PackError,
    RecordError,
    RulesError,
    SeatError,
    SeedError,
    StaleMoveError,
)

__all__ = [
    "DEFAULT_RULES",
    "SPECTATOR",
    "Action",
    "ArgumentError",
    "AsNasError",
    "BettingNode",
    "Category",
    "DealNotOverError",
    "DealOverError",
    "DealState",
    "Ending",
    "Hand",
    "HandError",
    "HandRank",
    "IllegalActionError",
    "MatchOverError",
    "MatchState",
    "MatchView",
    "NotYourTurnError",
    "OddsError",
    "Pack",
    "PackError",
    "PublicView",
    "Rank",
    "RecordError",
    "Recordable",
    "Rules",
    "RulesError",
    "Seat",
    "SeatError",
    "SeatView",
    "Seed",
    "SeedError",
    "Settlement",
    "Spectator",
    "StaleMoveError",
    "Viewer",
    "apply_action",
    "betting_graph",
    "commitment",
    "compare_hands",
    "deal",
    "format_hand",
    "from_json",
    "from_record",
    "legal_actions",
    "new_seed",
    "next_deal",
    "parse_hand",
    "play",
    "rank_hand",
    "replay",
    "restart",
    "settle",
    "shuffled_pack",
    "sort_hand",
    "start_match",
    "to_json",
    "to_record",
    "view_deal",
    "view_match",
]

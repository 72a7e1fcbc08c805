"""Deals and matches driven at random, checked after every step against a ledger of our own."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from asnas_core import (
    SPECTATOR,
    Action,
    DealNotOverError,
    DealOverError,
    DealState,
    IllegalActionError,
    MatchOverError,
    MatchState,
    NotYourTurnError,
    Rules,
    StaleMoveError,
    apply_action,
    deal,
    from_json,
    legal_actions,
    next_deal,
    play,
    restart,
    settle,
    start_match,
    to_json,
    view_deal,
    view_match,
)
from asnas_core.testing import packs, rules

FEW = settings(max_examples=40, stateful_step_count=50)


class DealMachine(RuleBasedStateMachine):
    """One deal; the ledger knows only who put in how much and who is out."""

    state: DealState

    @initialize(data=st.data(), table=rules())
    def start(self, data: st.DataObject, table: Rules) -> None:
        dealer = data.draw(st.integers(0, table.seats - 1))
        self.state = deal(data.draw(packs(table)), dealer=dealer, rules=table)
        self.stakes = [0] * table.seats
        self.stakes[dealer] = table.opening_stake
        self.out: set[int] = set()
        self.seen: set[int] = set() if table.concealed else set(range(table.seats))

    @precondition(lambda self: not self.state.is_over)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        before, seat = self.state, self.state.turn
        assert seat is not None
        action = data.draw(st.sampled_from(legal_actions(before)))
        self.state = apply_action(before, action)
        if action in {Action.CALL, Action.RAISE}:
            self.stakes[seat] = max(self.stakes) + before.rules.raise_step * (action == "raise")
        self.out |= {seat} if action == Action.FOLD else set()
        self.seen |= {seat} if action == Action.LOOK else set()
        assert self.state.history == (*before.history, (seat, action))

    @rule(action=st.sampled_from(Action))
    def try_what_is_not_legal(self, action: Action) -> None:
        if action not in legal_actions(self.state):
            kind = DealOverError if self.state.is_over else IllegalActionError
            with pytest.raises(kind):
                apply_action(self.state, action)

    @precondition(lambda self: self.state.is_over)
    @rule()
    def settle_it(self) -> None:
        result = settle(self.state)
        assert sum(result.scores) == 0
        assert sum(result.payouts) == result.pot == sum(self.stakes)
        assert not self.out & set(result.winners)
        for seat, stake in enumerate(self.stakes):
            assert result.scores[seat] == result.payouts[seat] - stake

    @rule()
    def save_and_load(self) -> None:
        loaded = from_json(to_json(self.state))
        assert loaded == self.state
        assert isinstance(loaded, DealState)
        self.state = loaded

    @invariant()
    def the_ledger_agrees(self) -> None:
        state = self.state
        assert state.stakes == tuple(self.stakes)
        assert state.pot == sum(self.stakes)
        assert {seat for seat, out in enumerate(state.folded) if out} == self.out
        assert {seat for seat, seen in enumerate(state.looked) if seen} == self.seen
        assert max(self.stakes) <= state.rules.max_stake
        assert state.is_over == (state.turn is None) == (not legal_actions(state))
        for seat in range(state.rules.seats):
            view = view_deal(state, seat)
            assert view.legal_actions == (legal_actions(state) if seat == state.turn else ())
            assert (view.hand is not None) >= (seat in self.seen)


class MatchMachine(RuleBasedStateMachine):
    """A match; the ledger keeps the totals and the dealer."""

    match: MatchState

    @initialize(data=st.data(), table=rules(), seed=st.binary(max_size=20))
    def start(self, data: st.DataObject, table: Rules, seed: bytes) -> None:
        dealer = data.draw(st.integers(0, table.seats - 1))
        self.match = start_match(seed, first_dealer=dealer, rules=table)
        self.dealer = self.first = dealer
        self.totals = [Fraction(0)] * table.seats
        self.moves = 0

    @precondition(lambda self: not self.match.deal.is_over)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        match = self.match
        action = data.draw(st.sampled_from(legal_actions(match.deal)))
        self.match = play(match, action, seat=match.deal.turn, move=self.moves)
        self.moves += 1
        if self.match.deal.is_over:
            scores = settle(self.match.deal).scores
            self.totals = [a + b for a, b in zip(self.totals, scores, strict=True)]
        else:
            with pytest.raises(DealNotOverError):
                next_deal(self.match)

    @precondition(lambda self: not self.match.deal.is_over)
    @rule(seat=st.integers(0, 1), move=st.integers(-1, 3))
    def play_out_of_turn_or_late(self, seat: int, move: int) -> None:
        if seat != self.match.deal.turn:
            with pytest.raises(NotYourTurnError):
                play(self.match, Action.FOLD, seat=seat)
        if move != self.moves:
            with pytest.raises(StaleMoveError):
                play(self.match, Action.FOLD, seat=seat, move=move)

    @precondition(lambda self: self.match.deal.is_over)
    @rule()
    def go_on(self) -> None:
        if self.match.is_over:
            with pytest.raises(MatchOverError):
                next_deal(self.match)
        else:
            self.match = next_deal(self.match)
            self.dealer = (self.dealer + 1) % self.match.rules.seats

    @rule(seed=st.integers())
    def start_over(self, seed: int) -> None:
        if self.match.is_over:
            self.match = restart(self.match, seed)
            self.dealer, self.moves = self.first, 0
            self.totals = [Fraction(0)] * self.match.rules.seats

    @rule()
    def save_and_load(self) -> None:
        loaded: Any = from_json(to_json(self.match))
        assert loaded == self.match
        self.match = loaded

    @invariant()
    def the_ledger_agrees(self) -> None:
        match = self.match
        assert match.totals == tuple(self.totals)
        assert sum(match.totals) == 0
        assert (match.dealer, match.move_number) == (self.dealer, self.moves)
        best = max(self.totals)
        winners = tuple(seat for seat, total in enumerate(self.totals) if total == best)
        assert match.winners == (winners if match.is_over else ())
        view = view_match(match, SPECTATOR)
        assert (view.totals, view.winners) == (match.totals, match.winners)


TestDeals = DealMachine.TestCase
TestDeals.settings = FEW
TestMatches = MatchMachine.TestCase
TestMatches.settings = FEW

"""One test for each numbered rule of the game (R1 to R49) and each reading of it (A1 to A14).

`test_the_tests.py` breaks the engine rule by rule and checks that the rule's own test notices.
"""

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest

from asnas_core import (
    DEFAULT_RULES,
    SPECTATOR,
    Action,
    Category,
    DealOverError,
    Ending,
    IllegalActionError,
    MatchOverError,
    Rank,
    Rules,
    apply_action,
    betting_graph,
    compare_hands,
    deal,
    legal_actions,
    next_deal,
    parse_hand,
    play,
    rank_hand,
    restart,
    settle,
    shuffled_pack,
    start_match,
    view_deal,
)
from playing import ALL_TIE, STRONG_FIRST, every_node, match_played, played

LOOK, CALL, HOLD, RAISE, FOLD = Action

SEAT_2_WINS = ("frff", "rfff", "fff", "ffrf")
"""Four deals from dealer 0 on: whoever deals loses a point to seat 2."""


def category(text: str) -> Category:
    return rank_hand(parse_hand(text)).category


def beats(better: str, worse: str) -> bool:
    return compare_hands(parse_hand(better), parse_hand(worse)) == 1


# The frame.


def test_r1_five_ranks_and_hands_of_five_cards() -> None:
    assert len(Rank) == 5
    assert all(len(hand) == 5 for hand in played("").hands)


def test_r2_four_seats_play() -> None:
    assert DEFAULT_RULES.seats == 4
    state = played("")
    assert len(state.hands) == len(state.stakes) == 4
    acted = []
    while state.turn is not None:
        acted.append(state.turn)
        state = apply_action(state, legal_actions(state)[-2])
    assert set(acted) == {0, 1, 2, 3}


def test_r3_a_match_is_12_deals_and_nobody_can_run_out_of_points() -> None:
    match = start_match(3)
    match = match_played(match, *SEAT_2_WINS * 3)
    assert match.is_over
    assert match.deal_number == 12
    assert match.totals == (-3, -3, 9, -3)  # and everybody went on playing all the same


def test_r4_five_hidden_cards_and_one_betting_round() -> None:
    state = played("")
    assert [view_deal(state, seat).hand for seat in range(4)] == [None] * 4
    assert played("ccch").is_over  # nothing follows the one round


def test_r5_a_deal_ends_in_a_showdown_or_with_one_live_seat() -> None:
    for node in every_node(betting_graph()):
        live = node.folded.count(False)
        assert live >= 1
        if live == 1:
            assert node.position is None
    assert {settle(played(letters)).ending for letters in ("ccch", "fff")} == set(Ending)


def test_r6_totals_change_only_by_settlements() -> None:
    match = start_match(3)
    for letters in ("r", "rc", "rcc"):
        assert match_played(match, letters).totals == (0, 0, 0, 0)
    match = match_played(match, "rcff")
    first = settle(match.deal).scores
    assert match.totals == first
    match = match_played(next_deal(match), "rff")
    assert match.totals == first
    match = match_played(match, "f")
    second = settle(match.deal).scores
    assert match.totals == tuple(map(sum, zip(first, second, strict=True)))


def test_r7_all_seats_play_for_themselves() -> None:
    assert settle(played("ccch", hands=STRONG_FIRST)).scores == (3, -1, -1, -1)
    with_dealer_1 = played("ccch", hands=STRONG_FIRST, dealer=1)
    assert settle(with_dealer_1).scores == (3, -1, -1, -1)


def test_r8_the_highest_total_wins_the_match() -> None:
    match = start_match(3, rules=Rules(deals=2))
    match = match_played(match, "rfff", "rfff")  # seat 1, then seat 2, each take a point
    assert match.totals == (-1, 0, 1, 0)
    assert match.winners == (2,)


def test_r9_a_tie_for_the_match_is_shared() -> None:
    match = match_played(start_match(3, rules=Rules(deals=2)), "frff", "frff")
    assert match.totals == (-1, -1, 1, 1)
    assert match.winners == (2, 3)
    match = match_played(start_match(3, rules=Rules(deals=2)), "fff", "fff")
    assert match.winners == (0, 1, 2, 3)


# The deal.


def test_r10_20_cards_four_copies_of_each_rank() -> None:
    assert Counter(shuffled_pack(3)) == dict.fromkeys(Rank, 4)
    assert [rank.name for rank in Rank] == ["COULI", "SARBAZ", "BIBI", "SHAH", "AS"]


def test_r11_five_to_each_seat_the_whole_pack() -> None:
    state = played("")
    assert [len(hand) for hand in state.hands] == [5] * 4
    assert state.undealt == ()
    assert Counter(card for hand in state.hands for card in hand) == Counter(state.pack)


def test_r12_one_card_at_a_time_in_five_rounds() -> None:
    pack = shuffled_pack(3)
    state = deal(pack)
    for turn in range(5):
        four = pack[4 * turn : 4 * turn + 4]
        assert four == tuple(state.hands[seat][turn] for seat in (1, 2, 3, 0))


@pytest.mark.parametrize("dealer", range(4))
def test_r13_dealt_to_the_right_the_dealer_last(dealer: int) -> None:
    pack = shuffled_pack(3)
    state = deal(pack, dealer=dealer)
    order = [(dealer + 1) % 4, (dealer + 2) % 4, (dealer + 3) % 4, dealer]
    assert pack[:4] == tuple(state.hands[seat][0] for seat in order)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r14_the_first_card_goes_to_the_dealers_right(seats: int) -> None:
    rules = Rules(seats=seats, copies=5)
    pack = shuffled_pack(3, rules=rules)
    for dealer in range(seats):
        state = deal(pack, dealer=dealer, rules=rules)
        for place in range(seats):
            assert state.hands[(dealer + 1 + place) % seats] == pack[place : 5 * seats : seats]
        assert state.undealt == pack[5 * seats :]


def test_r15_a_hand_never_changes_in_a_deal() -> None:
    states = [played("lclrlclffc"[:length]) for length in range(9)]
    assert len({state.hands for state in states}) == 1


@pytest.mark.parametrize("dealer", range(4))
def test_r16_the_dealer_opens_with_a_stake_of_1(dealer: int) -> None:
    state = played("", dealer=dealer)
    assert state.stakes[dealer] == 1
    assert state.history == ()  # it is no turn


def test_r17_all_other_stakes_are_0() -> None:
    state = played("", dealer=2)
    assert state.stakes == (0, 0, 1, 0)
    assert (state.highest_stake, state.pot) == (1, 1)


@pytest.mark.parametrize("dealer", range(4))
def test_r18_the_dealers_right_acts_first(dealer: int) -> None:
    assert played("", dealer=dealer).turn == (dealer + 1) % 4


def test_r19_hands_begin_concealed_from_their_owners_too() -> None:
    state = played("")
    assert state.looked == (False,) * 4
    assert all(view_deal(state, seat).hand is None for seat in range(4))
    open_state = played("", rules=Rules(concealed=False))
    assert all(view_deal(open_state, seat).hand == open_state.hands[seat] for seat in range(4))


# A turn.


def test_r20_on_its_turn_a_seat_that_has_not_looked_may_look() -> None:
    state = played("c")
    assert LOOK in legal_actions(state)
    looked = apply_action(state, LOOK)
    assert view_deal(looked, 2).hand == state.hands[2]
    assert LOOK not in legal_actions(looked)


def test_r21_a_seat_may_act_without_looking_on_the_same_terms() -> None:
    for letters in ("", "c", "ccc", "crr", "crcc"):
        blind = played(letters)
        assert (LOOK, *legal_actions(apply_action(blind, LOOK))) == legal_actions(blind)
    for letter in "crf":
        assert played(letter).stakes == played("l" + letter).stakes


def test_r22_looking_neither_ends_the_turn_nor_counts_as_acting() -> None:
    assert played("l").turn == 1
    assert played("cccl").turn == 0
    assert not played("cccl").is_over
    assert played("l").stakes == (1, 0, 0, 0)


def test_r23_call_makes_the_stake_the_highest_and_needs_a_lower_one() -> None:
    assert played("rc").stakes == (1, 2, 2, 0)
    assert CALL not in legal_actions(played("ccc"))


def test_r24_hold_adds_nothing_and_needs_a_matched_stake() -> None:
    assert HOLD in legal_actions(played("ccc"))
    assert played("ccch").stakes == (1, 1, 1, 1)
    for node in every_node(betting_graph()):
        if node.position is not None:
            matched = node.stakes[node.position] == max(node.stakes)
            assert (HOLD in node.legal_actions) == matched == (CALL not in node.legal_actions)


def test_r25_raise_lifts_the_highest_stake_by_1_also_from_below_it() -> None:
    assert played("r").stakes == (1, 2, 0, 0)
    assert played("rr").stakes == (1, 2, 3, 0)
    assert played("cccr").stakes == (2, 1, 1, 1)


def test_r26_the_highest_stake_never_passes_4() -> None:
    assert RAISE in legal_actions(played("rr"))
    assert RAISE not in legal_actions(played("rrr"))
    nodes = every_node(betting_graph())
    assert max(max(node.stakes) for node in nodes) == 4
    assert max(sum(node.stakes) for node in nodes) == 16


def test_r27_a_folded_seat_never_acts_again_and_cannot_win() -> None:
    state = played("crcfc", hands=("AAAAS", "BBZZC", "SSSBB", "ZZCCC"))
    assert state.folded == (True, False, False, False)
    assert [seat for seat, _ in state.history] == [1, 2, 3, 0, 1]
    assert settle(state).winners == (2,)  # and not seat 0 with its four As


def test_r28_a_folded_stake_stays_in_the_pot() -> None:
    state = played("crccf")
    assert state.stakes == (2, 1, 2, 2)
    assert state.pot == 7
    assert sum(settle(state).payouts) == 7


@pytest.mark.parametrize("dealer", range(4))
def test_r29_turns_go_to_the_right(dealer: int) -> None:
    state = played("ccch", dealer=dealer)
    assert [seat for seat, _ in state.history] == [(dealer + step) % 4 for step in (1, 2, 3, 4)]


def test_r30_folded_seats_are_skipped() -> None:
    assert played("fcrc").turn == 2
    assert [seat for seat, _ in played("fcrrcrc").history] == [1, 2, 3, 0, 2, 3, 0]


def test_r31_after_a_raise_every_other_live_seat_must_match_or_fold() -> None:
    state = played("cccr")
    asked = []
    while state.turn is not None:
        asked.append(state.turn)
        assert HOLD not in legal_actions(state)
        state = apply_action(state, CALL)
    assert asked == [1, 2, 3]


def test_r32_showdown_when_all_live_seats_have_acted_and_are_matched() -> None:
    assert not played("ccc").is_over  # the dealer is matched but has not acted
    state = played("ccch")
    assert state.is_over
    assert settle(state).ending is Ending.SHOWDOWN
    assert played("rccc").is_over
    assert not played("rcc").is_over


def test_r33_one_remaining_player_wins_at_once() -> None:
    state = played("fff")
    assert state.is_over  # the dealer was never asked
    assert state.turn is None
    assert settle(state).ending is Ending.LAST_STANDING
    assert settle(state).winners == (0,)
    with pytest.raises(DealOverError):
        apply_action(state, HOLD)


# Hands.


def test_r34_the_order_of_the_categories() -> None:
    lowest_to_highest = ("ASBZC", "CCZBS", "ZZCCB", "CCCZB", "CCCZZ", "CCCCZ", "CCCCC")
    assert [category(text) for text in lowest_to_highest] == list(Category)
    for worse, better in pairwise(lowest_to_highest):
        assert beats(better, worse)
    # And whatever the ranks are.
    assert beats("CCCCZ", "AAASS")
    assert beats("CCCZZ", "AAASB")
    assert beats("CCCZB", "AASSB")
    assert beats("CCZZB", "AASBZ")


def test_r35_no_straights_and_no_flushes() -> None:
    assert category("ASBZC") is Category.HIGH_CARD
    assert beats("CCZBS", "ASBZC")


def test_r36_copies_of_a_rank_are_interchangeable() -> None:
    assert {str(rank) for rank in shuffled_pack(3)} == {"0", "1", "2", "3", "4"}
    assert compare_hands(parse_hand("ASABZ"), parse_hand("BAZSA")) == 0


def test_r37_as_shah_bibi_sarbaz_couli() -> None:
    assert sorted(Rank, reverse=True) == [Rank.AS, Rank.SHAH, Rank.BIBI, Rank.SARBAZ, Rank.COULI]
    for better, worse in pairwise("ASBZC"):
        others = sorted(set("ASBZC") - {better, worse})[:3]
        assert beats(better * 2 + "".join(others), worse * 2 + "".join(others))


def test_r38_the_larger_group_first_then_the_rest_from_high_to_low() -> None:
    assert beats("ZZZCC", "CCCAA")
    assert beats("CCCCA", "CCCCS")
    assert beats("CCCAZ", "CCCSB")
    assert beats("CCASZ", "CCABZ")
    assert rank_hand(parse_hand("CABCC")).ranks == (Rank.COULI, Rank.AS, Rank.BIBI)


def test_r39_two_pairs_the_higher_pair_the_lower_pair_the_odd_card() -> None:
    assert beats("AACCZ", "SSBBZ")
    assert beats("AAZZC", "AACCS")
    assert beats("AAZZB", "AAZZC")


def test_r40_equal_hands_tie_and_nothing_breaks_the_tie() -> None:
    hands = ("AASBZ", "AASBZ", "SCCZB", "SCCZB")
    for letters in ("ccch", "lccclh", "clclch"):
        for dealer in range(4):
            assert settle(played(letters, hands=hands, dealer=dealer)).winners == (0, 1)


# Settlement, secrecy, the match.


def test_r41_the_pot_goes_to_the_best_live_hand() -> None:
    result = settle(played("rccc", hands=STRONG_FIRST))
    assert result.winners == (0,)
    assert result.payouts == (8, 0, 0, 0)


def test_r42_tied_winners_share_equally_and_exactly() -> None:
    result = settle(played("crccf", hands=ALL_TIE))
    assert result.payouts == (Fraction(7, 3), 0, Fraction(7, 3), Fraction(7, 3))
    assert all(type(payout) is Fraction for payout in result.payouts)


def test_r43_a_score_is_payout_minus_stake_and_scores_sum_to_0() -> None:
    result = settle(played("crccf", hands=ALL_TIE))
    assert result.scores == (Fraction(1, 3), -1, Fraction(1, 3), Fraction(1, 3))
    assert sum(result.scores) == 0


def test_r44_totals_may_be_negative() -> None:
    match = match_played(start_match(3), *SEAT_2_WINS)
    assert match.totals == (-1, -1, 3, -1)
    assert legal_actions(next_deal(match).deal) == (LOOK, CALL, RAISE, FOLD)


def test_r45_folded_hands_stay_concealed() -> None:
    state = played("lclrlccf", hands=STRONG_FIRST)
    assert state.folded == (False, True, False, False)
    assert settle(state).revealed[1] is None
    for viewer in (SPECTATOR, 0, 2, 3):
        assert view_deal(state, viewer).revealed[1] is None


def test_r46_the_complete_pack_is_shuffled_for_every_deal() -> None:
    match = match_played(start_match(3), *["fff"] * 12)
    packs = [state.pack for state in match.deals]
    assert all(Counter(pack) == dict.fromkeys(Rank, 4) for pack in packs)
    assert len(set(packs)) == 12


def test_r47_the_dealer_moves_one_seat_to_the_right_after_every_deal() -> None:
    endings = ["fff", "rfff", "ccch", "crccf"] * 3
    match = match_played(start_match(3, first_dealer=3), *endings)
    assert [state.dealer for state in match.deals] == [3, 0, 1, 2] * 3


def test_r48_the_match_ends_after_deal_12_and_each_seat_has_dealt_three_times() -> None:
    match = match_played(start_match(3), *["fff"] * 11)
    assert not match.is_over
    assert match.winners == ()
    match = match_played(next_deal(match), "fff")
    assert match.is_over
    assert Counter(state.dealer for state in match.deals) == dict.fromkeys(range(4), 3)
    with pytest.raises(MatchOverError):
        next_deal(match)


def test_r49_restarting_resets_all_totals() -> None:
    match = match_played(start_match(3), "rfff", "rfff")
    assert any(match.totals)
    assert restart(match).totals == (0, 0, 0, 0)


# The readings.


def test_a1_the_dealer_acts_when_everybody_only_called() -> None:
    assert played("ccc").turn == 0
    assert legal_actions(played("ccc")) == (LOOK, HOLD, RAISE, FOLD)


def test_a2_a_matched_seat_may_fold_unless_the_rules_take_it_away() -> None:
    assert played("cccf").folded == (True, False, False, False)
    assert FOLD not in legal_actions(played("ccc", rules=Rules(free_fold=False)))
    assert FOLD in legal_actions(played("cc", rules=Rules(free_fold=False)))


def test_a3_a_matched_seat_may_raise() -> None:
    assert played("cccr").highest_stake == 2
    assert RAISE not in legal_actions(played("ccc", rules=Rules(max_stake=1)))


def test_a4_a_seat_may_raise_again_facing_a_raise() -> None:
    state = played("rcrc")
    assert state.turn == 1
    assert apply_action(state, RAISE).stakes == (3, 4, 2, 3)


def test_a5_the_raiser_gets_no_second_turn_when_all_others_call() -> None:
    state = played("rccc")
    assert state.is_over
    assert [seat for seat, _ in state.history] == [1, 2, 3, 0]


def test_a6_the_dealer_wins_a_pot_of_1_when_all_others_fold_and_nobody_gains() -> None:
    result = settle(played("fff"))
    assert (result.winners, result.pot, result.scores) == ((0,), 1, (0, 0, 0, 0))


def test_a7_one_looks_on_ones_own_turn_once_and_keeps_what_was_seen() -> None:
    state = played("l")
    with pytest.raises(IllegalActionError):
        apply_action(state, LOOK)
    with pytest.raises(IllegalActionError):
        play(start_match(3), LOOK, seat=2)
    later = played("lcccr")
    assert view_deal(later, 1).hand == later.hands[1]
    assert LOOK not in legal_actions(later)


def test_a8_a_look_is_public_and_what_it_shows_is_not() -> None:
    state = played("l")
    for viewer in (SPECTATOR, 0, 2, 3):
        view = view_deal(state, viewer)
        assert view.history == ((1, LOOK),)
        assert view.looked == (False, True, False, False)
        assert view.revealed == (None,) * 4
    assert view_deal(state, 2).hand is None


def test_a9_nothing_is_shown_when_one_seat_is_left() -> None:
    state = played("lrlflflf")
    assert settle(state).revealed == (None,) * 4
    assert settle(state).best is None
    assert view_deal(state, SPECTATOR).revealed == (None,) * 4


def test_a10_a_showdown_shows_every_live_hand_to_everybody() -> None:
    state = played("ccch", hands=STRONG_FIRST)  # losers' and blind ones' too
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        assert view_deal(state, viewer).revealed == state.hands


def test_a11_a_blind_seat_sees_nothing_after_folding_or_winning_unopposed() -> None:
    state = played("flrff")
    assert view_deal(state, 1).hand is None  # folded blind
    assert view_deal(state, 2).hand == state.hands[2]  # won, having looked
    assert view_deal(played("rfff"), 1).hand is None  # won blind
    folded = played("lf")
    assert view_deal(folded, 1).hand == folded.hands[1]


def test_a12_restarting_keeps_rules_and_first_dealer_and_shuffles_anew() -> None:
    rules = Rules(deals=3, max_stake=2)
    match = match_played(start_match(3, first_dealer=2, rules=rules), "fff", "r")
    again = restart(match)
    assert (again.rules, again.first_dealer, again.deal_number) == (rules, 2, 1)
    assert again.seed != match.seed
    assert again.deal.actions == ()


def test_a13_between_full_houses_the_triple_decides_then_the_pair() -> None:
    assert beats("ZZZCC", "CCCAA")
    assert beats("CCCAA", "CCCSS")


def test_a14_who_deals_first_is_a_parameter() -> None:
    assert start_match(3).dealer == 0
    assert [start_match(3, first_dealer=seat).dealer for seat in range(4)] == [0, 1, 2, 3]

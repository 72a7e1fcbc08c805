"""Computer players: functions of a view, each with a character, and reproducible."""

import pickle
import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asnas_core import (
    DEFAULT_RULES,
    SPECTATOR,
    Action,
    ArgumentError,
    DealState,
    IllegalActionError,
    MatchState,
    Rules,
    RulesError,
    SeatError,
    SeatView,
    SeedError,
    apply_action,
    deal,
    from_json,
    legal_actions,
    next_deal,
    play,
    replay,
    shuffled_pack,
    start_match,
    to_json,
    view_deal,
)
from asnas_core.players import LEVELS, Character, Player, advance, play_match, review
from asnas_core.players.equilibrium import advise, policy, read_solution
from asnas_core.solver import solve, to_solution
from asnas_core.testing import rules as any_rules
from playing import cards, pack_text, played

JUDGING = {name: player for name, player in LEVELS.items() if name != "random"}
TABLES = [
    DEFAULT_RULES,
    Rules(seats=2, concealed=False),
    Rules(seats=5, copies=5),
    Rules(max_stake=1, free_fold=False),
    Rules(opening_stake=2, raise_step=5, max_stake=82, seats=3),
]


def last(states: Iterator[MatchState], match: MatchState) -> MatchState:
    *_, after = match, *states
    return after


def table_of(*names: str) -> dict[int, Player]:
    return {seat: LEVELS[name] for seat, name in enumerate(names)}


def test_the_levels_have_their_names_in_order() -> None:
    assert [*LEVELS] == ["random", "novice", "cautious", "bold", "master"]
    with pytest.raises(TypeError):
        LEVELS["mine"] = LEVELS["bold"]  # type: ignore[index]


# Letting them play


def test_every_action_is_shown_until_a_seat_without_a_player() -> None:
    match = start_match(7)
    states = [match, *advance(match, {1: LEVELS["novice"], 2: LEVELS["bold"]})]
    assert [after.move_number - before.move_number for before, after in pairwise(states)] == [1] * (
        len(states) - 1
    )
    assert states[-1].deal.turn == 3
    assert [seat for seat, _ in states[-1].deal.history] == sorted(
        seat for seat, _ in states[-1].deal.history
    )
    assert list(advance(states[-1], {1: LEVELS["novice"]})) == []
    assert list(advance(start_match(7), {})) == []


def test_players_stop_at_the_end_of_a_deal() -> None:
    everyone = table_of("random", "novice", "cautious", "bold")
    match = last(advance(start_match(7), everyone), start_match(7))
    assert match.deal.is_over
    assert match.deal_number == 1
    assert list(advance(match, everyone)) == []


@pytest.mark.parametrize("rules", TABLES)
@pytest.mark.parametrize("name", LEVELS)
def test_every_level_plays_every_table(name: str, rules: Rules) -> None:
    match = play_match(start_match(3, rules=rules), dict.fromkeys(range(rules.seats), LEVELS[name]))
    assert match.is_over
    assert sum(match.totals) == 0


def test_a_match_is_played_from_wherever_it_is() -> None:
    everyone = table_of("master", "novice", "cautious", "bold")
    whole = play_match(start_match(5), everyone)
    assert play_match(whole, everyone) == whole
    for state in [*replay(whole)][::7]:
        # What was saved in the middle goes on with the same moves.
        assert play_match(from_json(to_json(state), MatchState), everyone) == whole


def test_the_luck_can_be_chosen() -> None:
    everyone = dict.fromkeys(range(4), LEVELS["random"])
    usual = play_match(start_match(5), everyone)
    other = play_match(start_match(5), everyone, seed="another")
    assert usual != other
    assert other == play_match(start_match(5), everyone, seed=b"another")
    packs = [deal_.pack for deal_ in usual.deals]
    given_packs = play_match(start_match(packs=packs), everyone)
    assert given_packs == play_match(start_match(packs=packs), everyone)
    assert given_packs == play_match(start_match(packs=packs), everyone, seed="")


def test_every_decision_has_its_own_view_and_its_own_luck() -> None:
    asked: list[tuple[int, int | None, float]] = []

    def player(view: SeatView, rng: Random) -> Action:
        asked.append((view.seat, view.turn, rng.random()))
        return view.legal_actions[-1]

    two, all_four = {1: player, 2: player}, dict.fromkeys(range(4), player)
    match = last(advance(start_match(7), two), start_match(7))
    assert match.deal.turn == 3
    assert [(seat, turn) for seat, turn, _ in asked] == [(1, 1), (2, 2)]
    list(advance(start_match(7), two))
    assert asked[2:] == asked[:2]  # the same decisions
    list(advance(start_match(8), two))
    over = last(advance(start_match(7), all_four), start_match(7))
    list(advance(next_deal(over), two))
    assert len({luck for *_, luck in asked}) == len(asked) - 4  # deal 1 of seed 7 came three times


def test_players_get_a_view_and_a_generator_and_nothing_else() -> None:
    given_to_it: list[tuple[Any, ...]] = []

    def player(*arguments: Any, **options: Any) -> Action:
        assert options == {}
        given_to_it.append(arguments)
        return Action.LOOK if Action.LOOK in arguments[0].legal_actions else Action.FOLD

    list(advance(start_match(7), dict.fromkeys(range(4), player)))
    assert given_to_it
    for view, rng in given_to_it:
        assert type(view) is SeatView
        assert type(rng) is Random


@pytest.mark.parametrize("name", LEVELS)
def test_a_players_moves_do_not_depend_on_what_it_cannot_see(name: str) -> None:
    hands = ["AASBC", "SSBZC", "BBAZC", "ZZASC"]
    exchanged = [hands[0], *hands[2:], hands[1]]  # what seats 1, 2 and 3 hold goes round
    rng, compared = Random(name), 0
    for _ in range(30):
        one, other = (deal(cards(pack_text(held))) for held in (hands, exchanged))
        while one.turn is not None:
            if one.turn == 0:
                luck = rng.random()
                moves = {LEVELS[name](view_deal(state, 0), Random(luck)) for state in (one, other)}
                assert len(moves) == 1
                action = moves.pop()
                compared += 1
            else:
                action = rng.choice(legal_actions(one))
            one, other = apply_action(one, action), apply_action(other, action)
    assert compared > 20


@pytest.mark.parametrize("name", LEVELS)
@given(seed=st.integers(0, 2**32), letters=st.text("lchrf", max_size=12))
def test_the_same_view_and_generator_give_the_same_move(name: str, seed: int, letters: str) -> None:
    state = deal(shuffled_pack(seed))
    for letter in letters:
        action = next((a for a in legal_actions(state) if a.value[0] == letter), None)
        state = state if action is None else apply_action(state, action)
    if state.turn is not None:
        view = view_deal(state, state.turn)
        loaded = from_json(to_json(view), SeatView)
        moves = {LEVELS[name](seen, Random(seed)) for seen in (view, view, loaded)}
        assert len(moves) == 1
        assert moves <= {*view.legal_actions}


def test_the_global_generator_is_left_alone() -> None:
    state = random.getstate()
    play_match(start_match(7), table_of("random", "novice", "bold", "master"))
    assert random.getstate() == state


def test_players_can_be_sent_to_other_processes() -> None:
    view = view_deal(played("l"), 1)
    for player in LEVELS.values():
        sent = pickle.loads(pickle.dumps(player))
        assert sent(view, Random(1)) == player(view, Random(1))


def cheat(_: SeatView, __: Random) -> Action:
    return Action.HOLD


def sleeper(_: SeatView, __: Random) -> None:
    return None


def test_a_player_that_plays_wrong_is_told_so() -> None:
    with pytest.raises(IllegalActionError, match="seat 1 cannot hold now"):
        list(advance(start_match(7), {1: cheat}))
    with pytest.raises(ArgumentError):
        list(advance(start_match(7), {1: sleeper}))  # type: ignore[dict-item]


@pytest.mark.parametrize(
    "call",
    [
        lambda: advance(None, {}),  # type: ignore[arg-type]
        lambda: advance(start_match(7).deal, {}),  # type: ignore[arg-type]
        lambda: advance(start_match(7), [LEVELS["bold"]]),  # type: ignore[arg-type]
        lambda: advance(start_match(7), {1: "bold"}),  # type: ignore[dict-item]
        lambda: play_match(None, {}),  # type: ignore[arg-type]
        lambda: play_match(start_match(7), {1: LEVELS["bold"]}),
        lambda: advance(start_match(7), {}, seed=1.5),  # type: ignore[arg-type]
        lambda: advance(start_match(7), {"1": LEVELS["bold"]}),  # type: ignore[dict-item]
        lambda: advance(start_match(7), {True: LEVELS["bold"]}),
        lambda: Character(looks="often"),  # type: ignore[arg-type]
        lambda: Character(looks=True),
        lambda: Character(bluffs=3),
        lambda: Character(wants=float("nan")),
        lambda: Character(raisers_hold=0),
        lambda: Character(stay_for_raise=0.0),
        lambda: review(None, 1),  # type: ignore[arg-type]
        lambda: review(start_match(7), SPECTATOR),  # type: ignore[arg-type]
        lambda: review(start_match(7), None),  # type: ignore[arg-type]
    ],
)
def test_wrong_arguments_are_refused_at_once(call: Callable[[], object]) -> None:
    with pytest.raises(ArgumentError):
        call()


def test_a_player_for_a_seat_that_the_table_has_not_is_refused() -> None:
    for seat in (4, -1):
        with pytest.raises(SeatError):
            advance(start_match(7), {seat: LEVELS["bold"]})


@pytest.mark.parametrize("name", LEVELS)
def test_nobody_plays_out_of_turn(name: str) -> None:
    with pytest.raises(ArgumentError, match="it is not the turn of seat 2"):
        LEVELS[name](view_deal(deal(shuffled_pack(7)), 2), Random(1))


def test_a_seed_that_cannot_be_used_is_refused() -> None:
    with pytest.raises(SeedError):
        advance(start_match(7), {}, seed="\ud800")


# Characters


@pytest.mark.parametrize("name", JUDGING)
@given(rules=any_rules(), seed=st.integers(0, 2**32), luck=st.randoms(use_true_random=False))
def test_nobody_folds_what_can_be_held(name: str, rules: Rules, seed: int, luck: Random) -> None:
    state = deal(shuffled_pack(seed, rules=rules), rules=rules)
    for _ in range(20):
        if state.turn is None:
            break
        view = view_deal(state, state.turn)
        action = JUDGING[name](view, Random(seed))
        assert action in view.legal_actions
        if Action.HOLD in view.legal_actions:
            assert action is not Action.FOLD
        state = apply_action(state, luck.choice([action, *view.legal_actions]))


def decisions(name: str, state: DealState, times: int = 400) -> dict[Action, float]:
    view = view_deal(state, state.turn or 0)
    rng = Random(7)
    chosen = [LEVELS[name](view, rng) for _ in range(times)]
    return {action: chosen.count(action) / times for action in Action}


def test_each_level_does_with_a_low_pair_what_it_is_said_to_do() -> None:
    # Seat 2 raises, all others but the dealer fold, and the dealer holds a low pair.
    state = played("frf", hands=["ZZASB", "AAABC", "SSSBB", "ZZCCC"])
    weak = apply_action(state, Action.LOOK)
    assert decisions("novice", weak)[Action.CALL] == 1
    assert decisions("cautious", weak)[Action.FOLD] == 1
    assert decisions("bold", weak)[Action.RAISE] == 1
    assert decisions("master", weak)[Action.FOLD] > 0.9
    blind = deal(shuffled_pack(7))
    assert 0.3 < decisions("novice", blind)[Action.LOOK] < 0.5
    for name in ("cautious", "bold", "master"):
        assert decisions(name, blind)[Action.LOOK] == 1
    assert min(decisions("random", blind)[action] for action in legal_actions(blind)) > 0.15


def test_good_hands_are_raised_and_bad_ones_given_up() -> None:
    strong = played("l", hands=["SSBZC", "AAAAS", "SBBZC", "BZZCC"])
    poor = played("l", hands=["AASSB", "ASBZC", "ASBBZ", "ZZCCC"])
    for name in ("novice", "cautious", "bold"):
        assert decisions(name, strong)[Action.RAISE] == 1
    assert decisions("master", strong)[Action.RAISE] > 0.9
    for name in ("cautious", "bold", "master"):
        assert decisions(name, poor)[Action.FOLD] > 0.9


def test_master_plays_the_solution_as_often_as_it_says() -> None:
    mixed = 0
    for seed in range(60):
        state = apply_action(deal(shuffled_pack(seed)), Action.LOOK)
        view = view_deal(state, 1)
        chances, done = policy(view), decisions("master", state, 300)
        for action, chance in chances.items():
            assert abs(done[action] - chance) < 4.5 * (chance * (1 - chance) / 300) ** 0.5 + 1e-9
        mixed += max(chances.values()) < 1
    assert mixed > 3


def test_a_character_of_ones_own_is_a_player() -> None:
    believer = Character(raisers_hold=0.01)
    match = play_match(start_match(7), dict.fromkeys(range(4), believer))
    assert match.is_over
    assert Character() == Character(looks=1.0)


# Looking back


def test_a_review_has_each_decision_of_the_seat_as_it_saw_it() -> None:
    rules = Rules(deals=4)
    match = play_match(start_match(7, rules=rules), table_of("novice", "random", "bold", "master"))
    for seat in range(4):
        found = review(match, seat)
        expected = [
            (number, action)
            for number, deal_ in enumerate(match.deals, 1)
            for who, action in deal_.history
            if who == seat
        ]
        assert [(one.deal_number, one.action) for one in found] == expected
        for one in found:
            assert one.view.seat == one.view.turn == seat
            assert one.view.settlement is None
            assert one.advice == advise(one.view)
            worth = {option.action: option.value for option in one.advice}
            taken = worth[one.action]
            if taken is None:
                assert one.given_up is None
            else:
                best = max(value for value in worth.values() if value is not None)
                assert one.given_up == best - taken


def test_the_solution_gives_up_next_to_nothing_and_a_novice_much() -> None:
    rules = Rules(deals=6)
    match = play_match(
        start_match(5, rules=rules), table_of("master", "novice", "master", "novice")
    )
    given_up = [sum(one.given_up or 0 for one in review(match, seat)) for seat in range(4)]
    assert max(given_up[0], given_up[2]) < 0.05
    assert min(given_up[1], given_up[3]) > 0.5


def test_a_match_that_goes_on_can_be_looked_at() -> None:
    match = play(play(start_match(7), Action.LOOK), Action.CALL)
    assert [one.action for one in review(match, 1)] == [Action.LOOK, Action.CALL]
    assert review(match, 0) == ()
    with pytest.raises(SeatError):
        review(match, 4)
    own = read_solution(to_solution(solve(Rules(seats=2, max_stake=2), 20), 20))
    duel = play(start_match(7, rules=own.rules), Action.LOOK)
    assert review(duel, 1, own)[0].advice == advise(
        view_deal(start_match(7, rules=own.rules).deal, 1), own
    )
    with pytest.raises(RulesError):
        review(play(start_match(7, rules=Rules(free_fold=False)), Action.LOOK), 1)

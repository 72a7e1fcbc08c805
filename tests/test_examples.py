"""The programs in `examples` do what they say."""

import json
import runpy
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from asnas_core import SPECTATOR, MatchView, RecordError, SeatView, from_json, start_match

EXAMPLES = Path(__file__).parent.parent / "examples"
EMBEDDING = runpy.run_path(str(EXAMPLES / "embedding.py"))


def table(seed: str = "a table") -> Any:
    return EMBEDDING["Table"](start_match(seed))


def send(host: Any, seat: int, action: object, move: object) -> Any:
    return json.loads(host.receive(seat, json.dumps({"action": action, "move": move})))


def own_view(host: Any, seat: int) -> MatchView:
    view = from_json(host.view(seat))
    assert isinstance(view, MatchView)
    return view


def test_four_viewers_play_a_match_on_their_views_alone_saved_and_resumed_in_the_middle() -> None:
    host, random = table(), Random(5)
    over = False
    while not over:
        for seat in range(4):
            view = own_view(host, seat)
            over = view.is_over
            assert isinstance(view.deal, SeatView)
            assert view.deal.seat == seat
            if view.deal.legal_actions:
                answer = send(host, seat, random.choice(view.deal.legal_actions), view.move_number)
                assert answer == {"move": view.move_number + 1}
                host = EMBEDDING["resume"](host.save())
    assert own_view(host, 0).deal_number == 12
    assert sum(own_view(host, 0).totals) == 0


def test_refused_messages_are_answered_with_a_code_and_change_nothing() -> None:
    host = table()
    send(host, 1, "raise", 0)
    before = host.save()
    sent: list[tuple[str, int, object, object]] = [
        ("stale_move", 1, "raise", 0),
        ("not_your_turn", 0, "call", 1),
        ("illegal_action", 2, "hold", 1),
        ("unknown_action", 2, "CALL", 1),
        ("wrong_type", 2, ["call"], 1),
        ("wrong_type", 2, "call", 1.0),
        ("seat_range", 9, "call", 1),
        ("bad_message", 2, "call", None),
    ]
    for code, seat, action, move in sent:
        assert send(host, seat, action, move)["error"] == code
    for text in ("", "null", "[]", "{}", "[" * 100_000, '{"action": "call"}'):
        assert json.loads(host.receive(2, text)) == {"error": "bad_message"}
    assert host.save() == before


def test_a_spectator_is_served_and_other_records_are_not_resumed() -> None:
    host = table()
    assert isinstance(from_json(host.view(SPECTATOR)), MatchView)
    for other in (host.view(1), "{}"):
        with pytest.raises(RecordError, match="'/format'"):
            EMBEDDING["resume"](other)


@pytest.mark.parametrize("program", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_every_example_runs(program: Path, tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-W", "error", str(program)],
        cwd=tmp_path,
        input="stop\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout
    assert not result.stderr


def game(folder: Path, *answers: str) -> str:
    command = [sys.executable, str(EXAMPLES / "game.py")]
    typed = "".join(f"{answer}\n" for answer in answers)
    done = subprocess.run(
        command, input=typed, cwd=folder, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return done.stdout


def test_the_game_of_the_tutorial_goes_on_where_it_was_left(tmp_path: Path) -> None:
    first = game(tmp_path, "look", "jump", "stop")
    assert "'jump' is not an action" in first
    assert first.endswith("Kept in match.json. Start again to go on.\n")
    again = game(tmp_path)
    assert again.splitlines()[0] == first.splitlines()[-2].partition("  look")[0].split("  call")[0]
    last = game(tmp_path, *["fold"] * 12)
    assert last.splitlines()[-1].startswith("totals: ")
    assert "Deal 12" in last
    assert [*tmp_path.iterdir()] == []

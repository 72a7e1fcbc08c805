"""The Textual application in `examples/terminal`, driven by its keys."""

import asyncio
import json
import os
import re
import stat
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.widgets import Input, Select

import app
import drawing
import host
import pages
from asnas_core import (
    SPECTATOR,
    Action,
    MatchState,
    MatchView,
    Rules,
    SeatView,
    Viewer,
    next_deal,
    play,
    start_match,
    view_match,
)
from asnas_core.locales import LANGUAGES, names, narrate, rules_text
from asnas_core.testing import check_match_secrecy, match_twins, matches
from saving import ElsewhereError, MatchFile, Settings
from table import Table
from terminal_driver import (
    MARKS,
    SEED,
    application,
    begun,
    match_of,
    offered,
    press,
    run,
    running,
    saved,
    settled,
    text_of,
)

pytestmark = pytest.mark.slow  # each draws an application


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_match_is_played_by_keys_in_each_language(language: str, tmp_path: Path) -> None:
    async def played() -> None:
        path = tmp_path / "match.json"
        begun(path, language)
        words = names(language)
        async with running(path) as pilot:
            await press(pilot, "enter")
            done = Counter[str]()
            while not match_of(pilot).is_over:
                legal = {action.code for action in host.view_of(match_of(pilot)).deal.legal_actions}
                keys = offered(pilot) - {"A", "?", "G", "M", "Q"}
                assert keys == (legal or {"N"})
                key = min(sorted(keys), key=done.__getitem__)
                done[key] += 1
                await press(pilot, key.lower())
                view = host.view_of(match_of(pilot))
                assert drawing.WORDS[language]["highest"] in text_of(pilot)
                assert words.terms["pot"] in text_of(pilot)
                assert saved(path) == match_of(pilot)
                if view.deal.is_over and not view.is_over:
                    outcome = narrate(view, language)[2 + len(view.deal.history)]
                    assert words_in(outcome) <= words_in(text_of(pilot))
            assert set(done) == set("LCRHFN")
            view = host.view_of(match_of(pilot))
            assert view.deal_number == len(view.settlements) == 12
            assert MARKS.sub("", narrate(view, language)[-1]) in text_of(pilot)
            assert {"N", "V"} <= offered(pilot)

    run(played())


def test_a_match_begins_with_the_levels_and_the_seed_that_were_chosen(tmp_path: Path) -> None:
    async def played() -> None:
        path = tmp_path / "new" / "match.json"
        async with running(path) as pilot:
            levels = pilot.app.screen.query(Select)
            levels[0].value = "master"
            levels[2].value = "random"
            pilot.app.screen.query_one(Input).value = "7"
            await settled(pilot)
            await press(pilot, "enter")
            assert "Seat 1 (master)" in text_of(pilot)
            assert "Seat 3 (random)" in text_of(pilot)
            assert drawing.WORDS["en"]["no_commitment"] in text_of(pilot)
            assert match_of(pilot).seed == b"7"
            assert match_of(pilot).deals[0] == start_match("7").deal or match_of(pilot).move_number
        assert MatchFile(path).settings().levels == ("master", "cautious", "random")
        assert MatchFile(path).settings().promised == ()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600

    run(played())


def test_without_a_seed_it_is_secret_and_its_commitment_is_shown_from_the_start(
    tmp_path: Path,
) -> None:
    async def played() -> None:
        path = tmp_path / "match.json"
        async with running(path) as pilot:
            await press(pilot, "enter")
            match = match_of(pilot)
            assert match.seed is not None
            assert len(match.seed) == 32
            assert str(match.commitment) in text_of(pilot)
            assert MatchFile(path).settings().promised == (match.commitment,)

    run(played())


def test_a_seed_that_cannot_be_one_is_refused_in_words(tmp_path: Path) -> None:
    async def played() -> None:
        async with running(tmp_path / "match.json") as pilot:
            pilot.app.screen.query_one(Input).value = "x" * 1_100_000
            await pilot.press("enter")
            await settled(pilot)
            assert "a seed has at most" in text_of(pilot)
            assert application(pilot).match is None

    run(played())


def test_a_match_goes_on_in_mid_deal(tmp_path: Path) -> None:
    async def played() -> None:
        path = tmp_path / "match.json"
        begun(path, "nb", has_coach=True, levels=("bold", "master", "novice"))
        async with running(path) as pilot:
            await press(pilot, "enter", "l")
            before, shown = match_of(pilot), text_of(pilot)
            assert not before.deal.is_over
        async with running(path) as pilot:
            assert "Fortsett: Giv 1 av 12" in text_of(pilot)
            await press(pilot, "enter")
            assert match_of(pilot) == before
            assert text_of(pilot) == shown

    run(played())


def test_a_match_that_was_left_while_others_play_goes_on(tmp_path: Path) -> None:
    async def played() -> None:
        path = tmp_path / "match.json"
        match = begun(path)
        MatchFile(path).save(host.next_step(match, ("bold",)), Settings(levels=("bold",) * 3))
        async with running(path) as pilot:
            await press(pilot, "enter")
            straight = match
            while straight.deal.turn not in (None, host.ME):
                straight = host.next_step(straight, ("bold",))
            assert match_of(pilot) == straight

    run(played())


def test_keys_that_are_not_offered_do_nothing(tmp_path: Path) -> None:
    async def played() -> None:
        path = tmp_path / "match.json"
        begun(path)
        async with running(path) as pilot:
            await press(pilot, "l", "n", "v", "a", "g", "escape")
            assert isinstance(pilot.app.screen, pages.Start)
            await press(pilot, "enter", "l")
            before = match_of(pilot)
            for key in (*"nvlx1 ", "escape", "tab", "delete", "f5", "ctrl+p", "up"):
                await press(pilot, key)
                assert match_of(pilot) == before
                assert isinstance(pilot.app.screen, Table)
            assert offered(pilot) & set("LNV") == set()

    run(played())


def test_keys_pressed_fast_are_taken_one_by_one(tmp_path: Path) -> None:
    async def played() -> None:
        path = tmp_path / "match.json"
        begun(path)
        async with running(path) as pilot:
            await press(pilot, "enter")
            await pilot.press(*"lfffffnnnnllcc")
            await settled(pilot)
            assert saved(path) == match_of(pilot)

    run(played())


def test_a_persian_keyboard_types_the_same_keys(tmp_path: Path) -> None:
    async def played() -> None:
        path = tmp_path / "match.json"
        begun(path, "fa")
        async with running(path) as pilot:
            await press(pilot, "enter", "م")
            assert (host.ME, Action.LOOK) in match_of(pilot).deal.history
            await press(pilot, "ش")
            assert application(pilot).settings.has_coach
            await press(pilot, "؟")
            assert isinstance(pilot.app.screen, pages.RulesPage)

    run(played())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_coach_comes_and_goes(language: str, tmp_path: Path) -> None:
    async def played() -> None:
        path, told = tmp_path / "match.json", drawing.WORDS[language]
        begun(path, language)
        async with running(path, size=(80, 24)) as pilot:
            await press(pilot, "enter", "l")
            assert told["worth"] not in text_of(pilot)
            await press(pilot, "a")
            shown = text_of(pilot)
            assert told["worth"] in shown
            assert f"{told['win']} " in shown
            assert MatchFile(path).settings().has_coach
            await press(pilot, "f")
            assert told["coach_waits"][:20] in text_of(pilot)
            await press(pilot, "a")
            assert told["coach_waits"][:20] not in text_of(pilot)

    run(played())


def test_the_coach_says_where_there_is_no_solution() -> None:
    view = view_match(start_match(7, rules=Rules(max_stake=7)), 1)
    text = drawing.advice(view.deal, 34, names("en"))
    assert text.splitlines()[1:] == ["There is no solution of these", "rules to advise from."]


def test_columns_of_persian_numbers_keep_their_order() -> None:
    match = start_match(SEED)
    while match.deal_number < 3:
        legal = view_match(match, match.deal.turn or 0).deal.legal_actions
        match = next_deal(match) if match.deal.is_over else play(match, legal[-1])
    view = host.view_of(match)
    piece = "\u2066[^\u2066-\u2069]*\u2069"  # read from the left, and apart from its neighbours
    for line in drawing.scores(view, 34, names("fa")).splitlines():
        assert re.fullmatch(f"\u2067( *{piece}){{5}}\u2069", line)
    assert str(view.commitment) in re.findall(piece, drawing.promise(view, names("fa")))[0]


def test_the_language_changes_in_mid_deal(tmp_path: Path) -> None:
    async def played() -> None:
        path = tmp_path / "match.json"
        begun(path)
        async with running(path) as pilot:
            await press(pilot, "enter", "l")
            before, seen = match_of(pilot), []
            for language in (*LANGUAGES[1:], LANGUAGES[0]):
                await press(pilot, "g")
                assert MatchFile(path).settings().language == language
                opening = narrate(host.view_of(before), language)[0]
                assert opening in text_of(pilot)
                assert names(language).actions[Action.FOLD] in text_of(pilot)
                seen.append(pilot.app.screen.has_class("rtl"))
            assert seen == [names(code).direction == "rtl" for code in (*LANGUAGES[1:], "en")]
            assert match_of(pilot) == before

    run(played())


def test_the_language_is_chosen_at_the_start(tmp_path: Path) -> None:
    async def played() -> None:
        async with running(tmp_path / "match.json") as pilot:
            for language in ("fa", "vi", "nb", "en"):
                pilot.app.screen.query_one("#language", Select).value = language
                await settled(pilot)
                assert drawing.WORDS[language]["begin"] in text_of(pilot)
                assert MatchFile(tmp_path / "match.json").settings().language == language
                assert application(pilot).match is None

    run(played())


def words_in(text: str) -> set[str]:
    return set(re.sub(r"[*#.,:;()]", " ", MARKS.sub("", text)).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_can_be_read_from_the_first_to_the_last_word(
    language: str, tmp_path: Path
) -> None:
    async def played() -> None:
        path = tmp_path / "match.json"
        begun(path, language)
        async with running(path, size=(100, 200)) as pilot:
            await press(pilot, "?")
            assert words_in(rules_text(language)) <= words_in(text_of(pilot))
            await press(pilot, "escape")
            assert isinstance(pilot.app.screen, pages.Start)

    run(played())


def finished(path: Path, **changes: object) -> MatchState:
    """Keep a match that is over: the person has folded whatever it had."""
    match = begun(path)
    while not match.is_over:
        if match.deal.is_over:
            match = host.answer(match, "N")
        elif match.deal.turn == host.ME:
            match = host.answer(match, "F")
        else:
            match = host.next_step(match, ("bold",))
    MatchFile(path).save(match, Settings(**{"promised": (match.commitment,)} | changes))  # type: ignore[arg-type]
    return match


def test_the_seed_is_shown_and_verified_after_a_warning(tmp_path: Path) -> None:
    async def played() -> None:
        path = tmp_path / "match.json"
        match = finished(path)
        async with running(path) as pilot:
            await press(pilot, "enter", "v")
            told = drawing.WORDS["en"]
            assert "uncovers every hand that was folded" in " ".join(text_of(pilot).split())
            assert SEED.encode().hex()[:40] not in text_of(pilot)
            await press(pilot, "v")
            assert SEED.encode().hex()[:40] in text_of(pilot)
            assert told["same_commitment"] in text_of(pilot)
            assert f"--commitment {match.commitment}" in " ".join(text_of(pilot).split())
            await press(pilot, "escape")
            assert isinstance(pilot.app.screen, Table)

    run(played())


def test_a_match_of_another_seed_is_found_out(tmp_path: Path) -> None:
    match = finished(tmp_path / "match.json")
    assert host.verify(match, ("0" * 64, str(match.commitment))) == "same_commitment"
    assert host.verify(match, ("0" * 64,)) == "other_commitment"
    given = start_match(packs=[deal.pack for deal in match.deals])
    assert host.verify(given, (str(match.commitment),)) == "no_seed"
    assert host.verify(start_match("short"), ()) == "nothing_promised"


def test_a_new_match_takes_the_place_of_the_old_one_only_when_it_begins(tmp_path: Path) -> None:
    async def played() -> None:
        path = tmp_path / "match.json"
        begun(path)
        async with running(path) as pilot:
            await press(pilot, "enter", "l", "m")
            before = match_of(pilot)
            assert isinstance(pilot.app.screen, pages.Start)
            assert drawing.WORDS["en"]["replaces"] in text_of(pilot)
            assert saved(path) == before
            await press(pilot, "tab", "enter")
            assert saved(path) == match_of(pilot)
            assert match_of(pilot).seed != before.seed

    run(played())


def test_q_leaves(tmp_path: Path) -> None:
    async def played() -> None:
        path = tmp_path / "match.json"
        begun(path)
        for keys in ("q",), ("enter", "q"):
            async with running(path) as pilot:
                await press(pilot, *keys)
                assert not pilot.app.is_running

    run(played())


@pytest.mark.parametrize("text", ["", "{}", "no record", '{"format": "asnas-core/deal"}'])
def test_a_damaged_file_is_told_and_kept_until_a_new_match_begins(
    text: str, tmp_path: Path
) -> None:
    async def played() -> None:
        path = tmp_path / "match.json"
        path.write_text(text, "utf-8")
        path.with_name("match.json.settings").write_text('{"levels": ["nobody"], "language": 3}')
        async with running(path) as pilot:
            assert "The saved match cannot be read" in text_of(pilot)
            assert path.read_text("utf-8") == text
            await press(pilot, "enter")
            assert saved(path) == match_of(pilot)
            assert "cannot be read" not in text_of(pilot)

    run(played())


def test_what_cannot_be_saved_is_told_and_play_goes_on(tmp_path: Path) -> None:
    async def played() -> None:
        path = tmp_path / "match.json"
        begun(path)
        async with running(path) as pilot:
            path.with_name("match.json.new").mkdir()
            await press(pilot, "enter", "l")
            assert drawing.WORDS["en"]["unsaved"] in text_of(pilot)
            assert (host.ME, Action.LOOK) in match_of(pilot).deal.history
            path.with_name("match.json.new").rmdir()
            await press(pilot, "a")
            assert drawing.WORDS["en"]["unsaved"] not in text_of(pilot)
            assert saved(path) == match_of(pilot)

    run(played())


def drawn(match: MatchState, viewer: Viewer) -> str:
    """Return all that is ever drawn of a match for a viewer."""
    view: MatchView = view_match(match, viewer)
    words = names("en")
    parts = [
        drawing.status(view, words),
        drawing.promise(view, words),
        drawing.log(view, 40, words),
    ]
    parts += [drawing.scores(view, 34, words), drawing.outcome(view, words)]
    for seat in range(match.rules.seats):
        parts.append(drawing.place_title(view, seat, ("bold",), words))
        parts.append(drawing.place_mark(view, seat, words))
        parts.append(drawing.cards(view, seat, words).markup)
        parts.append(drawing.facts(view, seat, 24, words))
    if isinstance(view.deal, SeatView):
        parts.append(drawing.advice(view.deal, 34, words))
    return "\n".join(parts)


def test_nothing_that_is_drawn_tells_a_hidden_card_or_the_seed() -> None:
    check_match_secrecy(drawn, examples=40)


@settings(max_examples=20)
@given(st.data())
def test_the_screen_is_the_same_whatever_others_hold(data: st.DataObject) -> None:
    match = data.draw(matches(Rules(), given_packs=True))
    twin = data.draw(match_twins(match, host.ME))

    async def shown(state: MatchState) -> str:
        game = app.AsNas(Path("/nowhere"), pause=3600)
        async with game.run_test(size=(100, 50)) as pilot:
            game.match = state
            game.settings = Settings(has_coach=True)
            game.sit_down()
            await pilot.pause()
            await pilot.pause()
            return text_of(pilot)

    first = asyncio.run(shown(match))
    assert "Pot " in first
    assert first == asyncio.run(shown(twin))


FIVE_SEATS = Rules(seats=5, copies=5)


@pytest.mark.parametrize(
    ("size", "rules"),
    [
        ((20, 6), Rules()),
        ((60, 20), FIVE_SEATS),
        ((80, 24), Rules()),
        ((80, 24), FIVE_SEATS),
        ((80, 24), Rules(seats=2)),
        ((250, 70), FIVE_SEATS),
    ],
)
def test_any_size_is_drawn_and_80_columns_show_everything(
    size: tuple[int, int], rules: Rules, tmp_path: Path
) -> None:
    async def played() -> None:
        path = tmp_path / "match.json"
        MatchFile(path).save(start_match(SEED, rules=rules), Settings())
        async with running(path, size=size) as pilot:
            await press(pilot, "enter", "l")
            match = match_of(pilot)
            shown = text_of(pilot)
            assert len(shown.splitlines()) == size[1]
            if size[0] >= 80:
                assert str(match.commitment) in shown
                assert offered(pilot) >= {"R", "F", "A", "?", "G", "M", "Q"}
                for seat in range(1, rules.seats):
                    assert f"Seat {seat} (" in shown
                hand = host.view_of(match).deal.hand
                assert hand is not None
                assert all(names("en").ranks[rank] in shown for rank in hand)
            await pilot.resize_terminal(80, 24)
            await settled(pilot)
            assert str(match.commitment) in text_of(pilot)

    run(played())


def test_without_colour_everything_is_there_as_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def played() -> None:
        path = tmp_path / "match.json"
        begun(path)
        game = app.AsNas(path, pause=0, has_colour=False)
        async with game.run_test() as pilot:
            await settled(pilot)
            await press(pilot, "enter", "l")
            segments = [
                segment
                for strip in game.screen._compositor.render_strips()
                for segment in strip.apply_filter(
                    game._filters[-1], game.screen.background_colors[1]
                )
            ]
            for _, style, _ in segments:
                for colour in (style.color, style.bgcolor) if style else ():
                    assert colour is None or colour.is_default
            hand = host.view_of(match_of(pilot)).deal.hand
            assert hand is not None
            for rank in hand:
                assert f"▐ {names('en').letters[rank]} " in text_of(pilot)
            assert "▶ Turn" in text_of(pilot)
            assert "◆ Dealer" in text_of(pilot)

    run(played())


def test_all_languages_have_the_same_words_and_blanks() -> None:
    english = drawing.WORDS["en"]
    assert set(drawing.WORDS) == set(LANGUAGES)
    for words in drawing.WORDS.values():
        assert list(words) == list(english)
        for key, text in words.items():
            blanks = re.findall(r"\{\w+\}", english[key])
            assert re.findall(r"\{\w+\}", text) == blanks


def test_settings_that_are_damaged_are_as_in_a_first_match(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    levels = '{"levels": 3, "language": "xx", "has_coach": 1, "promised": ["; ls", 7]}'
    for kept_text in ("", "[]", "3", "[" * 100_000, levels, '{"levels": ["bold"]}', "\x00"):
        path.with_name("match.json.settings").write_text(kept_text)
        assert MatchFile(path).settings() == Settings()
    chosen = Settings("vi", ("master",) * 3, has_coach=True, promised=("ab" * 32,))
    MatchFile(path).save(start_match(), chosen)
    assert MatchFile(path).settings() == chosen
    assert json.loads(path.read_text())["format"] == "asnas-core/match"


def test_two_programs_do_not_overwrite_each_other(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    begun(path)
    one, other = MatchFile(path), MatchFile(path)
    later = start_match("another match, which is begun later")
    other.save(later, Settings().promising(later))
    with pytest.raises(ElsewhereError):
        one.save(start_match(), Settings())
    assert saved(path) == later
    assert host.verify(later, MatchFile(path).settings().promised) == "same_commitment"

    async def played() -> None:
        async with running(path) as pilot:
            await press(pilot, "enter")
            MatchFile(path).save(start_match("yet another one"), Settings())
            await press(pilot, "a")
            assert drawing.WORDS["en"]["elsewhere"] in " ".join(text_of(pilot).split())
            assert saved(path) == start_match("yet another one")

    run(played())


def test_a_new_match_takes_the_file_over_and_a_missing_one_is_written(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    begun(path)

    async def played() -> None:
        async with running(path) as pilot:
            await press(pilot, "enter")
            MatchFile(path).save(start_match("another"), Settings())
            await press(pilot, "a", "m", "tab")
            await pilot.press("enter")
            await settled(pilot)
            told = " ".join(text_of(pilot).split())
            assert drawing.WORDS["en"]["changed"] in told
            assert saved(path) == start_match("another")
            await pilot.pause(0.3)  # a button that was just pressed takes no second press
            await press(pilot, "enter")
            assert saved(path) == match_of(pilot)
            path.unlink()
            await press(pilot, "a")
            assert saved(path) == match_of(pilot)
            path.with_name("match.json.settings").unlink()
            path.with_name("match.json.settings").mkdir()
            await press(pilot, next(iter(offered(pilot) & set("LCHFN"))).lower())
            assert drawing.WORDS["en"]["unsaved"] in " ".join(text_of(pilot).split())
            assert saved(path) == match_of(pilot)
            assert offered(pilot)

    run(played())


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (".", "is a folder, not a file"),
        ("--pause inf", "--pause has to be from 0 to 60"),
        ("--pause nan", "--pause has to be from 0 to 60"),
        ("--pause soon", "invalid float value: 'soon'"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    options: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["app.py", *options.split()])
    with pytest.raises(SystemExit):
        app.main()
    assert capsys.readouterr().err.rstrip().endswith(told)


def test_the_help_names_the_usual_file_wherever_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "50%off"))
    monkeypatch.setattr(sys, "argv", ["app.py", "--help"])
    with pytest.raises(SystemExit):
        app.main()
    assert "50%off" in capsys.readouterr().out


def test_every_word_is_used() -> None:
    program = "".join(path.read_text("utf-8") for path in Path(app.__file__).parent.glob("*.py"))
    unused = [key for key in drawing.WORDS["en"] if not re.search(rf"[\"']{key}[\"']", program)]
    assert unused == []


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_hidden_cards_are_drawn_as_backs(viewer: Viewer) -> None:
    view: MatchView = view_match(start_match(7), viewer)
    for seat in range(4):
        plain = drawing.cards(view, seat, names("en")).plain
        assert set(plain) <= set("▐▒▌\n")


def test_keys_can_be_clicked(tmp_path: Path) -> None:
    async def played() -> None:
        path = tmp_path / "match.json"
        begun(path)
        async with running(path) as pilot:
            await press(pilot, "enter")
            assert "L" in offered(pilot)
            await pilot.click("#game", offset=(2, 0))
            await settled(pilot)
            assert (host.ME, Action.LOOK) in match_of(pilot).deal.history

    run(played())


def test_the_program_runs_in_a_terminal_and_leaves_it(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty", reason="only where there are such terminals")
    ours, its = pty.openpty()
    command = [sys.executable, app.__file__, str(tmp_path / "match.json")]
    with subprocess.Popen(command, stdin=its, stdout=its, stderr=its) as process:
        os.close(its)
        shown = b""
        with suppress(OSError):  # it has closed its end
            while text := os.read(ours, 4096):
                if b" Begin " in text:
                    os.write(ours, b"q")
                shown += text
        assert process.wait(timeout=20) == 0
        assert shown.endswith(b"l")  # the codes that give the terminal back
        assert b"Traceback" not in shown
    os.close(ours)


def test_levels_chosen_for_a_new_match_leave_the_old_one_as_it_is(tmp_path: Path) -> None:
    async def played() -> None:
        path = tmp_path / "match.json"
        begun(path)
        async with running(path) as pilot:
            page = pilot.app.screen
            page.query(Select).first().value = "master"
            await settled(pilot)
            page.query_one("#language", Select).value = "nb"
            await settled(pilot)
            assert "mester" in text_of(pilot)
            page.query_one("#go_on").focus()
            await press(pilot, "enter")
            assert "Plass 1 (nybegynner)" in text_of(pilot)

    run(played())

"""The pictures: well-formed, safe in any page, always the same, and blind to hidden cards."""

import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any
from xml.etree import ElementTree as ET

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asnas_core import (
    SPECTATOR,
    ArgumentError,
    AsNasError,
    DealState,
    HandError,
    MatchState,
    Rank,
    Rules,
    Viewer,
    from_json,
    parse_hand,
    start_match,
    to_json,
    view_deal,
    view_match,
)
from asnas_core._language.phrases import phrase
from asnas_core.locales import LANGUAGES, hand_text, names, points, seat_marks, status
from asnas_core.svg import Picture, back, card, hand, table
from asnas_core.svg._picture import INK, PAPER, shortened, width_of
from asnas_core.testing import deal_twins, deals, match_twins, matches, viewers
from playing import ALL_TIE, STRONG_FIRST, match_played, played

SVG = "{http://www.w3.org/2000/svg}"
XML_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
ELEMENTS = {"svg", "title", "desc", "g", "rect", "circle", "path", "text"}
FORMAT_MARKS = re.compile("[\u2066-\u2069]")

SITUATIONS = {
    "opening": played("", hands=STRONG_FIRST),
    "after looks": played("lclc", hands=STRONG_FIRST),
    "facing a raise": played("lrflr", hands=STRONG_FIRST),
    "showdown": played("lrlccc", hands=STRONG_FIRST),
    "shared pot": played("crccf", hands=ALL_TIE),
    "last standing": played("rlfff", hands=STRONG_FIRST),
}
VIEWERS = (SPECTATOR, 0, 1, 2, 3)
OTHER_TABLES = {
    "two seats": played("lc", rules=Rules(seats=2)),
    "three seats, looking left out": played("rcc", rules=Rules(seats=3, concealed=False)),
    "five seats, own hand folded": played("lflrlclc", rules=Rules(seats=5, copies=5)),
    "five seats, showdown": played("lclclclclh", rules=Rules(seats=5, copies=5)),
    "no raises": played("", rules=Rules(max_stake=1)),
}
MATCH = match_played(start_match(7, rules=Rules(deals=2)), "rccf", "lclclrlccc")


@cache
def situation_pictures(language: str) -> tuple[Picture, ...]:
    return tuple(_situation_pictures(language))


def _situation_pictures(language: str) -> Iterator[Picture]:
    for state in (*SITUATIONS.values(), *OTHER_TABLES.values()):
        for viewer in (SPECTATOR, *range(state.rules.seats)):
            yield table(view_deal(state, viewer), language=language)
    for viewer in VIEWERS:
        yield table(view_match(MATCH, viewer), language=language)


def pictures(language: str) -> Iterator[Picture]:
    for small in (False, True):
        yield from (card(rank, language=language, small=small) for rank in Rank)
        yield back(language=language, small=small)
    for cards in ("AASBC", "ZZZCC", None):
        yield hand(cards, language=language)
        yield hand(cards, language=language, small=True)
    yield from situation_pictures(language)


@cache
def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture.encode("utf-8"))  # noqa: S314 (our own text)


def texts(picture: str) -> list[str]:
    """Return what is written in a picture, element by element, without invisible marks."""
    return [FORMAT_MARKS.sub("", text.text or "") for text in parsed(picture).iter(SVG + "text")]


def said(picture: str) -> str:
    """Return title and description, without invisible marks."""
    root = parsed(picture)
    return FORMAT_MARKS.sub("", f"{root.findtext(SVG + 'title')}\n{root.findtext(SVG + 'desc')}")


def panels(picture: str) -> dict[tuple[int, int], list[str]]:
    """Return what is written at each place of a table, by where the place is."""
    found = {}
    for group in parsed(picture).findall(SVG + "g"):
        place = re.fullmatch(r"translate\((\d+) (\d+)\)", group.get("transform", ""))
        if place is not None:
            written = [FORMAT_MARKS.sub("", text.text or "") for text in group.iter(SVG + "text")]
            found[int(place[1]), int(place[2])] = written
    return found


# Well-formed, and safe in a page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_an_svg_with_a_size_a_role_and_a_language(language: str) -> None:
    for picture in pictures(language):
        root = parsed(picture)
        assert root.tag == SVG + "svg"
        width, height = root.attrib["width"], root.attrib["height"]
        assert root.attrib["viewBox"] == f"0 0 {width} {height}"
        assert root.attrib["role"] == "img"
        assert root.attrib["lang"] == root.attrib[XML_LANGUAGE] == language
        assert root.attrib["direction"] == names(language).direction
        assert [child.tag for child in root][:2] == [SVG + "title", SVG + "desc"]
        assert all(child.text for child in list(root)[:2])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_picture_has_an_id_a_script_a_style_a_font_or_anything_from_elsewhere(
    language: str,
) -> None:
    for picture in pictures(language):
        for element in parsed(picture).iter():
            assert element.tag.removeprefix(SVG) in ELEMENTS
            assert not {"id", "class", "style", "href"} & set(element.attrib)
            assert not any(name.startswith("on") for name in element.attrib)
            assert not any("url(" in value for value in element.attrib.values())
            assert element.get("font-family", "sans-serif") == "sans-serif"
        assert picture.count("http") == 1  # the name space


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_are_small(language: str) -> None:
    assert all(len(card(rank, language=language).encode()) < 6_000 for rank in Rank)
    assert len(back(language=language).encode()) < 4_096
    assert all(len(picture.encode()) < 60_000 for picture in situation_pictures(language))


def test_the_same_call_gives_the_same_text_in_every_process() -> None:
    code = """if True:
        import sys
        from asnas_core import Rank, start_match, view_match
        from asnas_core.svg import back, card, hand, table
        match = start_match(7)
        parts = [*map(card, Rank), back(), hand("AASBC")]
        parts.append(table(view_match(match, 1), language="fa"))
        sys.stdout.buffer.write("".join(parts).encode())
    """
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "2")
    }
    parts = [*map(card, Rank), back(), hand("AASBC")]
    parts.append(table(view_match(start_match(7), 1), language="fa"))
    assert outputs == {"".join(parts).encode()}


def test_a_picture_is_text_that_shows_itself_in_a_notebook() -> None:
    picture = card(Rank.AS)
    assert isinstance(picture, str)
    assert type(picture._repr_svg_()) is str
    assert picture._repr_svg_() == picture == str(picture)
    assert repr(picture) == f"<Picture of {len(picture)} characters>"


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_picture_can_be_pickled(protocol: int) -> None:
    picture = card(Rank.SHAH)
    copy = pickle.loads(pickle.dumps(picture, protocol))
    assert copy == picture
    assert type(copy) is Picture


# Cards and hands


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rank", Rank)
def test_a_card_has_the_name_of_its_rank_in_the_language(rank: Rank, language: str) -> None:
    words = names(language)
    picture = card(rank, language=language)
    assert texts(picture) == [words.ranks[rank]]
    assert parsed(picture).findtext(SVG + "title") == words.ranks[rank]
    assert words.figures[rank] in said(picture)


def test_each_rank_has_a_ground_and_a_figure_of_its_own() -> None:
    drawn = {re.sub("<(title|desc|text).*?</.*?>", "", card(rank)) for rank in Rank}
    grounds = {re.findall('fill="(#[0-9a-f]+)"', card(rank))[0] for rank in Rank}
    assert len(drawn) == len(grounds) == len(Rank)


def luminance(colour: str) -> float:
    """Return how light a colour is in grey, from 0 to 1 (the weights of Rec. 709)."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (((p + 0.055) / 1.055) ** 2.4 if p > 0.04045 else p / 12.92 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_yellow_and_gold_are_far_apart_in_grey_and_names_stand_out() -> None:
    def ground(rank: Rank) -> float:
        return luminance(re.findall('fill="(#[0-9a-f]+)"', card(rank))[0])

    assert (ground(Rank.BIBI) + 0.05) / (ground(Rank.SARBAZ) + 0.05) > 2
    for rank in Rank:
        letters = re.search('<text [^>]*fill="(#[0-9a-f]+)"', card(rank))
        assert letters
        assert letters[1] == INK
    assert (luminance(PAPER) + 0.05) / (luminance(INK) + 0.05) > 7  # WCAG AAA


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_back_has_no_words_and_says_that_it_is_a_back(language: str) -> None:
    picture = back(language=language)
    assert texts(picture) == []
    assert parsed(picture).findtext(SVG + "title") == names(language).terms["face_down"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hand_keeps_its_order_and_says_what_it_is_worth(language: str) -> None:
    cards = parse_hand("CAZAB")
    ranks = [names(language).ranks[rank] for rank in cards]
    for given_as in (cards, list(cards), "CAZAB"):
        picture = hand(given_as, language=language)
        assert texts(picture) == ranks
        assert parsed(picture).findtext(SVG + "title") == hand_text(cards, language)
        assert ranks[0] in said(picture)


def test_no_hand_is_five_backs() -> None:
    picture = hand(None)
    assert texts(picture) == []
    assert said(picture) == "Hand\nHand: Face down"
    assert len(parsed(picture).findall(f"{SVG}g/{SVG}g")) == 5


# The table


@pytest.mark.parametrize("viewer", VIEWERS, ids=str)
@pytest.mark.parametrize("name", SITUATIONS)
def test_a_table_shows_every_seat_its_stake_and_what_is_known_of_it(
    name: str, viewer: Viewer
) -> None:
    view = view_deal(SITUATIONS[name], viewer)
    bottom = 0 if viewer is SPECTATOR else viewer
    places = [(218, 414), (592, 226), (308, 24), (24, 226)]
    found = panels(table(view))
    assert sorted(found) == sorted(places)
    for step, place in enumerate(places):
        seat = (bottom + step) % 4
        own = viewer == seat
        shown = view.revealed[seat] or (getattr(view, "hand", None) if own else None)
        marks = ["winner"] * bool(view.settlement and seat in view.settlement.winners)
        marks += ["turn"] * (view.turn == seat) + ["dealer"] * (view.dealer == seat)
        marks += ["folded"] * view.folded[seat]
        marks += ["looked" if view.looked[seat] else "blind"]
        assert list(seat_marks(view)[seat]) == marks
        expected = ["You" if own else f"Seat {seat}", str(view.stakes[seat])]
        expected += [rank.name.capitalize() for rank in shown or ()]
        expected += [mark.capitalize() for mark in marks]
        expected += [hand_text(shown)] if shown else []
        if view.settlement:
            expected += [f"Score {points(view.settlement.scores[seat], signed=True)}"]
        assert found[place] == expected


@pytest.mark.parametrize(
    ("name", "viewer", "centre"),
    [
        ("opening", 1, ["Pot", "1", "It is your turn"]),
        ("after looks", 1, ["Pot", "3", "It is Seat 3's turn"]),
        ("facing a raise", SPECTATOR, ["Pot", "6", "It is Seat 0's turn"]),
        ("showdown", 0, ["Pot", "8", "Showdown: you win the pot of 8"]),
        ("showdown", 1, ["Pot", "8", "Showdown: Seat 0 wins the pot of 8"]),
        (
            "shared pot",
            3,
            ["Pot", "7", "Showdown: You, Seat 0 and Seat 2 share the pot of 7, 2 1/3 each"],
        ),
        (
            "last standing",
            SPECTATOR,
            ["Pot", "3", "All others have folded: Seat 1 wins the pot of 3, unseen"],
        ),
    ],
    ids=str,
)
def test_a_table_shows_the_pot_and_what_goes_on(
    name: str, viewer: Viewer, centre: list[str]
) -> None:
    view = view_deal(SITUATIONS[name], viewer)
    picture = table(view)
    assert [FORMAT_MARKS.sub("", text) for text in status(view)] == centre[2:]
    written = parsed(picture).findall(SVG + "text")
    assert [FORMAT_MARKS.sub("", text.text or "") for text in written] == centre
    assert said(picture).startswith(f"{centre[-1]}\nPot: {centre[1]}. ")


def test_the_description_says_all_that_the_picture_shows() -> None:
    assert said(table(view_deal(SITUATIONS["showdown"], 1))) == (
        "Showdown: Seat 0 wins the pot of 8\n"
        "Pot: 8. "
        "Seat 0: Stake 2, Winner, Dealer, Blind, Hand (As, As, As, As, Shah: four of a kind, As), "
        "Score +6. "
        "You: Stake 2, Looked, Hand (Shah, Shah, Shah, Bibi, Bibi: full house, Shah over Bibi), "
        "Score -2. "
        "Seat 2: Stake 2, Looked, Hand (Bibi, Bibi, Sarbaz, Sarbaz, Couli: two pairs, Bibi and "
        "Sarbaz), Score -2. "
        "Seat 3: Stake 2, Blind, Hand (Sarbaz, Sarbaz, Couli, Couli, Couli: full house, Couli over "
        "Sarbaz), Score -2"
    )
    assert said(table(view_deal(SITUATIONS["facing a raise"], 2))) == (
        "It is Seat 0's turn\n"
        "Pot: 6. "
        "Seat 0: Stake 1, Turn, Dealer, Blind, Face down. "
        "Seat 1: Stake 2, Looked, Face down. "
        "You: Stake 0, Folded, Blind, Face down. "
        "Seat 3: Stake 3, Looked, Face down"
    )


def test_a_match_shows_its_deal_its_totals_and_who_has_won() -> None:
    picture = table(view_match(MATCH, 0))
    written = texts(picture)
    assert "Deal 2 of 2" in written
    assert "Score +6 · Total +5" in written
    assert "The match is over: you win it" in written
    assert said(picture).startswith(
        "Deal 2 of 2. Showdown: you win the pot of 8. The match is over: you win it\n"
    )
    assert "The match is over: Seat 0 wins it" in texts(table(view_match(MATCH, SPECTATOR)))
    shared = match_played(start_match(7, rules=Rules(deals=1)), "fff")
    assert "The match is over: You, Seat 0, Seat 2 and Seat 3 share it" not in texts(
        table(view_match(start_match(7), 1))
    )
    assert "The match is over: You, Seat 0, Seat 2 and Seat 3 share it" in texts(
        table(view_match(shared, 1))
    )


@pytest.mark.parametrize(
    ("seats", "places"),
    [
        (2, [(218, 414), (308, 24)]),
        (3, [(218, 414), (462, 24), (154, 24)]),
        (4, [(218, 414), (592, 226), (308, 24), (24, 226)]),
        (5, [(218, 414), (592, 226), (462, 24), (154, 24), (24, 226)]),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_next_seat_sits_to_the_right_and_no_language_mirrors_that(
    seats: int, places: list[tuple[int, int]], language: str
) -> None:
    state = played("", rules=Rules(seats=seats, copies=5))
    for viewer in range(seats):
        found = panels(table(view_deal(state, viewer), language=language))
        called = [found[place][0] for place in places]
        others = [(viewer + step) % seats for step in range(1, seats)]
        assert called[0] == names(language).terms["you"]
        assert called[1:] == [phrase("events.seat", language, seat=seat) for seat in others]
    watched = panels(table(view_deal(state, SPECTATOR), language=language))
    assert watched[places[0]][0] == phrase("events.seat", language, seat=0)


def test_without_looking_nobody_is_marked_as_having_looked_or_not() -> None:
    view = view_deal(OTHER_TABLES["three seats, looking left out"], 1)
    assert not {"Looked", "Blind"} & set(texts(table(view)))


def test_a_folded_hand_is_faint_and_aslant_and_one_s_own_stays_readable() -> None:
    view = view_deal(OTHER_TABLES["five seats, own hand folded"], 1)
    assert view.hand is not None
    picture = table(view)
    assert picture.count('opacity=".45" transform="rotate(') == sum(view.folded) == 1
    assert panels(picture)[218, 414][2:7] == [rank.name.capitalize() for rank in view.hand]


def test_persian_is_written_from_right_to_left_in_its_own_digits() -> None:
    view = view_deal(SITUATIONS["shared pot"], 0)
    picture = table(view, language="fa")
    written = texts(picture)
    assert not re.search("[0-9]", "".join(written) + said(picture))
    assert {"شما", "پات", points(7, "fa")} <= set(written)
    english, persian = (
        [plate.get("x") for plate in parsed(table(view, language=language)).iter(SVG + "svg")][1:]
        for language in ("en", "fa")
    )
    assert set(english) == {"10"}
    assert set(persian) != {"10"}
    for text in parsed(picture).iter(SVG + "text"):
        assert text.get("unicode-bidi") == "isolate"


# Secrecy


@settings(max_examples=60)
@given(st.data())
def test_cards_a_viewer_may_not_see_change_nothing_in_its_picture(data: st.DataObject) -> None:
    state = data.draw(deals())
    viewer = data.draw(viewers(state.rules))
    twin = data.draw(deal_twins(state, viewer))
    assert table(view_deal(state, viewer)) == table(view_deal(twin, viewer))


@settings(max_examples=20)
@given(st.data())
def test_cards_a_viewer_may_not_see_change_nothing_in_its_picture_of_a_match(
    data: st.DataObject,
) -> None:
    match = data.draw(matches(given_packs=True))
    viewer = data.draw(viewers(match.rules))
    twin = data.draw(match_twins(match, viewer))
    assert table(view_match(match, viewer)) == table(view_match(twin, viewer))


def test_a_view_that_came_over_the_wire_gives_the_same_picture() -> None:
    view = view_match(MATCH, 2)
    assert table(from_json(to_json(view))) == table(view)  # type: ignore[arg-type]


# Names from strangers


HOSTILE = [
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>&amp;&#0;]]>",
    "\x00\x01\x0b\x1b[31m\x7f\x9f\u2028\u2029\n\r\t",
    "\ud800 lone \udfff",
    "\ufffe\uffff\ufdd0\U0001ffff\U0010ffff",
    "\u202eevil\u202c \u2066x \u2067\u2068y\u200f",
    "W" * 5_000,
    "Z" + "\u0335" * 300,
    "سارا" * 30,
    "👩‍👩‍👧‍👦" * 20,
    "한국어 이름이 매우 매우 매우 매우 깁니다 정말로",
    "\ufdfd" * 40,
]


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_whatever_a_player_is_called_the_picture_stays_a_picture(name: str, language: str) -> None:
    for view in (view_match(MATCH, SPECTATOR), view_deal(SITUATIONS["shared pot"], 0)):
        picture = table(view, language=language, names=[name] * 4)
        root = parsed(picture)
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= ELEMENTS
        assert not re.search(
            "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff\ufffe]", picture
        )
        marks = "".join(re.findall("[\u2066-\u2069]", picture))
        assert not re.sub("[\u2066-\u2068]\u2069", "", marks)  # isolates end where they began
        assert len(picture) < 70_000


def test_a_name_too_long_to_be_drawn_is_cut_and_stands_in_full_in_the_description() -> None:
    name = "Augusta Ada King, Countess of Lovelace"
    picture = table(view_deal(SITUATIONS["opening"], 1), names=[name, "Bo", "Cy", "Di"])
    assert name in said(picture)
    assert panels(picture)[24, 226][0] == "Augusta Ada King, Co…"


@pytest.mark.parametrize(
    ("text", "width", "cut"),
    [
        ("Ada", 3, "Ada"),
        ("Adalbert", 3, "Ada…"),
        ("Ada Byron", 3.3, "Ada…"),
        ("e\u0301e\u0301e\u0301", 1.7, "e\u0301…"),
        ("👩\u200d👧👦👦", 3.5, "👩\u200d👧…"),
        ("👩\u200d👧👦", 2.5, "…"),
        ("한국어", 2.5, "한…"),
        ("", 1, ""),
    ],
)
def test_a_text_is_cut_between_letters(text: str, width: float, cut: str) -> None:
    assert shortened(text, width) == cut


def test_wide_letters_count_as_wide() -> None:
    assert width_of("i") < width_of("n") < width_of("W") == width_of("한")
    assert width_of("\u0301\u2069") == 0


# What is refused


class Odd:
    """Nothing the library knows."""


@pytest.mark.parametrize(
    ("call", "argument", "expected"),
    [
        (card, "rank", "a Rank"),
        (hand, "cards", "five ranks"),
        (table, "view", "view_match()"),
        (lambda odd: table(view_deal(SITUATIONS["opening"], 1), names=odd), "names", "names"),
    ],
)
@pytest.mark.parametrize("value", [4, 1.5, b"AASBC", Odd(), object], ids=lambda v: type(v).__name__)
def test_an_object_of_the_wrong_kind_is_refused(
    call: Callable[[Any], Picture], argument: str, expected: str, value: object
) -> None:
    with pytest.raises(ArgumentError) as caught:
        call(value)
    assert caught.value.code == "wrong_type"
    assert caught.value.params["argument"] == argument
    assert expected in str(caught.value.params["expected"])


@pytest.mark.parametrize("language", ["xx", "", None, 3, "../en"])
@pytest.mark.parametrize(
    "call",
    [
        lambda language: card(Rank.AS, language=language),
        lambda language: back(language=language),
        lambda language: hand("AASBC", language=language),
        lambda language: table(view_match(MATCH, 1), language=language),
    ],
)
def test_a_language_that_there_is_not_is_refused(
    call: Callable[[Any], Picture], language: object
) -> None:
    with pytest.raises(ArgumentError):
        call(language)


@pytest.mark.parametrize("cards", ["AAS", "AASBX", (), (Rank.AS,) * 6])
def test_what_is_not_five_cards_is_refused(cards: Any) -> None:
    with pytest.raises(HandError):
        hand(cards)


@pytest.mark.parametrize("given", [[], ["a"] * 3, ["a"] * 5])
def test_there_are_as_many_names_as_seats(given: list[str]) -> None:
    with pytest.raises(ArgumentError) as caught:
        table(view_deal(SITUATIONS["opening"], 1), names=given)
    assert caught.value.code == "names_count"


@pytest.mark.parametrize(
    ("truth", "maker"),
    [(SITUATIONS["showdown"], "view_deal()"), (MATCH, "view_match()")],
    ids=["deal", "match"],
)
def test_no_picture_is_drawn_from_a_full_state(truth: DealState | MatchState, maker: str) -> None:
    with pytest.raises(ArgumentError, match=re.escape(maker)) as caught:
        table(truth)  # type: ignore[arg-type]
    assert not isinstance(caught.value.__context__, AsNasError)


def altered(view: Any, **changes: object) -> Any:
    return attrs.evolve(view, **changes)


VIEW = view_deal(SITUATIONS["after looks"], 1)
MATCH_VIEW = view_match(MATCH, 1)


@pytest.mark.parametrize(
    "view",
    [
        altered(VIEW, pot=99),
        altered(VIEW, pot=3.0),
        altered(VIEW, history=list(VIEW.history)),
        altered(VIEW, stakes=None),
        altered(VIEW, hand=parse_hand("AAAAA")),
        altered(VIEW, revealed=(parse_hand("AAAAS"), None, None, None)),
        altered(VIEW, turn=[]),
        altered(MATCH_VIEW, deal=None),
        altered(MATCH_VIEW, deal=MATCH.deal),
        altered(MATCH_VIEW, totals=(1, 2)),
        altered(MATCH_VIEW, winners=(9,)),
        altered(MATCH_VIEW, deal_number="1"),
    ],
    ids=range(12),
)
def test_a_view_that_was_changed_by_hand_is_refused(view: Any) -> None:
    with pytest.raises(ArgumentError) as caught:
        table(view)
    assert caught.value.code == "altered_view"


def test_a_view_that_is_changed_after_it_was_drawn_is_refused() -> None:
    for view, name, value in (
        (view_deal(SITUATIONS["after looks"], 1), "hand", parse_hand("AAAAA")),
        (view_match(MATCH, 1), "winners", (3,)),
        (view_match(MATCH, 1), "deal", VIEW),
    ):
        table(view)
        object.__setattr__(view, name, value)
        with pytest.raises(ArgumentError) as caught:
            table(view)
        assert caught.value.code == "altered_view"


def test_nothing_is_drawn_of_an_altered_view_that_claims_to_be_equal() -> None:
    class Evil(tuple[Rank, ...]):
        __slots__ = ()
        __hash__ = tuple.__hash__

        def __eq__(self, _: object) -> bool:
            return True

        def __ne__(self, _: object) -> bool:
            return False

    view = view_match(MATCH, 1)
    drawn = table(view)
    object.__setattr__(view.deal, "hand", Evil((Rank.AS,) * 5))
    object.__setattr__(view.deal, "pot", float(view.deal.pot))
    assert table(view) == drawn
    assert status(view) == status(view_match(MATCH, 1))


def test_small_is_true_or_false() -> None:
    small: Any
    for small in (1, "yes", None):
        for draw in (partial(card, Rank.AS), back, partial(hand, "AASBC")):
            with pytest.raises(ArgumentError, match="small must be True or False"):
                draw(small=small)


def test_a_small_picture_says_and_shows_the_same_with_less() -> None:
    pairs = [(hand(cards, small=True), hand(cards)) for cards in ("AASBC", "ZZZCC", None)]
    pairs += [(card(rank, small=True), card(rank)) for rank in Rank]
    for small, large in [*pairs, (back(small=True), back())]:
        assert said(small) == said(large)
        assert texts(small) == texts(large)
        assert len(small) < len(large) * 0.55
        assert parsed(small).attrib == parsed(large).attrib


def described(picture: Picture) -> list[str]:
    """Return what the description says of each seat, without the marks of direction."""
    text = FORMAT_MARKS.sub("", parsed(picture).findtext(SVG + "desc") or "")
    return re.split(r"\. (?=Seat \d:)", text)[1:]


def test_every_seat_has_its_own_total() -> None:
    assert len(set(MATCH.totals)) > 1
    for seat, told in enumerate(described(table(view_match(MATCH, SPECTATOR)))):
        assert told.startswith(f"Seat {seat}: ")
        assert told.endswith(f"Total {points(MATCH.totals[seat], signed=True)}")


@pytest.mark.parametrize("dealer", range(4))
def test_a_spectator_sits_behind_seat_0_whoever_deals(dealer: int) -> None:
    match = start_match(7, first_dealer=dealer)
    picture = table(view_match(match, SPECTATOR))
    assert ["Dealer" in told for told in described(picture)] == [n == dealer for n in range(4)]
    assert panels(picture)[218, 414][0] == "Seat 0"

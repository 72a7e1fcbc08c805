"""What the documentation draws and counts is what the game is, and nothing drawn is cut off."""

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from asnas_core import (
    DEFAULT_RULES,
    Action,
    Rank,
    Rules,
    apply_action,
    betting_graph,
    deal,
    parse_hand,
    view_deal,
)
from asnas_core.locales import LANGUAGES, names
from asnas_core.players.equilibrium import advise, policy

DOCS = Path(__file__).parent.parent / "docs"
sys.path.insert(0, str(DOCS / "_extensions"))
diagrams, drawing, enforced, figures, graph, languages, pictures, plots, solved = (
    importlib.import_module(f"asnas_docs.{name}")
    for name in (
        "diagrams",
        "drawing",
        "enforced",
        "figures",
        "graph",
        "languages",
        "pictures",
        "plots",
        "solved",
    )
)

SMALL = [
    Rules(seats=2, max_stake=2, concealed=False),
    Rules(seats=2, max_stake=2),
    Rules(seats=3, max_stake=2, free_fold=False),
    Rules(seats=2, opening_stake=2, raise_step=2, max_stake=6),
]
PATH = [*map(Action, ("look", "call", "raise", "look", "call", "fold", "call"))]


def walked(rules: Rules) -> tuple[set[Any], set[tuple[Any, Action, Any]]]:
    """Walk the graph once more, in another way than the diagram does."""
    nodes, edges = set(), set()

    def visit(node: Any) -> None:
        if node not in nodes:
            nodes.add(node)
            for action in node.legal_actions:
                edges.add((node, action, node.child(action)))
                visit(node.child(action))

    visit(betting_graph(rules))
    return nodes, edges


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_the_diagram_has_all_nodes_and_edges_of_the_graph_and_no_others(rules: Rules) -> None:
    found = graph.explore(rules)
    nodes, edges = walked(rules)
    assert len(found.nodes) == len(nodes)
    assert set(found.nodes) == nodes
    assert len(found.edges) == len(edges)
    assert {
        (found.nodes[edge.start], edge.action, found.nodes[edge.end]) for edge in found.edges
    } == edges


def test_the_diagram_explores_the_default_game_to_its_12990_nodes() -> None:
    assert len(graph.explore(DEFAULT_RULES).nodes) == graph.reachable(betting_graph()) == 12_990


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_the_diagram_draws_each_node_and_each_edge_once(rules: Rules) -> None:
    found, root = graph.explore(rules), parsed(diagrams.graph_picture(rules))
    boxes = [group for group in root.iter("g") if group.find("title") is not None]
    said = sorted(box.findtext("title") or "" for box in boxes)
    assert said == sorted(drawing.describe(node) for node in found.nodes)
    assert len(set(said)) == len(said)
    labels = sorted(text for text in texts(root, "action"))
    assert labels == sorted(edge.action.value for edge in found.edges)
    assert sum(path.get("class") == "edge" for path in root.iter("path")) == len(found.edges)
    assert len([*root.iter("polygon")]) == len(found.edges)


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_nodes_of_the_diagram_never_lie_on_each_other_and_edges_go_forward(rules: Rules) -> None:
    found = graph.explore(rules)
    layout = graph.lay_out(found)
    places = [*zip(layout.columns, layout.rows, strict=True)]
    for one, (column, row) in enumerate(places):
        for other_column, other_row in places[:one]:
            assert column != other_column or abs(row - other_row) > 0.999
    for edge, path in zip(found.edges, layout.paths, strict=True):
        assert path[0] == places[edge.start]
        assert path[-1] == places[edge.end]
        columns = [column for column, _ in path]
        assert columns == [*range(columns[0], columns[-1] + 1)]
        assert len(columns) > 1


def test_labels_of_the_diagrams_on_the_page_do_not_cover_each_other() -> None:
    for rules in SMALL[:2]:
        root = parsed(diagrams.graph_picture(rules))
        spots = [
            (float(text.get("x", "")), float(text.get("y", "")))
            for text in root.iter("text")
            if text.get("class") == "action"
        ]
        close = [
            (one, other)
            for place, one in enumerate(spots)
            for other in spots[:place]
            if abs(one[0] - other[0]) < 24 and abs(one[1] - other[1]) < 11
        ]
        assert not close


def test_the_words_beside_the_diagram_lead_where_the_graph_does() -> None:
    rules = SMALL[0]
    rows = diagrams.graph_in_words(rules)
    assert len(rows) == 10
    assert rows[0] == (
        "first 0 looked, dealer 1 looked: first to act",
        "call: 2, raise: 3, fold: 4",
    )
    assert ("first 2 looked, dealer 2 looked: showdown", "over") in rows


def test_the_path_follows_the_graph_and_counts_what_lies_beside() -> None:
    root = parsed(diagrams.path_picture(DEFAULT_RULES, PATH))
    boxes = [group.findtext("title") for group in root.iter("g")]
    node, expected, beside = betting_graph(), [], []
    for action in PATH:
        expected.append(drawing.describe(node))
        beside += [
            f"{other.value}: {len(below(node.child(other))):,} nodes"
            for other in node.legal_actions
            if other is not action and node.child(other).legal_actions
        ]
        node = node.child(action)
    assert boxes == [*expected, drawing.describe(node)]
    assert [words for words in texts(root, "aside-text") if "nodes" in words] == beside
    assert [row[1] for row in diagrams.path_in_words(DEFAULT_RULES, PATH)] == [*PATH, "over"]


def below(node: Any) -> set[Any]:
    found = {node}
    for action in node.legal_actions:
        found |= below(node.child(action)) - found
    return found


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(re.sub(r' xmlns="[^"]*"', "", svg))  # noqa: S314 - our own


def texts(root: ET.Element, kind: str) -> list[str]:
    return [text.text or "" for text in root.iter("text") if text.get("class") == kind]


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_nothing_of_a_diagram_is_cut(rules: Rules) -> None:
    assert_inside(diagrams.graph_picture(rules))
    assert_inside(diagrams.path_picture(rules, [*betting_graph(rules).legal_actions][:1]))


def test_nothing_of_the_path_is_cut() -> None:
    assert_inside(diagrams.path_picture(DEFAULT_RULES, PATH))


def assert_inside(svg: str) -> None:
    """Compare everything that is drawn with the size of the picture; letters are 8 pixels wide."""
    root = parsed(svg)
    width, height = (float(side) for side in root.get("viewBox", "").split()[2:])
    for left, top, right, bottom in extents(root):
        assert left >= 0, "cut at the left"
        assert top >= 0, "cut at the top"
        assert right <= width, "cut at the right"
        assert bottom <= height, "cut below"


def extents(root: ET.Element) -> Iterator[tuple[float, float, float, float]]:
    for shape in root.iter():
        at = {key: float(value) for key, value in shape.items() if is_number(value)}
        if shape.tag == "rect":
            yield at["x"], at["y"], at["x"] + at["width"], at["y"] + at["height"]
        elif shape.tag == "circle":
            yield at["cx"] - at["r"], at["cy"] - at["r"], at["cx"] + at["r"], at["cy"] + at["r"]
        elif shape.tag == "text":
            wide = 8 * len(shape.text or "")
            left = at["x"] if shape.get("text-anchor") == "start" else at["x"] - wide / 2
            yield left, at["y"] - 12, left + wide, at["y"] + 4
        elif shape.tag in {"path", "polygon"}:
            numbers = [
                float(number)
                for number in re.findall(
                    r"-?\d+\.?\d*", shape.get("d", "") + shape.get("points", "")
                )
            ]
            if "H" not in shape.get("d", "") and "V" not in shape.get("d", ""):
                yield min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])


def is_number(text: str) -> bool:
    return bool(re.fullmatch(r"-?\d+\.?\d*", text))


@pytest.mark.parametrize("number", enforced.NUMBERS)
def test_every_rule_and_every_reading_has_its_test(number: str) -> None:
    tests = enforced.rule_tests()[number]
    assert any(test.startswith("test_rules.py::") for test in tests)


def test_every_rule_and_every_reading_is_in_one_table_of_the_pages() -> None:
    pages = [DOCS / "rules" / name for name in ("numbered.md", "readings.md")]
    rows = re.findall(
        r"^\| ([RA]\d+) \|", "".join(page.read_text("utf-8") for page in pages), re.MULTILINE
    )
    assert rows == [*enforced.NUMBERS]
    assert enforced.faults(rows, enforced.rule_tests()) == []


def test_a_rule_without_a_test_and_a_test_without_a_rule_are_told() -> None:
    tests = {**enforced.rule_tests(), "R50": ("test_x.py::test_r50_x",)}
    del tests["R7"]
    shown = [number for number in enforced.NUMBERS if number != "A3"] + ["R1"]
    assert enforced.faults(shown, tests) == [
        "rule A3 is in no table",
        "rule R1 is in a table twice",
        "rule R7 has no test",
        "tests carry R50, which is no rule",
    ]


def test_tests_are_found_by_their_names_alone(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(
        "# def test_r1_in_a_comment(): ...\n"
        "def test_r2_r3_two_rules(): ...\n"
        "class TestIt:\n    def test_a4_in_a_class(self): ...\n"
        "def test_running_is_no_rule(): ...\n"
        "def helper_r5_of_tests(): ...\n"
    )
    assert enforced.rule_tests(tmp_path) == {
        "R2": ("test_some.py::test_r2_r3_two_rules",),
        "R3": ("test_some.py::test_r2_r3_two_rules",),
        "A4": ("test_some.py::test_a4_in_a_class",),
    }


def held(position: int, letters: str) -> tuple[Rank, ...]:
    """Order a pack so that a position is dealt a hand, seat 0 dealing."""
    own = [*parse_hand(letters)]
    others = [rank for rank in Rank for _ in range(4 - own.count(rank))]
    return tuple((own if place % 4 == position else others).pop() for place in range(20))


PLOTTED = [
    *product(solved.FIRST_IN, ("ASBZC", "AASBZ", "AASSB", "CCCZB", "SSSBB", "AAAAS")),
    *product(solved.FACING, ("ASBZC", "SSBBA", "BBBAS", "CCCCZ")),
]


@pytest.mark.parametrize(
    ("spot", "letters"), PLOTTED, ids=[f"{spot.title}-{letters}" for spot, letters in PLOTTED]
)
def test_plotted_shares_are_what_policy_says(spot: Any, letters: str) -> None:
    position = len(spot.actions)
    state = deal(held(position, letters))
    for action in spot.actions:
        state = apply_action(state, action)
    seat = state.turn
    assert seat == (1 + position) % 4
    view = view_deal(apply_action(state, Action.LOOK), seat)
    number = [sorted(hand) for hand in solved.HANDS].index(sorted(parse_hand(letters)))
    drawn = {action: row[number] for action, row in solved.profile(spot.actions).items()}
    assert drawn == policy(view)
    assert list(drawn) == [
        action
        for action in (Action.CALL, Action.HOLD, Action.RAISE, Action.FOLD)
        if action in drawn
    ]
    assert set(drawn) == {solved.stay(spot.actions), Action.RAISE, Action.FOLD}


@pytest.mark.parametrize("spot", solved.FIRST_IN, ids=lambda spot: spot.title)
def test_plotted_worth_of_playing_blind_is_what_the_coach_says(spot: Any) -> None:
    state = deal(held(len(spot.actions), "AASBC"))
    for action in spot.actions:
        state = apply_action(state, action)
    assert state.turn is not None
    told = {advice.action.value: advice.value for advice in advise(view_deal(state, state.turn))}
    assert dict(solved.blind(spot.actions)) == {
        name if name == "look" else f"{name} blind": value for name, value in told.items()
    }


def test_shares_count_each_hand_as_often_as_it_is_dealt() -> None:
    assert sum(solved.WAYS) == 15_504
    for spot in (*solved.FIRST_IN, *solved.FACING):
        shares = [solved.share(spot.actions, action) for action in solved.profile(spot.actions)]
        assert sum(shares) == pytest.approx(1)
    raised = solved.profile(())[Action.RAISE]
    expected = sum(ways * chance for ways, chance in zip(solved.WAYS, raised, strict=True)) / 15_504
    assert solved.share((), Action.RAISE) == pytest.approx(expected)


def test_what_positions_make_sums_to_0_and_begins_with_what_looking_is_worth() -> None:
    for seats in (2, 3, 4):
        worth = solved.position_values(seats)
        assert sum(worth) == pytest.approx(0, abs=1e-9)
        assert worth[0] == pytest.approx(solved.solution(seats).blind(0)[0], abs=1e-5)


@cache
def drawn(name: str) -> str:
    return str(pictures.PLOTS[name][0]())


@cache
def figure_of(name: str) -> Any:
    """Return the figure behind a plot, laid out."""
    kept: list[Any] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(plots, "written", kept.append)
        pictures.PLOTS[name][0]()
    kept[0].draw_without_rendering()
    return kept[0]


def test_a_plotted_panel_draws_the_numbers_that_it_is_given() -> None:
    for panel, spot in zip(figure_of("first-in").axes, solved.FIRST_IN, strict=True):
        _, raised, both = panel.patches
        chances = solved.profile(spot.actions)
        stayed = chances[solved.stay(spot.actions)]
        assert raised.get_data().values == pytest.approx(
            [100 * chance for chance in chances[Action.RAISE]]
        )
        assert both.get_data().values == pytest.approx(
            [100 * (a + b) for a, b in zip(chances[Action.RAISE], stayed, strict=True)]
        )
        assert panel.get_title("left") == spot.title
        assert panel.get_ylim() == (0, 100)


def test_a_plot_of_positions_draws_what_they_make() -> None:
    for panel, seats in zip(figure_of("positions").axes, (2, 3, 4), strict=True):
        bars = [bar.get_width() for bar in panel.patches]
        assert bars == pytest.approx(solved.position_values(seats))


@pytest.mark.parametrize("name", pictures.PLOTS)
def test_a_plot_is_the_same_each_time_and_takes_the_colours_of_the_page(name: str) -> None:
    svg = drawn(name)
    assert svg == pictures.PLOTS[name][0]()
    parsed(re.sub(r"xlink:", "", svg))
    assert not re.search(r"#01020\d", svg)
    assert "currentColor" in svg
    assert "<image" not in svg
    ids = re.findall(r' id="([^"]*)"', svg)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"#([\w-]+)[\")]", svg)) <= set(ids)


def test_plots_that_share_a_page_share_no_ids() -> None:
    ids = [name for plot in pictures.PLOTS for name in re.findall(r' id="([^"]*)"', drawn(plot))]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", pictures.PLOTS)
def test_texts_of_a_plot_are_neither_cut_nor_cover_each_other(name: str) -> None:
    figure = figure_of(name)
    whole = figure.bbox
    texts = figure.findobj(plots.mpl.text.Text)
    shown = [text for text in texts if text.get_text() and text.get_visible()]
    boxes = [text.get_window_extent() for text in shown]
    assert len(boxes) > 10
    for place, box in enumerate(boxes):
        assert whole.x0 <= box.x0 < box.x1 <= whole.x1, shown[place]
        assert whole.y0 <= box.y0 < box.y1 <= whole.y1, shown[place]
        assert not [other for other in boxes[:place] if box.overlaps(other)], shown[place]


def test_numbers_in_sentences_are_those_of_the_solution() -> None:
    page = (DOCS / "explanation" / "solution.md").read_text("utf-8")
    said = re.findall(r"\{checked\}`([^<`]+) <([^>]+)>`", page)
    assert len(said) > 20
    assert [(number, name) for number, name in said if figures.FIGURES[name]() != number] == []
    assert {name for _, name in said} == set(figures.FIGURES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_language_tells_the_rules_with_a_picture_of_each_kind_of_hand(
    language: str,
) -> None:
    page = languages.rules_page(language)
    assert page.count("```{hand-picture}") == 7
    words = names(language)
    for category, hand in pictures.EXAMPLES.items():
        letters = "".join(card.code for card in hand)
        item = page.index(f"* **{words.categories[category]}")
        assert page.index(f"  ```{{hand-picture}} {letters}", item) > item
    assert ("No native reader has reviewed" in page) is not words.reviewed
    assert (DOCS / "rules" / f"{language}.md").read_text("utf-8").count(
        f"language: {language}"
    ) == 1


@pytest.mark.slow
def test_the_pages_are_built_with_their_pictures(tmp_path: Path) -> None:
    """Build them and look for what must be there; the gate builds them once more, for warnings."""
    command = [sys.executable, "-m", "sphinx", "-q", str(DOCS), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    persian = (tmp_path / "rules" / "fa.html").read_text("utf-8")
    assert '<div lang="fa" dir="rtl">' in persian
    assert persian.count('class="asnas-scroll" dir="ltr"') == 7
    numbered = (tmp_path / "rules" / "numbered.html").read_text("utf-8")
    assert 'id="r33"' in numbered
    assert "test_r33_one_remaining_player_wins_at_once" in numbered
    solution = (tmp_path / "explanation" / "solution.html").read_text("utf-8")
    assert solution.count("asnas-plot") == 4
    for name in ("solution", "values_and_graph"):
        html = (tmp_path / "explanation" / f"{name}.html").read_text("utf-8")
        ids = re.findall(r'\bid="([^"]*)"', html)
        assert len(ids) == len(set(ids))

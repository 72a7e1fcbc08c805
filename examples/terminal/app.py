"""As-Nas in a terminal: one person against three computer players, built on Textual.

    python examples/terminal/app.py [FILE]

The match is kept in FILE after every action, and goes on when the program starts again.
"""

import argparse
import os
from pathlib import Path
from typing import cast

import drawing
import kept_match as kept
from attrs import evolve
from kept_match import ME
from pages import Page, Program, RulesPage, Start, VerifyPage
from platformdirs import user_state_path
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from asnas_core import Action, MatchState, MatchView, SeatView
from asnas_core.locales import LANGUAGES, names, points

LOOK = """
Screen { background: #0d2329; color: #f2ead8; }
#title, #subtitle, #note { text-align: center !important; }
#title { text-style: bold; color: #e3b23c; margin-top: 1; }
#subtitle, #note { margin-bottom: 1; padding: 0 2; }
#choices { height: auto; width: 70; max-width: 100%; align-horizontal: center; }
.row { height: 1; margin-bottom: 1; }
.row Label { width: 24; text-align: right; margin-right: 2; }
.row Select, .row Input { width: 1fr; }
Start { align-horizontal: center; }
#buttons { height: auto; align-horizontal: center; }
Button { margin: 0 1; }
Button:focus { text-style: bold reverse; }
Select > SelectCurrent, Input, Button { background: #12343c; color: #f2ead8; }
Static { link-style: none; link-color: #f2ead8;
         link-style-hover: bold; link-background-hover: #55777d; }
#keys { dock: bottom; }
#keys, #game, #tools { height: auto; padding: 0 1; }
#table { height: auto; background: #12343c; }
#status { height: auto; padding: 0 2; color: #ffd75e; text-style: bold; }
#promise { height: auto; padding: 0 2; }
#others, .facts { height: auto; }
MarkdownH1, MarkdownH2 { color: #ffd75e; }
.place { width: 1fr; height: auto; min-height: 5; border: round #55777d; padding: 0 1; }
VerticalScroll { scrollbar-size-vertical: 1; scrollbar-gutter: stable; }
.place, #log, #scores, #coach { border-title-color: #f2ead8; border-subtitle-color: #f2ead8; }
.place.turn { border: heavy #ffd75e; }
.place.winner { border: double #ffd75e; }
#seat0 .cards { width: 47; }
#seat0 .facts { width: 1fr; }
#below { height: 1fr; }
#log { width: 1fr; border: round #55777d; padding: 0 1; }
#side { width: 38; }
#coach { height: auto; border: round #e3b23c; padding: 0 1; display: none; }
#scores { height: 1fr; border: round #55777d; padding: 0 1; }
#log:focus, #scores:focus { border: round #f2ead8; }
.has-coach #coach { display: block; }
.has-coach.-low #scores { display: none; }
#answer { padding: 1 2; height: 1fr; }
.rtl Static, .rtl MarkdownBlock { text-align: right; }
.rtl .place, .rtl #log, .rtl #scores, .rtl #coach { border-title-align: right; }
"""


class Table(Page):
    """The table: places, cards, what has happened, scores and coach."""

    VERTICAL_BREAKPOINTS = [(0, "-low"), (34, "-high")]  # noqa: RUF012  # as Textual declares it

    @property
    def match(self) -> MatchState:
        """The match, to play on with; what is drawn is made from its view."""
        return cast("MatchState", self.program.match)

    @property
    def view(self) -> MatchView[SeatView]:
        """What the person may see."""
        return kept.view_of(self.match)

    def compose(self) -> ComposeResult:
        """Lay out the places: play goes counterclockwise, so the next seat is on the right."""
        with Container(id="table"):
            yield Static(id="status")
            with Horizontal(id="others"):
                for seat in range(self.match.rules.seats - 1, ME, -1):
                    yield Vertical(*self.place(), id=f"seat{seat}", classes="place")
            yield Horizontal(*self.place(), id=f"seat{ME}", classes="place")
            yield Static(id="promise")
        with Horizontal(id="below"):
            with VerticalScroll(id="log"):
                yield Static()
            with Vertical(id="side"):
                yield Static(id="coach")
                with VerticalScroll(id="scores"):
                    yield Static()
        yield Static(id="game")
        yield Static(id="tools")

    def place(self) -> tuple[Static, Static]:
        """Make what a place consists of."""
        return Static(classes="cards"), Static(classes="facts")

    def on_mount(self) -> None:
        """Go on where the match stands."""
        self.go_on()

    def on_resize(self) -> None:
        """Break the lines anew."""
        self.call_after_refresh(self.draw)

    def go_on(self) -> None:
        """Show the table, and let the next computer player act after a pause."""
        self.draw()
        if self.match.deal.turn not in (None, ME):
            self.set_timer(max(self.program.pause, 0.001), self.step)  # no timer takes 0

    def step(self) -> None:
        """Let one computer player act."""
        played = kept.next_step(self.match, self.program.settings.levels)
        self.program.keep(played, self.program.settings)
        self.go_on()

    def game_keys(self) -> dict[str, str]:
        """Return the keys of the actions that are legal now, or of what comes after the deal."""
        view, words = self.view, self.words
        if view.is_over:
            return {"V": self.tell("verify")}
        if view.deal.is_over:
            return {"N": self.tell("next")}
        raised = view.deal.highest_stake + view.deal.rules.raise_step
        details = {
            Action.CALL: points(view.deal.to_call, words.language, signed=True),
            Action.RAISE: points(raised, words.language),
        }
        return {
            action.code: f"{words.actions[action]} {details.get(action, '')}".strip()
            for action in view.deal.legal_actions
        }

    def tool_keys(self) -> dict[str, str]:
        """Return the keys that always do something."""
        return {
            "A": self.tell("coach"),
            "?": self.words.terms["rules"],
            "G": names(self.next_language()).autonym,
            "M": self.tell("new"),
            "Q": self.tell("quit"),
        }

    def next_language(self) -> str:
        """Return the language that comes after this one."""
        return LANGUAGES[(LANGUAGES.index(self.words.language) + 1) % len(LANGUAGES)]

    def keys(self) -> dict[str, str]:
        """Offer what is legal, and the tools."""
        return self.game_keys() | self.tool_keys()

    def press(self, key: str) -> None:
        """Act, or use a tool."""
        settings = self.program.settings
        if key == "A":
            self.program.keep(self.match, evolve(settings, has_coach=not settings.has_coach))
            self.draw()
        elif key == "G":
            self.program.keep(self.match, evolve(settings, language=self.next_language()))
            self.draw()
        elif key == "?":
            self.app.push_screen(RulesPage())
        elif key == "V":
            self.app.push_screen(VerifyPage())
        elif key == "M":
            self.app.switch_screen(Start())
        elif key == "Q":
            self.app.exit()
        else:
            self.program.keep(kept.answer(self.match, key), settings)
            self.go_on()

    def draw(self) -> None:
        """Show the view of the person."""
        view, words, levels = self.view, self.words, self.program.settings.levels
        self.set_class(words.direction == "rtl", "rtl")
        self.set_class(self.program.settings.has_coach, "has-coach")
        self.show("#status", drawing.status(view, words))
        self.show("#promise", drawing.promise(view, words))
        result = view.deal.settlement
        for seat in range(view.deal.rules.seats):
            place, mark = f"#seat{seat}", drawing.place_mark(view, seat, words)
            self.title_of(place, drawing.place_title(view, seat, levels, words), mark)
            self.query_one(place).set_class(seat == view.deal.turn, "turn")
            self.query_one(place).set_class(bool(result and seat in result.winners), "winner")
            width = self.query_one(f"{place} .facts").content_region.width
            self.show(f"{place} .cards", drawing.cards(view, seat, words))
            self.show(f"{place} .facts", drawing.facts(view, seat, width, words))
        self.title_of("#scores", drawing.isolated(words.terms["score"], words))
        self.title_of("#coach", drawing.isolated(self.tell("coach").capitalize(), words))
        width = self.query_one("#log").scrollable_content_region.width
        self.show("#log Static", drawing.log(view, width, words))
        self.show("#scores Static", drawing.scores(view, 34, words))
        if self.program.settings.has_coach:
            self.show("#coach", drawing.advice(view.deal, 34, words))
        keys = self.key_line(self.game_keys()) or Content(self.tell("others_play"))
        self.show("#game", Content.assemble(keys, (drawing.outcome(view, words), "bold #ffd75e")))
        self.show("#tools", self.key_line(self.tool_keys()))
        for panel in ("#log", "#scores"):
            self.query_one(panel).scroll_end(animate=False)
        if self.fault():
            self.show("#game", self.fault())

    def title_of(self, where: str, title: str, subtitle: str = "") -> None:
        """Put text into the border of a part; nothing in it is markup."""
        part = self.query_one(where)
        part.border_title, part.border_subtitle = Content(title), Content(subtitle)


class AsNas(Program):
    """The program."""

    TITLE = "As-Nas"
    CSS = LOOK

    def on_mount(self) -> None:
        """Begin with the start page."""
        self.push_screen(Start())

    def sit_down(self) -> None:
        """Show the table."""
        self.switch_screen(Table())


def main() -> None:
    """Run the program that the command line describes."""
    parser = argparse.ArgumentParser(description="Play As-Nas in a terminal.")
    usual = user_state_path("asnas-terminal") / "match.json"
    parser.add_argument("file", nargs="?", type=Path, default=usual, help=f"default: {usual}")
    parser.add_argument("--pause", type=float, default=0.6, help="seconds for each computer player")
    options = parser.parse_args()
    has_colour = "NO_COLOR" not in os.environ
    AsNas(options.file, pause=options.pause, has_colour=has_colour).run()


if __name__ == "__main__":
    main()

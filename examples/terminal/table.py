"""The page with the table, where the match is played."""

from collections.abc import Callable  # noqa: TC003 - a variable has it
from typing import cast

from attrs import evolve
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

import drawing
import host
from asnas_core import Action, MatchState, MatchView, SeatView
from asnas_core.locales import LANGUAGES, names, points
from host import ME
from pages import RulesPage, Start, VerifyPage
from program import Page


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
        return host.view_of(self.match)

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
        yield Static(id="fault")
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
        played = host.next_step(self.match, self.program.settings.levels)
        self.program.keep(played, self.program.settings)
        self.go_on()

    def game_keys(self) -> dict[str, str]:
        """Return the keys of the actions that are legal now, or of what comes after the deal."""
        view, words = self.view, self.words
        if view.is_over:
            return {"N": self.tell("again"), "V": self.tell("verify")}
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
        """Use a tool, or act."""
        tools: dict[str, Callable[[], object]] = {
            "A": self.toggle_coach,
            "?": lambda: self.app.push_screen(RulesPage()),
            "G": self.change_language,
            "M": lambda: self.app.switch_screen(Start()),
            "Q": self.app.exit,
            "V": lambda: self.app.push_screen(VerifyPage()),
        }
        tools.get(key, lambda: self.answer(key))()

    def answer(self, key: str) -> None:
        """Act in the deal, or go on after it; a new match has a new commitment."""
        match, settings = host.answer(self.match, key), self.program.settings
        if match.move_number == 0:
            settings = settings.promising(match)
        self.program.keep(match, settings)
        self.go_on()

    def toggle_coach(self) -> None:
        """Call the coach, or send it away."""
        settings = self.program.settings
        self.program.keep(self.match, evolve(settings, has_coach=not settings.has_coach))
        self.draw()

    def change_language(self) -> None:
        """Say everything in the next language."""
        settings = evolve(self.program.settings, language=self.next_language())
        self.program.keep(self.match, settings)
        self.draw()

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
        fault = self.fault()
        self.query_one("#fault").display = bool(fault)
        self.show("#fault", drawing.wrapped([fault], self.app.size.width - 2, words))

    def title_of(self, where: str, title: str, subtitle: str = "") -> None:
        """Put text into the border of a part; nothing in it is markup."""
        part = self.query_one(where)
        part.border_title, part.border_subtitle = Content(title), Content(subtitle)

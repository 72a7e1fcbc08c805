"""The pages around the table: the start, the rules, and the check at the end."""

import shlex

from attrs import evolve
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Button, Input, Label, Markdown, Select, Static

import drawing
import host
from asnas_core import DEFAULT_RULES, AsNasError, start_match
from asnas_core.locales import LANGUAGES, error_text, names, narrate, points
from asnas_core.players import LEVELS
from program import Page


class Start(Page):
    """Where a match begins or goes on."""

    class Ready(Message):
        """There is a match to sit down at."""

    levels: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay the page out in the language of the person."""
        program, words = self.program, self.words
        self.levels = self.levels or program.settings.levels
        self.set_class(words.direction == "rtl", "rtl")
        yield Static(self.broken(self.tell("title")), id="title")
        yield Static(self.broken(self.tell("subtitle")), id="subtitle")
        with Vertical(id="choices"):
            levels = [(self.one(words.levels[name]), name) for name in LEVELS]
            for number, level in enumerate(self.levels, 1):
                name = f"{words.terms['seat']} {points(number, words.language)}"
                field = Select(levels, value=level, allow_blank=False, compact=True)
                yield self.row(self.tell("opponent", name=name), field)
            tongues = [(self.one(names(code).autonym), code) for code in LANGUAGES]
            field = Select(
                tongues, value=words.language, allow_blank=False, compact=True, id="language"
            )
            yield self.row(self.tell("language"), field)
            yield self.row(
                self.tell("seed"),
                Input(placeholder=self.one(self.tell("seed_hint")), compact=True),
            )
        with Horizontal(id="buttons"):
            if program.match is not None:
                told = narrate(host.view_of(program.match), words.language)
                label = told[-1] if program.match.is_over else f"{self.tell('go_on')}: {told[0]}"
                yield Button(self.one(label), id="go_on")
            yield Button(self.one(self.tell("begin")), id="begin")
        note = self.fault() or (self.tell("replaces") if program.match else "")
        yield Static(Content(self.broken(note)), id="note")
        yield Static(self.key_line(self.keys()), id="keys")

    def row(self, label: str, field: Select[str] | Input) -> Horizontal:
        """Put a field beside what it is called."""
        return Horizontal(Label(self.one(label)), field, classes="row")

    def on_mount(self) -> None:
        """Let Enter go on, or begin."""
        self.query(Button).first().focus()

    def keys(self) -> dict[str, str]:
        """Offer the rules and the way out."""
        return {"?": self.words.terms["rules"], "Q": self.tell("quit")}

    def press(self, key: str) -> None:
        """Show the rules, or leave."""
        if key == "Q":
            self.app.exit()
        else:
            self.app.push_screen(RulesPage())

    @on(Select.Changed)
    async def choose(self, event: Select.Changed) -> None:
        """Keep what was chosen, and say everything in the language that was chosen."""
        program = self.program
        if event.select.id != "language":
            self.levels = tuple(str(field.value) for field in self.query(Select))[:3]
        elif event.value != program.settings.language:
            program.keep(program.match, evolve(program.settings, language=str(event.value)))
            await self.recompose()
            self.query_one("#language").focus()

    @on(Button.Pressed, "#begin")
    @on(Input.Submitted)
    def begin(self) -> None:
        """Begin a match, unless the seed cannot be one."""
        try:
            match = start_match(self.query_one(Input).value or None)
        except AsNasError as error:
            self.show("#note", self.broken(error_text(error, self.words.language)))
            return
        if self.program.file.has_changed():
            self.program.file.take_over()  # the next time
            self.show("#note", self.broken(self.tell("changed")))
            return
        settings = evolve(self.program.settings, levels=self.levels)
        self.program.keep(match, settings.promising(match))
        self.post_message(self.Ready())

    @on(Button.Pressed, "#go_on")
    def go_on(self) -> None:
        """Go on with the match that was kept."""
        self.post_message(self.Ready())


class RulesPage(Page):
    """The rules of the game, with the order of the hands."""

    def compose(self) -> ComposeResult:
        """Write the rules of the table, or of a new one."""
        self.set_class(self.words.direction == "rtl", "rtl")
        match = self.program.match
        table = DEFAULT_RULES if match is None else match.rules
        with VerticalScroll():
            yield Markdown(drawing.rules(table, self.words))
        yield Static(self.key_line(self.keys()), id="keys")


class VerifyPage(Page):
    """Whether the cards were fixed before the match."""

    is_shown = False

    def compose(self) -> ComposeResult:
        """Warn first."""
        self.set_class(self.words.direction == "rtl", "rtl")
        yield Static(self.broken(self.tell("warning")), id="answer")
        yield Static(self.key_line(self.keys()), id="keys")

    def keys(self) -> dict[str, str]:
        """Offer the seed and the way back."""
        offered = {} if self.is_shown else {"V": self.tell("show_seed")}
        return {**offered, **super().keys()}

    def press(self, key: str) -> None:
        """Show the seed and what it proves, or go back."""
        match, settings = self.program.match, self.program.settings
        if key == "Esc" or match is None:
            self.dismiss()
            return
        verdict = host.verify(match, settings.promised)
        told = [self.broken(self.tell(verdict))]
        if match.seed is not None:
            told = [self.tell("seed"), match.seed.hex(), *told]
        if verdict in {"same_commitment", "other_commitment"}:
            file = shlex.quote(str(self.program.file.path))
            promised = match.commitment if verdict == "same_commitment" else "HEX"
            told.append(self.broken(self.tell("saved", path=drawing.inner(file, self.words))))
            told.append(f"python -m asnas_core verify {file} --commitment {promised}")
        self.is_shown = True
        self.show("#answer", "\n\n".join(told))
        self.show("#keys", self.key_line(self.keys()))

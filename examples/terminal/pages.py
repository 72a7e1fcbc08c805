"""The pages around the table: what a page is, the start, the rules, and the check at the end."""

import shlex
from pathlib import Path
from typing import ClassVar, cast

import drawing
import kept_match as kept
from attrs import evolve
from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.style import Style
from textual.widgets import Button, Input, Label, Markdown, Select, Static

from asnas_core import DEFAULT_RULES, AsNasError, MatchState, RecordError
from asnas_core.locales import LANGUAGES, Names, error_text, names, narrate, points
from asnas_core.players import LEVELS

PERSIAN_KEYS = dict(zip("LCHRFNAGMVQ?", "مزاقبدشلپرض؟", strict=True))
"""What the same keys type on a Persian keyboard."""


class Program(App[None]):
    """The state that all pages share. Only what `kept.view_of` lets through is ever drawn."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, path: Path, *, pause: float, has_colour: bool = True) -> None:
        """Read what was kept in a file; the computer players pause for so many seconds."""
        super().__init__(ansi_color=None if has_colour else True)
        self.path, self.pause = path, pause
        self.settings = kept.load_settings(path)
        self.match: MatchState | None = None
        self.fault: tuple[str, Exception] | None = None
        try:
            self.match = kept.load(path)
        except (RecordError, OSError) as error:
            self.fault = "unreadable", error

    def keep(self, match: MatchState | None, settings: kept.Settings) -> None:
        """Take a match and settings for the ones that count, and write them down."""
        self.match, self.settings = match, settings
        try:
            kept.save(self.path, match, settings)
        except OSError as error:
            self.fault = "unsaved", error
        else:
            self.fault = self.fault if match is None else None

    def sit_down(self) -> None:
        """Show the table."""
        raise NotImplementedError


class Page(Screen[None]):
    """A page with a line of keys: those that do something now, and no others."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(f"{latin.lower()},{latin},{persian}", f"press({latin!r})", show=False)
            for latin, persian in PERSIAN_KEYS.items()
        ),
        Binding("escape", "press('Esc')", show=False),
    ]

    @property
    def program(self) -> Program:
        """The program that the page belongs to."""
        return cast("Program", self.app)

    @property
    def words(self) -> Names:
        """The words of the game in the language of the person."""
        return names(self.program.settings.language)

    def tell(self, key: str, **values: str) -> str:
        """Say something of the program's own."""
        return str(drawing.WORDS[self.words.language][key]).format(**values)

    def show(self, where: str, content: Content | str) -> None:
        """Put text into a part of the page; nothing in it is markup."""
        self.query_one(where, Static).update(
            Content(content) if isinstance(content, str) else content
        )

    def fault(self) -> str:
        """Say what is wrong with the file, if anything is."""
        if self.program.fault is None:
            return ""
        key, error = self.program.fault
        language = self.words.language
        reason = error_text(error, language) if isinstance(error, AsNasError) else str(error)
        return f"{self.tell(key)} {reason}"

    def keys(self) -> dict[str, str]:
        """Return the keys that do something now, and what they do in words."""
        return {"Esc": self.tell("back")}

    def action_press(self, key: str) -> None:
        """Do what a key does; one that is not offered does nothing."""
        if key in self.keys():
            self.press(key)

    def press(self, key: str) -> None:  # noqa: ARG002  # there is only Esc
        """Do what an offered key does."""
        self.dismiss()

    def key_line(self, keys: dict[str, str]) -> Content:
        """Draw keys; they can be clicked, too."""
        parts = []
        for key, text in keys.items():
            click = Style.from_meta({"@click": f"screen.press({key!r})"})
            label = f" {drawing.isolated(text, self.words)}  "
            parts.append(Content.assemble((f" {key} ", "bold reverse"), label).stylize(click))
        return Content("").join(parts)


class Start(Page):
    """Where a match begins or goes on."""

    levels: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay the page out in the language of the person."""
        program, words = self.program, self.words
        self.levels = self.levels or program.settings.levels[:3]
        self.set_class(words.direction == "rtl", "rtl")
        yield Static("A s - N a s", id="title")
        yield Static(self.tell("subtitle"), id="subtitle")
        with Vertical(id="choices"):
            levels = [(words.levels[name], name) for name in LEVELS]
            for number, level in enumerate(self.levels, 1):
                name = f"{words.terms['seat']} {points(number, words.language)}"
                field = Select(levels, value=level, allow_blank=False, compact=True)
                yield self.row(self.tell("opponent", name=name), field)
            tongues = [(names(code).autonym, code) for code in LANGUAGES]
            field = Select(
                tongues, value=words.language, allow_blank=False, compact=True, id="language"
            )
            yield self.row(self.tell("language"), field)
            yield self.row(
                self.tell("seed"), Input(placeholder=self.tell("seed_hint"), compact=True)
            )
        with Horizontal(id="buttons"):
            if program.match is not None:
                deal = narrate(kept.view_of(program.match), words.language)[0]
                yield Button(f"{self.tell('go_on')}: {deal}", id="go_on")
            yield Button(self.tell("begin"), id="begin")
        note = self.fault() or (self.tell("replaces") if program.match else "")
        yield Static(Content(note), id="note")
        yield Static(self.key_line(self.keys()), id="keys")

    def row(self, label: str, field: Select[str] | Input) -> Horizontal:
        """Put a field beside what it is called."""
        return Horizontal(Label(drawing.isolated(label, self.words)), field, classes="row")

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
            match = kept.begin(self.query_one(Input).value)
        except AsNasError as error:
            self.show("#note", error_text(error, self.words.language))
            return
        settings = evolve(self.program.settings, levels=self.levels, promised=match.commitment)
        self.program.keep(match, settings)
        self.program.sit_down()

    @on(Button.Pressed, "#go_on")
    def go_on(self) -> None:
        """Go on with the match that was kept."""
        self.program.sit_down()


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

    def compose(self) -> ComposeResult:
        """Warn first."""
        self.set_class(self.words.direction == "rtl", "rtl")
        yield Static(self.broken(self.tell("warning")), id="answer")
        yield Static(self.key_line(self.keys()), id="keys")

    def keys(self) -> dict[str, str]:
        """Offer the seed and the way back."""
        return {"V": self.tell("show_seed"), **super().keys()}

    def press(self, key: str) -> None:
        """Show the seed and what it proves, or go back."""
        match, settings = self.program.match, self.program.settings
        if key == "Esc" or match is None:
            self.dismiss()
            return
        seed = "" if match.seed is None else match.seed.hex()
        file, promised = shlex.quote(str(self.program.path)), settings.promised or "HEX"
        told = [self.tell(finding) for finding in kept.verify(match, settings.promised)]
        told.append(self.tell("saved", path=drawing.inner(file, self.words)))
        command = f"python -m asnas_core verify {file} --commitment {promised}"
        told = [self.tell("seed"), seed, *map(self.broken, told), command]
        self.show("#answer", "\n\n".join(told))

    def broken(self, text: str) -> str:
        """Break a text into the lines of this page."""
        return drawing.wrapped([text], self.app.size.width - 4, self.words)

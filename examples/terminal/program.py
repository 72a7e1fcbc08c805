"""What all pages of the program share: its state, and what a page is."""

from pathlib import Path
from typing import ClassVar, cast

from textual.app import App
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.style import Style
from textual.widgets import Static

import drawing
from asnas_core import AsNasError, MatchState, RecordError
from asnas_core.locales import Names, error_text, names
from saving import ElsewhereError, MatchFile, Settings

PERSIAN_KEYS = dict(zip("LCHRFNAGMVQ?", "مزاقبدشلپرض؟", strict=True))
"""What the same keys type on a Persian keyboard."""


class Program(App[None]):
    """The state that all pages share. Only what `host.view_of` lets through is ever drawn."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, path: Path, *, pause: float, has_colour: bool = True) -> None:
        """Read what was kept in a file; the computer players pause for so many seconds."""
        super().__init__(ansi_color=None if has_colour else True)
        self.file, self.pause = MatchFile(path), pause
        self.settings = self.file.settings()
        self.match: MatchState | None = None
        self.fault: tuple[str, Exception] | None = None
        try:
            self.match = self.file.match()
        except (RecordError, OSError) as error:
            self.fault = "unreadable", error

    def keep(self, match: MatchState | None, settings: Settings) -> None:
        """Take a match and settings for the ones that count, and write them down."""
        self.match, self.settings = match, settings
        try:
            self.file.save(match, settings)
        except ElsewhereError as error:
            self.fault = "elsewhere", error
        except OSError as error:
            self.fault = "unsaved", error
        else:
            self.fault = self.fault if match is None else None


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

    def one(self, text: str) -> str:
        """Keep a line of text from changing places with what stands beside it."""
        return drawing.isolated(text, self.words)

    def broken(self, text: str) -> str:
        """Break a text into the lines of this page."""
        return drawing.wrapped([text], self.app.size.width - 4, self.words)

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

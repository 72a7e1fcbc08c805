"""The game in words: its names, its rules and everything that happens, in several languages.

Each language is one file beside this one, its catalogue, so adding a language needs no code. No
word of a catalogue ever says more than the view, the hand or the error that it is asked about.
"""

from asnas_core.locales._catalogue import LANGUAGES
from asnas_core.locales._names import Names, hand_text, names
from asnas_core.locales._narration import narrate
from asnas_core.locales._phrases import error_text, phrase, points
from asnas_core.locales._rules_text import rules_text
from asnas_core.locales._seats import seat_names

__all__ = [
    "LANGUAGES",
    "Names",
    "error_text",
    "hand_text",
    "names",
    "narrate",
    "phrase",
    "points",
    "rules_text",
    "seat_names",
]

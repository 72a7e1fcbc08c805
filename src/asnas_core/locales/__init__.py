"""The game in words: its names, its rules and everything that happens, in several languages.

Each language is one file beside this one, its catalogue, so adding a language needs no code. No
word of a catalogue ever says more than the view, the hand or the error that it is asked about.
"""

from asnas_core._language.catalogue import LANGUAGES
from asnas_core._language.error_text import error_text
from asnas_core._language.names import Names, hand_text, names
from asnas_core._language.narration import narrate
from asnas_core._language.numbers import decimal, percent, points
from asnas_core._language.rules_text import rules_text
from asnas_core._language.seats import name_key, seat_marks, seat_names
from asnas_core._language.status import status

__all__ = [
    "LANGUAGES",
    "Names",
    "decimal",
    "error_text",
    "hand_text",
    "name_key",
    "names",
    "narrate",
    "percent",
    "points",
    "rules_text",
    "seat_marks",
    "seat_names",
    "status",
]

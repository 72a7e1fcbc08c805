"""Records: states and views as JSON, and back.

A record holds what a state follows from: rules, dealer, cards and actions. Loading plays it again,
so a position that cannot happen cannot be loaded. A view's record holds everything that its viewer
knows; it is built again from its own history and must come out the same. In both cases the object
that was built is written once more and compared with what was given, so that nothing unknown,
missing or of another type passes, and a loaded record always writes the same record.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeAlias, TypeVar, overload

from asnas_core._checks import plain_text, wrong_type
from asnas_core._deal import DealState
from asnas_core._match_state import MatchState
from asnas_core._match_view import MatchView
from asnas_core._records.reading import Place, fault, parse
from asnas_core._records.states import read_deal, read_match, write_deal, write_match
from asnas_core._records.views import read_match_view, read_view, write_match_view, write_view
from asnas_core._view import PublicView, SeatView
from asnas_core.errors import ArgumentError

Recordable: TypeAlias = DealState | MatchState | PublicView | SeatView | MatchView
"""Everything that can be written as a record."""

Kind = TypeVar("Kind", DealState, MatchState, PublicView, SeatView)

VERSION = 1


def to_record(x: Recordable) -> dict[str, Any]:
    """Write a deal, a match or a view of one as JSON values.

    Keys are the names of the attributes; hands and packs are letters ("AASBC"); fractions are text
    ("7/3", "2"); stakes are numbers; what is absent is null; bytes are hexadecimal. ``format`` and
    ``version`` say what it is; a JSON Schema for each format ships in ``asnas_core/schemas``.

    Args:
        x: A `DealState`, `MatchState`, `PublicView`, `SeatView` or `MatchView`. The records of the
            first two hold every card, and that of a match its seed: they are the host's.

    Returns:
        A new dict, which `from_record` reads.

    Raises:
        ArgumentError: It is not one of these.

    Example:
        >>> from asnas_core import Action, apply_action, deal, shuffled_pack
        >>> record = to_record(apply_action(deal(shuffled_pack(7)), Action.RAISE))
        >>> record["format"], record["version"], record["pack"], record["actions"]
        ('asnas-core/deal', 1, 'ASZSZBSBZCCASBABCACZ', ['raise'])
    """
    found = _format_of(type(x))
    if found is None:
        raise wrong_type("x", "a DealState, a MatchState or a view", x)
    name, write, _ = found
    with suppress(Exception):
        return {"format": name, "version": VERSION, **write(x)}
    raise ArgumentError("altered_view")  # nothing else can be built by hand


@overload
def from_record(record: dict[str, Any]) -> Recordable: ...
@overload
def from_record(record: dict[str, Any], kind: type[MatchView[Any]]) -> MatchView: ...
@overload
def from_record(record: dict[str, Any], kind: type[Kind]) -> Kind: ...
def from_record(record: dict[str, Any], kind: type[Any] | None = None) -> Recordable:
    """Read what `to_record` wrote, and nothing else.

    Args:
        record: A dict of JSON values: dicts, lists, text, whole numbers, booleans and None.
        kind: The type that is wanted, such as `MatchState`; None takes them all.

    Returns:
        An object equal to the one that was written.

    Raises:
        RecordError: The record is not one that could have been written, or it is of another kind;
            ``pointer`` says where.
        ArgumentError: This is not a dict, or not one of the kinds.

    Example:
        >>> from asnas_core import deal, shuffled_pack
        >>> record = to_record(deal(shuffled_pack(7)))
        >>> from_record(record) == deal(shuffled_pack(7))
        True
        >>> from_record(record | {"dealer": 4})
        Traceback (most recent call last):
        asnas_core.errors.RecordError: at '/dealer': expected a seat from 0 to 3
    """
    if not issubclass(type(record), dict):
        raise wrong_type("record", "a dict", record)
    return _read(Place(record), kind)


def to_json(x: Recordable) -> str:
    """Write a deal, a match or a view of one as JSON text: `to_record` on one line.

    Args:
        x: A `DealState`, `MatchState`, `PublicView`, `SeatView` or `MatchView`.

    Returns:
        ASCII text; equal objects give equal text.

    Raises:
        ArgumentError: It is not one of these.

    Example:
        >>> from asnas_core import start_match, view_match
        >>> to_json(view_match(start_match(7), 1).deal)[:44]
        '{"format":"asnas-core/view","version":1,"rul'
    """
    import json  # noqa: PLC0415  # takes 2 ms, spared to whoever saves nothing

    record = to_record(x)
    with suppress(Exception):
        return json.dumps(record, separators=(",", ":"), allow_nan=False)
    raise ArgumentError("altered_view")


@overload
def from_json(text: str) -> Recordable: ...
@overload
def from_json(text: str, kind: type[MatchView[Any]]) -> MatchView: ...
@overload
def from_json(text: str, kind: type[Kind]) -> Kind: ...
def from_json(text: str, kind: type[Any] | None = None) -> Recordable:
    """Read what `to_json` wrote, however it is spaced.

    Args:
        text: JSON text of at most 4,000,000 characters.
        kind: The type that is wanted, such as `MatchState`; None takes them all.

    Returns:
        An object equal to the one that was written.

    Raises:
        RecordError: The text is not such a record, or one of another kind; ``pointer`` says where.
        ArgumentError: This is not text, or not one of the kinds.

    Example:
        >>> from asnas_core import SPECTATOR, deal, shuffled_pack, view_deal
        >>> view = view_deal(deal(shuffled_pack(7)), SPECTATOR)
        >>> from_json(to_json(view)) == view
        True
        >>> from_json("[]")
        Traceback (most recent call last):
        asnas_core.errors.RecordError: at '': expected an object, not a list
        >>> from_json(to_json(view), MatchState)
        Traceback (most recent call last):
        asnas_core.errors.RecordError: at '/format': expected asnas-core/match
    """
    return _read(Place(parse(plain_text("text", text))), kind)


def _read(place: Place, kind: type[Any] | None) -> Recordable:
    if kind is None:
        names = list(dict.fromkeys(name for name, _, _ in _FORMATS.values()))
    elif (found := _format_of(kind)) is not None:
        names = [found[0]]
    else:
        raise wrong_type("kind", "the class of a state or view, or None", kind)
    name = place["format"].text("|".join(names), " or ".join(names))
    if place["version"].integer() != VERSION:
        expected = f"version {VERSION}, the only one there is"
        raise fault("record_value", place["version"].pointer, expected=expected)
    read = next(read for known, _, read in _FORMATS.values() if known == name)
    built = read(place)
    place.must_equal(to_record(built))
    if kind is SeatView and type(built) is PublicView:
        raise fault("record_missing", "/seat")
    return built


_Writer: TypeAlias = Callable[[Any], dict[str, Any]]
_Reader: TypeAlias = Callable[[Place], Recordable]

_Format: TypeAlias = tuple[str, _Writer, _Reader]

_FORMATS: dict[type, _Format] = {
    DealState: ("asnas-core/deal", write_deal, read_deal),
    MatchState: ("asnas-core/match", write_match, read_match),
    PublicView: ("asnas-core/view", write_view, read_view),
    SeatView: ("asnas-core/view", write_view, read_view),
    MatchView: ("asnas-core/match-view", write_match_view, read_match_view),
}
"""For each type: the format of its record, and how that is written and read."""


def _format_of(kind: object) -> _Format | None:
    """Find the format of a type; an odd type need not have a hash to be looked up by."""
    return next((found for known, found in _FORMATS.items() if known is kind), None)

"""The messages of errors in a language."""

from asnas_core._language.catalogue import Catalogue, catalogue
from asnas_core._language.phrases import Value, filled, separated
from asnas_core.errors import ArgumentError, AsNasError, Param


def error_text(error: AsNasError, language: str = "en") -> str:
    """Return the message of an error in a language.

    Params such as ``expected``, which name a type or a value for the person who writes the
    program, stay English.

    Args:
        error: Any error of the library.
        language: One of `LANGUAGES`.

    Returns:
        Its message; that of an error with a code of your own is the one it came with.

    Raises:
        ArgumentError: There is no such language, or this is not an error of the library.

    Example:
        >>> from asnas_core import parse_hand
        >>> try:
        ...     parse_hand("AAS")
        ... except AsNasError as error:
        ...     print(error_text(error, "nb"))
        en hånd har 5 kort, ikke 3
    """
    words = catalogue(language)
    if not isinstance(error, AsNasError):
        raise ArgumentError.wrong_type("error", "an AsNasError", error)
    template = words["errors"].get(error.code)
    if template is None:
        return str(error)
    try:
        params = {name: _param(name, param, words) for name, param in error.params.items()}
        return filled(template, params, words)
    except (KeyError, TypeError, ValueError, OverflowError):
        return str(error)  # it was made by hand, without all of its params or with odd ones


def _param(name: str, param: Param, words: Catalogue) -> Value:
    """Return a param as it reads in a sentence: actions are translated, nothing else is."""
    if isinstance(param, list):
        items = [words["actions"].get(item, item) if name == "legal" else item for item in param]
        return separated(items, words) or str(words["lists"]["nothing"])
    if name == "action" and isinstance(param, str):
        return str(words["actions"].get(param, param))
    return "None" if param is None else param

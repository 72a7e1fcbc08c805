"""For the test suites of programs that embed the engine. Needs the extra ``testing``.

Hypothesis strategies make ranks, hands, packs, rules, and deals and matches at any moment. The
checks run on functions of your program. They raise ``AssertionError`` with the smallest case that
fails, whose record is among the error's notes::

    from asnas_core import to_json, from_json
    from asnas_core.testing import check_match_secrecy, check_round_trip

    def test_the_page_shows_nobody_a_hidden_card():
        check_match_secrecy(my_page.render)

    def test_matches_survive_the_database():
        check_round_trip(my_database.save, my_database.load)
"""

from importlib.util import find_spec

if find_spec("hypothesis") is None:
    raise ImportError("asnas_core.testing needs hypothesis, which the extra `testing` installs")

from asnas_core.testing._checks import (
    check_deal_secrecy,
    check_match_secrecy,
    check_money,
    check_round_trip,
)
from asnas_core.testing._strategies import (
    deal_twins,
    deals,
    hands,
    match_twins,
    matches,
    packs,
    ranks,
    rules,
    viewers,
)

__all__ = [
    "check_deal_secrecy",
    "check_match_secrecy",
    "check_money",
    "check_round_trip",
    "deal_twins",
    "deals",
    "hands",
    "match_twins",
    "matches",
    "packs",
    "ranks",
    "rules",
    "viewers",
]

"""The other engines, and what is and is not the same work.

Everybody plays to the end of one betting round of four players in which the last one has put in 1
and three raises of 1 are allowed, picks evenly among the legal actions by numbers drawn in
advance, and pays for asking what is legal and for doing it. The cards of a round are dealt
outside the timed part. In a whole deal they are dealt inside it.

asnas_core plays its default rules, of which looks are left out: LOOK is always the first legal
action in such play, and the choice is made among the others. It checks every action, and each
step gives a new value while the old one stays good.

OpenSpiel (`open_spiel.py`), C++ called from Python
    The same betting as a game of `universal_poker`, but without a free fold: a dealer who is
    matched cannot fold, which touches 7 of 788 decisions. No looking. *Mutating* is
    `apply_action`, which changes the state and checks no action; *child* copies the state first,
    as our step does in effect. A deal is 8 cards (two each) against our 20, because its C++ core
    takes no hands of five; its shuffle is a legal action drawn in advance for each card, where
    ours runs a seeded SHA-256 shuffle inside the timed part. `returns` settles.

PokerKit (`pokerkit.py`), Python
    The same betting, again without a free fold: fixed limit, one street, five cards down from
    20 cards, built from `State` itself because no ready-made variant has this betting. Stacks
    are 100 chips, so that nobody is ever all in. It has no list of legal actions; its three
    questions (`can_fold`, `can_check_or_call`, `can_complete_bet_or_raise_to`) are asked
    instead. States are mutable. In betting rounds all automations after the last bet are
    switched off, so that showdown and payment are not timed. In whole deals all are on; its
    shuffle is Python's `random.shuffle`, its hands know straights and flushes, and split pots
    are rounded to whole chips.

RLCard (`rlcard.py`), Python
    The first of the four streets of its limit hold'em with four players and three raises, blinds
    of 1 and 2, raises of 2, two cards each. *Game* is `Game.step` of the bare game engine,
    without the environment's encoded observations; a step returns the player's state as a dict,
    legal actions included, and they are taken from there. *Environment* is what `rlcard.make`
    gives and its users call. States are mutable. It is made for two players: after a fold its
    round goes on until four times somebody has not raised, which is one turn too many for every
    seat that has folded. The rate is by steps, so this does not change it.

phevaluator (`phevaluator.py`), C called from Python
    `evaluate_5cards` on integers, the fastest function it offers. Behind it stands a C function
    in a private module that takes nothing but integers; it is measured for information.

treys (`treys.py`), Python
    `Evaluator.evaluate` on its integers, two cards in hand and three on the board.

In all three evaluators and in PokerKit's lookup (`Lookup.get_entry` on `Card` objects, below the
hand classes, which ask twice) poker ranks stand for ours: ten for Couli up to ace for As. They
know suits, straights and flushes, we do not; that is one more test and a larger table for them,
and no more than that. Cards are turned into each library's own form outside the timed part.
"""

from importlib import import_module

from benchmarks.work import Peer

MODULES = {
    "OpenSpiel": "open_spiel",
    "PokerKit": "pokerkit",
    "RLCard": "rlcard",
    "phevaluator": "phevaluator",
    "treys": "treys",
}
"""The peers and their modules here, which are named like the distributions they need."""


def load() -> tuple[dict[str, Peer], dict[str, str]]:
    """Import what is installed.

    Returns:
        The peers by name, and for those that cannot be imported what the import said.
    """
    peers, missing = {}, {}
    for name, module in MODULES.items():
        try:
            peers[name] = _load(module)
        except ImportError as error:
            missing[name] = str(error)
    return peers, missing


def _load(module: str) -> Peer:
    peer = import_module(f"{__name__}.{module}").PEER
    if not isinstance(peer, Peer):
        raise TypeError(module)
    return peer

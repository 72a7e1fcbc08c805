"""Verifiable shuffles: from a seed to packs, the same in every language and every version.

The algorithm, complete. ``||`` joins bytes; numbers written into bytes are unsigned, eight bytes,
the most significant first; *text* of a number is its decimal digits in ASCII.

1. A *field* is the number of its bytes, in eight bytes, followed by the bytes.
2. A seed is bytes. Text is its UTF-8 bytes, and a number the bytes of its text.
3. The key of a deal is the SHA-256 of these fields, joined: the ASCII text
   ``asnas_core shuffle 1``; the seed; the text of the number of copies (``4`` or ``5``); the text
   of the deal's number, counted from 1; then each contribution, in order.
4. The stream is SHA-256(key || 0) || SHA-256(key || 1) || SHA-256(key || 2) ..., each counter in
   eight bytes.
5. To draw a number below n, take the next byte of the stream. If it is n * (256 // n) or more,
   drop it and take the next; the number is the byte modulo n.
6. Write the pack as all Couli, then all Sarbaz, Bibi, Shah and As. For i from the last place down
   to 1 (places are counted from 0), draw j below i + 1 and swap the cards at i and j.
   The card at place 0 is dealt first.

The commitment to a seed is the SHA-256, in hexadecimal, of two fields: ``asnas_core commitment 1``
and the seed. As every part carries its length, no seed and contributions can be read as others.

Three steps keep any single party from picking the cards. All agree on the rules, the first dealer
and the order of the parties; the host draws a seed with `new_seed` and publishes its commitment.
Then every other party hands in a contribution. Then the match is dealt from all of them, and when
it is over the host may reveal the seed: everybody can check the commitment and deal the packs
again. The host cannot change the seed after it has seen the contributions, and a party that
contributes last does not know the seed. (The host and the last party together could pick.)
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import chain, count
from os import urandom
from typing import TypeAlias, TypeVar

from asnas_core._cards import SORTED_PACKS, Pack
from asnas_core._checks import exactly, integer, items, plain_bytes, plain_text, safe_param
from asnas_core._rules import DEFAULT_RULES, Rules
from asnas_core.errors import SeedError

T = TypeVar("T")

Seed: TypeAlias = bytes | str | int
"""What packs are shuffled from: bytes; text, as UTF-8; or an integer, as its decimal text."""

SEED_SIZE = 32
SHORTEST_COMMITTED_SEED = 16
LONGEST_SEED = 65_536
_SEED_KINDS = "bytes, text or an integer"
MOST_DIGITS = 600  # below any limit an interpreter can set on the digits of numbers
_TOO_LARGE = 10**MOST_DIGITS
LONGEST_CONTRIBUTION = 4096
MOST_CONTRIBUTIONS = 64
LARGEST_DEAL_NUMBER = 1_000_000_000


def new_seed() -> bytes:
    """Draw a seed from the operating system's source of randomness.

    Returns:
        32 bytes, new each time.

    Example:
        >>> len(new_seed())
        32
    """
    return urandom(SEED_SIZE)


def seed_bytes(seed: Seed) -> bytes:
    """Return a seed as bytes: text as UTF-8, a number as its decimal text."""
    if issubclass(type(seed), bytes):
        data = plain_bytes("seed", seed, _SEED_KINDS)
    elif issubclass(type(seed), str):
        letters = plain_text("seed", seed, _SEED_KINDS)
        if any("\ud800" <= letter <= "\udfff" for letter in letters):
            raise SeedError("seed_text")
        data = letters.encode()
    else:
        number = integer("seed", seed, _SEED_KINDS)
        if abs(number) >= _TOO_LARGE:
            raise SeedError("seed_long", maximum=LONGEST_SEED, digits=MOST_DIGITS)
        data = str(number).encode()
    if len(data) > LONGEST_SEED:
        raise SeedError("seed_long", maximum=LONGEST_SEED, digits=MOST_DIGITS)
    return data


def contribution_bytes(contributions: Sequence[bytes]) -> tuple[bytes, ...]:
    """Check what the parties hand in, in the order in which it counts."""
    given = items("contributions", contributions, "bytes")
    if len(given) > MOST_CONTRIBUTIONS:
        raise SeedError("contribution_count", maximum=MOST_CONTRIBUTIONS, contributions=len(given))
    checked = tuple(plain_bytes("each contribution", contribution) for contribution in given)
    for contribution in checked:
        if len(contribution) > LONGEST_CONTRIBUTION:
            raise SeedError(
                "contribution_long", maximum=LONGEST_CONTRIBUTION, size=len(contribution)
            )
    return checked


def commitment(seed: Seed) -> str:
    """Return what a host publishes before play, so that it cannot change the seed afterwards.

    Args:
        seed: The seed of the match, in any form that `start_match` takes.

    Returns:
        64 hexadecimal digits. They tell nothing about a seed that nobody can guess, which
        `new_seed` makes; a sentence or a date can be guessed by trying.

    Raises:
        SeedError: The seed has fewer than 16 bytes, so that trying them all could uncover it.
        ArgumentError: The seed is neither bytes, text nor an integer.

    Example:
        >>> commitment(b"an example, do not play with it!")[:16]
        '92994c0676c86195'
    """
    data = seed_bytes(seed)
    if len(data) < SHORTEST_COMMITTED_SEED:
        raise SeedError("seed_short", minimum=SHORTEST_COMMITTED_SEED, size=len(data))
    return sha256(_fields(b"asnas_core commitment 1", data)).hexdigest()


def shuffled_pack(
    seed: Seed | None = None,
    *,
    contributions: Sequence[bytes] = (),
    deal_number: int = 1,
    rules: Rules = DEFAULT_RULES,
) -> Pack:
    """Shuffle a whole pack: every order is equally likely, and a seed always gives the same one.

    A match deals its n-th deal from the pack of its seed, contributions and rules with
    ``deal_number=n``: so anybody who is told the seed can check the cards of any deal.

    Args:
        seed: Bytes; text, taken as its UTF-8 bytes; or an integer, taken as its decimal text, so
            that 7, "7" and b"7" are one seed. None draws a new one.
        contributions: Bytes from other parties, as in `start_match`.
        deal_number: Which deal of a match, from 1; no rules limit it here.
        rules: How many copies of each rank there are.

    Returns:
        20 or 25 ranks, the first to be dealt first.

    Raises:
        SeedError: The seed or a contribution cannot be used, or deal_number is below 1.
        ArgumentError: An argument is of the wrong kind.

    Example:
        >>> from asnas_core import format_hand
        >>> format_hand(shuffled_pack(7)[:5])
        'ASZSZ'
    """
    exactly("rules", rules, Rules, "Rules")
    number = integer("deal_number", deal_number)
    if not 1 <= number <= LARGEST_DEAL_NUMBER:
        raise SeedError(
            "deal_number_range", maximum=LARGEST_DEAL_NUMBER, deal_number=safe_param(number)
        )
    given = contribution_bytes(contributions)
    return match_pack(new_seed() if seed is None else seed_bytes(seed), given, number, rules)


def match_pack(seed: bytes, contributions: tuple[bytes, ...], number: int, rules: Rules) -> Pack:
    """Shuffle the pack of one deal of a match, from the host's seed and what others put in."""
    copies = rules.copies
    fields = _fields(seed, b"%d" % copies, b"%d" % number, *contributions)
    return tuple(shuffled(SORTED_PACKS[copies], _stream(sha256(_LABEL + fields).digest())))


def shuffled(cards: Iterable[T], stream: Iterator[int]) -> list[T]:
    """Put cards in another order, each one equally likely if each byte of the stream is."""
    pack = list(cards)
    for size in range(len(pack), 1, -1):
        byte = next(stream)
        while byte >= _LIMITS[size]:
            byte = next(stream)
        last, other = size - 1, byte % size
        pack[last], pack[other] = pack[other], pack[last]
    return pack


_LARGEST_PACK = max(map(len, SORTED_PACKS.values()))
_LIMITS = [0] + [size * (256 // size) for size in range(1, _LARGEST_PACK + 1)]
"""For each size of what is left to shuffle, the bytes from which on would favour some places."""


def _fields(*fields: bytes) -> bytes:
    return b"".join([len(field).to_bytes(8, "big") + field for field in fields])


def _stream(key: bytes) -> Iterator[int]:
    return chain.from_iterable(map(partial(_block, key), count()))


def _block(key: bytes, counter: int) -> bytes:
    return sha256(key + counter.to_bytes(8, "big")).digest()


_LABEL = _fields(b"asnas_core shuffle 1")

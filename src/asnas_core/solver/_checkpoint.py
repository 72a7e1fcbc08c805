"""Keeping what was learned, so that solving can go on later as if it had never stopped."""

import json
import zlib
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile

import attrs
import numpy as np

from asnas_core import Rules
from asnas_core.solver._deals import Floats
from asnas_core.solver._solve import Solving

_DAMAGE = (
    ArithmeticError,
    BadZipFile,
    EOFError,
    LookupError,
    MemoryError,
    RuntimeError,
    TypeError,
    ValueError,
    zlib.error,
)
"""What reading a file raises that is damaged or never was a checkpoint."""


class CheckpointError(Exception):
    """A file cannot be gone on from."""


def save(solving: Solving, path: Path) -> None:
    """Write a checkpoint; one of this name is replaced when the new one is complete."""
    new = path.with_name(path.name + ".new")
    try:
        with new.open("wb") as file:
            np.savez(
                file,
                rules=json.dumps(attrs.asdict(solving.rules)),
                iteration=solving.iteration,
                regrets=np.concatenate([regrets.ravel() for regrets in solving.regrets]),
                sums=np.concatenate([sums.ravel() for sums in solving.sums]),
            )
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def resume(solving: Solving, path: Path, iterations: int) -> None:
    """Let solving go on from a checkpoint.

    Args:
        solving: What has not begun yet.
        path: The file.
        iterations: How many iterations there are to be in all.

    Raises:
        CheckpointError: The file is no checkpoint, damaged, one of other rules, or further on.
        OSError: The file cannot be read.
    """
    data = path.read_bytes()
    try:
        rules, iteration, regrets, sums = _read(data)
    except _DAMAGE:
        raise CheckpointError(f"{path} is not a checkpoint, or it is damaged") from None
    if rules != solving.rules:
        raise CheckpointError(f"{path} is a checkpoint of other rules")
    size = sum(array.size for array in solving.regrets)
    if iteration < 1 or {regrets.shape, sums.shape} != {(size,)}:
        raise CheckpointError(f"{path} is a checkpoint that does not fit its rules")
    if iteration > iterations:
        raise CheckpointError(f"{path} is at iteration {iteration} already, after {iterations}")
    _fill(solving.regrets, regrets)
    _fill(solving.sums, sums)
    solving.iteration = iteration
    solving.follow_regrets()


def _read(data: bytes) -> tuple[Rules, int, Floats, Floats]:
    with np.load(BytesIO(data), allow_pickle=False) as saved:
        return (
            Rules(**json.loads(str(saved["rules"]))),
            int(saved["iteration"]),
            saved["regrets"].astype(np.float64, casting="safe"),
            saved["sums"].astype(np.float64, casting="safe"),
        )


def _fill(arrays: list[Floats], numbers: Floats) -> None:
    start = 0
    for array in arrays:
        array[:] = numbers[start : start + array.size].reshape(array.shape)
        start += array.size

"""The notebook runs from its first cell to its last, and shows what it says."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parent.parent / "examples" / "notebook.ipynb"


def cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["cells"]
    return found


def test_the_notebook_is_kept_without_results() -> None:
    code = [cell for cell in cells(NOTEBOOK) if cell["cell_type"] == "code"]
    assert code
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)


@pytest.mark.slow
def test_the_notebook_runs_and_shows_pictures_and_plots(tmp_path: Path) -> None:
    copy = tmp_path / "notebook.ipynb"
    shutil.copy(NOTEBOOK, copy)
    command = [sys.executable, "-m", "jupyter", "execute", "--inplace", str(copy)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    outputs = [output for cell in cells(copy) for output in cell.get("outputs", [])]
    shown = [kind for output in outputs for kind in output.get("data", {})]
    assert shown.count("image/svg+xml") == 5
    assert shown.count("image/png") == 2
    pictures = [
        "".join(output["data"]["image/svg+xml"])
        for output in outputs
        if "image/svg+xml" in output.get("data", {})
    ]
    assert all(picture.startswith("<svg") for picture in pictures)
    printed = "".join("".join(output.get("text", [])) for output in outputs)
    assert "against three random hands: wins 97.8%" in printed
    assert "You show Sarbaz Sarbaz Sarbaz Sarbaz Bibi: four of a kind, Sarbaz" in printed
    assert "Bo viser Sarbaz Sarbaz Sarbaz Sarbaz Bibi: fire like, Sarbaz" in printed

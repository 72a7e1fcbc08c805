"""The wheel, as others get it: what is in it, and three typed programs that use it."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CONSUMERS = sorted((ROOT / "tests" / "consumers").glob("*.py"))

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


def run(*command: object, folder: Path) -> str:
    """Run a program in a folder, away from the source, and return what it printed."""
    result = subprocess.run(
        [str(part) for part in command], cwd=folder, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT, folder=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an environment that has the wheel, what it depends on, and nothing else."""
    folder = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", folder, folder=folder)
    interpreter = folder / "bin" / "python"
    run(interpreter, "-m", "pip", "install", "--quiet", wheel, folder=folder)
    return interpreter


def test_the_wheel_holds_the_package_its_types_and_its_schemas(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    package = [name for name in names if name.startswith("asnas_core/")]
    assert {name.split("/")[0] for name in names} == {
        "asnas_core",
        next(name for name in names if ".dist-info/" in name).split("/")[0],
    }
    assert "asnas_core/py.typed" in package
    for schema in ("deal", "match", "view", "match-view"):
        assert f"asnas_core/schemas/{schema}.json" in package
    source = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert set(package) == source
    assert wheel.stat().st_size < 500_000


def test_only_attrs_comes_with_it(python: Path, tmp_path: Path) -> None:
    installed = run(python, "-m", "pip", "list", "--format", "freeze", folder=tmp_path).splitlines()
    names = {line.split(" @ ")[0].split("==")[0].replace("_", "-") for line in installed}
    assert names - {"pip", "setuptools", "wheel"} == {"asnas-core", "attrs"}


def test_it_plays_without_any_extra(python: Path, tmp_path: Path) -> None:
    watched = run(python, "-m", "asnas_core", "watch", "--seed", "7", folder=tmp_path)
    assert "Deal 12 of 12" in watched
    assert run(python, "-m", "asnas_core", "watch", "--seed", "7", folder=tmp_path) == watched


@pytest.mark.parametrize("program", CONSUMERS, ids=lambda path: path.name)
def test_a_typed_program_runs_and_type_checks_against_it(
    program: Path, python: Path, tmp_path: Path
) -> None:
    copy = tmp_path / program.name
    copy.write_text(program.read_text("utf-8"), "utf-8")
    assert run(python, copy, folder=tmp_path)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", python]
    run(*mypy, "--config-file=", copy, folder=tmp_path)
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}', "utf-8")
    run(sys.executable, "-m", "pyright", "--pythonpath", python, copy.name, folder=tmp_path)

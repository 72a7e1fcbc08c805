"""The tasks of the project: `python -m nox` runs them all, `python -m nox -s lint` one.

They run in the environment that `pip install -e '.[dev]'` made.
"""

import sys

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ["lint", "types", "tests", "slow", "docs"]

PYTHON = (sys.executable, "-m")
"""The interpreter that runs nox, and no other that the PATH may have."""


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and format."""
    session.run(*PYTHON, "ruff", "check")
    session.run(*PYTHON, "ruff", "format", "--check")


@nox.session
def types(session: nox.Session) -> None:
    """Check types."""
    session.run(*PYTHON, "mypy")
    session.run(*PYTHON, "pyright", "--pythonpath", sys.executable)


@nox.session
def tests(session: nox.Session) -> None:
    """Run the default tests and require every branch of the package to be covered."""
    session.run(*PYTHON, "pytest", "-n", "auto", "--cov", *session.posargs)


@nox.session
def slow(session: nox.Session) -> None:
    """Run the slow tests."""
    session.run(*PYTHON, "pytest", "-n", "auto", "-m", "slow", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation and run its docstrings' examples; a warning is an error."""
    session.run(*PYTHON[:1], "examples/browser/build_page.py")  # the site carries the game
    for builder in ("html", "doctest"):
        strictly = ("-n", "-W", "--keep-going", "-b", builder)
        session.run(*PYTHON, "sphinx", *strictly, "docs", f"docs/_build/{builder}")


@nox.session
def bench(session: nox.Session) -> None:
    """Measure the engine beside others; needs the extra `bench`."""
    session.run(*PYTHON, "benchmarks", *session.posargs)

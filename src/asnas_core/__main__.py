"""``python -m asnas_core``: watch a match, play one, or verify a saved one."""

import sys

from asnas_core._terminal.command_line import run_program

if __name__ == "__main__":
    sys.exit(run_program())

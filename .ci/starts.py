"""Tell whether a command starts: `starts.py TEXT COMMAND`.

It waits until the command writes the text on its terminal, and then ends it.
"""

import os
import pty
import re
import select
import signal
import sys
import time

PATIENCE = 300  # seconds
MARKS = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")  # colours and moves of the cursor


def main(text: str, command: str) -> int:
    """Run a command in a terminal of its own until it writes the text, or fails to."""
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(BROWSER="true", TERM="xterm-256color")  # no window is opened
        os.execvp("bash", ["bash", "-euo", "pipefail", "-c", command])
    end, said = time.monotonic() + PATIENCE, ""
    try:
        while text not in said and time.monotonic() < end:
            if select.select([terminal], [], [], 1)[0]:
                said += MARKS.sub("", os.read(terminal, 65536).decode(errors="replace"))
    except OSError:  # it has ended
        pass
    finally:
        os.kill(process, signal.SIGTERM)
        os.close(terminal)
        os.waitpid(process, 0)
    print(text if text in said else said)
    return 0 if text in said else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""One server of a name by pid files alone: FOLDER/NAME.pid holds the pid of
the process that runs it, as plain decimal text. That is the format other tools
share with this package; they know of no kernel lock.

Reads one command a line, answers with one line: acquire NAME, release NAME,
locked NAME, force NAME, list, clean.
"""

import os
import pathlib
import signal
import sys
import time

folder = pathlib.Path(os.environ["HERMES_HOME"]) / "mcp"


def runs(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # another user's, but there
    return True


def holder(name):
    """The pid in the file of that name; None where there is none to be had."""
    try:
        return int((folder / f"{name}.pid").read_text().strip())
    except (OSError, ValueError):
        return None


def drop(name):
    (folder / f"{name}.pid").unlink(missing_ok=True)


def locked(name):
    pid = holder(name)
    if pid is None:
        return False
    if not runs(pid):
        drop(name)
        return False
    return True


def acquire(name):
    folder.mkdir(parents=True, exist_ok=True)
    if locked(name):
        return None
    (folder / f"{name}.pid").write_text(str(os.getpid()))
    return os.getpid()


def release(name):
    if holder(name) == os.getpid():
        drop(name)


def force(name):
    pid = holder(name)
    if pid and runs(pid):
        os.kill(pid, signal.SIGTERM)
        time.sleep(0.5)
        if runs(pid):
            os.kill(pid, signal.SIGKILL)
    drop(name)


def names():
    return sorted(path.stem for path in folder.glob("*.pid"))


def listing():
    return {name: holder(name) for name in names() if locked(name)}


def clean():
    return sum(not locked(name) and not (drop(name)) for name in names())


commands = {"acquire": acquire, "release": release, "locked": locked, "force": force, "list": listing, "clean": clean}
for line in sys.stdin:
    verb, *args = line.split()
    print(commands[verb](*args), flush=True)

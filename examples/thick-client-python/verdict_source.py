"""Where the verdict comes from.

The gate that started us left it on a descriptor, or we start `gatehouse check`
ourselves. Both give one line of JSON, still to be verified (ticket.py).
"""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess

from refusal import Refusal

# A verdict is far smaller; a longer line is invalid.
LONGEST_LINE = 64 * 1024
# The gate writes before it starts us, so a late verdict never comes.
READ_DEADLINE_SECONDS = 5


def read_from_gate(name: str | None) -> str:
    """Read the line that the gate left for us; `name` is GATEHOUSE_RESULT_FD."""
    if name is None:
        raise Refusal("Gatehouse did not start this program")
    # 0 is standard input; 1 and 2 are written to, not read.
    if not re.fullmatch(r"0|[3-9]|[1-9][0-9]{1,4}", name):
        raise Refusal("GATEHOUSE_RESULT_FD names no descriptor to read from")
    descriptor = int(name)
    is_standard_input = descriptor == 0
    received = b""
    while True:
        # From standard input never more than the line: the bytes behind it are
        # the program's own. So do not touch sys.stdin before.
        wanted = 1 if is_standard_input else LONGEST_LINE + 1 - len(received)
        some = _read_some(descriptor, wanted)
        received += some
        if not some or (is_standard_input and some == b"\n"):
            break
        if len(received) > LONGEST_LINE:
            raise Refusal("the verdict is longer than any verdict")
    # Programs that we start must not inherit it.
    if not is_standard_input:
        os.close(descriptor)
    return _only_line(received)


def ask_gatehouse(program: str, options: list[str], nonce: str) -> str:
    """Start Gatehouse and take the verdict from its standard output.

    It counts together with exit code 0 only.
    """
    command = [program, "check", "--json", "--nonce", nonce, *options]
    # Where it was ignored, every exit code would be 0.
    if hasattr(signal, "SIGCHLD"):
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        check = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    except OSError as error:
        raise Refusal(f"{program} cannot be used: {error.strerror}") from error
    with check:
        try:
            received = check.stdout.read(LONGEST_LINE + 1)
            if len(received) > LONGEST_LINE:
                raise Refusal("the verdict is longer than any verdict")
            code = check.wait()
        finally:
            # After an exception the caller no longer waits for the login.
            if check.returncode is None:
                check.kill()
    if code != 0:
        raise Refusal(f"Gatehouse let nobody in: it ended with {code}")
    return _only_line(received)


def _read_some(descriptor: int, wanted: int) -> bytes:
    """Read the available bytes, at least one; empty at the end."""
    try:
        # Not for ever: the gate may be gone. (Windows can wait for sockets only.)
        if os.name == "posix" and not select.select([descriptor], [], [], READ_DEADLINE_SECONDS)[0]:
            raise Refusal(f"nothing comes from descriptor {descriptor}")
        return os.read(descriptor, wanted)
    except OSError as error:
        raise Refusal(f"descriptor {descriptor} cannot be read: {error.strerror}") from error


def _only_line(received: bytes) -> str:
    """Take exactly one line, complete, in UTF-8: half a verdict is invalid."""
    if not received:
        raise Refusal("there is no verdict")
    if received.find(b"\n") != len(received) - 1:
        raise Refusal("the verdict is not one complete line")
    try:
        return received.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refusal("the verdict is not text") from error

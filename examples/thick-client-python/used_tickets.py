"""The tickets that were used before, so that each admits once.

One empty file for each ticket: making a file that must not exist yet is a
single step for the operating system, so of two starts at the same time one
fails, and no lock is left when a program dies. The file's time of change is the
ticket's end, by which it is tidied away.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import time
from pathlib import Path

from refusal import Refusal

# An ended ticket is refused for its age; it stays here longer than any clock tolerance.
KEEP_SECONDS = 60


def use_once(folder: Path, jti: str, exp: float) -> None:
    """Take note of a verified ticket; refuse one that was noted before.

    The folder lies on a local disk and is for this client and this person only.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _require_own(folder)
    _tidy(folder)
    file = folder / hashlib.sha256(jti.encode()).hexdigest()
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise Refusal("the ticket was used before") from error
    os.close(descriptor)
    os.utime(file, (exp, exp))


def _require_own(folder: Path) -> None:
    """Another account that can remove our notes can use a ticket twice."""
    if not hasattr(os, "getuid"):
        return
    found = folder.lstat()
    if found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o022:
        raise Refusal(f"{folder} must belong to you, and nobody else may write to it")


def _tidy(folder: Path) -> None:
    limit = time.time() - KEEP_SECONDS
    for file in folder.iterdir():
        # Only files with names like ours: the folder might be the wrong one.
        if not re.fullmatch(r"[0-9a-f]{64}", file.name):
            continue
        try:
            if file.stat().st_mtime < limit:
                file.unlink()
        except FileNotFoundError:
            # Another start was faster.
            pass

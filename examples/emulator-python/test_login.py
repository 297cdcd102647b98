"""The program under test runs as a process of its own, and nothing here waits or polls."""

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).with_name("connector.py")


def start(emulator, username):
    return subprocess.Popen(
        [sys.executable, PROGRAM, emulator["url"], emulator["systemToken"], username],
        env={**os.environ, "MFA_SECRET_KEY": emulator["secretKey"]},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_lets_in_who_approves(emulator, person):
    program = start(emulator, person)
    emulator.approve(person)
    assert program.communicate(timeout=60)[0] == f"welcome {person}\n"


def test_refuses_who_denies(emulator, person):
    program = start(emulator, person)
    emulator.deny(person)
    assert program.communicate(timeout=60)[0] == "denied\n"


def test_ends_with_what_the_service_says(emulator, person):
    emulator.fault(
        path="/api/transaction/init",
        kind="exception",
        exception="TooManyRequestsException",
        username=person,
    )
    program = start(emulator, person)
    assert "TooManyRequestsException" in program.communicate(timeout=60)[1]
    assert program.returncode != 0

"""The program under test runs as a process of its own, and nothing here waits or polls."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
    assert program.returncode == 1


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


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("missing-signature", "credentials: the answer has no right signature"),
        ("wrong-signature", "credentials: the answer has no right signature"),
        ("other-username", "the service confirmed somebody else"),
    ],
)
def test_lets_nobody_in_by_credentials_that_prove_nothing(emulator, person, kind, says):
    emulator.fault(path="/api/transaction/credentials", kind=kind, username=person)
    program = start(emulator, person)
    emulator.approve(person)
    printed, problem = program.communicate(timeout=60)
    assert printed == ""
    assert says in problem
    assert program.returncode != 0


def test_sends_no_push_while_it_cannot_listen(emulator, person):
    emulator.fault(path="realtime", kind="status", status=503, times=1)
    program = start(emulator, person)
    assert program.communicate(timeout=60)[0] == ""
    assert program.returncode != 0
    calls = [request["path"] for request in emulator.control("GET", f"log?username={person}")]
    assert calls == ["/api/transaction/init"]

"""To copy: an emulator for the whole run of pytest, and a person of its own for each test.

PUSH_MFA_EMULATOR is the command; `npx push-mfa-emulator` where it is not set.
"""

import json
import os
import shlex
import subprocess
import uuid

import pytest
import requests


class Emulator(dict):
    """What the first line says (url, systemToken, secretKey, phone), and what people do."""

    def control(self, method, path, **body):
        answer = requests.request(
            method, f"{self['url']}/emulator/{path}", json=body or None, timeout=60
        )
        assert answer.ok, answer.json()["error"]["message"]
        return answer.json()

    def approve(self, username, wait_seconds=10):
        """The person approves, once somebody listens; says what was missing otherwise."""
        return self.control("POST", f"users/{username}/approve", waitSeconds=wait_seconds)

    def deny(self, username, wait_seconds=10):
        return self.control("POST", f"users/{username}/deny", waitSeconds=wait_seconds)

    def fault(self, **fault):
        answer = requests.post(f"{self['url']}/emulator/faults", json=[fault], timeout=60)
        assert answer.ok, answer.json()["error"]["message"]


@pytest.fixture(scope="session")
def emulator():
    command = shlex.split(os.environ.get("PUSH_MFA_EMULATOR", "npx push-mfa-emulator"))
    process = subprocess.Popen(
        [*command, "--unknown-users", "pending"], stdout=subprocess.PIPE, text=True
    )
    try:
        yield Emulator(json.loads(process.stdout.readline()))
    finally:
        process.terminate()
        process.wait(timeout=30)


@pytest.fixture
def person():
    """A name that no other test has, also with pytest-xdist."""
    return f"person-{uuid.uuid4()}"

"""A connector as the service's specification has it: logs one person in by push, and prints who that was.

    python connector.py URL SYSTEM_TOKEN USERNAME      the secret key is in MFA_SECRET_KEY

It ends with 0 only for a person who may go on. README.md says what it checks, and why.
"""

import hashlib
import hmac
import json
import os
import queue
import sys
import unicodedata

import requests
import socketio


def call(service, path, **fields):
    """One call: the JSON is made once, signed and sent. Only an answer with the right signature counts."""
    body = json.dumps({"systemToken": service["systemToken"], **fields}).encode()
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json",
        "X-Service-Signature": signature_of(service, body),
    }
    # The request has the system token in it, so it goes to this server alone: no redirects.
    response = requests.post(
        service["url"] + path, data=body, headers=headers, timeout=30, allow_redirects=False
    )
    answer = json.loads(response.content)
    # The service does not sign its errors. So an error never lets anybody in, not even UserBypassedException.
    if answer["status"] != "OK":
        raise RuntimeError(f"{path}: {answer['result']['exception']}")

    # In constant time, so that nobody can find a signature out letter by letter.
    given = response.headers.get("X-Service-Signature", "").encode()
    if not hmac.compare_digest(given, signature_of(service, response.content).encode()):
        raise RuntimeError(f"{path}: the answer has no right signature")
    return answer["result"]


def signature_of(service, body):
    return hmac.new(service["secretKey"].encode(), body, hashlib.sha256).hexdigest()


def folded(name):
    """The service may write a name in another case, or in another form of Unicode, than the person."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).lower())


def log_in(service, username, seconds=120):
    """Logs a person in by push, who may take so many seconds.

    Returns the credentials, or None for a denial. Raises an exception if anything else happens: nobody is let in then.
    """
    started = call(service, "/api/transaction/init", username=username)
    if started["status"] != "pending" or "push" not in started["methods"]:
        return None
    tid = started["tid"]

    answers = queue.Queue()
    channel = f"transactionConfirmation.{tid}"
    client = socketio.Client(reconnection=False)
    client.on(
        f"{channel}.TransactionConfirmedEvent",
        lambda data: answers.put(("confirmed", data["token"])),
    )
    client.on(f"{channel}.TransactionDeniedEvent", lambda _data: answers.put(("denied", None)))
    client.on("disconnect", lambda *_reason: answers.put(("lost", None)))
    # Listen first, then push: the service keeps no event for one who comes later.
    client.connect(service["url"], socketio_path="/ws/socket.io", wait_timeout=10)
    try:
        call(service, "/api/transaction/methodSSH", tid=tid, method="push")
        kind, token = next_answer(answers, seconds)
    finally:
        client.disconnect()
    if kind == "lost":
        raise RuntimeError("the event channel was lost")
    if kind == "denied":
        return None

    # Anybody could send an event. What counts is the signed answer to its token, and the name in that.
    person = call(service, "/api/transaction/credentials", accessToken=token)
    if folded(person["username"]) != folded(username):
        raise RuntimeError("the service confirmed somebody else")
    return person


def next_answer(answers, seconds):
    try:
        return answers.get(timeout=seconds)
    except queue.Empty:
        raise RuntimeError("nobody answered in time") from None


def main():
    url, system_token, name = sys.argv[1:]
    # With an empty key everybody could sign answers.
    secret_key = os.environ.get("MFA_SECRET_KEY") or sys.exit("MFA_SECRET_KEY is not set")
    person = log_in({"url": url, "systemToken": system_token, "secretKey": secret_key}, name)
    print("denied" if person is None else f"welcome {person['username']}")
    return 1 if person is None else 0


if __name__ == "__main__":
    sys.exit(main())

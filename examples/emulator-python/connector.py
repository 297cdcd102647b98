"""A connector as the service's specification has it: logs one person in by push, and prints who that was.

    python connector.py URL SYSTEM_TOKEN USERNAME      the secret key is in MFA_SECRET_KEY
"""

import hashlib
import hmac
import json
import os
import queue
import sys

import requests
import socketio


def call(service, path, **fields):
    """One call: the JSON is made once, signed and sent."""
    body = json.dumps({"systemToken": service["systemToken"], **fields}).encode()
    signature = hmac.new(service["secretKey"].encode(), body, hashlib.sha256).hexdigest()
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json",
        "X-Service-Signature": signature,
    }
    answer = requests.post(service["url"] + path, data=body, headers=headers, timeout=30).json()
    if answer["status"] != "OK":
        raise RuntimeError(f"{path}: {answer['result']['exception']}")
    return answer["result"]


def log_in(service, username, seconds=60):
    """Logs a person in by push. Returns the credentials, or None for a denial."""
    started = call(service, "/api/transaction/init", username=username)
    if started["status"] != "pending" or "push" not in started["methods"]:
        return None
    tid = started["tid"]
    call(service, "/api/transaction/methodSSH", tid=tid, method="push")

    tokens = queue.Queue()
    channel = f"transactionConfirmation.{tid}"
    client = socketio.Client()
    client.on(f"{channel}.TransactionConfirmedEvent", lambda data: tokens.put(data["token"]))
    client.on(f"{channel}.TransactionDeniedEvent", lambda data: tokens.put(None))
    client.connect(service["url"], socketio_path="/ws/socket.io")
    try:
        token = tokens.get(timeout=seconds)
    finally:
        client.disconnect()
    return None if token is None else call(
        service, "/api/transaction/credentials", accessToken=token
    )


if __name__ == "__main__":
    url, system_token, name = sys.argv[1:]
    secret_key = os.environ["MFA_SECRET_KEY"]
    person = log_in({"url": url, "systemToken": system_token, "secretKey": secret_key}, name)
    print("denied" if person is None else f"welcome {person['username']}")

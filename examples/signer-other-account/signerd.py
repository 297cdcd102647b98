#!/usr/bin/env python3
"""Holds the secret key in an account of its own, and signs for the accounts that may ask.

Listens on a Unix socket. The kernel says which account asks (SO_PEERCRED). It signs only requests of the
application. See README.md beside this file, and docs/signer.md of Gatehouse for the two messages.

    signerd.py --socket /run/gatehouse-signer/socket --key-file /etc/gatehouse-signer/key \\
        --allow-group gatehouse-users --own-name-only
"""

import argparse
import base64
import errno
import grp
import hashlib
import hmac
import json
import os
import pwd
import queue
import socket
import stat
import struct
import sys
import threading
import time

API_VERSION = "gatehouse-signer/1"
MAX_REQUEST_BYTES = 524288
SECONDS_FOR_REQUEST = 5
# Per account: a login needs five signatures and as many checks.
REQUESTS_PER_MINUTE = 120
# Per account, behind the one that is served.
WAITING_CONNECTIONS = 8
# Of Linux; Python's socket has no name for it.
SO_PEERGROUPS = 59
# Python asks for at most 1024 bytes, so for 256 groups.
MAX_GROUPS_BYTES = 1024


def main():
    options = read_options()
    accounts = {uid_of(name) for name in options.allow}
    groups = {gid_of(name) for name in options.allow_group}
    key = read_key(options.key_file)
    # Each account is served by a thread of its own: a silent connection holds up its own account only.
    waiting = {}
    listener = listen(options.socket)
    print("ready", flush=True)
    while True:
        connection, _ = listener.accept()
        try:
            uid, peer_groups = peer_of(connection)
            if uid not in accounts and groups.isdisjoint(peer_groups):
                raise ValueError(f"account {uid} may not ask")
            if uid not in waiting:
                waiting[uid] = queue.Queue(WAITING_CONNECTIONS)
                threading.Thread(target=serve_account, args=(uid, waiting[uid], key, options), daemon=True).start()
            waiting[uid].put_nowait(connection)
        except queue.Full:
            refuse(connection, f"account {uid} has too many connections")
        except (OSError, ValueError) as error:
            refuse(connection, error)


def serve_account(uid, connections, key, options):
    budget = Budget()
    while True:
        with connections.get() as connection:
            # Any error ends this request only: without its thread the account would be locked out.
            try:
                budget.spend()
                serve(connection, uid, key, options)
            except Exception as error:
                log(f"refused for account {uid}: {error}")


def serve(connection, uid, key, options):
    request = read_request(connection)
    answer = answer_to(request, uid, key, options)
    connection.sendall(json.dumps(answer).encode() + b"\n")
    # Never log the signed text: more people read the log than the key.
    log(f"{request['operation']} for account {uid}")


def refuse(connection, reason):
    connection.close()
    log(f"refused: {reason}")


def peer_of(connection):
    """The account at the other end and its groups, as the kernel knows them: those of its logon."""
    size = struct.calcsize("3i")
    _pid, uid, gid = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
    try:
        groups = connection.getsockopt(socket.SOL_SOCKET, SO_PEERGROUPS, MAX_GROUPS_BYTES)
    except OSError as error:
        if error.errno != errno.ERANGE:
            raise
        # Only accounts that are allowed by name may have more.
        log(f"account {uid} has too many groups to look at them")
        groups = b""
    return uid, {gid, *(number for (number,) in struct.iter_unpack("I", groups))}


def read_request(connection):
    deadline = time.monotonic() + SECONDS_FOR_REQUEST
    data = b""
    while not data.endswith(b"\n"):
        left = deadline - time.monotonic()
        if left <= 0:
            raise ValueError("the request did not come in time")
        connection.settimeout(left)
        chunk = connection.recv(65536)
        if not chunk:
            raise ValueError("the request has no end")
        data += chunk
        if len(data) > MAX_REQUEST_BYTES:
            raise ValueError("the request is too long")
    # Nor may a client that does not read its answer hold up its account.
    connection.settimeout(SECONDS_FOR_REQUEST)
    request = json.loads(data)
    if not isinstance(request, dict) or request.get("apiVersion") != API_VERSION:
        raise ValueError("the request has another form")
    return request


def answer_to(request, uid, key, options):
    body = request.get("body")
    if not isinstance(body, str):
        raise ValueError("there is no body")
    data = decoded(body)
    expected = hmac.new(key, data, hashlib.sha256).hexdigest()
    if request.get("operation") == "sign":
        message = request_in(data, options.system_token)
        if options.own_name_only:
            check_username(message, uid)
        return {"signature": expected}
    if request.get("operation") == "verify":
        given = request.get("signature")
        if not isinstance(given, str) or not given.isascii():
            raise ValueError("there is no signature")
        return {"valid": hmac.compare_digest(expected, given.lower())}
    raise ValueError("the operation is not known")


def request_in(data, system_token):
    """Signs requests only: signatures of any text would allow forging the answers of the service."""
    try:
        message = json.loads(data.decode(), object_pairs_hook=without_duplicates)
    except ValueError:
        raise ValueError("what is to be signed is not JSON, or has a member twice") from None
    if not isinstance(message, dict) or not isinstance(message.get("systemToken"), str):
        raise ValueError("what is to be signed is no request")
    if "status" in message or "result" in message:
        raise ValueError("what is to be signed looks like an answer")
    if system_token is not None and not hmac.compare_digest(message["systemToken"].encode(), system_token.encode()):
        raise ValueError("what is to be signed is for another application")
    return message


def without_duplicates(pairs):
    """Of two members with one name the service might read the other one."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError
    return members


def check_username(message, uid):
    """The path is not signed: every request with a username may start a login."""
    own = pwd.getpwuid(uid).pw_name
    if any(name.casefold() == "username" and value != own for name, value in message.items()):
        raise ValueError("the username is not the account's own")


def decoded(text):
    return base64.b64decode(text, validate=True)


class Budget:
    """So many requests of one account in a minute."""

    def __init__(self):
        self.minute, self.count = 0, 0

    def spend(self):
        minute = int(time.monotonic() // 60)
        self.count = self.count + 1 if self.minute == minute else 1
        self.minute = minute
        if self.count > REQUESTS_PER_MINUTE:
            raise ValueError("it asks too often")


def read_key(path):
    """The characters of the secret key as they are; one line break at the end is dropped."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_mode & 0o077 or status.st_uid not in (0, os.getuid()):
            sys.exit(f"{path}: must be a file of this account or of root, with mode 600")
        key = file.read(4097)
    key = key[:-1] if key.endswith(b"\n") else key
    if not 0 < len(key) <= 4096:
        sys.exit(f"{path}: must hold 1 to 4096 bytes")
    return key


def listen(path):
    """Every account may connect: the account at the other end decides whether it may ask."""
    if os.path.lexists(path):
        if not stat.S_ISSOCK(os.lstat(path).st_mode):
            sys.exit(f"{path}: is there already, and is no socket")
        os.unlink(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(path)
    os.chmod(path, 0o666)
    listener.listen(128)
    return listener


def uid_of(name):
    if name.isdigit():
        return int(name)
    try:
        return pwd.getpwnam(name).pw_uid
    except KeyError:
        sys.exit(f"there is no account {name}")


def gid_of(name):
    if name.isdigit():
        return int(name)
    try:
        return grp.getgrnam(name).gr_gid
    except KeyError:
        sys.exit(f"there is no group {name}")


def read_options():
    parser = argparse.ArgumentParser(description="Signs for other accounts of this computer.")
    parser.add_argument("--socket", required=True)
    parser.add_argument("--key-file", required=True)
    parser.add_argument("--allow", action="append", default=[], help="an account that may ask, by name or number")
    parser.add_argument("--allow-group", action="append", default=[], help="a group whose accounts may ask, likewise")
    parser.add_argument("--system-token", help="sign for this application only")
    parser.add_argument("--own-name-only", action="store_true", help="sign no username but the account's own")
    options = parser.parse_args()
    if not options.allow and not options.allow_group:
        parser.error("--allow or --allow-group is required")
    return options


def log(message):
    # One write for each line: several threads log.
    sys.stderr.write(f"signerd: {message}\n")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)

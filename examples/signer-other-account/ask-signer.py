#!/usr/bin/python3 -I
"""The program that Gatehouse starts: passes one request on to the key's account, and gives back its answer.

It has no key, and holds no rights of its own: the kernel tells the other side which account asks.

    ask-signer.py /run/gatehouse-signer/socket
"""

import socket
import sys

SECONDS = 8
MAX_REQUEST_BYTES = 524288
MAX_ANSWER_BYTES = 4096


def main():
    if len(sys.argv) != 2:
        sys.exit(64)
    request = sys.stdin.buffer.read(MAX_REQUEST_BYTES + 1)
    if len(request) > MAX_REQUEST_BYTES:
        sys.exit(65)
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(SECONDS)
    try:
        connection.connect(sys.argv[1])
    except OSError:
        sys.exit(69)
    answer = b""
    try:
        connection.sendall(request)
        while chunk := connection.recv(MAX_ANSWER_BYTES):
            answer += chunk
            if len(answer) > MAX_ANSWER_BYTES:
                sys.exit(65)
    except ConnectionError:
        # It hung up on us, before or after it had read everything.
        sys.exit(77)
    except OSError:
        sys.exit(69)
    # A refusal is a connection that ends without an answer.
    if not answer:
        sys.exit(77)
    sys.stdout.buffer.write(answer)


main()

#!/usr/bin/env python3
"""A thick client that requires a ticket of Gatehouse.

README.md says how to start it.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shutil
import sys
from pathlib import Path

from refusal import Refusal
from ticket import Admitted, Expected, verify_verdict
from used_tickets import use_once
from verdict_source import ask_gatehouse, read_from_gate

EXIT_USAGE = 64
EXIT_REFUSED = 77


def main() -> int:
    options = read_options(sys.argv[1:])
    try:
        admitted = admit(options)
        name = json.dumps(admitted.username, ensure_ascii=False)
        print(f"let in: {name} ({admitted.outcome})", flush=True)
    except Exception as error:
        # Any error on the way refuses the login.
        print(f"thick-client: {error}", file=sys.stderr)
        return EXIT_REFUSED

    # The program itself starts here. This one echoes its input.
    if options.echo:
        shutil.copyfileobj(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def admit(options: argparse.Namespace) -> Admitted:
    """Get a verdict in one of the two forms and verify it."""
    # We start Gatehouse: the nonce of this very start makes every other ticket
    # worthless. The gate started us: there is one if the caller chose one.
    nonce = options.nonce if options.gatehouse is None else secrets.token_hex(32)
    expected = Expected(
        jwks=read_keys(options.jwks),
        audience=options.audience,
        nonce=nonce,
        outcomes=["confirmed", *options.accept],
        max_age_seconds=options.max_age,
    )
    if options.gatehouse is not None:
        return verify_verdict(ask_gatehouse(options.gatehouse, options.for_check, nonce), expected)
    admitted = verify_verdict(read_from_gate(os.environ.get("GATEHOUSE_RESULT_FD")), expected)
    # Without a nonce of our own a ticket counts because it is new.
    use_once(options.used, admitted.jti, admitted.exp)
    return admitted


def read_keys(file: Path) -> dict:
    try:
        keys = json.loads(file.read_text(encoding="utf-8"))
        if isinstance(keys, dict):
            return keys
    except (OSError, ValueError):
        pass
    raise Refusal(f"{file} holds no public keys")


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:
        print(f"thick-client: {message}", file=sys.stderr)
        sys.exit(EXIT_USAGE)


def whole_seconds(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= len(text) <= 6 and int(text) > 0):
        raise argparse.ArgumentTypeError("whole seconds, at least 1")
    return int(text)


def read_options(arguments: list[str]) -> argparse.Namespace:
    # The arguments behind `--` are for `gatehouse check`.
    end = arguments.index("--") if "--" in arguments else len(arguments)
    parser = Parser(allow_abbrev=False)
    parser.add_argument("--jwks", type=Path, required=True)
    parser.add_argument("--audience", required=True)
    # Ways in that are no confirmation; each must be accepted by name.
    parser.add_argument("--accept", action="append", default=[], choices=["bypassed", "allowed-unreachable"])
    parser.add_argument("--max-age", type=whole_seconds, default=60)
    parser.add_argument("--nonce")
    parser.add_argument("--used", type=Path)
    parser.add_argument("--gatehouse")
    parser.add_argument("--echo", action="store_true")
    options = parser.parse_args(arguments[:end])
    options.for_check = arguments[end + 1 :]
    if options.audience == "":
        parser.error("--audience must not be empty")
    if options.gatehouse is None and options.used is None:
        parser.error("--used is needed where the gate starts us")
    if options.gatehouse is None and options.for_check:
        parser.error("only --gatehouse takes arguments")
    if options.gatehouse is not None and options.nonce is not None:
        parser.error("--gatehouse makes its own nonce")
    return options


if __name__ == "__main__":
    sys.exit(main())

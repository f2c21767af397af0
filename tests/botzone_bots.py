"""Programs for tests that speak Botzone's protocol, well or badly:
``python tests/botzone_bots.py HOW [--keep]``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"


def simple(requests: list[Any], responses: list[Any]) -> Any:
    """Bids 3 where it can, leads its lowest card, and else passes."""
    asked = requests[-1]
    if "bid" in asked:
        return 0 if 3 in asked["bid"] else 3
    first = next(number for number, each in enumerate(requests) if "publiccard" in each)
    begin = requests[first]
    own = set(begin["own"])
    if begin.get("landlord", 0) == begin.get("pos", 1):
        own |= set(begin["publiccard"])
    for response in responses[first:]:
        assert set(response) <= own, "its own plays come back to it"
        own -= set(response)
    for played in asked["history"]:
        assert not own & set(played), "nobody else plays its cards"
    return [] if any(asked["history"]) else [min(own)]


def misbehave(how: str) -> None:
    """What the program does in the place of an answer; it returns if it is to answer."""
    if how == "endless":
        while True:
            os.write(1, b"x" * 65536)
    if how == "die":
        sys.exit("it was too much")
    if how == "killed":
        os.kill(os.getpid(), 11)
    if how == "nonsense":
        print("let me think")
    if how == "silent":
        sys.exit(0)
    if how == "fork":
        child = subprocess.Popen(["sleep", "600"])
        print(f"started {child.pid}", file=sys.stderr, flush=True)
    if how == "greedy":
        bytearray(1 << 30)
    if how == "foreign":
        print(json.dumps({"response": [0, 1, 2, 3, 52]}))
    if how == "no-response":
        print(json.dumps({"answer": []}))
    if how == "fraction":
        print(json.dumps({"response": [0.5]}))
    if how in ("nonsense", "foreign", "no-response", "fraction"):
        sys.exit(0)


def main(how: str, keep: bool) -> None:
    requests: list[Any] = []
    responses: list[Any] = []
    for line in sys.stdin:
        given = json.loads(line)
        if "requests" in given:
            requests, responses = given["requests"], given["responses"]
        else:
            requests.append(given)
        misbehave(how)
        response = 0 if how == "shy" else simple(requests, responses)
        responses = [*responses, response]
        print(json.dumps({"response": response, "data": len(responses)}), flush=True)
        if not keep:
            break
        print(KEEP_RUNNING, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], "--keep" in sys.argv)

"""Calls that are interrupted, in processes of their own.

A process that a shell starts in the background ignores Ctrl-C; these do not.
"""

from __future__ import annotations

import subprocess
import sys
import textwrap

BURSTS = """
import os, queue, random, signal, threading, time

class Bursts:
    '''Calls something over and over, and interrupts it by bursts of signals.'''

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.armed = False
        self.first = None
        self.orders, self.done = queue.SimpleQueue(), queue.SimpleQueue()
        signal.signal(signal.SIGINT, self.handle)
        threading.Thread(target=self.send, daemon=True).start()

    def handle(self, *_):
        if self.armed:
            raise KeyboardInterrupt

    def send(self):
        while True:
            before, *gaps = self.orders.get()
            time.sleep(before)
            self.first = time.perf_counter()
            for gap in gaps:
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(gap)
            # Python itself may lose one, where it finalizes an object.
            while self.armed:
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.5)
            self.done.put(None)

    def seconds(self, call):
        '''From the first signal until the call has ended.'''
        draw = self.random.random
        signals = self.random.randint(1, 4)
        self.orders.put([0.03 * draw(), *(0.02 * draw() for _ in range(signals))])
        try:
            self.armed = True
            while True:
                call()
        except KeyboardInterrupt:
            ended = time.perf_counter()
        finally:
            self.armed = False
        return ended - self.first

    def many(self, call, times):
        found = []
        while len(found) < times:
            try:
                found.append(self.seconds(call))
            except KeyboardInterrupt:  # while one was being handled
                self.armed = False
            self.done.get()
        return found
"""


def seconds_to_stop(call: str, times: int, setup: str = "") -> list[float]:
    """How long a call, an expression, goes on after the first signal of a burst of one to
    four, 0 to 20 ms apart, at a random moment: each of so many times.

    The process must live through it, and its threads must be gone after every call.
    """
    code = "\n".join(
        [
            BURSTS,
            "import _thread",
            "import numpy as np",
            "import ddz_core as ddz",
            textwrap.dedent(setup),
            "def call():",
            f"    {call}",
            "bursts = Bursts(1)",
            "alone = _thread._count()",
            f"for seconds in bursts.many(call, {times}):",
            "    print(seconds)",
            "deadline = time.monotonic() + 10",
            "while _thread._count() != alone and time.monotonic() < deadline:",
            "    time.sleep(0.01)",
            "assert _thread._count() == alone",
        ]
    )
    ended = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", code],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return [float(line) for line in ended.stdout.split()]

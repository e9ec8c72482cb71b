#!/usr/bin/env python3
"""Runs as the program of a page, and stops the process that runs it, so that it would never be ended."""

import os
import signal
import time

supervisor = os.getppid()
os.kill(supervisor, signal.SIGSTOP)
while True:
    with open(f"/proc/{supervisor}/stat", encoding="utf-8") as file:
        if file.read().rsplit(")", 1)[1].split()[0] == "T":
            break
    time.sleep(0.01)
print(f"stopped by {os.getpid()}", flush=True)
signal.pause()

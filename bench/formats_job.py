"""One job with translate-toolkit: `formats_job.py CLASS FILE read|patch|memory|change`.

Prints the least of its milliseconds; for `memory` how many bytes more than before it held at its peak; for `change` the
seconds of processor that reading, changing one text and writing takes, and behind them the MB that the process holds at
its peak.
"""

import importlib
import resource
import sys
import time
from io import BytesIO

LEAST_RUNS = 3
LEAST_SECONDS = 0.3
MOST_SECONDS = 1
EVERY = 10

module, name = sys.argv[1].split(".")
loader = getattr(importlib.import_module(f"translate.storage.{module}"), name)
with open(sys.argv[2], "rb") as file:
    content = file.read()
job = sys.argv[3]


def parse():
    return loader.parsestring(content)


def read():
    """The units with their values: some classes look for these only when they are asked."""
    store = parse()
    return store, [
        (unit.getid(), unit.source, unit.target, unit.getnotes(), unit.getlocations())
        for unit in store.units
    ]


def patch():
    store = parse()
    units = [unit for unit in store.units if not unit.isheader() and unit.istranslatable()]
    for unit in units[::EVERY]:
        unit.target = "A text that was not there before"
    output = BytesIO()
    store.serialize(output)
    return output.getvalue()


def change():
    store, _ = read()
    units = [unit for unit in store.units if not unit.isheader() and unit.istranslatable()]
    units[len(units) // 2].target = "A text that was not there before"
    output = BytesIO()
    store.serialize(output)
    return output.getvalue()


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


if job == "change":
    before = time.process_time()
    written = change()
    seconds = time.process_time() - before
    print(f"{seconds:.2f}", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
elif job == "memory":
    before = resident()
    held = read()
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before)
else:
    times = []
    began = time.perf_counter()
    while time.perf_counter() - began < MOST_SECONDS:
        start = time.perf_counter()
        {"read": read, "patch": patch}[job]()
        times.append((time.perf_counter() - start) * 1000)
        if len(times) >= LEAST_RUNS and time.perf_counter() - began > LEAST_SECONDS:
            break
    # What else the machine does can only add.
    print(min(times))

"""Memory of a process that serves: each test has one of its own, whose collector it changes."""

import subprocess
import sys

import pytest

ARENAS = """
import ctypes, tempfile, threading
from pathlib import Path
from hanamachi.cli.support.memory import settle_memory

settle_memory()
threads = 8
together = threading.Barrier(threads)

def allocate():
    held = bytearray(100_000)  # too much for Python's own allocator, too little for a mapping of its own
    together.wait()

started = [threading.Thread(target=allocate) for _ in range(threads)]
for thread in started:
    thread.start()
for thread in started:
    thread.join()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
libc.malloc_info.argtypes, libc.fclose.argtypes = [ctypes.c_int, ctypes.c_void_p], [ctypes.c_void_p]
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "malloc.xml"
    file = libc.fopen(str(path).encode(), b"w")
    libc.malloc_info(0, file)
    libc.fclose(file)
    print(path.read_text().count("<heap nr="))
"""
CYCLE = """
import gc, sys, weakref
from hanamachi.cli.support.memory import YOUNG, settle_memory

loaded = [[] for _ in range(400_000)]
settle_memory()

class Node:
    pass

node = Node()
node.itself, freed = node, []
weakref.finalize(node, freed.append, True)
for generation in range(int(sys.argv[1])):
    gc.collect(generation)  # it survives so many looks
del node
looks = 0
while not freed and looks < 100:
    come_and_gone = [[] for _ in range(YOUNG + 1_000)]
    looks += 1
print(looks)
"""
GROWTH = """
import gc, weakref
from hanamachi.cli.support.memory import settle_memory

settle_memory()

class Node:
    pass

node = Node()
node.itself, freed, kept = node, [], []
weakref.finalize(node, freed.append, True)
gc.collect()
del node
gc.collect()
assert not freed  # it was frozen
while not freed and len(kept) < 1_000_000:
    kept.extend([] for _ in range(1_000))
print(len(kept))
"""


def said(script: str, *args: str) -> int:
    done = subprocess.run([sys.executable, "-c", script, *args], capture_output=True, text=True, check=True)
    return int(done.stdout)


def test_threads_allocate_from_the_same_arena() -> None:
    assert said(ARENAS) == 1


@pytest.mark.parametrize("survived", ["0", "1", "2"])
def test_a_cycle_that_never_survived_a_full_look_is_freed_soon(survived: str) -> None:
    assert said(CYCLE, survived) < 15


def test_a_cycle_that_was_frozen_is_freed_once_objects_have_grown_by_a_quarter() -> None:
    assert said(GROWTH) < 400_000

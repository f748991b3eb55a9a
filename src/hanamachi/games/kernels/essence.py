"""Hash all that compiled code depends on: its own code and, by value, everything that its code names.

A constant counts by its value, an array by its numbers, a function by all that it depends on; of a module
those parts count that the code names. Any other value is refused, so that no dependency is overlooked.
"""

import sys
from collections.abc import Iterator
from dis import get_instructions
from functools import cache
from hashlib import sha256
from itertools import pairwise
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic

TOOLS = sys.implementation.cache_tag, numba.__version__, np.__version__
FOREIGN = ("math", "numpy")  # modules that change with TOOLS only
PLAIN = (int, float, str, bytes, np.generic, type(None), type(...))


@cache
def essence(compiled: Dispatcher) -> str:
    """Return a hash that is equal as long as the same code would be compiled."""
    options = sorted(compiled.targetoptions.items())
    whole = f"{TOOLS} {options} {of_function(compiled.py_func)}"
    return sha256(whole.encode()).hexdigest()[:16]


def of_function(function: Any) -> str:
    return str([of(function.__code__), *((name, of(value)) for name, value in named_by(function))])


def named_by(function: Any) -> Iterator[tuple[str, Any]]:
    """Yield the values that the names in a function stand for. The function itself and builtins are left
    out."""
    for name, part in sorted(loads(function.__code__)):
        if name != function.__name__ and name in function.__globals__:
            value = function.__globals__[name]
            yield f"{name}.{part}", getattr(value, part) if is_ours(value) and part else value
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


def loads(code: CodeType) -> set[tuple[str, str]]:
    """Return every global name in the code, with the attribute after its dot, if there is one."""
    found = set[tuple[str, str]]()
    steps = (step for step in get_instructions(code) if step.opname != "EXTENDED_ARG")
    for step, after in pairwise(steps):
        if step.opname == "LOAD_GLOBAL":
            found.add((step.argval, after.argval if after.opname in ("LOAD_ATTR", "LOAD_METHOD") else ""))
    return found.union(*(loads(each) for each in code.co_consts if isinstance(each, CodeType)))


def is_ours(value: Any) -> bool:
    return isinstance(value, ModuleType) and value.__name__.partition(".")[0] not in FOREIGN


def of(value: Any) -> str:
    match value:
        case Dispatcher():
            return essence(value)
        case np.ndarray():
            return f"{value.dtype} {value.shape} {sha256(value.tobytes()).hexdigest()}"
        case tuple() | list():
            return str([of(each) for each in value])
        case frozenset():
            return str(sorted(of(each) for each in value))
        case CodeType():
            said = value.co_consts, value.co_names, value.co_varnames, value.co_argcount
            return f"{value.co_code.hex()} {of(said)}"
        case FunctionType():
            return of_function(value)
        case _Intrinsic():
            return of_function(value._defn)
        case type() | BuiltinFunctionType():
            return f"{value.__module__}.{value.__qualname__} {getattr(value, '_fields', ())}"
        case ModuleType() if not is_ours(value):
            return value.__name__
        case _ if isinstance(value, PLAIN):
            return repr(value)
    raise TypeError(f"A kernel names {value!r}, of which nobody can say whether it has changed.")

"""What compiled code rests on, in one number: its own code and, by value, all that its code names.

A constant is what it is, an array its numbers, a function again all that it rests on; of a module those parts
are taken that the code may name. Anything else is refused, so that nothing can be overlooked.
"""

import sys
from collections.abc import Iterator
from dis import get_instructions
from functools import cache
from hashlib import sha256
from operator import itemgetter
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
    """Equal as long as the same would be compiled."""
    options = sorted(compiled.targetoptions.items())
    return digest(f"{TOOLS} {options} {of_function(compiled.py_func)}")


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def of_function(function: Any) -> str:
    names = names_in(function.__code__)
    parts = [(name, of(value, names)) for name, value in sorted(values_of(function), key=itemgetter(0))]
    return f"{of_code(function.__code__)} {parts}"


def values_of(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """What the names in a function stand for. Its own name is itself; what has no value here is built in."""
    for name in globals_in(function.__code__) - {function.__name__}:
        if name in function.__globals__:
            yield name, function.__globals__[name]
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


def globals_in(code: CodeType) -> frozenset[str]:
    loaded = (step.argval for step in get_instructions(code) if step.opname == "LOAD_GLOBAL")
    return frozenset(loaded).union(*map(globals_in, inside(code)))


def names_in(code: CodeType) -> frozenset[str]:
    """Those after a dot included."""
    return frozenset(code.co_names).union(*map(names_in, inside(code)))


def inside(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def of_code(code: CodeType) -> str:
    said = code.co_consts, code.co_names, code.co_varnames, code.co_argcount
    return f"{code.co_code.hex()} {of(said, frozenset())}"


def of(value: Any, names: frozenset[str]) -> str:
    match value:
        case Dispatcher():
            return essence(value)
        case np.ndarray():
            return f"{value.dtype} {value.shape} {sha256(value.tobytes()).hexdigest()}"
        case tuple() | list():
            return str([of(each, names) for each in value])
        case frozenset():
            return str(sorted(of(each, names) for each in value))
        case CodeType():
            return of_code(value)
        case FunctionType():
            return of_function(value)
        case _Intrinsic():
            return of_function(value._defn)
        case ModuleType():
            return of_module(value, names)
        case type() | BuiltinFunctionType():
            return f"{value.__module__}.{value.__qualname__} {getattr(value, '_fields', ())}"
        case _ if isinstance(value, PLAIN):
            return repr(value)
    raise TypeError(f"A kernel names {value!r}, of which nobody can say whether it has changed.")


def of_module(module: ModuleType, names: frozenset[str]) -> str:
    if module.__name__.partition(".")[0] in FOREIGN:
        return module.__name__
    return str([of(vars(module)[name], names) for name in sorted(names & vars(module).keys())])

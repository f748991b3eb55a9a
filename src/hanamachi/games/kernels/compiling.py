"""Compile kernels with numba: without Python's lock, with NumPy's division, and cached on disk.

`entry` is for Python callers; `inner` is for callers that are compiled too: of it alone no machine code is
made (`linked`). A compiled caller of an `entry` gets an `inner` twin of it. Either may be given the one
signature it is for: then it is compiled for no other. Nothing is compiled before it is called.
"""

from collections.abc import Callable
from inspect import getfile
from pathlib import Path
from typing import Any, TypeVar, overload

from numba import njit
from numba import types as numba_types
from numba.core import event
from numba.core.caching import CompileResultCacheImpl, FunctionCache, InTreeCacheLocator
from numba.core.compiler_lock import global_compiler_lock
from numba.core.typing.templates import Signature

from hanamachi.games.kernels import linked
from hanamachi.games.kernels.cache_folder import folders_to_read, writable_folder
from hanamachi.games.kernels.compile_time import HERE
from hanamachi.games.kernels.shelf import Shelf

F = TypeVar("F", bound=Callable[..., Any])

jit: Any = njit  # numba's type hints lack some options
types: Any = numba_types
EVERYWHERE = {"nogil": True, "error_model": "numpy"}
NOT_FOR_PYTHON = {
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": linked.LinkedCompiler,
}


class AnyFile(InTreeCacheLocator):
    """Accepts every source file. numba's own locators refuse a function whose folder they cannot write to."""

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Any:
        return cls(py_func, py_file)

    def get_source_stamp(self) -> str:
        return ""  # the shelf tells by the code itself whether a file is the right one

    def ensure_cache_path(self) -> None:
        """Leave the folder to the shelf."""


class KernelCacheImpl(CompileResultCacheImpl):
    _locator_classes: Any = (AnyFile,)

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        numbas: Any = super()
        return (linked if payload[0][1] == linked.KIND else numbas).rebuild(target_context, payload)


class KernelCache(FunctionCache):
    """Caches compiled code on a shelf, instead of in numba's index."""

    _impl_class: Any = KernelCacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        numbas: Any = super()
        with HERE.spent():
            return numbas.load_overload(sig, target_context)


class Compilations(event.Listener):
    """Is notified by numba when a function is compiled."""

    def on_start(self, event: Any) -> None:
        HERE.enter()

    def on_end(self, event: Any) -> None:
        HERE.compiled += 1
        HERE.leave()


register: Any = event.register
register("numba:compile", Compilations())


def cache_for(function: Any, kind: str) -> Any:
    new: Any = KernelCache  # numba does not type it
    source, cache = Path(getfile(function.py_func)), new(function.py_func)
    cache._cache_file = Shelf(writable_folder(source), function, folders_to_read(source), kind)
    return cache


@overload
def inner(given: F, /) -> F: ...
@overload
def inner(given: str | Signature | None = None, /, **options: Any) -> Callable[[F], F]: ...
def inner(given: Any = None, /, **options: Any) -> Any:
    """Compile a function for callers that are compiled too."""
    return _compiled(given, NOT_FOR_PYTHON | options)


@overload
def entry(given: F, /) -> F: ...
@overload
def entry(given: str | Signature | None = None, /, **options: Any) -> Callable[[F], F]: ...
def entry(given: Any = None, /, **options: Any) -> Any:
    """Compile a function for Python and for compiled callers."""
    return _compiled(given, options)


def _compiled(given: Any, options: dict[str, Any]) -> Any:
    if callable(given):
        return _kept(given, options)
    return lambda function: _kept(function, options, given)


def _kept(function: Callable[..., Any], options: dict[str, Any], signature: Any = None) -> Any:
    fast = _cached(function, options, signature)
    if not is_for_compiled_callers(options) and is_linkable(function, options):
        twin = _cached(function, options | NOT_FOR_PYTHON, signature, "linked")
        fast.get_call_template, fast.get_overload = twin.get_call_template, twin.get_overload
    return fast


def is_for_compiled_callers(options: dict[str, Any]) -> bool:
    return "pipeline_class" in options


def is_linkable(function: Callable[..., Any], options: dict[str, Any]) -> bool:
    """True if compiled callers may optimise this function as a part of themselves. One that calls itself
    cannot have a twin, and the last bits of `fastmath` depend on what is optimised together."""
    return function.__name__ not in function.__code__.co_names and not options.get("fastmath")


def _cached(
    function: Callable[..., Any], options: dict[str, Any], signature: Any = None, kind: str = ""
) -> Any:
    fast = jit(**EVERYWHERE, **options)(function)
    fast._cache = cache_for(fast, kind)
    if signature:
        compile_only(fast, signature)
    else:
        compile_few(fast)
    return fast


def compile_few(fast: Any) -> None:
    """Have a function compiled once for whole numbers of any size, and not for each constant argument."""
    compile_for = fast.compile

    def compile_widened(wanted: Any) -> Any:
        return compile_for(tuple(map(widened, wanted)) if isinstance(wanted, tuple) else wanted)

    fast.compile = compile_widened


def widened(kind: Any) -> Any:
    """Return the type that an argument of this type is passed as."""
    plain = types.unliteral(kind)
    return types.int64 if isinstance(plain, types.Integer) and plain.bitwidth < 64 else plain


def compile_only(fast: Any, signature: Any) -> None:
    """Have a function compiled for one signature when it is first needed, and for no other."""
    compile_for = fast.compile

    def compile_once(_wanted: Any) -> Any:
        with global_compiler_lock:
            if not fast.overloads:
                compile_for(signature)
                fast.disable_compile()
        return next(iter(fast.overloads.values())).entry_point

    fast.compile = compile_once

"""Compile kernels with numba: without Python's lock, with NumPy's division, and cached on disk.

`entry` is for Python callers; `inner` is for callers that are compiled too, which saves a fifth of the
compiling. Either may be given the one signature it is for: then it is compiled for no other. Nothing is
compiled before it is called.
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

from hanamachi.games.kernels.cache_folder import folders_to_read, writable_folder
from hanamachi.games.kernels.compile_time import HERE
from hanamachi.games.kernels.shelf import Shelf

F = TypeVar("F", bound=Callable[..., Any])

jit: Any = njit  # numba's type hints lack some options
types: Any = numba_types
EVERYWHERE = {"nogil": True, "error_model": "numpy"}
NOT_FOR_PYTHON = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


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


def cache_for(function: Any) -> Any:
    new: Any = KernelCache  # numba does not type it
    source, cache = Path(getfile(function.py_func)), new(function.py_func)
    cache._cache_file = Shelf(writable_folder(source), function, folders_to_read(source))
    return cache


@overload
def inner(given: F, /) -> F: ...
@overload
def inner(given: str | Signature | None = None, /, **options: Any) -> Callable[[F], F]: ...
def inner(given: Any = None, /, **options: Any) -> Any:
    """Compile a function for callers that are compiled too. `inline="always"` makes it a part of each of
    them."""
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
    fast = jit(**EVERYWHERE, **options)(function)
    fast._cache = cache_for(fast)
    fast.compile = compiler_for_one(fast, signature) if signature else compiler_for_few(fast)
    return fast


def compiler_for_few(fast: Any) -> Callable[[Any], Any]:
    """Return what compiles a function once for whole numbers of any size, not again for each constant."""
    compile_for = fast.compile
    return lambda wanted: compile_for(tuple(map(widened, wanted)) if isinstance(wanted, tuple) else wanted)


def widened(kind: Any) -> Any:
    """Return the type as which an argument of this type is passed."""
    plain = types.unliteral(kind)
    return types.int64 if isinstance(plain, types.Integer) and plain.bitwidth < 64 else plain


def compiler_for_one(fast: Any, signature: Any) -> Callable[[Any], Any]:
    """Return what compiles a function for one signature when it is first called, and for no other."""
    compile_for = fast.compile

    def compile_once(_wanted: Any) -> Any:
        with global_compiler_lock:
            if not fast.overloads:
                compile_for(signature)
                fast.disable_compile()
        return next(iter(fast.overloads.values())).entry_point

    return compile_once

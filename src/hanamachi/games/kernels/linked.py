"""Compile functions that only compiled code calls, without making machine code of each of them.

numba makes machine code of every function together with all that it calls, and does so again for each caller.
An `inner` function needs none: its optimised intermediate code (LLVM IR) is linked into its callers, and only
an `entry` becomes machine code.
"""

from typing import Any

from llvmlite import binding
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, compile_result

KIND = "linked"  # of a library on disk, beside numba's own "object" and "bitcode"


class WithoutAddresses:
    """The code generator for numba, which would tell it the environment of a function by its address."""

    def __init__(self, codegen: Any) -> None:
        self.codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self.codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: a function without machine code has no address."""


class LinkedLibrary(JITCodeLibrary):
    """The intermediate code of one function and of all that it calls."""

    @property
    def codegen(self) -> Any:
        return WithoutAddresses(self._codegen)

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._optimize_final_module()  # without this, the student of the Road thinks half as long again
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return no address, as numba does for every function that Python cannot call."""
        self._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        return self.name, KIND, self._get_module_for_linking().as_bitcode()

    @classmethod
    def read(cls, codegen: Any, name: str, bitcode: bytes) -> "LinkedLibrary":
        library = cls(codegen, name)
        library._final_module = library._shared_module = binding.parse_bitcode(bitcode)
        library._finalized = True
        return library


class LinkedCompiler(Compiler):
    """numba's compiler, which puts the code into a `LinkedLibrary`."""

    def compile_extra(self, func: Any) -> Any:
        self.state.library = LinkedLibrary(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


def rebuild(context: Any, payload: Any) -> Any:
    """Return what numba's compiler would, from what it wrote to disk."""
    (name, _, bitcode), description, environment, signature, *_, reload_init, environments = payload
    for initialise in reload_init:
        initialise()
    library = LinkedLibrary.read(context.codegen(), name, bitcode)
    return compile_result(
        typing_context=context.typing_context,
        target_context=context,
        entry_point=context.get_executable(library, description, environment),
        signature=signature,
        objectmode=False,
        lifted=(),
        fndesc=description,
        library=library,
        environment=environment,
        reload_init=reload_init,
        referenced_envs=environments,
    )

"""Keep compiled SQL for all houses of a process. Each has engines of its own, which would compile it anew."""

from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa


class Compiled(dict[Any, Any]):
    """A cache as SQLAlchemy uses it, but by the kind of the dialect and not by its object."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(by_kind(key), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__(by_kind(key), compiled)


def by_kind(key: Any) -> Any:
    dialect, *rest = key
    return dialect.name, dialect.paramstyle, *rest


def compile_once(patch: pytest.MonkeyPatch) -> None:
    options = {"compiled_cache": Compiled()}
    patch.setattr(sa, "create_engine", partial(sa.create_engine, execution_options=options))

"""Try many cases in one house: for tests that leave nothing behind which the next case could stumble over."""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

Test = Callable[..., None]


def in_turn(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Like `pytest.mark.parametrize`, but the fixtures are made once for all cases. A failure names its case."""
    one = isinstance(names, str)
    wanted = (names,) if isinstance(names, str) else names
    known = [dict(zip(wanted, (case,) if one else case, strict=True)) for case in cases]

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def all_cases(**fixtures: Any) -> None:
            for case in known:
                try:
                    test(**fixtures, **case)
                except BaseException as error:
                    error.add_note(f"in the case {case}")
                    raise

        asked = inspect.signature(test)
        fixtures = [each for name, each in asked.parameters.items() if name not in wanted]
        all_cases.__signature__ = asked.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return all_cases

    return decorate

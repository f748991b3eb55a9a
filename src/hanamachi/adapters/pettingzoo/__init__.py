"""The four games as PettingZoo AEC environments (extra `pettingzoo`): as modules, and in its registry.

from hanamachi.adapters.pettingzoo import hanamikoji_v0
env = hanamikoji_v0.env()

import hanamachi.adapters.pettingzoo, pettingzoo
env = pettingzoo.make("aec", "hanamachi/mai_star-v0", seats=4)
"""

from pettingzoo import aec_registry, register

from hanamachi.games import modules

NAMES = tuple(modules(f"{__name__}.{{}}_v0"))


def register_all() -> None:
    """Register the environments with PettingZoo, once."""
    for name in NAMES:
        if f"hanamachi/{name}-v0" not in aec_registry:
            register("aec", f"hanamachi/{name}-v0", f"{__name__}.{name}_v0:env")


register_all()

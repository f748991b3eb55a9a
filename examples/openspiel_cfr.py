"""Compute the value of a whole small Hanamikoji, by OpenSpiel's CFR+ and by ours.

    python examples/openspiel_cfr.py            # the tiny box: 46,388 nodes, half a minute
    python examples/openspiel_cfr.py small 100  # the small box: 376,588 nodes, some minutes

OpenSpiel walks a Python game slowly, so `cached_tree` walks it once and keeps the tree.
"""

import sys

import pyspiel

import hanamachi.adapters.openspiel
from hanamachi.adapters.exploit import nash_conv
from hanamachi.adapters.openspiel.parameters import setting_of
from hanamachi.adapters.trees import grown, value
from hanamachi.bots.hanamikoji.mind.regrets import solve


def theirs(box: str, rounds: int) -> tuple[float, float]:
    """Return the first player's value, and the policy's distance from an equilibrium."""
    game = pyspiel.load_game(f"cached_tree(game=hanamikoji(box={box},starter=first))")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    worth = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)
    return worth[0], pyspiel.nash_conv(game, policy, True)


def ours(box: str, rounds: int) -> tuple[float, float]:
    tree = grown(setting_of("hanamikoji", {"box": box, "starter": "first"}))
    policy = solve(tree, rounds)
    return value(tree, policy), nash_conv(tree, policy)


def main(box: str = "tiny", rounds: str = "200") -> None:
    hanamachi.adapters.openspiel.register_all()
    print(f"hanamikoji(box={box},starter=first), CFR+, {rounds} rounds: value to who begins, NashConv")
    for name, solver in (("OpenSpiel", theirs), ("hanamachi", ours)):
        worth, distance = solver(box, int(rounds))
        print(f"  {name}  {worth:+.5f}  {distance:.5f}")


if __name__ == "__main__":
    main(*sys.argv[1:])

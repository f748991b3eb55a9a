"""Draw games as pictures to share: an SVG of 1200 x 630, from a view alone, and the PNG that is made of it.

Each of our games has a module of its own here, which draws its board. Another game gets a card with its name.
"""

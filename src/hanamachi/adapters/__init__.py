"""The games as researchers' libraries want them: flat ids, tensors, environments. See docs/research.md.

Nothing here is imported by the games. Each library is an extra and is imported in its own file alone.
"""

"""Adapters for research libraries: flat action ids, tensors, environments. See docs/research.md.

Games import nothing from here. Each library is an optional extra, imported in its own file alone.
"""

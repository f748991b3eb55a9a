"""Export all that is stored about a user, and erase it.

Imports every package that stores something.
"""

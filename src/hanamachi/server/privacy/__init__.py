"""Export and erase a user's data.

Imports every package that stores something.
"""

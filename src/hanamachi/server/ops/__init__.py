"""Back up, restore and check a database.

Used by the command line. Imports `storage`.
"""

"""Save tables as rows and read them back.

Also answers the lists that are read from columns. Imports `tables` and `db`.
"""

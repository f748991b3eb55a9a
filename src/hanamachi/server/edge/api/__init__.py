"""Answer the REST calls, one module a subject.

Each module exports its routes.
"""

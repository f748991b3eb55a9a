"""Speeds side by side, in one run on one machine: `python -m bench.performance` writes the page."""

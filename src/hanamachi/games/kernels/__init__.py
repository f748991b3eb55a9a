"""Helpers of the compiled kernels: fast copies of the rules in whole numbers, compiled by numba.

A game's kernel names the fields of its row in a `layout`, stops at decisions, does not check its input, and
is tested in lockstep against the rules engine. Shared by all kernels are compilation and its disk cache
(`compiling`, `compile_time`, `essence`, `shelf`, `cache_folder`), random numbers (`chance`), sets of small
numbers as bits (`bits`), and rows (`rows`).
"""

"""The dialect of the fast twins: rules in whole numbers, compiled by numba.

A game's kernel names the places of its row in a `layout`, stops at decisions, trusts its caller, and is
proven equal to the law in lockstep. What all kernels share is here: how they are compiled and kept on disk
(`compiling`, `compile_time`, `essence`, `shelf`, `cache_folder`), chance (`chance`), sets of small numbers as
bits (`bits`), rows (`rows`).
"""

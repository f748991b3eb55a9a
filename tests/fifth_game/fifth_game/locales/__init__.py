"""Tsukimi's phrases."""

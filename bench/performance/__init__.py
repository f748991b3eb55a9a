"""Compare speeds in one run on one machine: `python -m bench.performance` writes docs/performance.md."""

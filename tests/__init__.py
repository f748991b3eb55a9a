"""The tests, and what tools, benchmarks and fuzzers share with them: `tests.storm`, `tests.e2e.support`, lockstep."""

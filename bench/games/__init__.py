"""Game-specific parts of the benchmarks: TABLES and LEVELS to measure, and works() of the kernel."""

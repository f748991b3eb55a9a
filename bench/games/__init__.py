"""What the benchmarks know of single games: TABLES and LEVELS to measure, and works() of the kernel."""

"""The commands of `hanamachi`, one module each. `run(args, words)` parses the rest of the line and runs
it."""

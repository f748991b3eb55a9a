"""The commands of `hanamachi`, a module each: `run(args, words)` parses the rest of the line and does it."""

"""The games that learn something: a module each, with its COURSE. None of them imports PyTorch."""

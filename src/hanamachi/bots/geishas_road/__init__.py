"""The opponents of Geisha's Road."""

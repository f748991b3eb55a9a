"""The protocol of the house. Knows no game."""

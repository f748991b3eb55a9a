"""The commands for those who run a server: start it, back it up, restore and check it."""

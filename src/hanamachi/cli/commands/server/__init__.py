"""The commands for server operators: start a server, back it up, restore and check it."""

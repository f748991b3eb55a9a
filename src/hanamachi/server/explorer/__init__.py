"""The explorer on the server: exact values of a walk, and how the public games of this server began."""

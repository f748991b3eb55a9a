"""Talk at tables: what players and spectators say, whom a user mutes, and what they report to the host."""

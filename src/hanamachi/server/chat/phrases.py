"""Name the ready-made phrases, which each person reads in their own language. Clients have their texts."""

PHRASES = (
    "hello",
    "luck",
    "nice_move",
    "moment",
    "no_hurry",
    "thanks",
    "sorry",
    "good_game",
    "again",
    "bye",
)

"""Preview links for chat programs: words and a picture, the same for all who ask.

Nobody is asked who they are. What is told of a game is what its gallery sees.
"""

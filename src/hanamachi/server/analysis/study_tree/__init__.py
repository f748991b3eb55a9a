"""Studies: trees of moves over a start, their files, and other worlds for what a seat cannot know."""

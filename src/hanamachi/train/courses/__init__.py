"""The training courses: a COURSE module for each game that can be trained. None of them imports PyTorch."""

"""The observation of each game, field by field. tensors.py assembles them."""

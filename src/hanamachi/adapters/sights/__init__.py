"""What is seen of each game, field by field: tensors.py says how."""

"""The learned policy of Mai-Star ("leaning"): a linear softmax policy over binary features ("facts")."""

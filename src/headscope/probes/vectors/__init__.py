"""Frozen word vectors: from a file, or the model's own."""

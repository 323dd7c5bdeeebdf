"""Scores → what can be said: the best heads, labels, claims, sentences."""

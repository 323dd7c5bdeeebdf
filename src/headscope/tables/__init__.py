"""Scores → tables."""

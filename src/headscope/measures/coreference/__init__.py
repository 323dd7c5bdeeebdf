"""Coreference: the measure, and what it is told about mentions."""

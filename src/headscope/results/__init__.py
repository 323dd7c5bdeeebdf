"""Tally → scores: intervals, frames (Parquet), manifest, merge; measuring ties them to a run.

Nothing is imported here, so that reading a finished run needs no torch.
"""

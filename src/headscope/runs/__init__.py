"""Drives a corpus through a model: options → plan → local, with accumulate at its heart; folder is where it writes.

Nothing is imported here, so that reading a finished run needs no torch.
"""

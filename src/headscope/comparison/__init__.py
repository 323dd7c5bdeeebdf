"""Two runs side by side, and many runs in an order."""

"""The views, live, on this machine."""

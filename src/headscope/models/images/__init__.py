"""Images as tokens: vision transformers, and the pixels that they read."""

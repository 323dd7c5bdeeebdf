"""Single words a head is right and wrong about."""

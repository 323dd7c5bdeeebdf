"""How probes are fitted and scored: features, training, decoding, the control task."""

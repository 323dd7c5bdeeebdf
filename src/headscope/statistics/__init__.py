"""Numbers → what can be said of them: intervals, held-out picks, clusters. Arrays in, arrays out; nothing here knows a measure."""

"""Attention + scores → something to look at. The contents page: one file a view.

    attention   the attention of one text, and `from_arrays`
    attend      a model and a text → attention
    payload     attention → what the page draws from: meta and compressed bytes
    head_view · model_view · neuron_view   what each shows first, and how it is drawn where nothing moves
    view        what they return: a page (`page`), a widget (`widget`), a file
    server/     the same, live, on 127.0.0.1

Nothing is imported here: a report takes files from this folder, but none of its modules.
"""

VIEWS = {
    "head": "tokens in two columns, lines from each to those it attends to; heads of one layer",
    "model": "the map of every head, layers × heads",
    "neuron": "query, key, their product by dimension, dot product and weight, for one token",
}

__all__ = ["VIEWS"]

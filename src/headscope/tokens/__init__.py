"""Documents → token batches."""

from headscope.tokens.annotated import encode_annotated
from headscope.tokens.batches import Side, TokenBatch, batches, collate
from headscope.tokens.encode import Encoded, Encoder, Losses
from headscope.tokens.units import CHUNK, UNITS, Chunk, chunks, pairs

__all__ = [
    "CHUNK",
    "UNITS",
    "Chunk",
    "Encoded",
    "Encoder",
    "Losses",
    "Side",
    "TokenBatch",
    "batches",
    "chunks",
    "collate",
    "encode_annotated",
    "pairs",
]

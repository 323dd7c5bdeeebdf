"""The bundled model: BERT 8×8, trained for headscope (training/), shipped so that everything works offline."""

from pathlib import Path

FOLDER = Path(__file__).parent / "bert-8x8"

"""The bundled corpus: 65 short documents of five kinds, written for headscope, one file a kind."""

from pathlib import Path

FOLDER = Path(__file__).parent

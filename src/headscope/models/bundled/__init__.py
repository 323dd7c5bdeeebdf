"""The bundled models, trained for headscope (training/) and shipped so that everything works offline: one folder each, with its card."""

from pathlib import Path

from headscope.names import DEFAULT_MODEL

DEFAULT = DEFAULT_MODEL
WHAT = {
    "bert-8x8": "a small BERT: 8 layers of 8 heads, English, 10.8 M parameters",
    "gpt-8x8": "a small causal language model (Llama): 8 layers of 8 heads, English, 10.6 M parameters",
}
FOLDERS = {name: Path(__file__).parent / name for name in WHAT}
FOLDER = FOLDERS[DEFAULT]

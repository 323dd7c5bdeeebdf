"""The bundled corpus: 65 short documents of five kinds, written for headscope, one file a kind.

`ANNOTATED` holds the first five documents of each kind again, word by word, with trees and coreference (ANNOTATION.md).
"""

from pathlib import Path

FOLDER = Path(__file__).parent
ANNOTATED = FOLDER / "annotated.conllu"

"""A file of maps as a run sees it: a model whose attention is read instead of computed, and the corpus of its texts.

What it can't do is what needs more than maps: a loss, its gradient, queries and keys. Maps are never cut: `--max-length` is the
business of whoever made them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from headscope.corpora import Corpus
from headscope.corpora.reading.original import originals
from headscope.errors import HeadscopeError
from headscope.files import check_regular
from headscope.models.maps.arrays import Arrays, HeldArrays, check_file, open_arrays
from headscope.models.maps.lines import NEITHER, Line, beside, read_lines
from headscope.models.maps.rows import RowCheck
from headscope.models.model import Model
from headscope.models.tap import Call
from headscope.tokens import Encoded, Encoder, Losses, TokenBatch
from headscope.tokens.encode import punctuation_ids
from headscope.types import Annotation, Document, Site, Stack, Unit

PADDING, CLS, SEP, FIRST = 0, 1, 2, 3  # token ids: all that open a text share one, all that close one another
AROUND = {"cls": CLS, "sep": SEP}
TRIED = 4  # maps that are looked at to see whether the model is causal


class AttentionMaps(nn.Module):
    """The architecture of a model of which only maps are known: no parameters, nothing to run."""


class Vocabulary:
    """Token ids for tokens that came as text; what is used of a tokenizer where nothing is tokenised."""

    pad_token_id = PADDING
    mask_token_id = None

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._texts: dict[int, str] = {}

    def id(self, token: str) -> int:
        found = self._ids.setdefault(token, FIRST + len(self._ids))
        self._texts[found] = token
        return found

    def get_vocab(self) -> dict[str, int]:
        return self._ids

    def decode(self, ids: Sequence[int]) -> str:
        return "".join(self._texts[token] for token in ids)


class MapsEncoder(Encoder):
    """Hands out the tokens of the maps that units name; tokenises nothing."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.tokenizer = Vocabulary()
        self.longest = self.vocabulary = None
        self.specials = self.pair_specials = 0
        self.has_pairs = False
        kinds: set[str] = set()
        self._encoded: dict[str, Encoded] = {}
        for number, line in enumerate(lines):
            kinds.update(line.kinds())
            marked = zip(line.kinds(), line.tokens, strict=True)
            row = tuple(AROUND[kind] if kind else self.tokenizer.id(token) for kind, token in marked)
            # A batch must say which maps are in it; its token types, which no map needs, carry the map's number.
            words = None if line.word_ids is None else _words(line.word_ids, line.segments(), given=line.words is not None)
            self._encoded[line.id] = Encoded(line.document or line.id, row, (number,) * len(row), line.segments(), words)
        self.cls = CLS if "cls" in kinds else None
        self.sep = SEP if "sep" in kinds else None
        self.punctuation = punctuation_ids(self.tokenizer)
        self._special = frozenset({PADDING, CLS, SEP, *(self.tokenizer.id(token) for token in NEITHER)})
        self._lexical = {}

    def encode(self, units: Sequence[Unit], max_length: int) -> tuple[list[Encoded], Losses]:
        return [self._encoded[unit.first] for unit in units], Losses()

    def annotated(self, units: Sequence[Unit]) -> list[Encoded]:
        """The tokens of the maps that sentences came with; a token's word is that of the sentence."""
        return [replace(self._encoded[unit.sentences[0].place], sentences=unit.sentences) for unit in units]

    def check_length(self, max_length: int) -> None:
        """Any will do: nothing is cut."""

    def rows(self) -> Iterable[Encoded]:
        return self._encoded.values()

    def tokens(self, ids: Sequence[int]) -> list[str]:
        named = {CLS: "[CLS]", SEP: "[SEP]"}
        return [named.get(token) or self.tokenizer.decode([token]) for token in ids]


def _words(ids: Sequence[int | None], segments: Sequence[int], given: bool = False) -> tuple[int, ...]:
    """Words counted over both texts, whichever way the file counts them; where the words are given, by their places.

    >>> _words([None, 0, 0, None, 0, None], [0, 0, 0, 0, 1, 1])
    (-1, 0, 0, -1, 1, -1)
    """
    if given:
        return tuple(-1 if word is None else word for word in ids)
    known: dict[tuple[int, int], int] = {}
    pairs = zip(segments, ids, strict=True)
    return tuple(-1 if word is None else known.setdefault((segment, word), len(known)) for segment, word in pairs)


@dataclass(frozen=True)
class MapsCorpus(Corpus):
    """The texts of a file of maps: per map a document of one paragraph, which is the map's id. Maps with the same `document`
    share its id, and so its group."""

    texts: tuple[Document, ...] = field(default=(), compare=False, repr=False)

    def documents(self) -> Iterator[Document]:
        return iter(self.texts)

    def annotations(self, most: int | None = None) -> frozenset[Annotation]:
        return frozenset({"words", "trees"}) if any(text.sentences for text in self.texts) else frozenset()


class MapsModel(Model):
    """What a run uses of a model, from a file. Make one with `open_maps`."""

    encoder: MapsEncoder

    def __init__(self, name: str, identity: dict[str, str], lines: Sequence[Line], arrays: Arrays) -> None:
        self.name, self.identity, self.difference = name, identity, 0.0
        self.network = AttentionMaps()
        self.encoder = MapsEncoder(lines)
        self.road = "maps"
        self.rows = RowCheck()
        self.kind = lines[0].weights or "raw"  # type: ignore[misc]  # of this object, where others are of one kind
        self._names = [line.id for line in lines]
        self._arrays = arrays
        layers, heads = arrays.shapes[self._names[0]][:2]
        stack: Stack = "decoder" if self._causal() else "encoder"
        self.sites = tuple(Site(stack, layer, heads) for layer in range(layers))
        self.causal = frozenset({stack} if stack == "decoder" else ())
        self.own_layers, self.gates = {}, {}

    @property
    def device(self) -> torch.device:
        return torch.device("cpu")

    @property
    def dtype(self) -> torch.dtype:
        return torch.float64

    @property
    def is_encoder_decoder(self) -> bool:
        return False

    def _causal(self) -> bool:
        """Whether no token sees a later one, in any head, as far as the first maps tell."""
        tried = [name for name in self._names if self._arrays.shapes[name][-1] > 1][:TRIED]
        return bool(tried) and not any(np.triu(self._arrays.read(name), 1).any() for name in tried)

    @torch.inference_mode()
    def attend(self, batch: TokenBatch, listener: Callable[[Site, Call], None]) -> None:
        """Reads the batch's maps and hands them out layer by layer, widened to float64 and checked."""
        assert batch.types is not None
        names = [self._names[number] for number in batch.types[:, 0].tolist()]
        maps = [self._arrays.read(name) for name in names]
        with self.rows.of(names, maps, batch.source) as check:
            for site in self.sites:
                weights = self._layer(maps, site, batch.source.ids.shape[1])
                check(site, weights)
                listener(site, Call(None, weights, None))

    def _layer(self, maps: Sequence[np.ndarray], site: Site, longest: int) -> Tensor:
        weights = torch.zeros(len(maps), site.heads, longest, longest, dtype=torch.float64)
        for row, array in enumerate(maps):
            weights[row, :, : array.shape[-1], : array.shape[-1]] = torch.from_numpy(array[site.layer].astype(np.float64))
        return weights


def open_maps(path: str | Path) -> tuple[MapsModel, MapsCorpus]:
    """Opens FILE.npz or FILE.safetensors with FILE's stem .jsonl beside it: a model and a corpus for `headscope.measure`."""
    path = Path(path).expanduser()
    check_file(path)
    check_regular(beside(path))
    if not beside(path).is_file():
        raise HeadscopeError(f"There is no '{beside(path)}' beside '{path}': expected a line with id and tokens for each map.")
    (file, text), digest = originals([path, beside(path)])
    arrays, lines = HeldArrays(open_arrays(path), file), list(read_lines(text))
    _check(path, lines, arrays)
    model = MapsModel(path.stem, {"sha256": digest}, lines, arrays)
    texts = tuple(
        Document(line.document or line.id, (line.id,), () if (said := line.sentence()) is None else (said,)) for line in lines
    )
    return model, MapsCorpus(path.stem, str(path), (path, beside(path)), "maps", originals([beside(path)])[1], texts)


def _check(path: Path, lines: Sequence[Line], arrays: Arrays) -> None:
    """All that can be found out without reading a weight: each map has its line, each line its map, and shapes agree."""
    tokens: dict[str, int] = {}
    for line in lines:
        if line.id in tokens:
            raise HeadscopeError(f"'{beside(path)}' has two lines with the id '{line.id}'.")
        tokens[line.id] = len(line.tokens)
        if line.weights != lines[0].weights:
            kinds = f"{lines[0].weights or 'raw'} and {line.weights or 'raw'}"
            raise HeadscopeError(
                f"'{beside(path)}' mixes weights of two kinds, {kinds}: all maps of a file must be of one kind."
            )
    sides = ((tokens, arrays.shapes, beside(path), path), (arrays.shapes, tokens, path, beside(path)))
    for mine, others, here, there in sides:
        missing = [name for name in mine if name not in others]
        if missing:
            more = f" and {len(missing) - 1} more of its ids" if len(missing) > 1 else ""
            raise HeadscopeError(f"The map '{missing[0]}'{more} of '{here}' is not in '{there}'.")
    first = next(iter(tokens))
    for name, n in tokens.items():
        shape = arrays.shapes[name]
        if len(shape) != 4 or shape[2:] != (n, n) or not all(shape):
            expected = f"[layer, head, {n}, {n}] for its {n} tokens"
            raise HeadscopeError(f"The map '{name}' has the shape {list(shape)}: expected {expected}.")
        if shape[:2] != arrays.shapes[first][:2]:
            layers, heads = arrays.shapes[first][:2]
            raise HeadscopeError(
                f"The map '{name}' has {shape[0]} layers of {shape[1]} heads, but '{first}' has {layers} of {heads}: "
                "all maps of a file must be of one model."
            )

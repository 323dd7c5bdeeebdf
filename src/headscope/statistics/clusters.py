"""Distances between heads → which heads are alike: a map in two dimensions, groups, nearest neighbours, layers.

Everything starts from a symmetric table of distances, heads layer by layer, as `Scores.distances` gives it, and nothing here
depends on what the distances are. scikit-learn and scipy are imported where they are needed: it takes them a second.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from jaxtyping import Float64, Int64

from headscope.errors import HeadscopeError
from headscope.ties import rounded

Distances = Float64[np.ndarray, "head head"]
MOST_GROUPS = 12


@dataclass(frozen=True)
class Embedding:
    """Where each head lies in the plane. `stress` is Kruskal's: √(Σ (d − δ)² / Σ d²) over the pairs of heads, d their distance in
    the plane, δ the true one; 0 where the plane keeps every distance, poor from 0.2 on."""

    positions: Float64[np.ndarray, "head 2"]
    stress: float


def embed(distances: Distances, *, starts: int = 5, iterations: int = 1000, eps: float = 1e-10, seed: int = 0) -> Embedding:
    """Metric multidimensional scaling: the positions whose distances differ least, Σ (d − δ)², from the given ones.

    The settings are the paper's. The best of `starts` random starts counts; there are many local minima, so another seed may give
    another map of nearly the same stress. Distances say nothing about a turn or a reflection of the plane, so the map is centred, x
    is the direction in which heads differ most, and on each axis the head that lies furthest out, the first of equals, lies on the
    positive side.

    Four heads at the corners of a rhombus, 4 long and 2 high:

    >>> side = 5**0.5
    >>> made = embed(np.array([[0, 4, side, side], [4, 0, side, side], [side, side, 0, 2], [side, side, 2, 0]]))
    >>> (made.positions.round(3) + 0.0).tolist(), round(made.stress, 3)
    ([[2.0, 0.0], [-2.0, 0.0], [0.0, 1.0], [0.0, -1.0]], 0.0)
    """
    if not distances.any():  # one head, or heads that are all the same
        return Embedding(np.zeros((len(distances), 2)), 0.0)
    return _embedded(distances.tobytes(), starts, iterations, eps, seed)


@lru_cache(maxsize=4)
def _embedded(data: bytes, starts: int, iterations: int, eps: float, seed: int) -> Embedding:
    """Remembered: a run's file, its figure and its page ask for the same map, which takes a second or more."""
    from sklearn.manifold import smacof

    distances = np.frombuffer(data)
    distances = distances.reshape(2 * (round(len(distances) ** 0.5),))
    unit = distances.sum() / np.count_nonzero(distances)  # whether it has converged must not depend on the distances' unit
    positions, _ = smacof(
        distances / unit,
        metric=True,
        n_components=2,
        n_init=starts,
        max_iter=iterations,
        eps=eps,
        random_state=seed,
        normalized_stress=False,
    )
    positions = _turned(np.asarray(positions, dtype=np.float64) * unit)
    positions.setflags(write=False)
    between = np.linalg.norm(positions[:, None] - positions[None], axis=-1)
    return Embedding(positions, float(np.sqrt(((between - distances) ** 2).sum() / (between**2).sum())))


def _turned(positions: Float64[np.ndarray, "head 2"]) -> Float64[np.ndarray, "head 2"]:
    """The same map centred, its longest direction along x, and not mirrored at random."""
    centred = positions - positions.mean(0)
    axes = np.linalg.svd(centred, full_matrices=False)[2]
    turned = centred @ axes.T
    far = np.abs(turned) >= np.abs(turned).max(0) * (1 - 1e-3)  # equals differ a little, by where the iterations stopped
    return np.asarray(turned * np.where(turned[far.argmax(0), [0, 1]] < 0, -1.0, 1.0))


@dataclass(frozen=True)
class Groups:
    """Each head's group, counted from 0 in the order of their first heads; the leaves of the tree in its drawn order, so that
    groups lie side by side; how well the groups are set apart (None for a single group)."""

    members: Int64[np.ndarray, " head"]
    order: Int64[np.ndarray, " head"]
    silhouette: float | None

    @property
    def number(self) -> int:
        return int(self.members.max()) + 1


def groups(distances: Distances, number: int | None = None) -> Groups:
    """Hierarchical clusters: the two groups with the smallest mean distance between their heads are joined, again and again.

    Without `number`, the tree is cut into the number of groups from 2 to 12 with the highest mean silhouette over heads, (b − a) /
    max(a, b), a the mean distance to a head's own group and b to the nearest other; 0 for a head that is alone. The fewest of
    equals; a single group where no silhouette is above 0, as with heads that are all the same.

    Heads 1 and 3 are alike, and so are 2 and 4; between 1 and 3 a = 1, to the other group b = 9, and (9 − 1) / 9 = 0.889.

    >>> made = groups(np.array([[0.0, 9, 1, 9], [9, 0, 9, 1], [1, 9, 0, 9], [9, 1, 9, 0]]))
    >>> made.members.tolist(), made.order.tolist(), round(made.silhouette, 3)
    ([0, 1, 0, 1], [0, 2, 1, 3], 0.889)
    """
    heads = len(distances)
    if number is not None and not 1 <= number <= heads:
        raise HeadscopeError(f"{heads} heads can't be put into {number} groups: expected a number from 1 to {heads}.")
    if heads < 2:
        return Groups(np.zeros(heads, np.int64), np.arange(heads), None)
    from scipy.cluster.hierarchy import cut_tree, leaves_list, linkage
    from scipy.spatial.distance import squareform

    tree = linkage(squareform(rounded(distances), checks=False), "average")
    order = leaves_list(tree).astype(np.int64)
    wanted = [number] if number is not None else list(range(2, min(MOST_GROUPS, heads - 1) + 1))
    cuts = cut_tree(tree, wanted).T.astype(np.int64) if wanted else []
    made = [Groups(_by_first_head(cut), order, _silhouette(distances, cut)) for cut in cuts]
    if number is not None:
        return made[0]
    best = max(made, key=lambda one: rounded(one.silhouette or 0.0), default=None)
    if best is None or not best.silhouette or best.silhouette < 0:
        return Groups(np.zeros(heads, np.int64), order, None)
    return best


def _by_first_head(members: Int64[np.ndarray, " head"]) -> Int64[np.ndarray, " head"]:
    _, first, inverse = np.unique(members, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[inverse].astype(np.int64)


def _silhouette(distances: Distances, members: Int64[np.ndarray, " head"]) -> float | None:
    if not 1 < members.max() + 1 < len(distances):  # one group, or every head its own: nothing to compare
        return None
    from sklearn.metrics import silhouette_score

    return float(silhouette_score(distances, members, metric="precomputed"))


def nearest(distances: Distances) -> Int64[np.ndarray, " head"]:
    """Each head's nearest other head, the first of equals; −1 where there is no other.

    >>> nearest(np.array([[0.0, 2, 2], [2, 0, 1], [2, 1, 0]])).tolist()
    [1, 2, 1]
    """
    if len(distances) < 2:
        return np.full(len(distances), -1)
    return np.asarray(np.where(np.eye(len(distances), dtype=bool), np.inf, rounded(distances)).argmin(1))


@dataclass(frozen=True)
class Neighbours:
    """How many heads (`share`) are nearest to a head of their own layer; `chance` is the share to expect if layers did not matter,
    `reached` how many of so many `samples` with the heads dealt to layers at random have at least this share."""

    share: float
    chance: float
    nearest: Int64[np.ndarray, " head"]
    reached: int
    samples: int

    @property
    def p(self) -> float:
        """(1 + reached) / (1 + samples): the observed way to deal the heads is one of the possible ones."""
        return (1 + self.reached) / (1 + self.samples)


def neighbours(distances: Distances, heads_per_layer: int, samples: int = 10_000, seed: int = 0) -> Neighbours:
    """The share of heads whose nearest neighbour lies in their own layer, against the same with heads dealt to layers at random.

    chance = (heads of a layer − 1) / (all heads − 1), exactly; p is that of the permutation test. A head without any other has no
    neighbour, in its layer or elsewhere.

    Two layers of two heads, and each head nearest to the other of its layer. In one of three ways to deal four heads to two layers
    this comes about by chance:

    >>> made = neighbours(np.array([[0.0, 1, 5, 5], [1, 0, 5, 5], [5, 5, 0, 1], [5, 5, 1, 0]]), heads_per_layer=2)
    >>> made.share, round(made.chance, 3), round(made.p, 1)
    (1.0, 0.333, 0.3)
    """
    near = nearest(distances)
    heads = len(near)
    if heads < 2:
        return Neighbours(0.0, 0.0, near, samples, samples)
    layer = np.arange(heads, dtype=np.int16) // heads_per_layer
    own = int((layer[near] == layer).sum())
    dealt = np.random.default_rng(seed).permuted(np.tile(layer, (samples, 1)), axis=1)
    reached = int(((dealt[:, near] == dealt).sum(1) >= own).sum())
    return Neighbours(own / heads, (heads_per_layer - 1) / (heads - 1), near, reached, samples)


def between_layers(distances: Distances, layers: int, heads: int) -> Float64[np.ndarray, "layers layers"]:
    """The mean distance between the heads of two layers; on the diagonal between two different heads of one layer, and NaN where
    a layer has only one.

    >>> between_layers(np.array([[0.0, 1, 5, 6], [1, 0, 6, 7], [5, 6, 0, 3], [6, 7, 3, 0]]), layers=2, heads=2).tolist()
    [[1.0, 6.0], [6.0, 3.0]]
    """
    sums = distances.reshape(layers, heads, layers, heads).sum((1, 3))
    pairs = np.full((layers, layers), float(heads**2)) - np.eye(layers) * heads
    return np.asarray(np.divide(sums, pairs, out=np.full_like(sums, np.nan), where=pairs > 0))


@dataclass(frozen=True)
class Ends:
    """The first and the last layer: how far apart they are, the mean over all pairs of layers, and the place of theirs among so
    many pairs, 1 the most alike."""

    value: float
    mean: float
    rank: int
    pairs: int

    @property
    def alike(self) -> bool:
        """Whether they are nearer to each other than two layers are on average."""
        return self.value < self.mean


def ends(between: Float64[np.ndarray, "layers layers"]) -> Ends | None:
    """Are the first and the last layer alike? None with fewer than three layers: there is no other pair to compare with.

    Layers 1 and 3 are 2 apart; of the three pairs only 2 and 3, 1 apart, are more alike, and the mean is 3.

    >>> ends(np.array([[0.0, 6, 2], [6, 0, 1], [2, 1, 0]]))
    Ends(value=2.0, mean=3.0, rank=2, pairs=3)
    """
    if len(between) < 3:
        return None
    pairs = between[np.triu_indices(len(between), 1)]
    value = between[0, -1]
    return Ends(float(value), float(pairs.mean()), int((rounded(pairs) < rounded(value)).sum()) + 1, len(pairs))

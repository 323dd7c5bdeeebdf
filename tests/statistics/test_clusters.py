"""Which heads are alike: against slow loops from the definitions, on planted groups and maps, and where there is little to compare."""

import subprocess
import sys
from itertools import combinations, permutations

import numpy as np
import polars as pl
import pytest

from headscope.errors import HeadscopeError
from headscope.results.manifest import CorpusRecord, Manifest
from headscope.results.scores import Scores
from headscope.statistics.clusters import between_layers, embed, ends, groups, nearest, neighbours
from headscope.tallies import Tally
from headscope.types import Series


def apart(points: np.ndarray) -> np.ndarray:
    return np.linalg.norm(points[:, None] - points[None], axis=-1)


def random_distances(seed: int, heads: int) -> np.ndarray:
    """Distances of no particular geometry."""
    table = np.triu(np.random.default_rng(seed).uniform(0.1, 0.7, (heads, heads)), 1)
    return table + table.T


def made(distances: np.ndarray, layers: int, heads: int, corpora=("c",)) -> Scores:
    """A run that has these distances."""
    tally, first = Tally(), np.triu_indices(len(distances), 1)
    for corpus in corpora:
        tally.add(Series(corpus, "encoder", "divergence", "all"), distances[first][None, None] * 10, np.full(1, 10.0))
    records = [CorpusRecord(name, name, "plain", "0", 1, 1, 10, 0, 0, {}, ["1/1"]) for name in corpora]
    model = {"name": "m", "stacks": {"encoder": [layers, heads]}}
    return Scores(tally, Manifest(model, records, {"divergence": ["all"]}, {}, 1.0))


@pytest.mark.slow
def test_a_map_that_lies_in_a_plane_is_recovered():
    points = np.random.default_rng(0).normal(size=(30, 2)) * [3, 1]
    found = embed(apart(points), starts=20)
    assert found.stress < 1e-3
    np.testing.assert_allclose(apart(found.positions), apart(points), atol=0.02)


def test_the_map_is_the_same_each_time_and_stands_upright():
    distances = random_distances(1, 20)
    first, again = embed(distances), embed(distances.copy())
    assert (first.positions == again.positions).all() and first.stress == again.stress
    np.testing.assert_allclose(first.positions.mean(0), 0, atol=1e-12)
    covariance = first.positions.T @ first.positions
    assert covariance[0, 0] > covariance[1, 1] and abs(covariance[0, 1]) < 1e-9 * covariance[0, 0]
    assert (first.positions.max(0) == np.abs(first.positions).max(0)).all(), "the furthest head lies on the positive side"
    other_starts = embed(distances, seed=7)
    assert not (other_starts.positions == first.positions).all(), "the starts are random, of the seed"


def test_the_unit_of_the_distances_does_not_matter():
    distances = random_distances(2, 15)
    small, large = embed(distances * 1e-6), embed(distances * 1e6)
    np.testing.assert_allclose(small.positions * 1e12, large.positions, rtol=1e-4, atol=1e3)
    assert small.stress == pytest.approx(large.stress)


def test_stress_is_kruskals_and_at_a_minimum():
    distances = random_distances(3, 12)
    found = embed(distances)

    def stress(positions):
        wrong = size = 0.0
        for a, b in combinations(range(12), 2):
            plane = float(np.hypot(*(positions[a] - positions[b])))
            wrong += (plane - distances[a, b]) ** 2
            size += plane**2
        return (wrong / size) ** 0.5, wrong

    assert found.stress == pytest.approx(stress(found.positions)[0])
    generator = np.random.default_rng(4)
    for _ in range(50):
        moved = found.positions + 0.01 * generator.standard_normal((12, 2))
        assert stress(moved)[1] > stress(found.positions)[1]
    assert embed(distances, starts=20).stress <= embed(distances, starts=1).stress


def slow_tree(distances: np.ndarray, number: int) -> set[frozenset[int]]:
    """Joins the two groups with the smallest mean distance until `number` are left."""
    parts = [frozenset([head]) for head in range(len(distances))]
    while len(parts) > number:
        a, b = min(combinations(parts, 2), key=lambda two: np.mean([distances[i, j] for i in two[0] for j in two[1]]))
        parts = [part for part in parts if part not in (a, b)] + [a | b]
    return set(parts)


def slow_silhouette(distances: np.ndarray, parts: set[frozenset[int]]) -> float:
    figures = []
    for part in parts:
        for head in part:
            if len(part) == 1:
                figures.append(0.0)
                continue
            a = sum(distances[head, other] for other in part) / (len(part) - 1)
            b = min(np.mean([distances[head, other] for other in another]) for another in parts - {part})
            figures.append((b - a) / max(a, b))
    return float(np.mean(figures))


def sets(members: np.ndarray) -> set[frozenset[int]]:
    return {frozenset(np.flatnonzero(members == group).tolist()) for group in set(members.tolist())}


@pytest.mark.parametrize(("seed", "heads"), [(0, 6), (1, 10), (2, 14), (3, 20)])
def test_groups_against_loops(seed, heads):
    distances = random_distances(seed, heads)
    figures = {}
    for number in range(1, heads + 1):
        found = groups(distances, number)
        assert found.number == number
        assert sets(found.members) == slow_tree(distances, number)
        if 1 < number < heads:
            figures[number] = slow_silhouette(distances, sets(found.members))
            assert found.silhouette == pytest.approx(figures[number])
    best = max((number for number in figures if number <= 12), key=figures.get)
    chosen = groups(distances)
    assert chosen.number == best and chosen.silhouette == pytest.approx(figures[best])
    assert sorted(chosen.order.tolist()) == list(range(heads))


def test_planted_groups_are_found_numbered_by_their_first_head_and_drawn_side_by_side():
    planted = np.array([0, 1, 2, 3, 1, 1, 0, 2, 3, 3, 0, 2])
    generator = np.random.default_rng(5)
    centres = np.array([[0, 0], [9, 0], [0, 9], [9, 9]])
    found = groups(apart(centres[planted] + generator.normal(size=(12, 2))))
    assert found.members.tolist() == planted.tolist() and found.silhouette > 0.7
    drawn = planted[found.order]
    assert np.count_nonzero(np.diff(drawn)) == 3, "each group in one run"


def test_a_wrong_number_of_groups_is_refused():
    for number in (0, 4):
        with pytest.raises(HeadscopeError, match=f"3 heads can't be put into {number} groups: expected a number from 1 to 3"):
            groups(random_distances(0, 3), number)


def slow_nearest(distances: np.ndarray) -> list[int]:
    heads = range(len(distances))
    return [min((other for other in heads if other != head), key=lambda o: (distances[head, o], o)) for head in heads]


@pytest.mark.parametrize(("seed", "layers", "heads"), [(0, 3, 4), (1, 2, 2), (2, 5, 3)])
def test_neighbours_against_loops(seed, layers, heads):
    distances = random_distances(seed, layers * heads)
    found = neighbours(distances, heads, samples=2000)
    near = slow_nearest(distances)
    assert found.nearest.tolist() == nearest(distances).tolist() == near
    own = sum(near[head] // heads == head // heads for head in range(layers * heads))
    assert found.share == pytest.approx(own / (layers * heads))
    chance = np.mean([a // heads == b // heads for a, b in permutations(range(layers * heads), 2)])
    assert found.chance == pytest.approx(chance)
    assert found.p == (1 + found.reached) / 2001


def test_p_is_the_share_of_all_ways_to_deal_the_heads():
    """Six heads of three layers: all 720 orders, one by one, against 10,000 random ones."""
    distances = random_distances(6, 6)
    near = slow_nearest(distances)

    def own(layer):
        return sum(layer[near[head]] == layer[head] for head in range(6))

    observed = own([0, 0, 1, 1, 2, 2])
    exact = np.mean([own(layer) >= observed for layer in permutations([0, 0, 1, 1, 2, 2])])
    assert 0 < exact < 1
    assert neighbours(distances, 2).p == pytest.approx(exact, abs=0.02)
    assert neighbours(distances, 2).p == neighbours(distances, 2).p, "the seed is fixed"


def test_heads_that_lie_by_layer_are_told_from_heads_that_do_not():
    layer = np.repeat(np.arange(6), 8)
    generator = np.random.default_rng(7)
    points = np.stack([9.0 * layer, np.zeros(48)], 1) + generator.normal(size=(48, 2))
    by_layer = neighbours(apart(points), 8)
    assert by_layer.share > 0.9 and by_layer.p == 1 / 10_001 and by_layer.reached == 0
    shuffled = neighbours(apart(generator.permutation(points)), 8)
    assert abs(shuffled.share - shuffled.chance) < 0.2 and shuffled.p > 0.01


@pytest.mark.parametrize(("layers", "heads"), [(3, 4), (2, 1), (1, 5), (4, 2)])
def test_layers_against_loops(layers, heads):
    distances = random_distances(8, layers * heads)
    found = between_layers(distances, layers, heads)
    for a in range(layers):
        for b in range(layers):
            pairs = [
                distances[i, j] for i in range(a * heads, (a + 1) * heads) for j in range(b * heads, (b + 1) * heads) if i != j
            ]
            assert found[a, b] == pytest.approx(np.mean(pairs)) if pairs else np.isnan(found[a, b])
    if layers > 2:
        pairs = [found[a, b] for a, b in combinations(range(layers), 2)]
        end = ends(found)
        assert (end.value, end.mean) == (pytest.approx(found[0, -1]), pytest.approx(np.mean(pairs)))
        assert end.rank == sorted(pairs).index(found[0, -1]) + 1 and end.pairs == len(pairs)
        assert end.alike == (found[0, -1] < np.mean(pairs))
    else:
        assert ends(found) is None


LITTLE = {
    "one head": (np.zeros((1, 1)), 1, 1),
    "two heads of one layer": (np.array([[0, 0.3], [0.3, 0]]), 1, 2),
    "two layers of one head": (np.array([[0, 0.3], [0.3, 0]]), 2, 1),
    "one head a layer": (random_distances(9, 5), 5, 1),
    "one layer": (random_distances(9, 5), 1, 5),
    "two heads that are the same": (np.zeros((2, 2)), 1, 2),
    "heads that are all the same": (np.zeros((6, 6)), 3, 2),
    "some that are the same": (np.kron(random_distances(9, 3), np.ones((2, 2))), 3, 2),
}


@pytest.mark.parametrize("case", LITTLE)
def test_little_to_compare(case, tmp_path):
    """No warning (they are errors here), nothing that is not a number, every head in its place."""
    distances, layers, heads = LITTLE[case]
    number = len(distances)
    found = embed(distances)
    assert found.positions.shape == (number, 2) and np.isfinite(found.positions).all() and 0 <= found.stress < 0.5
    if not distances.any():
        assert not found.positions.any() and found.stress == 0
    if number == 2:
        assert apart(found.positions)[0, 1] == pytest.approx(distances[0, 1])
    grouped = groups(distances)
    assert sorted(grouped.order.tolist()) == list(range(number)) and len(grouped.members) == number
    assert grouped.number == (1 if number <= 2 or not distances.any() else grouped.number)
    assert groups(distances, number).members.tolist() == list(range(number))
    near = neighbours(distances, heads, samples=100)
    expected = {
        "one head": (0, 0, 1),
        "some that are the same": (1, 0.2, near.p),
        "heads that are all the same": (2 / 6, 0.2, near.p),
    }
    share = 1 if layers == 1 else 0
    assert (near.share, near.chance, near.p) == pytest.approx(expected.get(case, (share, share, 1)))
    between = between_layers(distances, layers, heads)
    assert np.isnan(np.diag(between)).all() == (heads == 1) and np.isfinite(between[np.triu_indices(layers, 1)]).all()
    scores = made(distances, layers, heads)
    scores.save(tmp_path / "run")
    table = pl.read_parquet(tmp_path / "run" / "clusters.parquet")
    assert len(table) == number and table["nearest_value"].null_count() == (1 if number == 1 else 0)


def test_clusters_are_a_file_of_a_run(tmp_path):
    distances = random_distances(10, 6)
    made(distances, 3, 2, corpora=("c", "d")).save(tmp_path / "run")
    table = pl.read_parquet(tmp_path / "run" / "clusters.parquet")
    assert table.schema == {
        "model": pl.String, "corpus": pl.String, "stack": pl.String, "layer": pl.Int32, "head": pl.Int32, "name": pl.String,
        "x": pl.Float64, "y": pl.Float64, "cluster": pl.Int32,
        "nearest_layer": pl.Int32, "nearest_head": pl.Int32, "nearest_name": pl.String, "nearest_value": pl.Float64,
    }  # fmt: skip
    assert table["corpus"].to_list() == ["c"] * 6 + ["d"] * 6
    near = slow_nearest(distances)
    for row in table.filter(corpus="d").iter_rows(named=True):
        head = row["layer"] * 2 + row["head"]
        assert (row["nearest_layer"], row["nearest_head"]) == divmod(near[head], 2)
        assert row["nearest_value"] == pytest.approx(distances[head, near[head]])
    np.testing.assert_allclose(table.select("x", "y").to_numpy()[:6], embed(distances).positions, atol=1e-9)
    assert table["cluster"].to_list()[:6] == groups(distances).members.tolist()


@pytest.mark.slow
def test_reading_a_run_imports_neither_scikit_learn_nor_polars():
    code = "import sys, headscope.results.scores; print({'sklearn', 'scipy', 'polars'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "set()", done.stderr

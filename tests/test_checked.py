"""What checks types and shapes in all other tests finds what is wrong."""

from dataclasses import dataclass

import jaxtyping
import numpy as np
import pytest
from beartype import beartype
from beartype.roar import BeartypeCallHintViolation
from jaxtyping import Float64

# checked.py stands where jaxtyping's decorator stood.
check = jaxtyping.jaxtyped(typechecker=beartype)


def row(size):
    return np.zeros(size)


def test_a_dimension_is_the_same_wherever_it_has_one_name():
    @check
    def joined(a: Float64[np.ndarray, " n"], b: Float64[np.ndarray, " n"], wrong: bool = False) -> Float64[np.ndarray, "2 n"]:
        return np.stack([a, b])[:, wrong:]

    assert [joined(row(size), b=row(size)).shape for size in (3, 2)] == [(2, 3), (2, 2)]
    with pytest.raises(BeartypeCallHintViolation):
        joined(row(3), row(2))
    with pytest.raises(BeartypeCallHintViolation):
        joined(row(3), np.zeros((1, 3)))
    with pytest.raises(BeartypeCallHintViolation, match="return"):
        joined(row(3), row(3), wrong=True)


def test_names_numbers_and_anything():
    @check
    def fits(one: Float64[np.ndarray, "n 2"] | Float64[np.ndarray, "3 n"], other: Float64[np.ndarray, "n _"]) -> bool:
        return True

    assert fits(np.zeros((4, 2)), np.zeros((4, 9))) and fits(np.zeros((3, 5)), np.zeros((5, 1)))
    for one, other in (((4, 3), (4, 9)), ((3, 5), (3, 5)), ((3, 5, 1), (5, 1)), ((4, 2), (4,))):
        with pytest.raises(BeartypeCallHintViolation):
            fits(np.zeros(one), np.zeros(other))
    for wrong in (np.zeros((4, 2), dtype="float32"), [[0.0, 0.0]] * 4):
        with pytest.raises(BeartypeCallHintViolation):
            fits(wrong, np.zeros((4, 9)))


def test_dimensions_that_jaxtyping_compares():
    @check
    def more(a: Float64[np.ndarray, "*rest n"]) -> Float64[np.ndarray, "*rest n+1"]:
        return np.zeros((*a.shape[:-1], a.shape[-1] + (a.ndim > 1)))

    assert more(np.zeros((2, 3))).shape == (2, 4)
    with pytest.raises(BeartypeCallHintViolation, match="return"):
        more(row(3))


def test_one_call_s_dimensions_are_not_the_next_one_s():
    @check
    def inner(a: Float64[np.ndarray, " n"]) -> int:
        return len(a)

    @check
    def outer(a: Float64[np.ndarray, " n"]) -> int:
        return len(a) + inner(row(7))

    assert [outer(row(size)) for size in (1, 2)] == [8, 9]


def test_types_without_shapes():
    @check
    def half(number: int) -> float:
        return number / 2

    @check
    @dataclass
    class Made:
        size: int

    assert half(3) == 1.5 and Made(3).size == 3
    for wrong in (half, Made):
        with pytest.raises(BeartypeCallHintViolation):
            wrong("3")


def test_it_is_what_checks_headscope():
    from headscope.tallies import Tally
    from headscope.types import Series

    with pytest.raises(BeartypeCallHintViolation):
        Tally().add(Series("c", "encoder", "offset", "+1"), row(3), row(3))

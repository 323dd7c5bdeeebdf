"""Types are checked in tests, as beartype does it, with shapes followed as jaxtyping does it.

jaxtyping's own decorator binds the arguments of every call by hand and checks them twice, before the call and with its result; that took
a quarter of the tests' time. Here beartype checks each once, and where annotations have shapes jaxtyping remembers meanwhile what each
dimension is, so that arguments and result must agree. Whether an array has the type and dtype of an annotation is found out by jaxtyping
once and then remembered; dimensions that are names or numbers are compared here, all others by jaxtyping.
"""

import dataclasses
import inspect
from collections.abc import Callable
from functools import cache, partial, wraps
from typing import Any, get_args, get_type_hints

import jaxtyping
from beartype import beartype
from jaxtyping import _array_types
from jaxtyping._storage import get_shape_memo, pop_shape_memo, push_shape_memo

Array = type(jaxtyping.AbstractArray)  # the class of annotations
by_jaxtyping = Array.__instancecheck__


def install() -> None:
    """Before headscope is imported: from then on jaxtyping's import hook decorates with `checked`."""
    jaxtyping.jaxtyped = checked
    Array.__instancecheck__ = _is_instance  # type: ignore[method-assign]


@cache
def _dimensions(annotation: Any) -> tuple[str | int | None, ...] | None:
    """A name, a number or None for anything, by dimension; None where jaxtyping must look itself."""
    found: list[str | int | None] = []
    for one in annotation.dims:
        if one is _array_types._anonymous_dim:
            found.append(None)
        elif type(one) is _array_types._FixedDim and not one.broadcastable:
            found.append(one.size)
        elif type(one) is _array_types._NamedDim and not one.broadcastable and not one.treepath:
            found.append(one.name)
        else:
            return None
    return tuple(found)


@cache
def _of_any_shape(annotation: Any) -> Any:
    return annotation.dtype[annotation.array_type, "..."]


_known: dict[tuple[Any, type, Any], bool] = {}


def _is_instance(annotation: Any, thing: Any) -> bool:
    wanted = _dimensions(annotation) if annotation is not jaxtyping.AbstractArray else None
    if wanted is None:
        return bool(by_jaxtyping(annotation, thing))
    kind = (annotation, type(thing), getattr(thing, "dtype", None))
    right = _known.get(kind)
    if right is None:
        right = _known[kind] = bool(by_jaxtyping(_of_any_shape(annotation), thing))
    if not right or len(shape := thing.shape) != len(wanted):
        return False
    sizes = get_shape_memo()[0]
    before = None
    for name, size in zip(wanted, shape, strict=True):
        if type(name) is str:
            known = sizes.get(name)
            if known is None:
                before = sizes.copy() if before is None else before
                sizes[name] = size
                continue
            name = known
        if name is not None and name != size:
            if before is not None:  # what was learnt from an array that does not fit is forgotten
                sizes.clear()
                sizes.update(before)
            return False
    return True


def checked(thing: Any = None, *, typechecker: Any) -> Any:
    if thing is None:
        return partial(checked, typechecker=typechecker)
    if inspect.isfunction(thing):
        return _function(thing)
    if dataclasses.is_dataclass(thing) and not getattr(thing, "__no_type_check__", False) and "__init__" in vars(thing):
        thing.__init__ = _function(thing.__init__)  # type: ignore[misc]
    return thing


def _function(function: Callable[..., Any]) -> Callable[..., Any]:
    function.__annotations__ = {name: _read(annotation, function) for name, annotation in function.__annotations__.items()}
    shapes = any(map(_has_shape, function.__annotations__.values()))
    strict = None

    @wraps(function)
    def either(*arguments: Any, **named: Any) -> Any:
        nonlocal strict
        if jaxtyping.config.jaxtyping_disable:
            return function(*arguments, **named)
        if strict is None:  # when first called: many never are, and to write the checks of all takes seconds
            strict = beartype(function)
        if not shapes:
            return strict(*arguments, **named)
        push_shape_memo({})
        try:
            return strict(*arguments, **named)
        finally:
            pop_shape_memo()

    return either


def _read(annotation: Any, function: Callable[..., Any]) -> Any:
    """An annotation as an object; what is not there when the function is made, such as its own class, may be anything."""
    holder = type("Holder", (), {"__annotations__": {"it": annotation}})
    try:
        return get_type_hints(holder, function.__globals__, {}, include_extras=True)["it"]
    except Exception:
        return Any


def _has_shape(annotation: Any) -> bool:
    if inspect.isclass(annotation) and issubclass(annotation, jaxtyping.AbstractArray):
        return True
    return any(map(_has_shape, get_args(annotation)))

"""Types are checked in tests as jaxtyping does it, with shapes followed only through functions that have one in their annotations.

jaxtyping binds the arguments of every call by hand, to compare shapes; that took a quarter of the tests' time, mostly for functions
without a tensor. Those are left to beartype alone, which checks the same annotations.
"""

import dataclasses
import inspect
from collections.abc import Callable
from functools import partial, wraps
from typing import Any, get_args, get_type_hints

import jaxtyping
from beartype import beartype

with_shapes = jaxtyping.jaxtyped


def install() -> None:
    """Before headscope is imported: from then on jaxtyping's import hook decorates with `checked`."""
    jaxtyping.jaxtyped = checked


def checked(thing: Any = None, *, typechecker: Any) -> Any:
    if thing is None:
        return partial(checked, typechecker=typechecker)
    if inspect.isfunction(thing):
        return _function(thing, typechecker)
    if dataclasses.is_dataclass(thing) and not getattr(thing, "__no_type_check__", False) and "__init__" in vars(thing):
        thing.__init__ = _function(thing.__init__, typechecker)  # type: ignore[misc]
    return thing


def _function(function: Callable[..., Any], typechecker: Any) -> Callable[..., Any]:
    annotations = {name: _read(annotation, function) for name, annotation in function.__annotations__.items()}
    if any(map(_has_shape, annotations.values())):
        return with_shapes(function, typechecker=typechecker)
    function.__annotations__ = annotations
    strict = None

    @wraps(function)
    def either(*arguments: Any, **named: Any) -> Any:
        nonlocal strict
        if jaxtyping.config.jaxtyping_disable:
            return function(*arguments, **named)
        if strict is None:  # when first called: many never are, and to write the checks of all takes seconds
            strict = beartype(function)
        return strict(*arguments, **named)

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

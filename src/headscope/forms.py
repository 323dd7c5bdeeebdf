"""Data from a JSON file against the form that it should have, which is a type: what does not fit is named with its place.

A form is what annotations can say: text, numbers, lists, mappings, a TypedDict (fields that it does not name are let through, for a later
headscope may write more), a dataclass (which is made from them, further fields left out), `Annotated[int, within(1)]`. Standard library
only.
"""

import json
import sys
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

LARGEST = 2**53  # whole numbers up to here are the same in every language


class Rule:
    """A demand beyond the type: `ok` says whether a value meets it, `words` what is expected."""

    def __init__(self, words: str, ok: Callable[[Any], bool]) -> None:
        self.words, self.ok = words, ok


def within(low: int, high: int = LARGEST) -> Rule:
    return Rule(f"a number from {low} to {high:,}" if high < LARGEST else f"a number from {low} up", lambda n: low <= n <= high)


Count = Annotated[int, within(0)]


def read_json(text: str) -> Any:
    """JSON as its standard has it; Python alone would also take NaN, and nesting until it falls over."""
    try:
        return json.loads(text, parse_constant=_constant)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _constant(name: str) -> Any:
    raise ValueError(f"it has {name}, which is no number")


def fitted(value: Any, form: Any, where: str = "") -> Any:
    """The value as the form has it; raises ValueError with the place where it differs.

    >>> fitted({"a": [1, 2]}, dict[str, list[int]])
    {'a': [1, 2]}
    >>> fitted({"a": [1, "2"]}, dict[str, list[int]])
    Traceback (most recent call last):
    ...
    ValueError: a[1] is '2', not a whole number
    """
    origin, inner = get_origin(form), get_args(form)
    if form is Any:
        return value
    if origin is Annotated:
        made = fitted(value, inner[0], where)
        for rule in inner[1:]:
            if not rule.ok(made):
                raise _wrong(value, rule.words, where)
        return made
    if origin in (Union, types.UnionType):
        return _one_of(value, inner, where)
    if origin is Literal:
        if not any(value == one and type(value) is type(one) for one in inner):
            raise _wrong(value, f"one of {', '.join(map(str, inner))}", where)
        return value
    if is_typeddict(form) or is_dataclass(form):
        return _fields(value, form, where)
    if origin in (list, tuple):
        return _several(value, origin, inner, where)
    if origin is not None and issubclass(origin, Mapping):
        _demand(isinstance(value, dict), value, "an object", where)
        return {fitted(key, inner[0], f"{where}, name"): fitted(one, inner[1], _in(where, key)) for key, one in value.items()}
    return _plain(value, form, where)


def _plain(value: Any, form: Any, where: str) -> Any:
    words = {str: "text", bool: "true or false", int: "a whole number", float: "a number", type(None): "null"}
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if form is float:
        _demand(number and abs(value) <= sys.float_info.max, value, "a number", where)
        return float(value)
    _demand(isinstance(value, form) and (form is not int or number), value, words[form], where)
    return value


def _one_of(value: Any, forms: tuple[Any, ...], where: str) -> Any:
    """The first form that the value fits; the error is of the one that expects most, since null is what is tried last."""
    forms = tuple(sorted(forms, key=lambda form: form is type(None)))
    if value is None and type(None) in forms:
        return None
    for form in forms[:-1]:
        try:
            return fitted(value, form, where)
        except ValueError:
            if forms[1] is type(None):
                raise
    return fitted(value, forms[-1], where)


def _several(value: Any, kind: Any, inner: tuple[Any, ...], where: str) -> Any:
    _demand(isinstance(value, list | tuple), value, "a list", where)
    if kind is tuple and inner[-1] is not Ellipsis:
        _demand(len(value) == len(inner), value, f"a list of {len(inner)}", where)
        forms = inner
    else:
        forms = (inner[0],) * len(value)
    return kind(fitted(one, form, f"{where}[{at}]") for at, (one, form) in enumerate(zip(value, forms, strict=True)))


@cache
def _hints(form: Any) -> dict[str, Any]:
    return get_type_hints(form, include_extras=True)


def _fields(value: Any, form: Any, where: str) -> Any:
    _demand(isinstance(value, dict), value, "an object", where)
    made = {}
    if is_typeddict(form):
        made = dict(value)
        needed = form.__required_keys__
    else:
        needed = {one.name for one in fields(form) if one.default is MISSING and one.default_factory is MISSING}
    for name, hint in _hints(form).items():
        if name in value:
            made[name] = fitted(value[name], get_args(hint)[0] if get_origin(hint) is NotRequired else hint, _in(where, name))
        elif name in needed:
            raise ValueError(f"{_in(where, name)} is missing")
    return made if is_typeddict(form) else form(**made)


def _in(where: str, name: object) -> str:
    return f"{where}.{name}".lstrip(".")


def _demand(met: bool, value: Any, expected: str, where: str) -> None:
    if not met:
        raise _wrong(value, expected, where)


def _wrong(value: Any, expected: str, where: str) -> ValueError:
    shown = repr(value)
    shown = shown if len(shown) <= 40 else f"{shown[:39]}…"
    return ValueError(f"{where or 'it'} is {shown}, not {expected}")

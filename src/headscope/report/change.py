"""What must be changed in one JSON value to make it another: a page that can show several things of one shape holds one of them whole.

A change is a list of one value, which takes the place of what was there, or an object of changes by name or, in a list, by place, with
the `length` of a list that gets shorter. web/src/change.ts makes them; what is the same in both is not said.
"""

import json
from typing import Any

Json = Any
_NOTHING = object()
Change = dict[str, Any] | list[Any]


def change(before: Json, after: Json) -> Change:
    """The smallest such change.

    >>> change({"a": 1, "b": [1, 2, {"c": "long enough"}]}, {"a": 1, "b": [1, 3, {"c": "long enough"}]})
    {'b': {'1': [3]}}
    >>> change([1, 2], [2, 3]), change(["the", "same"], ["the", "same"]), change({"a": 1}, {"b": 1})
    ([[2, 3]], {}, [{'b': 1}])
    >>> change(["rather long", "short", 3], ["rather long", "short"])
    {'length': [2]}
    """
    return _change(before, after)[0]


def _change(before: Json, after: Json) -> tuple[Change, int]:
    """And how many characters it takes."""
    whole: tuple[Change, int] = ([after], _size(after) + 2)
    pairs: dict[str, tuple[Json, Json]]
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        pairs = {name: (before[name], after[name]) for name in after}
    elif isinstance(before, list) and isinstance(after, list):
        pairs = {str(at): (before[at] if at < len(before) else _NOTHING, one) for at, one in enumerate(after)}
        if len(after) < len(before):
            pairs["length"] = (len(before), len(after))
    else:
        return ({}, 2) if type(before) is type(after) and before == after else whole
    made, size = {}, 2
    for name, (one, other) in pairs.items():
        part, more = _change(one, other)
        if part != {}:
            made[name] = part
            size += more + len(name) + 4
    return (made, size) if size < whole[1] else whole


def _size(value: Json) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")))

"""Names of models and heads as names of folders: safe on any disk and in any address, and each only once."""

import re

LONGEST = 60
# Ours, and names that some systems keep for devices.
TAKEN = {
    "assets",
    "index",
    "gallery",
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)),
}


class Places:
    """Gives out folder names, none of them twice, however a disk spells capitals.

    >>> places = Places()
    >>> [places.of(name) for name in ("gpt-8x8", "org/GPT-8x8", "GPT-8x8", "../..", "assets", "模型")]
    ['gpt-8x8', 'org-GPT-8x8', 'GPT-8x8-2', 'model', 'assets-2', 'model-2']
    """

    def __init__(self) -> None:
        self._given = set(TAKEN)

    def of(self, name: str) -> str:
        base = re.sub(r"[^A-Za-z0-9._-]+|\.{2,}", "-", name).strip("-._")[:LONGEST].strip("-._") or "model"
        made, number = base, 1
        while made.lower() in self._given or made.lower().partition(".")[0] in TAKEN:
            number += 1
            made = f"{base.replace('.', '-')}-{number}" if base.lower().partition(".")[0] in TAKEN else f"{base}-{number}"
        self._given.add(made.lower())
        return made

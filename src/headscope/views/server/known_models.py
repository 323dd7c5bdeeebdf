"""The models that a server offers: the one it was started with, the bundled ones, and those in the Hub's cache. None is downloaded."""

from collections import OrderedDict
from collections.abc import Callable

from huggingface_hub import constants, scan_cache_dir, snapshot_download
from huggingface_hub.errors import CacheNotFound

from headscope.errors import HeadscopeError, unknown_name
from headscope.models import Model, load
from headscope.models.bundled import DEFAULT, FOLDERS

KEPT = 2  # in memory at once


def cached_names() -> list[str]:
    """Models in the Hub's cache that have a config, by name."""
    try:
        repositories = scan_cache_dir(constants.HF_HUB_CACHE).repos
    except CacheNotFound:
        return []
    return sorted(
        one.repo_id
        for one in repositories
        if one.repo_type == "model" and any(file.file_name == "config.json" for kept in one.revisions for file in kept.files)
    )


def load_from_disk(name: str) -> Model:
    """A model by its name in the menu, from this machine alone."""
    if name in FOLDERS:
        return load(FOLDERS[name])
    try:
        folder = snapshot_download(name, cache_dir=constants.HF_HUB_CACHE, local_files_only=True)
    except (OSError, ValueError):
        raise HeadscopeError(f"'{name}' is not wholly in the cache. Fetch it with: headscope view -m {name} …") from None
    model = load(folder)
    model.name = name
    return model


class Models:
    """Names to models; loaded when first asked for, and those used longest ago let go. Not for two threads at once."""

    def __init__(self, first: Model, name: str = DEFAULT, fetch: Callable[[str], Model] = load_from_disk) -> None:
        self.first = DEFAULT if name == "bundled" else name
        self._model, self._fetch = first, fetch
        self._others: OrderedDict[str, Model] = OrderedDict()

    def names(self) -> list[str]:
        """The menu; what was started with comes first."""
        return list(dict.fromkeys([self.first, *FOLDERS, *cached_names()]))

    def __getitem__(self, name: str) -> Model:
        if name == self.first:
            return self._model
        if name not in self._others:
            known = self.names()
            if name not in known:
                raise unknown_name("model on this machine", name[:100], known)
            while len(self._others) >= KEPT - 1:
                self._others.popitem(last=False)
            self._others[name] = self._fetch(name)
        self._others.move_to_end(name)
        return self._others[name]

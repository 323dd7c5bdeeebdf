"""What other libraries say about a model that can't be loaded, as a reason that helps."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from headscope.errors import HeadscopeError, one_line
from headscope.models.bundled import FOLDERS

OFFLINE_HINT = f"The bundled models need no network: -m {' or -m '.join(FOLDERS)}."
_UNREACHABLE = {
    "LocalEntryNotFoundError",
    "OfflineModeIsEnabled",
    "ConnectionError",
    "ConnectError",
    "ConnectTimeout",
    "ReadTimeout",
}


@dataclass(frozen=True)
class Place:
    """Where a model is: a folder on disk, or a name on the Hub with the revision asked for."""

    name: str
    path: str
    is_folder: bool
    options: dict[str, Any]


def reason(error: BaseException) -> str:
    """What a library says about a model's files, but for advice that is wrong here: to run whatever code a pickle holds, and to look at a
    report that nobody was shown."""
    text = str(error)
    if "weights_only" in text or "WeightsUnpickler" in text:
        return "its weights are a pickle that holds more than numbers, and headscope runs no code from a file. Save them as safetensors."
    if "report" in text and ("above" in text or "ignore_mismatched_sizes" in text):
        return "the shapes of its weights are not those that its config.json asks for."
    return one_line(error)


def chain(error: BaseException | None) -> list[BaseException]:
    """An error and all that led to it."""
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found


@contextmanager
def explained(place: Place) -> Iterator[None]:
    """Turns what transformers raises for a model that can't be had into a sentence that says what to do."""
    try:
        yield
    except HeadscopeError:
        raise
    except Exception as error:  # whatever a library raises over a model's files is about those files
        kinds = {type(e).__name__ for e in chain(error)}
        if "trust_remote_code" in str(error):
            text = f"'{place.name}' brings its own code. Read it, and if you trust it, ask for it with --trust-remote-code."
        elif place.is_folder:
            text = f"The folder '{place.name}' can't be loaded as a model: {reason(error)}"
        elif kinds & {"GatedRepoError"} or "gated repo" in str(error):
            text = f"'{place.name}' is gated on the Hub: ask for access there and set HF_TOKEN."
        elif kinds & {"RevisionNotFoundError"}:
            text = f"'{place.name}' has no revision '{place.options['revision']}' on the Hub."
        elif near := get_close_matches(place.name.lower(), FOLDERS, n=1, cutoff=0.7):
            text = f"There is no bundled model '{place.name}', and no folder of that name. Did you mean '{near[0]}'?"
        elif kinds & {"RepositoryNotFoundError", "HFValidationError"}:
            text = f"There is no model '{place.name}', neither as a folder nor on the Hub (a private one needs HF_TOKEN)."
        elif kinds & _UNREACHABLE or "couldn't connect" in str(error) or place.options.get("local_files_only"):
            text = f"'{place.name}' is not a folder, not in the cache, and the Hub can't be reached. {OFFLINE_HINT}"
        else:
            text = f"'{place.name}' can't be loaded: {reason(error)}"
        raise HeadscopeError(text) from error

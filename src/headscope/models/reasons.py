"""What other libraries say about a model that can't be loaded, as a reason that helps."""

from headscope.errors import one_line


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

"""The one error a person sees: what was given, what was expected, what to try.

Everything that a user can get wrong ends as a `HeadscopeError` with a whole sentence; the command line prints that sentence
and exits with status 2. Anything else that is raised is a defect of ours and keeps its traceback.
"""

from collections.abc import Iterable
from difflib import get_close_matches

from headscope.characters import one_sentence, printable_lines

OPTIONS = {
    "corpus": "--corpus",
    "stack": "--stack",
    "direction": "--direction",
    "weights": "--weights",
}  # of the command line, by name


class HeadscopeError(Exception):
    r"""A mistake that its reader can put right; the message says how. What it quotes can't move the cursor of the terminal, or add a line
    to the notebook, that shows it.

    >>> str(HeadscopeError("There is no file 'a\x1b[2J\nb'."))
    "There is no file 'a�[2J b'."
    """

    several_lines = False  # whether a message has more than one line of its own

    def __init__(self, *message: object) -> None:
        fit = printable_lines if self.several_lines else one_sentence
        super().__init__(*(fit(part) if isinstance(part, str) else part for part in message))


def unknown_name(kind: str, given: str, known: Iterable[str]) -> HeadscopeError:
    """The error for a name that nobody registered, with the nearest known one.

    >>> str(unknown_name("measure", "entropi", ["offset", "entropy"]))
    "There is no measure named 'entropi'. Did you mean 'entropy'? Known: entropy, offset."
    """
    names = sorted(known)
    near = get_close_matches(given, names, n=1)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    return HeadscopeError(f"There is no {kind} named '{given}'.{hint} Known: {', '.join(names)}.")


def say_which(several: str, name: str, choices: Iterable[str]) -> HeadscopeError:
    """The error where one of several is meant and nobody said which: what there is, and how to say it.

    >>> str(say_which("This model has more than one stack", "stack", ["decoder", "cross"]))
    "This model has more than one stack: say which of decoder, cross, with --stack (in Python: stack='decoder')."
    """
    known = list(choices)
    option = (
        f"with {OPTIONS[name]} (in Python: {name}={known[0]!r})" if name in OPTIONS else f"in Python with {name}={known[0]!r}"
    )
    return HeadscopeError(f"{several}: say which of {', '.join(known)}, {option}.")


def one_line(error: BaseException, longest: int = 300) -> str:
    """The first line of another library's message, for quoting inside one of ours."""
    text = next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
    return text if len(text) <= longest else text[: longest - 1] + "…"

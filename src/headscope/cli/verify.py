"""headscope verify: whether a run's files are what was written."""

import typer

from headscope import console
from headscope.cli import options as o


def verify(folder: o.RunFolderArgument) -> None:
    """Compare every file of a run with its SHA-256 in the manifest, and name those that are damaged or missing.

    Commands that read a run check the files with numbers anyway. Exits with status 1 if a file is damaged or missing.
    """
    from headscope.api.verify import verify as verify_run

    found = verify_run(folder)
    for words, names in (("damaged", found.damaged), ("missing", found.missing), ("not of this run", found.others)):
        for name in names:
            console.result(f"{words}: {folder.rstrip('/')}/{name}")
    good = len(found.files) - len(found.damaged) - len(found.missing)
    console.result(f"{good} of {len(found.files)} files of '{folder}' are as they were written.")
    if not found.ok:
        raise typer.Exit(1)

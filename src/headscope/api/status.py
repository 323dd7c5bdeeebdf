"""How far a run is, from another terminal: at work, stopped, killed or finished."""

import time
from pathlib import Path
from typing import Any

from headscope.characters import as_json, printable
from headscope.errors import HeadscopeError
from headscope.files import readable
from headscope.forms import fitted
from headscope.names import CHECKPOINT, EARLIER, JOURNAL, MANIFEST
from headscope.results.manifest import read_manifest
from headscope.runs.pace import in_words
from headscope.runs.remote import nearby, workshop
from headscope.runs.state import CheckpointForm
from headscope.runs.status import StatusForm, alive, read_status
from headscope.tallies import read
from headscope.urls import is_url

SILENT = 60.0  # seconds after which a run that says nothing is remarked on


def status(folder: str | Path) -> dict[str, Any]:
    """What is known of the run in a folder. `state` is "running", "killed", "stopped" or "finished"; the rest depends on it."""
    if is_url(folder):
        made = workshop(str(folder))  # of a run that is still made on this machine
        if made.is_dir():
            return status(made)
        with nearby(folder) as near:
            return status(near)
    with readable(folder):
        return _status(Path(folder))


def _status(path: Path) -> dict[str, Any]:
    """The same of a folder of this machine."""
    if not path.is_dir():
        raise HeadscopeError(f"There is no folder '{path}'.")
    said = read_status(path)
    if said is not None and alive(said) is not False:
        return {"state": "running", **said}
    kept = [name for name in (CHECKPOINT, EARLIER) if (path / name).is_file()]
    state = "killed" if said is not None else "stopped"
    if kept:
        place = _checkpoint(path, kept)
        return {"state": state, **(said or {}), **place}
    if (path / JOURNAL).is_file():
        return {"state": state, **(said or {}), "measured": True}
    if (path / MANIFEST).is_file():
        found = read_manifest(path / MANIFEST)
        failed = [{"corpus": corpus.name, **one} for corpus in found.corpora for one in corpus.failed]
        return {
            "state": "finished",
            "created": found.created,
            "seconds": found.seconds,
            "units": found.units,
            "tokens": found.tokens,
            "failed_units": len(failed),
            "failed": failed,
        }
    if said is not None:
        return {"state": state, **said}
    raise HeadscopeError(f"'{path}' is not a run: nothing is at work there, and nothing was.")


def _checkpoint(path: Path, kept: list[str]) -> dict[str, Any]:
    """What a stopped run has done, by its last checkpoint that is whole."""
    for at, name in enumerate(kept):
        try:
            state: CheckpointForm = fitted(read(path / name)[1], CheckpointForm)
            counts = state["counts"]
            failed = [one for form in counts.values() for one in form.get("failed", [])]
            done = [{"name": of, "done": form["units"] + sum(form["skipped"].values())} for of, form in counts.items()]
            return {"done": done, "seconds": state["seconds"], "failed_units": len(failed), "failed": failed}
        except (HeadscopeError, ValueError):
            if at == len(kept) - 1:
                raise HeadscopeError(
                    f"'{path / name}' is damaged, so how far the run came is not known. Start anew with --force."
                ) from None
    return {}


def status_text(found: dict[str, Any], folder: str | Path) -> str:
    """The same for people."""
    lines = {"running": _running, "finished": _finished}.get(found["state"], _stopped)(found, folder)
    if number := found.get("failed_units", 0):
        lines.append(f"The model raised an error on {number:,} units:")
        lines += [
            f"  chunk {one['chunk']}, document {_safe(one['document'])}: {_safe(one['error'])}" for one in found["failed"][:20]
        ]
    return "\n".join(lines) + "\n"


def status_json(found: dict[str, Any]) -> str:
    return as_json(found) + "\n"


def _running(found: dict[str, Any], folder: str | Path) -> list[str]:
    said: StatusForm = found  # type: ignore[assignment]
    since, running = time.time() - said["updated"], in_words(time.time() - said["began"])
    left = "" if said["left"] is None else f", about {in_words(said['left'])} left"
    lines = [
        f"Running for {running} on {_safe(said['host'])} (process {said['pid']}), engine {_safe(said['engine'])}.",
        f"{said['share']:.0%} done{left}; {said['units_per_second']:,.1f} units/s, {said['tokens_per_second']:,.0f} tokens/s.",
    ]
    if since > SILENT:
        lines.append(f"It was last heard of {in_words(since)} ago.")
    lines += [f"  {_safe(one['name'])}: {one['done']:,} of {one['units']:,} units" for one in said["passes"]]
    for one in said["workers"]:
        again = f", started again {one['restarts']} times" if one["restarts"] else ""
        where = f"worker {_safe(one['name'])} on {_safe(one['host'])} (process {one['pid']})"
        lines.append(f"  {where}: {_safe(one['doing'])}, {one['chunks']:,} chunks{again}")
    return lines


def _stopped(found: dict[str, Any], folder: str | Path) -> list[str]:
    how = "was killed" if found["state"] == "killed" else "was stopped"
    if found.get("measured"):
        return [f"All is measured, but the run {how} before its files were in place. Go on with --resume."]
    if "done" not in found:
        return [f"The run {how} before its first checkpoint. Start it again."]
    lines = [f"The run {how} after {in_words(found['seconds'])} of work. Go on with the same command and --resume."]
    return lines + [f"  {_safe(one['name'])}: {one['done']:,} units done" for one in found["done"]]


def _finished(found: dict[str, Any], folder: str | Path) -> list[str]:
    return [
        f"Finished: {found['units']:,} units, {found['tokens']:,} tokens in {in_words(found['seconds'])}. Look at it with: headscope show "
        f"{folder}"
    ]


def _safe(text: object) -> str:
    """Safe for a terminal, whatever a document is called."""
    return printable(str(text))[:200]

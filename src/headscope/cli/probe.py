"""headscope probe: classifiers on the attention of all heads together."""

from pathlib import Path
from typing import Annotated

import typer

from headscope import console
from headscope.cli import options as o
from headscope.cli.engine import EngineOption, WorkersOption

Train = Annotated[
    str, typer.Option("-c", "--corpus", help="The treebank to learn from: a .conllu or .conll file, or 'annotated'.")
]
Test = Annotated[
    str | None,
    typer.Option("--test", help="The treebank to score on. [default: every fourth document of --corpus, left out of training]"),
]
LeaveOutShared = Annotated[
    bool,
    typer.Option(
        "--leave-out-shared",
        help="Leave sentences that probes are tested on out of training. Without it, treebanks that share sentences are refused.",
    ),
]
ProbeOption = Annotated[
    list[str] | None,
    typer.Option("--probe", help="A probe ('headscope list probes'). Repeatable. [default: all]"),
]
Embeddings = Annotated[
    str | None,
    typer.Option(
        "--embeddings",
        help="Word vectors: GloVe or word2vec text (.txt, .gz, .zip, FILE.zip:MEMBER), X.npy with its vocabulary, .npz, a folder, or "
        "package:NAME. [default: the model's own]",
    ),
]
Seed = Annotated[list[int], typer.Option("--seed", help="The random seed. Repeatable: each probe is fitted with each seed.")]
Limit = Annotated[int | None, typer.Option("--limit", help="Learn only from this number of sentences.")]
MaxLength = Annotated[
    int | None,
    typer.Option(
        "--max-length",
        metavar="N",
        help="The most tokens of a sentence; longer sentences are left out. [default: 128, or what the model reads]",
    ),
]
KeepMaps = Annotated[
    Path | None,
    typer.Option("--keep-maps", help="A folder for the maps; the same command reuses them. [default: not kept]"),
]
Memory = Annotated[float, typer.Option("--memory", help="Gigabytes of maps to keep in memory; more go to disk.")]


def probe(
    train: Train,
    output: Annotated[str, typer.Option("-o", "--output", metavar="DIR", help="The folder or URL to write to.")],
    test: Test = None,
    model: o.ModelOption = "bundled",
    probe: ProbeOption = None,
    embeddings: Embeddings = None,
    seed: Seed = [0],  # noqa: B006 – typer reads it and makes a new list each time
    limit: Limit = None,
    max_length: MaxLength = None,
    batch_size: o.BatchSize = None,
    train_batch: Annotated[
        int | None,
        typer.Option("--train-batch", help="Sentences per training step. [default: 8 to 64, by the size of the treebank]"),
    ] = None,
    rate: Annotated[
        float, typer.Option("--rate", help="Adam's learning rate for one sentence per step; multiplied by √N for N sentences.")
    ] = 0.002,
    epochs: Annotated[int, typer.Option("--epochs", help="The most passes over the training sentences.")] = 10,
    control: Annotated[bool, typer.Option(help="Also fit each probe to the control task, for its selectivity.")] = True,
    size: Annotated[
        list[int] | None,
        typer.Option("--size", help="Also learn from only this number of sentences, for a learning curve. Repeatable."),
    ] = None,
    ablation: Annotated[bool, typer.Option("--ablation", help="Leave out heads one by one, the most important first.")] = False,
    as_published: Annotated[
        bool,
        typer.Option(
            "--as-published",
            help="Do as the authors' notebook does: each candidate has its neighbour's vector, each head has a bias, and "
            "attention from a split word is that of its first token.",
        ),
    ] = False,
    leave_out_shared: LeaveOutShared = False,
    memory: Memory = 4.0,
    keep_maps: KeepMaps = None,
    skip_broken: o.SkipBroken = False,
    bounds: o.BoundsOption = None,
    device: o.Device = "auto",
    dtype: o.Dtype = "auto",
    revision: o.Revision = None,
    trust_remote_code: o.TrustRemoteCode = False,
    without: o.WithoutOption = None,
    engine: EngineOption = "local",
    workers: WorkersOption = None,
    force: o.Force = False,
    quiet: o.Quiet = False,
    format: o.Format = "table",
) -> None:
    """Fit probing classifiers to the attention of all heads together, write probes.parquet and print the table."""
    o.check_format(format)
    gates = o.switched_off(without)

    from headscope.api.known import check_corpora, check_heads, check_probes

    check_probes(probe)
    check_corpora([train] if test is None else [train, test])
    check_heads(model, gates)

    from headscope.api.models import Unloaded, gated
    from headscope.api.probe import Settings
    from headscope.api.probe import probe as fit_and_score
    from headscope.api.screen import print_table
    from headscope.api.table import table_of_probes

    found = fit_and_score(
        gated(Unloaded(model, device, dtype, revision, trust_remote_code), gates),
        train,
        test,
        probe,
        embeddings=embeddings,
        seeds=seed,
        max_length=max_length,
        limit=limit,
        batch_size=batch_size,
        settings=Settings(rate, train_batch, epochs),
        as_published=as_published,
        control=control,
        sizes=size or (),
        ablation=ablation,
        leave_out_shared=leave_out_shared,
        memory=memory,
        keep_maps=keep_maps,
        skip_broken=skip_broken,
        bounds=bounds,
        engine=engine,
        workers=workers,
        folder=output,
        force=force,
        progress=not quiet,
    )
    print_table(table_of_probes(found), format)
    if not quiet:
        console.remark(f"Wrote {output}.")

"""From which words would the model guess a word? A few words of each unit are masked, then each of some others beside them."""

from collections.abc import Sequence
from dataclasses import replace

import torch
from jaxtyping import Float
from torch import Tensor

from headscope.measures.measure import Effects
from headscope.models import Model
from headscope.models.loss import word_losses
from headscope.tokens import Encoded, collate
from headscope.tokens.batches import padded
from headscope.tokens.masking import IGNORED
from headscope.tokens.trials import ALSO, HIDDEN, Trial, is_tried, trial

_NOTHING = Trial((), ())


def find_effects(model: Model, rows: Sequence[Encoded], tried: int = 1) -> Effects:
    """The drop of log p(i | i masked) when j is masked too, for all i and j of each unit's trial. Of the units every `tried`th has one; the
    others, and those that are too short, are not read."""
    trials = [(is_tried(row, tried) and trial(row, model.encoder)) or _NOTHING for row in rows]
    drops = torch.zeros(len(rows), HIDDEN, ALSO, device=model.device)
    places = [at for at, one in enumerate(trials) if one.hidden]
    if places:
        read, asked = [rows[at] for at in places], [trials[at] for at in places]
        base = _losses(model, read, asked, None)
        drops[places] = torch.stack([_losses(model, read, asked, number) for number in range(ALSO)], -1) - base[..., None]
    first = padded([(*t.hidden, *[0] * (HIDDEN - len(t.hidden))) for t in trials], 0, model.device)
    second = padded([(*t.also, *[0] * (ALSO - len(t.also))) for t in trials], 0, model.device)
    hidden, also = (
        torch.tensor([[at < len(places) for at in range(most)] for places in found], device=model.device)
        for most, found in ((HIDDEN, [t.hidden for t in trials]), (ALSO, [t.also for t in trials]))
    )
    counted = (hidden[:, :, None] & also[:, None, :]).flatten(1)
    return Effects(
        first[:, :, None].expand(-1, -1, ALSO).flatten(1),
        second[:, None, :].expand(-1, HIDDEN, -1).flatten(1),
        drops.flatten(1).masked_fill(~counted, 0),
        counted,
    )


@torch.inference_mode()
def _losses(
    model: Model, rows: Sequence[Encoded], trials: Sequence[Trial], number: int | None
) -> Float[Tensor, "batch hidden"]:
    """−log p of every hidden word, with word `number` of those to be hidden beside them hidden as well."""
    mask = model.encoder.tokenizer.mask_token_id
    masked, labels = [], []
    for row, one in zip(rows, trials, strict=True):
        beside = () if number is None else one.also[number : number + 1]
        ids = tuple(mask if at in (*one.hidden, *beside) else token for at, token in enumerate(row.ids))
        masked.append(replace(row, ids=ids))
        labels.append([token if at in one.hidden else IGNORED for at, token in enumerate(row.ids)])
    asked = padded(labels, IGNORED, model.device)
    batch = collate(masked, model.encoder, model.device)
    losses, _ = word_losses(model, batch, asked)
    filled = torch.zeros(len(rows), HIDDEN, device=model.device)
    filled[torch.tensor([[at < len(t.hidden) for at in range(HIDDEN)] for t in trials], device=model.device)] = losses
    return filled

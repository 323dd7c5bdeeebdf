"""Which rows of which projection are a head's own: proven for every family, against the modules' own weights, or refused with a reason."""

import pytest
import torch

from headscope.models.values import Projection, proof
from headscope.models.weighting import weigh

WITHOUT = {"qwen3-next": "changed before a projection reads it"}  # its heads' output goes through a gate first


def test_heads_add_up_in_every_family(connected, family):
    model = connected(family)
    values = model.values
    if model.road != "tap":
        assert "value vectors are not known" in values.reason and values.projections == ()
    elif family in WITHOUT:
        assert WITHOUT[family] in values.reason and values.projections == ()
    else:
        assert values.reason is None and values.difference <= 1e-5
        assert [one.matrix.shape[0] for one in values.projections] == [site.heads for site in model.sites]


@pytest.mark.parametrize(
    ("family", "weight"),
    [
        ("bert", lambda m: m.encoder.layer[1].attention.output.dense.weight.T),
        ("gpt2", lambda m: m.h[1].attn.c_proj.weight),  # stored input by output
        ("llama", lambda m: m.layers[1].self_attn.o_proj.weight.T),
        ("t5", lambda m: m.encoder.block[1].layer[0].SelfAttention.o.weight.T),
    ],
)
def test_the_rows_are_those_of_the_model_s_own_projection(connected, family, weight):
    model = connected(family)
    own = weight(model.body)
    at = next(number for number, site in enumerate(model.sites) if site.layer == 1)
    heads = model.sites[at].heads
    expected = torch.stack(own.chunk(heads))  # the rows of head 1, then those of head 2 …
    assert torch.equal(model.values.projections[at].matrix, expected)


def test_a_shuffled_projection_is_not_proven(connected, make_batch):
    """The proof fails where two heads' rows are exchanged: it would show a wrong order."""
    model = connected("bert")
    known = model.values.projections[0]
    heard = {}
    caught = model.body.encoder.layer[0].attention.output.dense.register_forward_hook(
        lambda *a: heard.setdefault("output", a[2])
    )
    model.attend(make_batch(model), lambda site, call: heard.setdefault("call", call))
    caught.remove()
    assert proof(known, heard["call"], heard["output"]) <= 1e-10
    swapped = Projection(known.matrix[[1, 0, 2, 3]], known.bias)
    assert proof(swapped, heard["call"], heard["output"]) > 1e-2
    moved = Projection(known.matrix, known.bias + 1)  # the bias belongs to no head, but is there
    assert proof(moved, heard["call"], heard["output"]) > 1e-2


def test_norms_do_not_cancel():
    """Values that the projection nearly forgets: ‖vW‖ stays right where vᵀ(WWᵀ)v would lose its digits."""
    matrix = torch.tensor([[[1.0, 0.0], [0.0, 1e-4]]])
    found = Projection(matrix, None).norms(torch.tensor([[[[0.0, 1.0], [1e-6, 0.0]]]]))
    assert torch.allclose(found, torch.tensor([[[1e-4, 1e-6]]]), rtol=1e-5)


@pytest.mark.parametrize("family", ["bert", "gpt2", "llama", "gemma2", "t5", "gpt-oss", "modernbert"])
def test_norm_weights_are_their_definition(connected, family, make_batch):
    """‖α_ij f_h(x_j)‖ / Σ_j, one vector at a time."""
    model = connected(family)
    batch = make_batch(model)

    def compare(site, call):
        keys = model.sides(batch, site.stack)[1]
        found = weigh("norm", model, site, call, keys).weights
        matrix = model.values.projections[model.sites.index(site)].matrix
        moved = call.weights[:, :, :, :, None] * torch.einsum("bhkc,hcf->bhkf", call.values, matrix)[:, :, None].to(
            call.weights
        )
        sizes = moved.norm(dim=-1)
        expected = sizes / sizes.sum(-1, keepdim=True)
        for at, n in enumerate(model.sides(batch, site.stack)[0].lengths):
            assert torch.allclose(found[at, :, :n], expected[at, :, :n], atol=1e-6)

    model.attend(batch, compare)


def test_a_model_without_values_says_so_in_a_sentence(connected):
    from headscope.errors import HeadscopeError
    from headscope.models.weighting import check_weights

    check_weights(("raw", "no-sink"), connected("bloom"))
    with pytest.raises(HeadscopeError, match=r"Norm weights are not available for .*: its attention can't be listened to"):
        check_weights(("norm",), connected("bloom"))

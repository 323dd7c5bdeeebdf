"""Which rows of which projection are a head's own: proven for every family, against the modules' weights, and refused with a reason."""

WITHOUT = {"qwen3_next": "changed before a projection reads it"}  # its heads' output goes through a gate first


def test_heads_add_up_in_every_family(connected, family, families):
    model = connected(family)
    values = model.values
    if model.road != "tap":
        assert "value vectors are not known" in values.reason and values.projections == ()
    elif family in WITHOUT:
        assert WITHOUT[family] in values.reason and values.projections == ()
    else:
        assert values.reason is None and len(values.projections) == len(model.sites)
        assert values.difference <= 1e-5
        for site, one in zip(model.sites, values.projections, strict=True):
            assert one.matrix.shape[0] == site.heads
    print(family, values.reason, values.difference)

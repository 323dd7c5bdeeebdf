"""The parts of the atlas that several measures stand in, or that measures of ours have to themselves, in the order of the paper."""

from headscope.description import Section

INDUCTION = Section(
    "induction",
    "Repeats: heads that continue what was said before",
    5,  # of causal models alone, and of those the first thing that people ask
    "A head that attends to what followed a token need not be what makes the model repeat it.",
)
SURFACE = Section("surface", "Surface patterns", 10, "A label is a summary: a head that has one may do other things as well.")
GRADIENTS = Section(
    "gradients",
    "Gradients: what attention the loss depends on",
    20,
    "A gradient says what a small change would do, not what the head does for the model as a whole.",
)
ENTROPY = Section(
    "entropy",
    "Entropy: how broadly heads attend",
    30,
    "A broad head may still carry information: a mean over a sentence is one.",
)
PARSERS = Section(
    "parsers",
    "Heads as parsers",
    40,
    "That a head points at governors does not say that the model parses with it.",
)
COREFERENCE = Section(
    "coreference",
    "Heads that resolve coreference",
    50,
    "Rules and heads are given the mentions; a system that resolves coreference must find them first.",
)
MATTER = Section(
    "matter",
    "Does it matter? What the model loses without a head",
    65,
    "What a model loses without a head, others may make up for: these are numbers of one head at a time.",
)
MIXING = Section(
    "mixing",
    "Mixing: how much layers move between tokens",
    60,
    "A share of a vector's length says how much is moved, not what.",
)
CLUSTERS = Section(
    "clusters",
    "Clusters: which heads are alike",
    70,
    "Heads that attend alike need not do the same: what they read out of a token may differ.",
)

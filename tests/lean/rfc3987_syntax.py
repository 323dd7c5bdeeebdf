"""Stands in the way of a package of this name, for Ray's processes in `make test-ray`.

Ray imports jsonschema, which imports that package where it is installed (JupyterLab needs it). The package then builds a grammar that
nobody here asks for: 0.7 s of processor time in each of Ray's eight processes, three quarters of what they need to start. On two cores
that made parts of Ray so late that Ray gave up. jsonschema works without the package.
"""

raise ImportError("left out: tests/lean")

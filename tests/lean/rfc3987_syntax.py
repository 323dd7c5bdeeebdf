"""Stands in the way of a package of this name, for Ray's processes in `make test-ray`.

Ray imports jsonschema, which imports that package where it is installed (JupyterLab needs it). The package then builds a grammar that
nobody here asks for: 0.7 s of processor time in the driver and in each of Ray's seven Python processes, about three quarters of what these
need to start. On two busy cores Ray started in 10.8 s with it and in 4.1 s without; where a part is late by 15 s, Ray gives up.
jsonschema works without the package.
"""

raise ImportError("left out: tests/lean")

"""Which Ray: one of our own on this machine, a cluster's, or one that this process uses already."""

import os
import signal
import threading
from typing import Any

from headscope.errors import HeadscopeError, one_line

TRIES = 3  # of Ray, of a worker that does not start, and of a chunk that ends its worker
QUIET = {"log_to_driver": False, "logging_level": "ERROR"}


def load_ray() -> Any:
    """The package, which is an extra."""
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise HeadscopeError("--engine ray needs Ray: pip install 'headscope[ray]'.") from None
    return ray


def join(ray: Any, address: str) -> bool:
    """Starts a Ray of our own where the address is "ray", otherwise joins the cluster that is meant; says whether it is ours to leave.
    A Ray that this process uses already is used as it is."""
    if ray.is_initialized():
        return False
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent anywhere
    before = signal.getsignal(signal.SIGTERM)
    try:
        if address == "ray":
            _start_here(ray)
        else:
            ray.init(address=address, **QUIET)
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
        raise HeadscopeError(
            f"Ray can't be reached at '{address}': {one_line(error)} Give ray for a Ray of its own, auto for the cluster that this machine "
            "is part of, or ray://HOST:PORT."
        ) from None
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, before)  # Ray sets its own, which would end us without a checkpoint
    return True


def _start_here(ray: Any) -> None:
    """On this machine and for it alone. On a busy one a part of Ray may be late, and Ray then gives up: so it is tried again."""
    for left in reversed(range(TRIES)):
        try:
            ray.init(address="local", include_dashboard=False, _node_ip_address="127.0.0.1", **QUIET)
            return
        except Exception as error:
            ray.shutdown()
            if not left:
                raise HeadscopeError(f"Ray could not be started on this machine: {one_line(error)}") from error

"""Which Ray: one of our own on this machine, a cluster's, or one that this process uses already."""

import os
import secrets
import signal
import sys
import threading
from typing import Any

from headscope.errors import HeadscopeError, one_line

OWN = "ray"  # the address that means a Ray of our own
TRIES = 3  # of Ray, of a worker that does not start, and of a chunk that ends its worker
QUIET = {"log_to_driver": False, "logging_level": "ERROR"}
# Of a Ray of our own. How long its parts wait for one another: by itself Ray waits for 10 to 60 s, too little where others use the cores.
# And workers that take their turn like any program: by itself Ray lets them wait for all others, and beside two busy ones they halt.
SETTINGS = {
    "RAY_worker_niceness": "0",
    "RAY_gcs_server_port_wait_time_s": "120",
    "RAY_raylet_start_wait_time_s": "120",
    "RAY_agent_register_timeout_ms": "120000",
    "RAY_worker_register_timeout_seconds": "180",
}


def load_ray(address: str) -> Any:
    """The package, which is an extra. A Ray of our own listens on every network interface, whatever address it is given: so whoever wants
    something of it must have a token that only this process and its children know. Ray reads its settings when it is imported, and not
    again."""
    if address == OWN and "ray" not in sys.modules and "RAY_AUTH_MODE" not in os.environ:
        os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    if address == OWN:
        os.environ |= {name: value for name, value in SETTINGS.items() if name not in os.environ}
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
        if address == OWN:
            _start_here(ray)
        else:
            ray.init(address=address, **QUIET)
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
        raise HeadscopeError(
            f"Ray can't be reached at '{address}': {one_line(error).rstrip('.')}. Give ray for a Ray of its own, auto for the cluster that "
            "this machine is part of, or ray://HOST:PORT."
        ) from None
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, before)  # Ray sets its own, which would end us without a checkpoint
    return True


def _start_here(ray: Any) -> None:
    """On this machine and for it alone. One wait of Ray's, of 15 s, no setting makes longer: where it gives up, it is tried again."""
    for left in reversed(range(TRIES)):
        try:
            ray.init(address="local", include_dashboard=False, _node_ip_address="127.0.0.1", **QUIET)
            return
        except Exception as error:
            ray.shutdown()
            if not left:
                raise HeadscopeError(f"Ray could not be started on this machine: {one_line(error)}") from error

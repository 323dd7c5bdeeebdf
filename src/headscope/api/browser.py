"""A page in the reader's browser."""

import os
import sys
import webbrowser


def open_page(address: str) -> bool:
    """Opens an address in the browser of this machine, and says whether there is one. On a machine without a screen there is none, whatever
    else is installed: a browser in text would take the terminal and draw nothing.
    """
    screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(one) for one in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    try:
        return screen and webbrowser.open(address)
    except webbrowser.Error:
        return False

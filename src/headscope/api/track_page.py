"""Many runs as a page and as tables."""

from headscope.report.track_page import check_output, write_output

__all__ = ["check_output", "write_output"]

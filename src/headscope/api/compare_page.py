"""Two compared runs as a page."""

from headscope.report.compare_page import check_page, write_page

__all__ = ["check_page", "write_page"]

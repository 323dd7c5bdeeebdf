"""Runs → a static site: an index that searches all heads, the atlas of each model, a page of each head; one bundle of code for all."""

from headscope.report.site.atlas import Atlas, atlas_files
from headscope.report.site.folder import check_folder, write_site
from headscope.report.site.index_page import index_files
from headscope.report.site.places import Places

__all__ = ["Atlas", "Places", "atlas_files", "check_folder", "index_files", "write_site"]

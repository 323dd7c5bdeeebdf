"""A worker that dies ends the run at once, red, with the name of its test.

xdist alone would start another worker and give it the same file again: the test that killed the first kills it too, and with
`--dist loadfile` the run waits for ever for the last of them. Here the report of the crash is written, and the run stops.
"""

import sys

import pytest

STATUS = pytest.ExitCode.TESTS_FAILED


class Crashes:
    """Looks after the workers, in the process that hands out the tests."""

    def __init__(self) -> None:
        self.reports: list[pytest.TestReport] = []
        self.died: list[str] = []

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object, error: object) -> None:
        if error:
            self.died.append(str(node))

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, report: pytest.TestReport) -> None:
        self.reports.append(report)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Last, so that the terminal has the report before the run stops."""
        if report in self.reports:
            pytest.exit(str(report.longrepr), returncode=STATUS)

    @pytest.hookimpl(tryfirst=True)
    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """A worker that dies while it is handed its first tests is an error of xdist's that does not say which: the frames know it."""
        for frame in excinfo.traceback:
            node = frame.frame.f_locals.get("self")
            if hasattr(node, "gateway") and hasattr(node, "sendcommand"):
                sys.stderr.write(f"\nThe worker {node.gateway.id} died before its first test.\n")
                return

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """A worker that dies between tests has no report; the run is red all the same."""
        if self.died and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = STATUS


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Crashes())

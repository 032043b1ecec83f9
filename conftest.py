"""Fixtures every test may use: the real servers, started once per run."""

pytest_plugins = ["muster.testkit.stack"]

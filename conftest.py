"""What every test may use: the real servers, started once per run; and no property is judged by the clock."""

from hypothesis import settings

pytest_plugins = ["muster.testkit.stack"]

settings.register_profile("muster", deadline=None)
settings.load_profile("muster")

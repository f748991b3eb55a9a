"""What all tests share: Hypothesis profiles (a lighter one for mutants)."""

import os

from hypothesis import HealthCheck, settings

# A whole game is a large example and takes its time: both are meant.
LONG_GAMES = [HealthCheck.too_slow, HealthCheck.large_base_example, HealthCheck.data_too_large]
settings.register_profile("house", deadline=None, suppress_health_check=LONG_GAMES)
settings.register_profile("mutants", parent=settings.get_profile("house"), max_examples=5, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))

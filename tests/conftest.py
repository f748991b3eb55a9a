"""What all tests share: Hypothesis profiles (a lighter one for mutants)."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("mutants", parent=settings.get_profile("house"), max_examples=5, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))

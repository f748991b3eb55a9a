"""The house's time: never the wall clock, which may jump. Tests put their own here."""

import asyncio
from time import monotonic

now, sleep = monotonic, asyncio.sleep

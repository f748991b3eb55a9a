"""Tell monotonic time, which never jumps as the wall clock may. Tests replace `now` and `sleep`."""

import asyncio
from time import monotonic

now, sleep = monotonic, asyncio.sleep

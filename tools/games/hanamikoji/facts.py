"""Name the tables at which Hanamikoji is measured for docs/research.md, and what is hidden."""

from hanamachi.adapters.setting import setting

TABLES = [setting("hanamikoji"), setting("hanamikoji", options={"box": "small", "starter": "first"})]
SECRET = "hands, Secrets, discards, one card"

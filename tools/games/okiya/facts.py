"""Name the tables at which Okiya is measured for docs/research.md, and what is hidden."""

from hanamachi.adapters.setting import setting

TABLES = [setting("okiya")]
SECRET = "none"

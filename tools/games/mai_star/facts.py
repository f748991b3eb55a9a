"""Name the tables at which Mai-Star is measured for docs/research.md, and what is hidden."""

from hanamachi.adapters.setting import setting

TABLES = [setting("mai_star", seats) for seats in (3, 6)]
SECRET = "hands, buried cards"

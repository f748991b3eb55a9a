"""Name the tables at which Geisha's Road is measured for docs/research.md, and what is hidden."""

from hanamachi.adapters.setting import setting

TABLES = [setting("geishas_road"), setting("geishas_road", options={"mode": "advanced"})]
SECRET = "hands, Intrigues, face-down offers"

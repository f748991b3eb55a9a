"""Geisha's Road in words: the table in plain lines, labels of moves, help."""



from hanamachi.locales import catalogue

words = catalogue("geishas_road")
PIECES = ("card", "teahouse", "tile", "lantern", "guest", "favour")

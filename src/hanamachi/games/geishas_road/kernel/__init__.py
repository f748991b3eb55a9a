"""The compiled kernel of Geisha's Road, for search: the same rules in integers, over two hundred times as
fast."""

TEXT = None

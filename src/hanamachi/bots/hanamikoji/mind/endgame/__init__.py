"""Solve the end of a round by CFR+: the hands both seats may hold, the tree of all lines, the policy."""

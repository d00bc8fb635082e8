"""The electronic floor, pure: state, a command, the time and entropy go in; events come out.

Nothing here reads a clock, a file or a generator of its own.
"""

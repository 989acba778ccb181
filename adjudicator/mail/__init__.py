"""Mail as mail: reading, writing, taking in and sending, without knowing what a game is.

Nothing here raises on what a stranger sent: raw bytes become a `Letter` or an `Unfit`.
"""

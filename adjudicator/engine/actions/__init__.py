"""The procedures of the game, one topic each: ``check_x`` refuses, ``resolve_x`` lets happen."""

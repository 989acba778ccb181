"""The procedures of the game, one topic each: ``check_...`` refuses, ``resolve_...`` lets happen."""

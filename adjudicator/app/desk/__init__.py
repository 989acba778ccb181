"""The moderator's desk: looking into games, intervening, disputes, and the letters about it."""

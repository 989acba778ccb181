"""The database: the append-only log of every game, and what is kept around it."""

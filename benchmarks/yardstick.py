"""The yardstick: python-chess reading PGN games and replaying them on a board."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from io import StringIO

import chess
import chess.pgn

from .timing import Piece, Work

NAME = f"python-chess {chess.__version__}"
LONGEST = 100
"""Plies after which a game is broken off, about as long as people's games are."""


def make_pgn(seed: str) -> str:
    """A game of random legal moves, always the same for a seed."""
    chance = random.Random(seed)
    board, game = chess.Board(), chess.pgn.Game()
    node: chess.pgn.GameNode = game
    while not board.is_game_over() and board.ply() < LONGEST:
        move = chance.choice(list(board.legal_moves))
        node = node.add_variation(move)
        board.push(move)
    return str(game)


def replay_pgn(text: str) -> int:
    """Read a game and play it through; the number of its plies."""
    game = chess.pgn.read_game(StringIO(text))
    assert game is not None and not game.errors, "the yardstick reads its own games"
    board = game.board()
    for move in game.mainline_moves():
        board.push(move)
    return board.ply()


def yardstick(games: int) -> Work:
    texts = [make_pgn(f"chess {number}") for number in range(games)]

    def pieces() -> Iterator[Piece]:
        return (partial(replay_pgn, text) for text in texts)

    return Work(f"{NAME} replays PGN", pieces, sum(map(replay_pgn, texts)))

"""Impartial games: values, periods, outcomes and winning moves, and solvers of Nim-like problems."""

from ._native import (
    Game,
    Move,
    Outcome,
    Period,
    Plot,
    Quotient,
    Rules,
    __version__,
    games,
    plot,
    problems,
    solve,
    values,
)

__all__ = [
    "Game",
    "Move",
    "Outcome",
    "Period",
    "Plot",
    "Quotient",
    "Rules",
    "__version__",
    "games",
    "plot",
    "problems",
    "solve",
    "values",
]

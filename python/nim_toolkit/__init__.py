"""Impartial games: values, periods, outcomes and winning moves, and solvers of Nim-like problems."""

from ._native import *
from ._native import __all__ as __all__

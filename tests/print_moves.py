#!/usr/bin/env python3
"""Moves as scripts/check_certificate.py sees them: print_moves.py GAME reads lines `OPTIONS<tab>POSITION` and prints the
fields that follow in a golden table of moves."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scripts"))
sys.dont_write_bytecode = True
from check_certificate import make_game  # noqa: E402

for rules, word in (line.rstrip("\n").replace(" ", "_").split("\t") for line in sys.stdin):
    game = make_game(sys.argv[1], rules)
    position = game.parse(word)
    moves = sorted(f"{text} > {game.text(after).replace('_', ' ')}" for text, after in game.moves(position))
    print(len(moves), " ; ".join(moves) or game.ended(position), sep="\t")

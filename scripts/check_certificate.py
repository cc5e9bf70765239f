#!/usr/bin/env python3
"""Checks a certificate of `retrograde prove`: check_certificate.py FILE

Written from the rules of the games and src/proof/FORMAT.md alone, so that a result can be believed without believing
the solver. Exit status: 0 proved, 1 wrong (the first line that is wrong is named), 2 not readable as a certificate.
"""
import hashlib
import re
import sys
from functools import cache
from itertools import count, product, takewhile, zip_longest

class Game:
    """A position is (board, letter of the side to move, phase). The board is the text of its rows with "1" for each
    empty square, and enough "/" around it that no step leads out of the string. A game adds moves(position), pairs
    of text and position after it (none where the game has ended), and ended(position): how, for the side to move."""
    def __init__(self, letters, rows, phases=("",)):
        self.letters, self.phases, self.row = letters, phases, len(rows[0]) + 1
        self.other = {letters[0]: letters[1], letters[1]: letters[0]}
        self.empty = "/" * self.row + "/".join(rows) + "/" * self.row + "/"
        self.names = {i: "abcdefgh"[i % self.row] + str(len(rows) + 1 - i // self.row)
                      for i, x in enumerate(self.empty) if x == "1"}
    def parse(self, word):
        rows, side, phase = (word + "__").split("_")[:3]
        board = "/" * self.row + re.sub("[0-9]", lambda x: "1" * int(x[0]), rows) + "/" * self.row + "/"
        fits = re.sub(f"[{self.letters}]", "1", board) == self.empty and phase in self.phases and side in self.other
        return (board, side, phase) if fits and self.text((board, side, phase)) == word else None
    def text(self, position):
        rows = re.sub("1+", lambda run: str(len(run[0])), position[0].strip("/"))
        return "_".join(filter(None, (rows, *position[1:])))

def put(board, men, *squares):
    board = list(board)
    for man, square in zip(men, squares):
        board[square] = man
    return "".join(board)

def line_capture(n, losing, capture="touched", stalemate="loss"):
    """Pangki and Cinc camins."""
    game = Game("bw", ["1" * n] * n)
    lines = [range(x, x + n) for x in game.names if x % game.row == 0]
    lines += [range(x, x + n * game.row, game.row) for x in lines[0]]
    steps = [(start, end, [(slice(x.start, x.stop, x.step), x) for x in lines if {*x} & {*judged}])
             for start, end in product(game.names, game.names) if abs(end - start) in (1, game.row)
             for judged in [{"touched": (start, end), "destination": (end,), "any": game.names}[capture]]]
    @cache
    def captured(content, own, enemy):
        return [content.index(enemy)] if re.fullmatch(f"1*({own}{own}{enemy}|{enemy}{own}{own})1*", content) else []
    def moves(position):
        board, side, _ = position
        enemy = game.other[side]
        if min(board.count("b"), board.count("w")) > losing:
            for start, end, judged in steps:
                if board[start] == side and board[end] == "1":
                    after = put(board, ("1", side), start, end)
                    taken = {line[i] for part, line in judged for i in captured(after[part], side, enemy)}
                    taken = sorted(taken, key=lambda square: game.names[square][::-1])
                    text = "x".join([f"{game.names[start]}-{game.names[end]}", *(game.names[x] for x in taken)])
                    yield text, (put(after, "1" * len(taken), *taken) if taken else after, enemy, "")
    def ended(position):
        own, enemy = (position[0].count(side) > losing for side in (position[1], game.other[position[1]]))
        return stalemate if own and enemy else "win" if own else "loss"
    return game, moves, ended

def crossings(board="8x8", ranks="2", shift="up-to"):
    w, h, exact = int(board[0]), int(board[2:]), {"up-to": False, "exact": True}[shift]
    game = Game("rb", ["1" * w] * h)
    farthest = {"r": list(game.names)[:w], "b": list(game.names)[-w:]}
    directions = [x + y for x, y in product((-1, 0, 1), (-game.row, 0, game.row)) if x or y]

    crossed = lambda board, side: sum(board[x] == side for x in farthest[side])  # noqa: E731
    def moves(position):
        board, side, _ = position
        enemy, must_cross = game.other[side], crossed(board, game.other[side]) > crossed(board, side)
        free = [x for x in game.names if board[x] == side and x not in farthest[side]]
        for front, step in product(free, directions):
            part = list(takewhile(free.__contains__, count(front, -step)))
            empty = list(takewhile(lambda x: board[x] == "1", count(front + step, step)))
            met = front + (len(empty) + 1) * step
            enemies = sum(1 for _ in takewhile(lambda x: board[x] == enemy, count(met, step)))
            for k in range(1, len(part) + 1):
                ends = [x for n, x in enumerate(empty[:k], 1) if n == k or not exact]
                ends += [met] if len(empty) < k and 0 < enemies < k and met not in farthest[enemy] else []
                for end in (x for x in ends if x in farthest[side] or not must_cross):
                    after = put(put(board, "1" * k, *part[:k]), side * k, *(end - i * step for i in range(k)))
                    yield game.names[part[k - 1]] + "-x"[end == met] + game.names[end], (after, enemy, "")
    def ended(position):
        numbers = [crossed(position[0], side) for side in "rb"]
        none_free = numbers == [position[0].count(side) for side in "rb"]
        return "draw" if none_free and numbers[0] == numbers[1] else "loss"
    return game, moves, ended

def diamond(size="3", pieces="12"):
    n = 2 * int(size) + 2
    game = Game("bwn", ["." + "1" * (n - 1)] + ["1" * n] * (n - 2) + ["1" * (n - 1) + "."], ("p", "m"))
    names, owned, lines, triangles = game.names, [], set(), {x: [] for x in game.names}
    for low in range(game.row, n * (game.row + 1)):  # the corners of a cell
        right, up, high, column, row = low + 1, low - game.row, low - game.row + 1, low % game.row, n - low // game.row
        is_square = (column + row) % 2 == 1
        cut, tips = ((right, up), (low, high)) if column % 2 else ((low, high), (right, up))  # columns count from 0
        lines |= {(low, right), (low, up)} | (set() if is_square else {cut})
        owned += [(low, right, up, high)] if is_square and {low, right, up, high} <= names.keys() else []
        for a, b, c in ((*cut, tip) for tip in tips if not is_square and {*cut, tip} <= names.keys()):
            for corner, *others in ((a, b, c), (b, c, a), (c, a, b)):
                triangles[corner] += [others, others[::-1]]
    near = {x: [y for line in lines if x in line for y in line if y != x and y in names] for x in names}
    def ended(position):
        board, side, phase = position
        for man, result in ((side, "win"), (game.other[side], "loss")):
            if any(all(board[x] == man for x in square) for square in owned):
                return result
        can_step = any(board[x] == side and board[y] == "1" for x in names for y in near[x])
        return None if can_step or phase == "p" else "draw"
    def moves(position):
        board, side, phase = position
        enemy, is_last = game.other[side], board.count("b") + board.count("w") + 1 == 2 * int(pieces)
        for start in names if not ended(position) else ():
            if phase == "p" and board[start] == "1":
                yield names[start], (put(board, side, start), enemy, "m" if is_last else "p")
            for to in (x for x in near[start] if phase == "m" and board[start] == side and board[x] == "1"):
                taken = {x for x, y in triangles[to] if board[x] == enemy and board[y] == side and y != start}
                taken = taken if len(taken) == 1 else ()
                after = put(board, ("1", side, *"n" * len(taken)), start, to, *taken)
                yield f"{names[start]}-{names[to]}" + "*" * len(taken), (after, enemy, "m")
            if board[start] == "n" and all(board[x] in "1n" for x in near[start]):
                yield f"({names[start]})", (put(board, "1", start), enemy, "m")
    return game, moves, ended

GAMES = {"pangki": lambda **rules: line_capture(4, 1, **rules), "crossings": crossings, "diamond": diamond,
         "cinc-camins": lambda **rules: line_capture(5, 0, **rules)}

def make_game(name, rules):
    game, game.moves, game.ended = GAMES[name](**dict(rule.split("=") for rule in rules.split(",") if "=" in rule))
    return game

class Wrong(Exception):
    """A line of the certificate does not hold what it has to."""

def check_strategy(game, root, side, first, lines, is_win):
    """Checks that whatever can arise has a line or a good end for `side`; returns in how many plies it wins."""
    table, follow = {}, {}  # by position: number of its line, move, plies; positions that can arise after it
    for number, line in enumerate(lines, first):
        position, *fields = game.parse(line.split(" ")[0]), *line.split(" ")[1:]
        if not position or position in table or position[1] != side or len(fields) != 1 + is_win:
            raise Wrong(f"line {number}: no position of {side}, or one that came before, or a field is missing")
        table[position] = (number, fields[0], int(fields[-1]) if is_win else 0)
    def arising(position, number):
        replies = [position] if position[1] == side else [x for _, x in game.moves(position)] or [position]
        for x in (x for x in replies if x not in table):
            if next(game.moves(x), None):
                raise Wrong(f"line {number}: {game.text(x)} can arise and has no line")
            if game.ended(x) not in ("win" if x[1] == side else "loss", "win" if is_win else "draw"):
                raise Wrong(f"line {number}: leads to {game.text(x)}, which is a {game.ended(x)}")
        return [x for x in replies if x in table]
    for position, (number, move, plies) in table.items():
        after = dict(game.moves(position)).get(move)
        if after is None:
            raise Wrong(f"line {number}: {move} is no legal move")
        follow[position] = arising(after, number)
        if is_win and plies != 1 + max((1 + table[x][2] for x in follow[position]), default=0):
            raise Wrong(f"line {number}: {plies} plies are not one more than the longest reply takes")
    to_visit = arising(root, 4)
    seen, needed = set(to_visit), max((table[x][2] for x in to_visit), default=0) + (root[1] != side)
    while to_visit:
        new = [x for x in follow[to_visit.pop()] if x not in seen]
        seen.update(new)
        to_visit += new
    for position in (x for x in table if x not in seen):
        raise Wrong(f"line {table[position][0]}: cannot arise")
    return [str(needed)] * is_win

def check(path):
    with open(path, encoding="ascii", newline="") as file:
        body, _, digest = file.read().rpartition("sha256: ")
    if not body.startswith("retrograde certificate 1\n"):
        raise ValueError("it does not begin as one")
    if digest != hashlib.sha256(body.encode()).hexdigest() + "\n":
        raise Wrong("last line: not the checksum of what is before it")
    head, *strategies = body.split("strategy: ")
    name, rules, word, claim = (line.split(": ")[1] for line in head.splitlines()[1:])
    game, (value, *plies), first = make_game(name, rules), claim.split(" "), 7
    root = game.parse(word)
    sides = {"draw": [root[1], game.other[root[1]]], "win": [root[1]], "loss": [game.other[root[1]]]}[value]
    for side, strategy in zip_longest(sides, strategies, fillvalue=""):
        title, *lines, end = (strategy + "\n" * (not strategy)).split("\n")
        if end or title != f"{side} {len(lines)}":
            raise Wrong(f"line {first - 1}: not the strategy of {side or 'nobody'} with its number of lines")
        if plies != check_strategy(game, root, side, first, lines, value != "draw"):
            raise Wrong("line 5: claims another number of plies than is proved")
        first += len(lines) + 1
    return f"{name}, {rules}: {word} is a {' in at most '.join([value, *plies])}" + " plies" * len(plies)

if __name__ == "__main__":
    try:
        print("proved:", check(*sys.argv[1:]))
    except Wrong as wrong:
        sys.exit(print("WRONG:", wrong) or 1)
    except (OSError, ValueError, LookupError, TypeError) as unreadable:
        sys.exit(print("not readable as a certificate:", unreadable) or 2)

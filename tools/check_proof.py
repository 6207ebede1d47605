#!/usr/bin/env python3
"""Checks a proof of Quirkat: `check_proof.py FILE [FOLDER]`. FOLDER holds the tables for small positions.

Written from docs/reference/files.md alone. It shares no code with `quirkat proof check`.
"""
import re, struct, sys, zlib
from itertools import combinations
from pathlib import Path

WIN, DRAW, LOSS = 1, 0, -1


class Fault(Exception):
    """Reason why a proof does not hold."""


def require(holds, reason):
    if not holds:
        raise Fault(reason)


def unpack(data, length):
    """Decompresses an LZ4 block."""
    out, at = bytearray(), 0
    def extended(count):
        nonlocal at
        if count == 15:
            while True:
                count, at = count + data[at], at + 1
                if data[at - 1] != 255:
                    break
        return count
    while at < len(data):
        token, at = data[at], at + 1
        literals = extended(token >> 4)
        out += data[at:at + literals]
        at += literals
        if at < len(data):
            offset, at = data[at] | data[at + 1] << 8, at + 2
            for _ in range(extended(token & 15) + 4):
                out.append(out[-offset])
    require(len(out) == length, "a block has another length")
    return bytes(out)


class File:
    """Container: text, blocks, index and footer."""
    def __init__(self, path):
        self.data = data = Path(path).read_bytes()
        index, count, crc = struct.unpack("<QQI", data[-24:-4])
        text = data[:data.index(b"\n\n") + 2]
        require(data[-4:] == b"qkt1" and zlib.crc32(text + data[index:-24]) == crc, "text or index is damaged")
        lines = text.decode().rstrip("\n").split("\n")
        require(lines[0] == "quirkat table 1", "this is no table")
        self.line = dict(line.split(": ", 1) for line in lines[1:])
        self.law = lines[next(i for i, line in enumerate(lines) if line.startswith("points: ")):]
        self.index = [struct.unpack("<QIII", data[index + 20 * i:index + 20 * i + 20]) for i in range(count)]

    def block(self, number):
        offset, packed, length, crc = self.index[number]
        packed = self.data[offset:offset + packed]
        require(zlib.crc32(packed) == crc, "a block is damaged")
        return unpack(packed, length)


class Law:
    """Steps and leaps of both sides, results without moves and without end, symmetries."""
    def __init__(self, lines):
        value = dict(line.split(": ", 1) for line in lines)
        self.points, self.order = int(value["points"]), [int(point) for point in value["order"].split()]
        flags = dict(re.findall(r"([a-z ]+): (\w+)", lines[2].replace(", ", ",")))
        self.must_capture, self.blocked_loses = flags["must capture"] == "true", flags["blocked loses"] == "true"
        self.further, self.endless = flags["further"], flags["endless"]
        read = lambda side, mark: {tuple(map(int, move.split(mark))) for move in value[side].split() if mark in move}
        self.steps, self.leaps = ([read(f"side {side}", mark) for side in (1, 2)] for mark in "-x")
        self.symmetries = [self.map(images) for images in self.automorphisms([0, 1])]
        self.exchanges = [self.map(images) for images in self.automorphisms([1, 0])]

    def automorphisms(self, sides):
        """Permutations of the points that map the moves of side 0 to those of sides[0], and so on."""
        moves = [self.steps[side] | self.leaps[side] for side in (0, 1)]
        # Each next point shares as many moves as possible with earlier ones, so that wrong images fail early.
        order = []
        while len(order) < self.points:
            order.append(max((p for p in range(self.points) if p not in order), key=lambda p: sum(
                p in m and sum(q in order for q in m) == len(m) - 1 for side in (0, 1) for m in moves[side])))
        rank = {point: number for number, point in enumerate(order)}
        by_last = [[(side, *m) for side in (0, 1) for m in moves[side] if max(rank[p] for p in m) == last]
                   for last in range(self.points)]
        degree = lambda of, point: tuple(sorted((side, len(m), m.index(point)) for side in (0, 1)
                                                for m in moves[of[side]] if point in m))
        kinds = [degree([0, 1], point) for point in range(self.points)], [degree(sides, p) for p in range(self.points)]
        def extend(images):
            if len(images) == self.points:
                yield [images[point] for point in range(self.points)]
                return
            point = order[len(images)]
            for image in set(range(self.points)) - set(images.values()):
                now = {**images, point: image}
                if kinds[0][point] == kinds[1][image] and all(
                        tuple(now[p] for p in move) in moves[sides[side]] for side, *move in by_last[len(images)]):
                    yield from extend(now)
        return extend({})

    @staticmethod
    def map(images):
        """Images of sets, by byte of the set."""
        bits = lambda byte, value: sum(1 << images[8 * byte + bit] for bit in range(8)
                                       if value >> bit & 1 and 8 * byte + bit < len(images))
        tables = [[bits(byte, value) for value in range(256)] for byte in range(4)]
        return lambda s: tables[0][s & 255] | tables[1][s >> 8 & 255] | tables[2][s >> 16 & 255] | tables[3][s >> 24]

    def canonical(self, first, second, side):
        if side and self.exchanges:
            first, second, side = self.exchanges[0](second), self.exchanges[0](first), 0
        return min((symmetry(first), symmetry(second)) for symmetry in self.symmetries) + (side,)

    def moves(self, first, second, side):
        """Positions after each move."""
        own, other = (first, second) if side == 0 else (second, first)
        found = set()
        def leap(at, rest, other, has_leapt):
            can = False
            for _, over, to in self.leaps_from[side][at]:
                if other >> over & 1 and not (rest | other) >> to & 1:
                    can = True
                    if not has_leapt or self.further != "never":
                        leap(to, rest, other ^ 1 << over, True)
            if has_leapt and not (can and self.further == "must"):
                found.add((rest | 1 << at, other))
        for at in (point for point in range(self.points) if own >> point & 1):
            leap(at, own ^ 1 << at, other, False)
        if not (self.must_capture and found):
            found |= {(own ^ 1 << a ^ 1 << b, other) for a, b in self.steps[side]
                      if own >> a & 1 and not (own | other) >> b & 1}
        return {pair if side == 0 else pair[::-1] for pair in found}

    @property
    def leaps_from(self):
        if not hasattr(self, "cache"):
            self.cache = [[[m for m in self.leaps[side] if m[0] == at] for at in range(self.points)] for side in (0, 1)]
        return self.cache


class Tables:
    """Tables `whole-NN.table` of a law."""
    def __init__(self, law, folder):
        self.law, self.folder, self.known, self.blocks = law, folder, {}, {}

    def open(self, men):
        if men not in self.known:
            file = File(Path(self.folder) / f"whole-{men:02}.table")
            require(file.law == self.lines, "the tables are of other rules")
            sets = sorted(sum(1 << point for point in of) for of in combinations(range(self.law.points), men))
            classes, number = {}, 0
            for of in sets:
                if of not in classes:
                    for symmetry in self.law.symmetries:
                        classes.setdefault(symmetry(of), (number, of))
                    number += 1
            words = 2 ** (max(self.law.points - men, 9) - 6)
            length = min(words, 4096)
            require(len(file.index) == 2 * number * (words // length), "the classes are numbered otherwise")
            self.known[men] = file, classes, words // length, length
        return self.known[men]

    def value(self, first, second, side):
        if self.law.exchanges and first.bit_count() > second.bit_count():
            exchange = self.law.exchanges[0]
            first, second, side = exchange(second), exchange(first), 1 - side
        file, classes, parts, length = self.open(first.bit_count())
        number, least = classes[first]
        second = next(symmetry(second) for symmetry in self.law.symmetries if symmetry(first) == least)
        free = [point for point in self.law.order if not least >> point & 1]
        k = sum(1 << i for i, point in enumerate(free) if second >> point & 1)
        block = (2 * number + side) * parts + k // 64 // length
        if (id(file), block) not in self.blocks:
            self.blocks[id(file), block] = file.block(block)
        bytes_ = self.blocks[id(file), block]
        won, lost = (bytes_[(m * length + k // 64 % length) * 8 + k % 64 // 8] >> k % 8 & 1 for m in (0, 1))
        return WIN if won else LOSS if lost else DRAW


def check(path, folder):
    """Checks every claim of a proof; returns the number of nodes."""
    proof = File(path)
    law = Law(proof.law)
    first, second, to_move = proof.line["start"].split()
    first, second = int(first, 16), int(second, 16)
    if first.bit_count() != second.bit_count():
        law.exchanges = []
    tables, down = Tables(law, folder), int(proof.line["down"])
    tables.lines = proof.law
    answers = {}
    for number in range(len(proof.index)):
        for a, b, c, d in struct.iter_unpack("<IIII", proof.block(number)):
            answers[a & 0x7fffffff, b, a >> 31] = c, d
    require(len(answers) == int(proof.line["answers"]), "the number of answers is wrong")
    visited = 0
    for claim in proof.line["claims"].split(", "):
        who, what = claim.split()
        fits = lambda value, is_ours: (value if is_ours else -value) >= (WIN if what == "wins" else DRAW)
        ours = (who == "first") == (to_move == "first")
        start = law.canonical(first, second, 0 if to_move == "first" else 1) + (ours,)
        done, path_, stack = set(), set(), [(start, None)]
        while stack:
            node, next_ = stack.pop()
            if next_ is None:
                if node in done:
                    continue
                a, b, side, is_ours = node
                if node in path_:
                    mine, theirs = (a, b) if (side == 0) == is_ours else (b, a)
                    lead = (mine.bit_count() > theirs.bit_count()) - (mine.bit_count() < theirs.bit_count())
                    require(fits(0 if law.endless == "drawn" else lead if is_ours else -lead, is_ours), "a cycle")
                    continue
                visited += 1
                own, other = (a, b) if side == 0 else (b, a)
                moves = law.moves(a, b, side) if own and other else set()
                small = min(a.bit_count(), b.bit_count()) if law.exchanges else a.bit_count()
                if not moves:
                    value = WIN if not other else LOSS if not own or law.blocked_loses else DRAW
                elif small <= down:
                    value = tables.value(a, b, side)
                else:
                    if is_ours:
                        answer = answers.get((a, b, side))
                        require(answer in moves, "an answer is missing or no move")
                        moves = {answer}
                    path_.add(node)
                    next_ = [law.canonical(*after, 1 - side) + (not is_ours,) for after in moves]
                    stack.append((node, next_))
                    stack.append((next_.pop(), None))
                    continue
                require(fits(value, is_ours), "an end does not fit the claim")
                done.add(node)
            elif next_:
                stack.append((node, next_))
                stack.append((next_.pop(), None))
            else:
                path_.discard(node)
                done.add(node)
    return visited


if __name__ == "__main__":
    try:
        print(f"the proof holds: {check(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else '.')} positions")
    except (Fault, OSError, KeyError, IndexError, ValueError, StopIteration, struct.error) as fault:
        sys.exit(f"the proof does not hold: {fault!r}")

#!/usr/bin/env python3
"""Figures and derived numbers of docs/results/report.md.

`report.py` prints the numbers. `report.py draw` also writes the figures to docs/results/figures. Both read
docs/results/data. Counts of positions up to symmetry follow from the boards by Burnside's lemma.
"""
import csv, json, re, sys
from itertools import product
from math import comb, log10
from pathlib import Path
from xml.sax.saxutils import escape

RESULTS = Path(__file__).resolve().parent.parent / "docs" / "results"
PARTS = ("won", "drawn", "lost")
# Distinct in lightness too, so that they can be told apart without colour.
COLOURS = {"won": "#1f5a96", "drawn": "#d9d9d9", "lost": "#e08214"}
ALL_MEN, TIGERS, GOATS = 12, 4, 20
# Nine men's morris: men of each side, captures that win, and the data files by rule set.
MORRIS_MEN, TOLL = 9, 7
MORRIS = ("modern", "alfonso", "unprotected")


def slices(name):
    """Counts by slice: (men of the side to move, men of the other side) to won, lost and drawn."""
    counts = json.loads((RESULTS / "data" / f"{name}-slices.json").read_text())
    counts = {tuple(map(int, key.split(","))): dict(zip(("won", "lost", "drawn"), of)) for key, of in counts.items()}
    for (own, other), of in counts.items():
        assert sum(of.values()) == comb(25, own) * comb(25 - own, other), (name, own, other)
    return counts


def add(many):
    many = list(many)
    return {part: sum(of[part] for of in many) for part in PARTS}


def by_pieces(counts):
    """Counts by the number of men of both sides, with 1 to 12 men a side."""
    return {total: add(of for (own, other), of in counts.items()
                       if own + other == total and 1 <= own <= ALL_MEN and 1 <= other <= ALL_MEN)
            for total in range(2, 2 * ALL_MEN + 1)}


def bagh_chal():
    """Counts by (goats placed, goats taken, side to move), and the longest win and loss of each."""
    with open(RESULTS / "data" / "bagh-chal.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    key = lambda row: (int(row["placed"]), int(row["taken"]), {"first": "goats", "second": "tigers"}[row["to_move"]])
    longest = max(int(row[column] or 0) for row in rows for column in ("longest_win", "longest_loss"))
    return {key(row): {part: int(row[part]) for part in PARTS} for row in rows}, longest


def morris(name):
    """Counts by (men placed by both sides, men of the side to move, men of the other side)."""
    with open(RESULTS / "data" / f"nine-mens-morris-{name}.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    counts = {}
    for row in rows:
        men, hands = zip(*(map(int, re.fullmatch(r"(?:m(\d+))?(?:h(\d+))?", side).groups("0"))
                           for side in row["pieces"].split("-")))
        own, other = men if row["to_move"] == "first" else men[::-1]
        key = (2 * MORRIS_MEN - sum(hands), own, other)
        of = {part: int(row[part]) for part in PARTS}
        assert sum(of.values()) == comb(24, own) * comb(24 - own, other), (name, row)
        # Both sides move alike, so that a key of either side to move has the same counts.
        assert counts.setdefault(key, of) == of, (name, row)
    on_board = lambda placed: range(max(0, placed + 1 - TOLL), placed + 1)
    assert set(counts) == {(placed, own, other) for placed in range(2 * MORRIS_MEN + 1)
                           for own in on_board(placed // 2) for other in on_board((placed + 1) // 2)}, name
    return counts


def by_level(counts):
    return {placed: add(of for (at, _, _), of in counts.items() if at == placed)
            for placed in range(2 * MORRIS_MEN + 1)}


def square_symmetries():
    """The rotations and reflections of the points of alquerque."""
    points = list(product(range(5), repeat=2))
    for across, down, turned in product((0, 1), repeat=3):
        image = lambda point: tuple((at, 4 - at)[flip] for at, flip in zip(point[::-1] if turned else point,
                                                                           (across, down)))
        yield {point: image(point) for point in points}


def mill_symmetries():
    """The symmetries of the mill: eight points on each of three rings, of which the outer ones can change places."""
    points = list(product(range(3), range(8)))
    for turn, reflection, exchange in product(range(0, 8, 2), (1, -1), (0, 1)):
        yield {(ring, at): (2 - ring if exchange else ring, (reflection * at + turn) % 8) for ring, at in points}


def classes(symmetries):
    """Numbers of pairs of disjoint sets up to symmetry, by the sizes of both."""
    fixed, group = {}, list(symmetries)
    for image in group:
        pairs, seen = {(0, 0): 1}, set()
        for point in image:
            length = 0
            while point not in seen:
                seen.add(point)
                point, length = image[point], length + 1
            # A fixed set has all points of a cycle or none.
            if length:
                grown = dict(pairs)
                for (a, b), ways in pairs.items():
                    for more in ((a + length, b), (a, b + length)):
                        grown[more] = grown.get(more, 0) + ways
                pairs = grown
        for sizes, ways in pairs.items():
            fixed[sizes] = fixed.get(sizes, 0) + ways
    return {sizes: ways // len(group) for sizes, ways in fixed.items()}


class Drawing:
    """SVG drawing."""
    def __init__(self, width, height, title):
        self.head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
                     f'height="{height}" font-family="sans-serif" font-size="12" role="img">\n<title>{escape(title)}'
                     f'</title>\n<rect width="{width}" height="{height}" fill="#fff"/>\n')
        self.parts = []

    def box(self, x, y, width, height, fill):
        self.parts.append(f'<rect x="{x:g}" y="{y:.1f}" width="{width:g}" height="{height:.1f}" fill="{fill}"/>\n')

    def line(self, x1, y1, x2, y2):
        self.parts.append(f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="#555"/>\n')

    def text(self, x, y, text, anchor="middle", size=12, fill="#000", turned=False):
        turn = f' transform="rotate(-90 {x:g} {y:g})"' if turned else ""
        self.parts.append(f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}" fill="{fill}"{turn}>'
                          f'{escape(str(text))}</text>\n')

    def legend(self, x, y):
        for number, part in enumerate(PARTS):
            self.box(x + 80 * number, y - 10, 12, 12, COLOURS[part])
            self.text(x + 80 * number + 18, y, part, "start")

    def write(self, name):
        folder = RESULTS / "figures"
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(self.head + "".join(self.parts) + "</svg>\n")


def shares(drawing, x, y, title, below, bars):
    """Draws bars of won, drawn and lost shares, one per number."""
    height, step = 220, 330 / len(bars)
    drawing.text(x + 165, y - 12, title, size=13)
    for percent in range(0, 101, 25):
        drawing.text(x - 6, y + height * (100 - percent) / 100 + 4, f"{percent}", "end", 10)
    for place, (number, counts) in enumerate(bars.items()):
        top, total = y, sum(counts.values())
        for part in PARTS:
            size = height * counts[part] / total
            drawing.box(round(x + place * step, 1), top, round(step - 2, 1), size, COLOURS[part])
            top += size
        if number % 2 == 0:
            drawing.text(round(x + (place + 0.5) * step - 1, 1), y + height + 14, number, size=10)
    drawing.line(x - 2, y, x - 2, y + height)
    drawing.text(x + 165, y + height + 32, below)


def draw_pieces(walker, article):
    drawing = Drawing(800, 330, "Values for the side to move, by the number of men, in percent")
    for x, title, counts in ((45, "alquerque:walker", walker), (440, "alquerque:article", article)):
        shares(drawing, x, 40, title, "men of both sides", by_pieces(counts))
    drawing.legend(290, 320)
    drawing.write("pieces.svg")


def draw_levels(counts):
    drawing = Drawing(800, 330, "Values in bagh-chal for the side to move, by goats placed, in percent")
    for x, side in ((45, "goats"), (440, "tigers")):
        bars = {placed: add(of for (at, _, to_move), of in counts.items() if (at, to_move) == (placed, side))
                for placed in range(GOATS + 1)}
        shares(drawing, x, 40, f"{side} to move", "goats placed", bars)
    drawing.legend(290, 320)
    drawing.write("bagh-chal-levels.svg")


def draw_morris(counts):
    drawing = Drawing(800, 330, "Values in nine men's morris for the side to move, by men placed, in percent")
    for x, (name, bars) in zip((45, 440), counts.items()):
        shares(drawing, x, 40, f"alquerque-de-nueve:{name}", "men placed by both sides", bars)
    drawing.legend(290, 320)
    drawing.write("morris-levels.svg")


def shade(percent, dark):
    """White at 0, `dark` at 100, with a legible colour of text."""
    mixed = [round(255 + (int(dark[at:at + 2], 16) - 255) * percent / 100) for at in (1, 3, 5)]
    return "#%02x%02x%02x" % tuple(mixed), "#fff" if sum(mixed) < 360 else "#000"


def draw_slices(walker):
    drawing = Drawing(560, 530, "alquerque:walker, positions that the side to move wins, in percent, by slice")
    size, left, top = 38, 70, 30
    for own, other in product(range(1, ALL_MEN + 1), repeat=2):
        counts = walker[own, other]
        percent = 100 * counts["won"] / sum(counts.values())
        fill, ink = shade(percent, COLOURS["won"])
        x, y = left + size * (other - 1), top + size * (ALL_MEN - own)
        drawing.box(x, y, size - 1, size - 1, fill)
        drawing.text(x + size / 2, y + size / 2 + 4, f"{percent:.0f}", size=11, fill=ink)
    for men in range(1, ALL_MEN + 1):
        drawing.text(left + size * (men - 0.5), top + size * ALL_MEN + 14, men, size=10)
        drawing.text(left - 8, top + size * (ALL_MEN - men + 0.5) + 4, men, "end", 10)
    drawing.text(left + size * 6, 522, "men of the other side")
    drawing.text(24, top + size * 6, "men of the side to move", turned=True)
    drawing.write("slices.svg")


def draw_taken(counts):
    drawing = Drawing(800, 364, "Drawn positions of bagh-chal, in percent, by goats placed and taken")
    width, height, left = 33, 24, 70
    for top, side in ((30, "goats"), (200, "tigers")):
        drawing.text(left + width * 10.5, top - 8, f"{side} to move", size=13)
        for (placed, taken, to_move), of in counts.items():
            if to_move == side:
                percent = 100 * of["drawn"] / sum(of.values())
                fill, ink = shade(percent, "#444444")
                x, y = left + width * placed, top + height * taken
                drawing.box(x, y, width - 1, height - 1, fill)
                drawing.text(x + width / 2, y + 16, f"{percent:.0f}", size=10, fill=ink)
        for taken in range(5):
            drawing.text(left - 8, top + height * taken + 16, taken, "end", 10)
        for placed in range(GOATS + 1):
            drawing.text(left + width * (placed + 0.5), top + height * 5 + 13, placed, size=10)
        drawing.text(24, top + height * 2.5, "taken", turned=True)
    drawing.text(left + width * 10.5, 356, "goats placed")
    drawing.write("bagh-chal-taken.svg")


def draw_positions(walker, counts):
    """Numbers of positions on a logarithmic scale."""
    drawing = Drawing(800, 320, "Numbers of positions, all placements counted")
    men = {total: sum(of.values()) for total, of in by_pieces(walker).items()}
    goats = {placed: sum(sum(of.values()) for key, of in counts.items() if key[0] == placed)
             for placed in range(GOATS + 1)}
    for x, title, below, bars in ((60, "alquerque, with one side to move", "men of both sides", men),
                                  (455, "bagh-chal, with either side to move", "goats placed", goats)):
        top, height, step = 40, 220, 330 / len(bars)
        drawing.text(x + 165, top - 14, title, size=13)
        for power in range(2, 13, 2):
            y = top + height * (12 - power) / 10
            drawing.line(x - 6, y, x, y)
            drawing.text(x - 9, y + 4, f"1e{power}", "end", 10)
        for place, (number, positions) in enumerate(bars.items()):
            size = height * (log10(positions) - 2) / 10
            drawing.box(round(x + 4 + place * step, 1), top + height - size, round(step - 2, 1), size, "#1f5a96")
            if number % 2 == 0:
                drawing.text(round(x + 4 + (place + 0.5) * step - 1, 1), top + height + 14, number, size=10)
        drawing.line(x, top, x, top + height)
        drawing.text(x + 165, top + height + 34, below)
    drawing.write("positions.svg")


def percents(counts):
    total = sum(counts.values())
    return ", ".join(f"{part} {100 * counts[part] / total:.1f} %" for part in PARTS)


def main(draws):
    walker, article = slices("walker"), slices("article")
    for name in ("walker-blocked-draws", "awithlaknannai-8", "awithlaknannai-8-inner"):
        print(f"{name}: each slice has all of its positions, {len(slices(name))} slices")
    hunt, longest = bagh_chal()
    for name, counts in (("walker", walker), ("article", article)):
        whole = {key: of for key, of in counts.items() if 1 <= min(key) and max(key) <= ALL_MEN}
        print(f"{name}: {len(counts)} slices, {sum(add(counts.values()).values())} positions")
        print(f"  1 to {ALL_MEN} men a side: {len(whole)} slices, {sum(add(whole.values()).values())} positions, "
              f"{percents(add(whole.values()))}")
        wins = [100 * of["won"] / sum(of.values()) for total, of in by_pieces(counts).items() if 10 <= total <= 20]
        print(f"  10 to 20 men of both sides: won {min(wins):.1f} to {max(wins):.1f} %")
        for key in ((12, 12), (12, 11), (11, 12), (8, 8), (1, 1)):
            print(f"  {key[0]} against {key[1]}: {percents(counts[key])}")
    largest = max(range(1, ALL_MEN + 1), key=lambda men: comb(25, men) * 2 ** (25 - men))
    print(f"3^25 - 3 = {3 ** 25 - 3}; largest layer: {largest} men, one map of each class: "
          f"{comb(25, largest) * 2 ** (25 - largest) / 64e9:.1f} GB")
    of_square = classes(square_symmetries())
    print(f"up to symmetry: {sum(of_square[sizes] for sizes in product(range(1, ALL_MEN + 1), repeat=2))} "
          f"positions with 1 to {ALL_MEN} men a side, {of_square[12, 0]} sets of 12 points, {of_square[4, 0]} of 4")
    levels = {(placed, taken) for placed, taken, _ in hunt}
    either = lambda levels: 2 * sum(of_square[TIGERS, placed - taken] for placed, taken in levels)
    print(f"bagh-chal: {len(hunt)} rows, {sum(add(hunt.values()).values())} positions, longest win {longest} plies")
    print(f"  up to symmetry: {either(levels)}, {either({level for level in levels if level[0] == GOATS})} with all "
          f"goats placed")
    for side in ("goats", "tigers"):
        placed_all = add(of for key, of in hunt.items() if (key[0], key[2]) == (GOATS, side))
        print(f"  all goats placed, {side} to move: {percents(placed_all)}")
        drawn = [100 * of["drawn"] / sum(of.values()) for (at, taken, to_move), of in hunt.items()
                 if at < GOATS and (taken, to_move) == (4, side)]
        print(f"  four goats taken and goats in hand, {side} to move: at most {max(drawn):.1f} % drawn")
    of_mill = classes(mill_symmetries())
    for name in MORRIS:
        counts = morris(name)
        placed_all = [sizes for placed, *sizes in counts if placed == 2 * MORRIS_MEN]
        print(f"nine men's morris, {name}: {len(counts)} keys, {sum(add(counts.values()).values())} positions, "
              f"{percents(add(counts.values()))}")
        print(f"  up to symmetry: {sum(of_mill[own, other] for _, own, other in counts)}, "
              f"{sum(of_mill[tuple(sizes)] for sizes in placed_all)} with all men placed")
        for key in ((18, 9, 9), (18, 3, 3), (18, 3, 9), (18, 9, 3)):
            print(f"  {key[1]} against {key[2]}, all men placed: {percents(counts[key])}")
        undecided = max(placed for placed, of in by_level(counts).items()
                        if all(counts[key]["drawn"] == sum(counts[key].values())
                               for key in counts if key[0] == placed and sum(key[1:]) == placed))
        print(f"  all positions without captures are drawn up to {undecided} men placed")
    if draws:
        draw_morris({name: by_level(morris(name)) for name in ("modern", "alfonso")})
        draw_positions(walker, hunt)
        draw_slices(walker)
        draw_pieces(walker, article)
        draw_levels(hunt)
        draw_taken(hunt)


if __name__ == "__main__":
    main(sys.argv[1:] == ["draw"])

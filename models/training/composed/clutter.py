"""What else stands on a page of homework: tables, maps, lines of writing, frames, blocks, crossed-out gates, holes.

All of it counts as writing (`TEXT`): none of it belongs to the circuit.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from composed.labels import written
from composed.parametric import bezier, circle, line, wobble
from composed.synthetic import GateBank, normalise, turn
from drawings import TEXT, Drawing
from polylines import resample

Strokes = list[np.ndarray]

# Signs of equations that no label has, in units of a letter's height, from its left top.
SIGNS: dict[str, Strokes] = {
    "+": [line((0.1, 0.5), (0.7, 0.5)), line((0.4, 0.2), (0.4, 0.8))],
    "-": [line((0.1, 0.5), (0.6, 0.5))],
    "=": [line((0.1, 0.38), (0.7, 0.38)), line((0.1, 0.62), (0.7, 0.62))],
    "'": [line((0.1, 0), (0.05, 0.25))],
    ".": [line((0.1, 0.95), (0.12, 0.98))],
    ":": [line((0.1, 0.35), (0.12, 0.38)), line((0.1, 0.85), (0.12, 0.88))],
    "(": [bezier((0.3, 0), (0, 0.35), (0, 0.65), (0.3, 1.05))],
    ")": [bezier((0, 0), (0.3, 0.35), (0.3, 0.65), (0, 1.05))],
    "/": [line((0, 1), (0.45, 0))],
    ">": [line((0, 0.5), (1, 0.5)), np.vstack([line((0.75, 0.3), (1, 0.5)), line((1, 0.5), (0.75, 0.7))])],
}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# How much of a drawing's surroundings is looked at for a free place, in gate sizes.
AROUND = 2.5


def add_clutter(rng, drawing: Drawing, bank: GateBank) -> None:
    """Adds up to six things around a drawing, where nothing is drawn yet, and now and then a frame around all of it."""
    size = drawing.gate_size()
    room = Room(rng, drawing, size)
    if rng.random() < 0.2:
        put(drawing, frame(rng, room.low, room.high, size))
    letter = size * float(np.exp(rng.uniform(np.log(0.12), np.log(0.6))))
    for _ in range(int(rng.integers(1, 7))):
        make = THINGS[int(rng.choice(len(THINGS), p=SHARES))]
        thing = room.placed(make(rng, letter, size, bank))
        if thing is not None:
            put(drawing, thing)


def put(drawing: Drawing, thing: Strokes) -> None:
    drawing.strokes += thing
    drawing.kinds += [TEXT] * len(thing)


class Room:
    """Which places around a drawing are free, in cells of a quarter of a gate."""

    def __init__(self, rng, drawing: Drawing, size: float):
        self.rng = rng
        self.size = size
        self.cell = size / 4
        self.low = np.vstack(drawing.strokes).min(0)
        self.high = np.vstack(drawing.strokes).max(0)
        self.taken: set[tuple[int, int]] = set()
        for stroke in drawing.strokes:
            self.take(stroke)

    def take(self, stroke: np.ndarray) -> None:
        self.taken |= {(int(x), int(y)) for x, y in np.floor(resample(stroke, self.cell / 2) / self.cell)}

    def placed(self, thing: Strokes) -> Strokes | None:
        """The thing where there is room for it, or None."""
        points = np.vstack(thing)
        low, span = points.min(0), np.ptp(points, axis=0)
        for _ in range(30):
            at = self.rng.uniform(self.low - span - AROUND * self.size * self.rng.uniform(0.05, 1), self.high + AROUND * self.size * 0.5)
            if not self.is_free(at, at + span):
                continue
            moved = [(stroke - low + at).astype(np.float32) for stroke in thing]
            for stroke in moved:
                self.take(stroke)
            return moved
        return None

    def is_free(self, low: np.ndarray, high: np.ndarray) -> bool:
        left, top = np.floor(low / self.cell).astype(int) - 1
        right, bottom = np.floor(high / self.cell).astype(int) + 1
        return not any(left <= x <= right and top <= y <= bottom for x, y in self.taken)


# Things, at any place; `letter` is the height of what is written, `size` a gate's.


def writing(rng, letter: float, size: float, bank: GateBank) -> Strokes:
    """One to six lines of words or equations."""
    pitch = letter * rng.uniform(1.3, 2.4)
    equations = rng.random() < 0.6
    rows = int(rng.choice([1, 2, 3, 4, 6], p=[0.4, 0.25, 0.15, 0.1, 0.1]))
    texts = [equation(rng) if equations else words(rng) for _ in range(rows)]
    return [stroke + (0, row * pitch) for row, text in enumerate(texts) for stroke in row_of(rng, text, letter, bank)]


def equation(rng) -> str:
    letters = rng.choice(list(LETTERS if rng.random() < 0.3 else "ABCDXYZ"), int(rng.integers(2, 9)))
    joins = rng.choice(["", "", "+", "+", ".", "' + ", "')", "(", "'"], len(letters))
    head = f"{rng.choice(list('FYZSXQ'))} = " if rng.random() < 0.7 else ""
    return head + "".join(letter + join for letter, join in zip(letters, joins, strict=True))


def words(rng) -> str:
    return " ".join("".join(rng.choice(list(LETTERS), int(rng.integers(2, 8)))) for _ in range(int(rng.integers(1, 5))))


def row_of(rng, text: str, letter: float, bank: GateBank) -> Strokes:
    """A row of characters `letter` px high: of stroke templates, some of real labels, and signs."""
    strokes: Strokes = []
    right = 0.0
    spacing = rng.uniform(0.05, 0.35)
    real = rng.random() < 0.5 and bank.texts
    for character in text:
        if character == " ":
            right += rng.uniform(0.4, 0.9)
            continue
        if character in SIGNS:
            own = [wobble(rng, stroke, 0.02) for stroke in SIGNS[character]]
        elif real and rng.random() < 0.7:
            own = [stroke + (0, 0.5) for stroke in normalise(bank.texts[int(rng.integers(len(bank.texts)))])]
        else:
            own = [stroke + (0, 0.5) for stroke in written(rng, character)]
        small = float(rng.uniform(0.55, 0.8)) if character.isalpha() and rng.random() < 0.4 else 1.0
        strokes += [((stroke * small + (right, 1 - small)) * letter).astype(np.float32) for stroke in own]
        right += small * float(np.vstack(own)[:, 0].max()) + spacing
    return strokes


def grid(rng, columns: np.ndarray, rows: np.ndarray) -> Strokes:
    """Lines at these places, all of them or only those inside."""
    outer = rng.random() < 0.6
    over = 0.03 * (rows[-1] - rows[0]) * rng.normal(0, 1, (2, 2))
    across = rows if outer else rows[1:-1] if rng.random() < 0.4 else rows[1:2]
    down = columns if outer else columns[1:-1]
    lines = [line((columns[0] + over[0, 0], y), (columns[-1] + over[0, 1], y)) for y in across]
    lines += [line((x, rows[0] + over[1, 0]), (x, rows[-1] + over[1, 1])) for x in down]
    return [wobble(rng, each, 0.008 * (columns[-1] - columns[0])) for each in lines]


def table(rng, letter: float, size: float, bank: GateBank) -> Strokes:
    """A truth table: a row of names over rows of 0 and 1."""
    across, down = int(rng.integers(2, 7)), int(rng.choice([3, 5, 9, 17], p=[0.2, 0.4, 0.3, 0.1]))
    wide, high = letter * rng.uniform(1.4, 3), letter * rng.uniform(1.2, 2)
    names = rng.choice(list("ABCDXYZFS"), across)
    cells = [[str(rng.integers(0, 2)) for _ in names] for _ in range(down - 1)]
    strokes = grid(rng, np.arange(across + 1) * wide, np.arange(down + 1) * high) if rng.random() < 0.85 else []
    for row, texts in enumerate([names, *cells]):
        for column, text in enumerate(texts):
            strokes += in_cell(rng, text, (column * wide, row * high), (wide, high), letter, bank)
    return strokes


def karnaugh_map(rng, letter: float, size: float, bank: GateBank) -> Strokes:
    """A map with its codes, and loops around groups of cells."""
    across, down = int(rng.choice([2, 4], p=[0.3, 0.7])), int(rng.choice([2, 4]))
    wide, high = letter * rng.uniform(1.5, 3, 2)
    strokes = grid(rng, np.arange(across + 1) * wide, np.arange(down + 1) * high)
    codes = ["00", "01", "11", "10"]
    for column in range(across):
        strokes += in_cell(rng, codes[column] if across == 4 else str(column), (column * wide, -high), (wide, high), 0.8 * letter, bank)
    for row in range(down):
        strokes += in_cell(rng, codes[row] if down == 4 else str(row), (-wide, row * high), (wide, high), 0.8 * letter, bank)
        for column in range(across):
            if rng.random() < 0.8:
                strokes += in_cell(rng, str(rng.choice(list("01X"))), (column * wide, row * high), (wide, high), letter, bank)
    strokes.append(wobble(rng, line((-0.8 * wide, -0.8 * high), (0, 0)), 0.02 * high))
    for _ in range(int(rng.integers(0, 4))):
        spans = [min(int(rng.choice([1, 2, 4])), most) for most in (across, down)]
        first = [int(rng.integers(0, most - span + 1)) for most, span in zip((across, down), spans, strict=True)]
        middle = [(start + span / 2) * cell for start, span, cell in zip(first, spans, (wide, high), strict=True)]
        half = [span / 2 * cell * rng.uniform(0.75, 1.1) for span, cell in zip(spans, (wide, high), strict=True)]
        power = rng.choice([1, 0.6, 0.4])
        ring = circle(rng, 0, 0, 1)
        strokes.append(np.sign(ring) * np.abs(ring) ** power * half + middle)
    return strokes


def in_cell(rng, text: str, at: tuple[float, float], cell: tuple[float, float], letter: float, bank: GateBank) -> Strokes:
    own = row_of(rng, text, letter * rng.uniform(0.8, 1.05), bank)
    if not own:
        return own
    points = np.vstack(own)
    middle = (points.min(0) + points.max(0)) / 2
    aim = np.array(at) + np.array(cell) * rng.normal(0.5, 0.07, 2)
    return [stroke - middle + aim for stroke in own]


def block(rng, letter: float, size: float, bank: GateBank) -> Strokes:
    """A block symbol: a box with words in it, and pins with names."""
    wide, high = size * rng.uniform(0.8, 2.5, 2)
    strokes = frame(rng, np.zeros(2), np.array([wide, high]), 0.1 * size)
    word = "".join(rng.choice(list(LETTERS), int(rng.integers(2, 5))))
    strokes += in_cell(rng, word, (0, 0), (wide, high), min(letter, high / 3, wide / (len(word) + 1)), bank)
    for side in (0, wide):
        pins = int(rng.integers(0, 5))
        for k in range(pins):
            y = high * (k + rng.uniform(0.3, 0.7)) / pins
            away = size * rng.uniform(0.2, 0.7) * (-1 if side == 0 else 1)
            strokes.append(wobble(rng, line((side, y), (side + away, y)), 0.01 * size))
            if rng.random() < 0.6:
                strokes += in_cell(rng, str(rng.choice(list(LETTERS))), (side + away * 1.3, y), (0, 0), min(letter, 0.4 * size), bank)
    return strokes


def crossed_out(rng, letter: float, size: float, bank: GateBank) -> Strokes:
    """A gate under a scribble."""
    _, gate = bank.pick(rng)
    gate = [turn(stroke, float(rng.choice([0, 0, np.pi / 2, np.pi]))) * size for stroke in gate]
    low, high = np.vstack(gate).min(0), np.vstack(gate).max(0)
    edge = 0.15 * (high - low)
    if rng.random() < 0.3:
        ends = rng.uniform(low - edge, low + edge, (2, 2)), rng.uniform(high - edge, high + edge, (2, 2))
        crosses = [line(ends[0][0], ends[1][0]), line((ends[0][1][0], ends[1][1][1]), (ends[1][1][0], ends[0][1][1]))]
        return gate + [wobble(rng, stroke, 0.03 * size) for stroke in crosses]
    turns = int(rng.integers(5, 16))
    corners = rng.uniform(low - edge, high + edge, (turns, 2))
    corners[:, 0] = np.linspace(low[0] - edge[0], high[0] + edge[0], turns) + rng.normal(0, edge[0], turns)
    corners[::2, 1] = rng.uniform(low[1] - edge[1], low[1] + edge[1], len(corners[::2]))
    corners[1::2, 1] = rng.uniform(high[1] - edge[1], high[1] + edge[1], len(corners[1::2]))
    return [*gate, wobble(rng, resample(corners.astype(np.float32), size / 12), 0.03 * size)]


def holes(rng, letter: float, size: float, bank: GateBank) -> Strokes:
    """Holes or a spiral's wire at a page's edge."""
    radius, count = size * rng.uniform(0.08, 0.4), int(rng.integers(3, 16))
    pitch = radius * rng.uniform(2.5, 6)
    stretch = np.array([1, rng.uniform(0.4, 1)])
    rings = [circle(rng, 0, 0, radius) * stretch + (0, k * pitch) for k in range(count)]
    return rings if rng.random() < 0.7 else [np.vstack(rings)]


def mark(rng, letter: float, size: float, bank: GateBank) -> Strokes:
    """A number in a ring, an underline, an arrow, a brace, a tick, a cross or a doodle."""
    kind = int(rng.integers(7))
    long = size * rng.uniform(0.4, 4)
    if kind == 0:
        number = row_of(rng, str(rng.integers(1, 30)), letter, bank)
        middle = (np.vstack(number).min(0) + np.vstack(number).max(0)) / 2
        return [*number, circle(rng, middle[0], middle[1], letter * rng.uniform(0.8, 1.3))]
    if kind == 1:
        rows = 0.12 * size * np.arange(rng.integers(1, 3))
        return [wobble(rng, line((0, y), (long, y), 30), 0.03 * size) for y in rows]
    if kind == 2:
        way = bezier((0, 0), tuple(rng.uniform(-1, 1, 2) * long), (long, float(rng.normal(0, 0.4)) * long))
        right, down = way[-1] - way[-4]
        head = turn(np.array([[-0.2, -0.12], [0, 0], [-0.2, 0.12]]) * size, float(np.arctan2(down, right)))
        return [way, head + way[-1]]
    if kind == 3:
        half = [(0, 0), (0.5, 0), (0, 0.5), (0.4, 0.5)]
        brace = np.vstack([bezier(*half), bezier(*[(x, 1 - y) for x, y in half[::-1]])])
        return [wobble(rng, brace * (0.4 * size, long), 0.02 * size)]
    if kind == 4:
        return [wobble(rng, np.vstack([line((0, 0.6), (0.3, 1)), line((0.3, 1), (1, 0))]) * size * rng.uniform(0.4, 2), 0.02 * size)]
    if kind == 5:
        far = size * rng.uniform(0.4, 2)
        return [wobble(rng, line((0, 0), (far, far)), 0.03 * size), wobble(rng, line((far, 0), (0, far)), 0.03 * size)]
    return [bezier(*[tuple(point) for point in rng.uniform(0, long, (int(rng.integers(4, 9)), 2))], count=60)]


def frame(rng, low: np.ndarray, high: np.ndarray, size: float) -> Strokes:
    """A box around something, up to `size` px away, of one stroke or four; now and then a side is missing."""
    low, high = low - size * rng.uniform(0.3, 1, 2), high + size * rng.uniform(0.3, 1, 2)
    corners = np.array([low, (high[0], low[1]), high, (low[0], high[1]), low]) + rng.normal(0, 0.05 * size, (5, 2))
    if rng.random() < 0.4:
        return [wobble(rng, resample(corners.astype(np.float32), size / 3), 0.05 * size)]
    sides = [line(start, end, 30) for start, end in zip(corners[:-1], corners[1:], strict=True)]
    if rng.random() < 0.15:
        sides.pop(int(rng.integers(4)))
    return [wobble(rng, side, 0.05 * size) for side in sides]


THINGS: list[Callable[..., Strokes]] = [writing, table, karnaugh_map, block, crossed_out, holes, mark]
SHARES = [0.32, 0.18, 0.16, 0.08, 0.08, 0.06, 0.12]

"""Circuits as students lay them out: gates in columns, wires in the channels between them, with all their meetings.

Every wire keeps its net, so that junctions, crossings and free ends are labelled, and the drawing knows its netlist.
"""

from __future__ import annotations

import numpy as np

from habits import frame_around, inversion_circle, template_label, wire_hook
from meetings import PassingHabit, label_meetings, pass_over
from parametric import circle
from sketches import BUBBLE, END, GATE, GATE_CLASSES, JUNCTION, TEXT, WIRE, Drawing, Gate, PlacedGate, resample
from synthetic import GateBank, hand_line, turn

NOT = GATE_CLASSES.index("NOT")


class Composer:
    """Draws one random circuit; sizes are in units of a usual gate's height, `size` px."""

    def __init__(self, rng, bank: GateBank):
        self.rng, self.bank = rng, bank
        self.drawing = Drawing()
        self.size = 60.0
        self.boxes: list[np.ndarray] = []
        # Every stroke of wire with its net; for each net the stretches that can be branched from, by channel.
        self.nets: list[tuple[str, np.ndarray]] = []
        self.trunks: dict[tuple[str, int], list[float]] = {}
        self.reached: dict[str, np.ndarray] = {}
        self.levels: list[tuple[float, float, float, str]] = []
        self.tracks: list[list[float]] = []
        # A drafter's habits.
        self.inverts = 0.4 if rng.random() < 0.25 else 0.04
        self.hop = float(self.size * rng.uniform(0.06, 0.2))
        self.hopping = float(rng.choice([0, 0.5, 0.95], p=[0.5, 0.15, 0.35]))
        self.breaking = 0.7 if self.hopping == 0 and rng.random() < 0.15 else 0.0
        self.dotting = float(rng.choice([0, 0.5, 0.97], p=[0.45, 0.15, 0.4]))
        self.framing = 0.9 if rng.random() < 0.12 else 0.0
        self.templates = rng.random() < 0.35
        self.letter = self.size * (rng.uniform(0.25, 0.6) if rng.random() < 0.75 else rng.uniform(0.6, 1.2))
        self.sloppy = rng.uniform(0, 0.05) * self.size

    def compose(self) -> Drawing:
        rng, d = self.rng, self.drawing
        inputs = int(rng.integers(1, 6))
        style = rng.choice(["left", "each", "rails"], p=[0.45, 0.2, 0.35])
        sources = self.input_sources(inputs, style)
        pitch = self.size * rng.uniform(1.25, 2.4)
        gap = self.size * rng.uniform(0.14, 0.4)
        x = 0.0
        last: list[str] = []
        columns = int(rng.integers(1, 5))
        for column in range(columns):
            count = max(1, int(rng.integers(1, 5)) - column)
            rows = [(k - (count - 1) / 2) * pitch + rng.normal(0, 0.2) * self.size for k in range(count)]
            # A channel before the column, with a track for each net that may turn in it.
            width = gap * (3 * count + 2)
            self.tracks.append(list(rng.permutation(np.arange(x, x + width, gap)) + rng.normal(0, 0.05) * gap))
            x += width + self.size * rng.uniform(0.25, 0.6)
            placed = [self.place_gate(np.array([x, y]), float(rng.normal(0, 0.05))) for y in rows]
            x = max(box[2] for box in self.boxes) + self.size * rng.uniform(0.2, 0.5)
            self.ends[column] = x
            for gate, pins in placed:
                self.wire_inputs(gate, pins, column, sources, last)
            last = []
            for gate, _ in placed:
                name = f"gate {gate}"
                sources[name] = (column, d.circuit[gate].output)
                last.append(name)
        for name, (column, at) in sources.items():
            if column >= 0 and not any((name, False) in g.inputs or (name, True) in g.inputs for g in d.circuit):
                self.free_wire(name, at, np.array([1.0, 0]))
        self.words()
        if self.hopping or self.breaking:
            pass_over(rng, d, self.nets, PassingHabit(self.size, self.hop, self.hopping, self.breaking))
        label_meetings(d, self.nets, 0.14 * self.size)
        return d

    # Inputs

    def input_sources(self, inputs: int, style: str) -> dict[str, tuple[int, np.ndarray | None]]:
        """For each signal the column that it comes from and where; None where it is labelled at each pin."""
        rng = self.rng
        self.ends = {-1: 0.0}
        if style == "each":
            return {f"in {k}": (-1, None) for k in range(inputs)}
        if style == "rails":
            return self.rails(inputs)
        pitch = self.size * rng.uniform(0.5, 1.4)
        sources = {}
        for k in range(inputs):
            y = (k - (inputs - 1) / 2) * pitch + rng.normal(0, 0.1) * self.size
            start = np.array([-self.size * rng.uniform(0.2, 0.7), y])
            self.label_beside(start, np.array([-1.0, 0]))
            self.drawing.points.append((float(start[0]), float(start[1]), END))
            sources[f"in {k}"] = (-1, start)
        return sources

    def rails(self, inputs: int) -> dict[str, tuple[int, np.ndarray]]:
        """Upright bus lines with their letters on top, some with an inverter that feeds a second line."""
        rng = self.rng
        top = -self.size * rng.uniform(2.2, 4)
        bottom = self.size * rng.uniform(1.2, 3)
        gap = self.size * rng.uniform(0.3, 0.9)
        complemented = rng.random() < 0.4
        x = -gap
        sources = {}
        for k in reversed(range(inputs)):
            if complemented and rng.random() < 0.7:
                x -= gap * rng.uniform(0.2, 0.6) + 0.2 * self.size
                self.complement(f"in {k}", x, top, bottom, sources)
                x -= gap + 0.35 * self.size
            low, high = top + rng.normal(0, 0.1) * self.size, bottom + rng.normal(0, 0.2) * self.size
            self.add_wire(f"in {k}", [(x, low), (x + rng.normal(0, 3), high)])
            self.drawing.points += [(float(x), float(low), END), (float(x), float(high), END)]
            self.label_beside(np.array([x, low]), np.array([0, -1.0]))
            self.trunks[(f"in {k}", 0)] = [x, low, high]
            sources[f"in {k}"] = (-1, np.array([x, low]))
            x -= gap
        return sources

    def complement(self, name: str, x: float, top: float, bottom: float, sources: dict) -> None:
        rng = self.rng
        cls, strokes = self.bank.pick(rng, NOT)
        scale = self.size * rng.uniform(0.3, 0.6)
        y = top + self.size * rng.uniform(0.3, 0.8)
        placed = [(turn(s * scale, np.pi / 2) + (x, y)).astype(np.float32) for s in strokes]
        index = self.add_gate(cls, np.pi / 2, placed)
        tip = np.array([x, np.vstack(placed)[:, 1].max()])
        self.drawing.circuit.append(PlacedGate(index, [(name, False)], tip))
        rail = x - self.size * rng.uniform(0.45, 0.6)
        tap = y - self.size * rng.uniform(0.12, 0.25)
        self.add_wire(name, [(rail, tap), (x, tap), (x, y + rng.uniform(-0.03, 0.05) * self.size)])
        own = f"gate {len(self.drawing.circuit) - 1}"
        self.add_wire(own, [tip, (x + rng.normal(0, 2), bottom)])
        self.drawing.points.append((float(x), float(bottom), END))
        self.trunks[(own, 0)] = [x, float(tip[1]), bottom]
        sources[own] = (-1, tip)

    # Gates

    def add_gate(self, cls: int, angle: float, placed: list[np.ndarray]) -> int:
        d = self.drawing
        d.strokes += placed
        d.kinds += [GATE] * len(placed)
        d.gates.append(Gate(cls, float(angle), placed))
        world = np.vstack(placed)
        self.boxes.append(np.concatenate([world.min(0), world.max(0)]))
        return len(d.gates) - 1

    def place_gate(self, at: np.ndarray, angle: float) -> tuple[int, list[tuple[np.ndarray, bool]]]:
        """Draws a gate with its back at `at`; gives its number in the circuit and its pins, each with "inverted"."""
        rng, d = self.rng, self.drawing
        cls, strokes = self.bank.pick(rng)
        scale = self.size * np.exp(rng.normal(0, 0.15)) * (rng.uniform(0.45, 1.9) if rng.random() < 0.1 else 1)
        stretch = np.array([np.exp(rng.normal(0, 0.2)), 1.0])
        local = [s * stretch * scale for s in strokes]
        box = np.vstack(local)
        width, height = box[:, 0].max(), np.ptp(box[:, 1])
        put = lambda pts: turn(np.atleast_2d(pts), angle) + at
        index = self.add_gate(cls, angle, [put(s).astype(np.float32) for s in local])
        name = GATE_CLASSES[cls]
        if cls != NOT and rng.random() < 0.06:  # a number or name written into the gate
            self.text_at(put((width * rng.uniform(0.4, 0.55), rng.normal(0, 0.05) * height))[0], rng.uniform(0.2, 0.45) * scale)
        count = 1 if cls == NOT else int(rng.choice([2, 3, 4, 5], p=[0.72, 0.18, 0.07, 0.03]))
        spread = rng.uniform(0.8, 1.3)
        pins = []
        for k in range(count):
            y = ((k + 1) / (count + 1) - 0.5) * height * spread if count > 1 else rng.normal(0, 0.06) * height
            y += rng.normal(0, 0.03) * height
            near = np.abs(box[:, 1] - y) < 0.08 * height
            left = box[near, 0].min() if near.any() else 0.0
            if name in ("XOR", "XNOR", "OR", "NOR") and rng.random() < 0.4:
                left += rng.uniform(0, 0.22) * scale
            start = left - rng.uniform(-0.06, 0.1) * scale
            inverted = rng.random() < self.inverts
            if inverted:
                r = scale * min(rng.uniform(0.04, 0.15 if rng.random() < 0.8 else 0.24), 0.5 * spread * height / (count + 1) / scale)
                # Circles stand on the outline, a little off it, or partly in the gate.
                middle = left - r * rng.uniform(0.3, 1.6)
                d.strokes.append(put(inversion_circle(rng, middle, y, r)).astype(np.float32))
                d.kinds.append(GATE)
                centre = put((middle, y))[0]
                d.points.append((float(centre[0]), float(centre[1]), BUBBLE))
                start = middle - r - rng.uniform(-0.06, 0.1) * scale
            elif rng.random() < 0.07:  # looks a little like a circle, and is none
                d.strokes.append(put(wire_hook(rng, left, y, scale)).astype(np.float32))
                d.kinds.append(WIRE)
            pins.append((put((start, y))[0], inverted))
        tip = box[box[:, 0].argmax()]
        out = put((tip[0] + rng.uniform(-0.05, 0.08) * scale, tip[1]))[0]
        d.circuit.append(PlacedGate(index, [], out))
        return len(d.circuit) - 1, pins

    # Wires

    def wire_inputs(self, gate: int, pins, column: int, sources: dict, last: list[str]) -> None:
        rng, circuit = self.rng, self.drawing.circuit
        chosen: list[str] = []
        names = list(sources)
        for pin, inverted in pins:
            fresh = [n for n in last if not any((n, v) in g.inputs for g in circuit for v in (False, True))]
            pool = fresh if fresh and rng.random() < 0.75 else names
            left = [n for n in pool if n not in chosen] or [n for n in names if n not in chosen] or names
            name = left[int(rng.integers(len(left)))]
            chosen.append(name)
            circuit[gate].inputs.append((name, inverted))
        if len(chosen) == len(pins) and rng.random() < 0.7:  # in the order of where they come from: fewer crossings
            order = sorted(range(len(pins)), key=lambda k: self.height_of(sources[chosen[k]]))
            chosen = [chosen[k] for k in order]
            circuit[gate].inputs = [(name, inverted) for name, (_, inverted) in zip(chosen, pins)]
        for name, (pin, _) in zip(chosen, pins):
            at_column, at = sources[name]
            if at is None or not self.connect(name, (at_column, at), (column, pin)):
                self.free_wire(name, pin, np.array([-1.0, 0]))

    @staticmethod
    def height_of(source) -> float:
        return 0.0 if source[1] is None else float(source[1][1])

    def connect(self, name: str, source, sink) -> bool:
        """Routes a wire from a source to a pin, or from where its net already runs; False where there is no room."""
        rng = self.rng
        (column, at), (channel, pin) = source, sink
        trunk = self.trunks.get((name, channel))
        if trunk is not None and (column < channel or column == -1) and (channel == 0 or rng.random() < 0.85):
            x, low, high = trunk
            y = float(np.clip(pin[1], low, high))
            inside = low + 0.1 * self.size < y < high - 0.1 * self.size
            start = (x + (self.size * rng.uniform(0.03, 0.12) if inside and rng.random() < 0.12 else 0), y)
            self.add_wire(name, [start, pin] if inside else [start, (x, pin[1]), pin])
            self.dot(name, (x, y))
            self.trunks[(name, channel)] = [x, min(low, pin[1]), max(high, pin[1])]
            return True
        track = self.track(channel)
        if track is None:
            return False
        first = self.reached.get(name)
        if column == channel - 1:
            if first is None and abs(at[1] - pin[1]) < 0.12 * self.size:
                self.add_wire(name, [at, pin])
                self.reached[name] = pin
                return True
            path = [at, (track, at[1]), (track, pin[1]), pin]
            self.trunks[(name, channel)] = [track, *sorted((float(at[1]), float(pin[1])))]
        else:
            before = self.track(column + 1) if self.trunks.get((name, column + 1)) is None else self.trunks[(name, column + 1)][0]
            level = None if before is None else self.free_level(name, (before, track), (at[1], pin[1]))
            if level is None:
                return False
            path = [at, (before, at[1]), (before, level), (track, level), (track, pin[1]), pin]
            self.trunks[(name, channel)] = [track, *sorted((float(level), float(pin[1])))]
            self.trunks.setdefault((name, column + 1), [before, *sorted((float(at[1]), float(level)))])
        if first is not None:
            # The net leaves its source already: this wire branches from there.
            start = np.array([min(path[1][0], max(float(first[0]), float(at[0]))), at[1]])
            path[0] = start
            self.dot(name, start)
        else:
            self.reached[name] = np.array([path[1][0], at[1]])
        if rng.random() < 0.12 and first is None and len(path) == 4:  # a bow instead of corners
            t = np.linspace(0, 1, 14)[:, None]
            a, b, m = np.asarray(path[0]), np.asarray(path[3]), self.size * 0.9
            path = (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * (a + [m, 0]) + 3 * (1 - t) * t**2 * (b - [m, 0]) + t**3 * b
            self.trunks.pop((name, channel), None)
        self.add_wire(name, path)
        return True

    def track(self, channel: int) -> float | None:
        free = self.tracks[channel]
        return float(free.pop()) if free else None

    def free_level(self, name: str, span: tuple[float, float], wanted: tuple[float, float]) -> float | None:
        """A height at which a level wire over `span` meets neither gates nor other level wires."""
        rng = self.rng
        left, right = min(span), max(span)
        reach = max((abs(b[[1, 3]]).max() for b in self.boxes), default=0) + self.size
        for level in [*wanted, *rng.uniform(-reach, reach, 24)]:
            margin = 0.12 * self.size
            if any(b[0] < right and b[2] > left and b[1] - margin < level < b[3] + margin for b in self.boxes):
                continue
            if any(a < right and b > left and abs(y - level) < margin and n != name for a, b, y, n in self.levels):
                continue
            self.levels.append((left, right, float(level), name))
            return float(level)
        return None

    def add_wire(self, net: str, points) -> None:
        rng = self.rng
        points = np.asarray(points, np.float32)
        points = points + rng.normal(0, self.sloppy, points.shape) * (np.arange(len(points)) % (len(points) - 1) > 0)[:, None]
        stroke = hand_line(rng, points, self.size)
        pieces = [stroke]
        if len(stroke) > 12 and rng.random() < 0.1:  # the pen was lifted
            k = int(rng.integers(4, len(stroke) - 4))
            back = int(rng.integers(-1, 3))
            pieces = [stroke[: k + 1], stroke[max(0, k - back) :] + rng.normal(0, 0.02 * self.size, 2).astype(np.float32)]
        for piece in pieces:
            self.drawing.strokes.append(piece)
            self.drawing.kinds.append(WIRE)
            self.nets.append((net, piece))

    def dot(self, net: str, at) -> None:
        rng = self.rng
        self.drawing.points.append((float(at[0]), float(at[1]), JUNCTION))
        if rng.random() < self.dotting:
            r = self.size * rng.uniform(0.03, 0.09)
            spiral = np.vstack([circle(rng, at[0], at[1], r * f) for f in (1, 0.55, 0.2)])
            self.drawing.strokes.append(spiral.astype(np.float32))
            self.drawing.kinds.append(WIRE)

    def free_wire(self, net: str, tip, direction: np.ndarray) -> None:
        """A wire from a pin to nowhere, mostly with a label at its end."""
        rng = self.rng
        tip = np.asarray(tip, np.float32)
        end = tip + direction * self.size * rng.uniform(0.25, 1.5)
        path = [tip, end]
        if rng.random() < 0.1:
            side = np.array([0, rng.choice([-1, 1]) * self.size * rng.uniform(0.2, 0.6)])
            path = [tip, end, end + side, end + side + direction * self.size * rng.uniform(0.3, 0.8)]
        if not self.clear(path):
            path = [tip, tip + direction * self.size * 0.25]
        self.add_wire(f"free {len(self.nets)}" if direction[0] < 0 else net, path)
        end = np.asarray(path[-1], np.float32)
        self.drawing.points.append((float(end[0]), float(end[1]), END))
        if rng.random() < 0.85:
            self.label_beside(end, direction)

    def clear(self, points) -> bool:
        dense = resample(np.asarray(points, np.float32), self.size / 6)[2:-2]
        return not any(((dense > box[:2]) & (dense < box[2:])).all(1).any() for box in self.boxes)

    # Texts

    def label_beside(self, end: np.ndarray, direction: np.ndarray) -> None:
        extent = self.letter * np.exp(self.rng.normal(0, 0.12))
        self.text_at(end + direction * (self.size * self.rng.uniform(0.05, 0.35) + 0.5 * extent), extent)

    def text_at(self, at, extent: float) -> None:
        rng = self.rng
        text = template_label(rng) if self.templates else self.bank.texts[int(rng.integers(len(self.bank.texts)))]
        box = np.vstack(text)
        centre, own = (box.min(0) + box.max(0)) / 2, max(np.ptp(box, axis=0).max(), 1e-3)
        placed = [((s - centre) * extent / own + at).astype(np.float32) for s in text]
        if rng.random() < self.framing:
            placed += frame_around(rng, placed)
        self.drawing.strokes += placed
        self.drawing.kinds += [TEXT] * len(placed)

    def words(self) -> None:
        rng = self.rng
        world = np.vstack(self.boxes)
        for _ in range(int(rng.integers(0, 4))):
            at = rng.uniform(world[:, :2].min(0) - self.size, world[:, 2:].max(0) + self.size)
            if rng.random() < 0.2 or not any(((at > b[:2] - 8) & (at < b[2:] + 8)).all() for b in self.boxes):
                self.text_at(at, rng.uniform(0.2, 0.9) * self.size)

"""A page of a composed circuit as a hand fills it: gates with their pins, wires, dots and labels, all labelled."""

from __future__ import annotations

import numpy as np

from composed.habits import inversion_circle, tip_blot, wire_hook
from composed.hand import gate_scale, random_hand
from composed.labels import complement_bar, frame_around, template_label, written
from composed.parametric import circle
from composed.synthetic import GateBank, hand_line, turn
from drawings import BUBBLE, END, GATE, GATE_CLASSES, JUNCTION, TEXT, WIRE, Drawing, Gate, PlacedGate
from polylines import resample

NOT = GATE_CLASSES.index("NOT")

# A place on the page for a wire, and whether an inversion circle is at it.
Pin = tuple[np.ndarray, bool]


class CircuitPage:
    """Sizes are in units of a usual gate's height, `size` px."""

    def __init__(self, rng, bank: GateBank):
        self.rng, self.bank = rng, bank
        self.drawing = Drawing()
        self.size = 60.0
        self.hand = random_hand(rng, self.size)
        self.boxes: list[np.ndarray] = []
        # Every stroke of wire with its net.
        self.nets: list[tuple[str, np.ndarray]] = []

    def add_strokes(self, strokes: list[np.ndarray], kind: int) -> None:
        self.drawing.strokes += [stroke.astype(np.float32) for stroke in strokes]
        self.drawing.kinds += [kind] * len(strokes)

    def add_point(self, at, kind: int) -> None:
        self.drawing.points.append((float(at[0]), float(at[1]), kind))

    # Gates

    def add_gate(self, cls: int, angle: float, placed: list[np.ndarray]) -> int:
        placed = [stroke.astype(np.float32) for stroke in placed]
        self.add_strokes(placed, GATE)
        self.drawing.gates.append(Gate(cls, float(angle), placed))
        points = np.vstack(placed)
        self.boxes.append(np.concatenate([points.min(0), points.max(0)]))
        return len(self.drawing.gates) - 1

    def place_gate(self, at: np.ndarray, angle: float) -> tuple[int, list[Pin]]:
        """Draws a gate with its back at `at`; returns its number in the circuit and its pins."""
        rng = self.rng
        cls, strokes = self.bank.pick(rng)
        scale = gate_scale(rng, self.size, self.hand)
        stretch = np.array([np.exp(rng.normal(0, 0.2)), 1.0])
        local = [stroke * stretch * scale for stroke in strokes]
        outline = np.vstack(local)
        put = lambda points: turn(np.atleast_2d(points), angle) + at
        index = self.add_gate(cls, angle, [put(stroke) for stroke in local])
        name = GATE_CLASSES[cls]
        if cls != NOT and rng.random() < max(self.hand.wording, 0.06):
            self.write_into(name, outline, put)
        pins = [self.pin(name, outline, side, scale, put) for side in self.pin_places(cls, outline)]
        tip = outline[outline[:, 0].argmax()]
        if name in ("AND", "OR", "XOR") and rng.random() < self.hand.blotting:
            self.add_strokes([put(tip_blot(rng, tip[0], tip[1], scale))], WIRE)
        output = put((tip[0] + rng.uniform(-0.05, 0.08) * scale, tip[1]))[0]
        self.drawing.circuit.append(PlacedGate(index, [], output))
        return len(self.drawing.circuit) - 1, pins

    def write_into(self, name: str, outline: np.ndarray, put) -> None:
        """A gate's name, or a number, written into it."""
        rng = self.rng
        width, height = outline[:, 0].max(), np.ptp(outline[:, 1])
        middle = put((width * rng.uniform(0.4, 0.55), rng.normal(0, 0.05) * height))[0]
        word = written(rng, name) if self.hand.wording else None
        self.text_at(middle, rng.uniform(0.2, 0.6 if word else 0.45) * height, word)

    def pin_places(self, cls: int, outline: np.ndarray) -> list[tuple[float, float]]:
        """For each input its place across the gate, and the room that it has there."""
        rng = self.rng
        height = np.ptp(outline[:, 1])
        count = 1 if cls == NOT else int(rng.choice([2, 3, 4, 5], p=[0.72, 0.18, 0.07, 0.03]))
        spread = rng.uniform(0.8, 1.3)
        places = [((k + 1) / (count + 1) - 0.5) * spread if count > 1 else rng.normal(0, 0.06) for k in range(count)]
        return [((place + rng.normal(0, 0.03)) * height, spread * height / (count + 1)) for place in places]

    def pin(self, name: str, outline: np.ndarray, side: tuple[float, float], scale: float, put) -> Pin:
        rng = self.rng
        across, room = side
        near = np.abs(outline[:, 1] - across) < 0.08 * np.ptp(outline[:, 1])
        left = outline[near, 0].min() if near.any() else 0.0
        if name in ("XOR", "XNOR", "OR", "NOR") and rng.random() < 0.4:
            left += rng.uniform(0, 0.22) * scale
        start = left - rng.uniform(-0.06, 0.1) * scale
        inverted = bool(rng.random() < self.hand.inverts)
        if inverted:
            radius = min(scale * rng.uniform(0.04, 0.15 if rng.random() < 0.8 else 0.24), 0.5 * room)
            # Circles stand on the outline, a little off it, or partly in the gate.
            middle = left - radius * rng.uniform(0.3, 1.6)
            self.add_strokes([put(inversion_circle(rng, middle, across, radius))], GATE)
            self.add_point(put((middle, across))[0], BUBBLE)
            start = middle - radius - rng.uniform(-0.06, 0.1) * scale
        elif rng.random() < 0.07:  # looks a little like a circle, and is none
            self.add_strokes([put(wire_hook(rng, left, across, scale))], WIRE)
        return put((start, across))[0], inverted

    # Wires

    def add_wire(self, net: str, points) -> None:
        rng = self.rng
        points = np.asarray(points, np.float32)
        inner = (np.arange(len(points)) % (len(points) - 1) > 0)[:, None]
        stroke = hand_line(rng, points + rng.normal(0, self.hand.sloppy, points.shape) * inner, self.size)
        pieces = [stroke]
        if len(stroke) > 12 and rng.random() < 0.1:  # the pen was lifted
            cut = int(rng.integers(4, len(stroke) - 4))
            back = int(rng.integers(-1, 3))
            shift = rng.normal(0, 0.02 * self.size, 2).astype(np.float32)
            pieces = [stroke[: cut + 1], stroke[max(0, cut - back) :] + shift]
        for piece in pieces:
            self.drawing.strokes.append(piece)
            self.drawing.kinds.append(WIRE)
            self.nets.append((net, piece))

    def dot(self, at) -> None:
        """A junction, with a blot if the drafter makes them."""
        rng = self.rng
        self.add_point(at, JUNCTION)
        if rng.random() < self.hand.dotting:
            radius = self.size * rng.uniform(0.03, 0.09)
            self.add_strokes([np.vstack([circle(rng, at[0], at[1], radius * share) for share in (1, 0.55, 0.2)])], WIRE)

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
        self.add_point(end, END)
        if rng.random() < 0.85:
            self.label_beside(end, direction)

    def clear(self, points) -> bool:
        """Whether a line meets no gate but at its ends."""
        dense = resample(np.asarray(points, np.float32), self.size / 6)[2:-2]
        return not any(((dense > box[:2]) & (dense < box[2:])).all(1).any() for box in self.boxes)

    # Texts

    def label_beside(self, end: np.ndarray, direction: np.ndarray) -> None:
        rng = self.rng
        extent = self.hand.letter * np.exp(rng.normal(0, 0.12))
        gap = rng.uniform(-0.12, 0.05) if rng.random() < self.hand.touching else rng.uniform(0.05, 0.35)
        self.text_at(end + direction * (self.size * gap + 0.5 * extent), extent)

    def text_at(self, at, extent: float, text: list[np.ndarray] | None = None) -> None:
        """`text`, or a label as the drafter writes them, `extent` px wide or high."""
        rng = self.rng
        if text is None:
            real = self.bank.texts
            text = template_label(rng) if self.hand.templates else real[int(rng.integers(len(real)))]
        points = np.vstack(text)
        centre, span = (points.min(0) + points.max(0)) / 2, max(np.ptp(points, axis=0).max(), 1e-3)
        placed = [((stroke - centre) * extent / span + at).astype(np.float32) for stroke in text]
        if rng.random() < self.hand.barring:
            placed.append(complement_bar(rng, placed))
        if rng.random() < self.hand.framing:
            placed += frame_around(rng, placed)
        self.add_strokes(placed, TEXT)

    def words(self) -> None:
        """Up to three labels anywhere, seldom over a gate."""
        rng = self.rng
        corners = np.vstack(self.boxes)
        for _ in range(int(rng.integers(0, 4))):
            at = rng.uniform(corners[:, :2].min(0) - self.size, corners[:, 2:].max(0) + self.size)
            if rng.random() < 0.2 or not any(((at > box[:2] - 8) & (at < box[2:] + 8)).all() for box in self.boxes):
                self.text_at(at, rng.uniform(0.2, 0.9) * self.size)

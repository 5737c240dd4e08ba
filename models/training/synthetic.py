"""Circuits composed from gates of many hands: gates set anew, wires routed between them, letters beside free ends."""

from __future__ import annotations

import numpy as np

from parametric import circle, gate_outline, wobble
from sketches import GATE, GATE_CLASSES, TEXT, WIRE, Drawing, Gate, resample, segment_hits


class GateBank:
    """Gates and texts cut out of real drawings (direction known), plus parametric outlines where a class is rare."""

    def __init__(self, drawings: list[Drawing]):
        self.gates: dict[int, list[list[np.ndarray]]] = {i: [] for i in range(len(GATE_CLASSES))}
        self.texts: list[list[np.ndarray]] = []
        for drawing in drawings:
            for gate in drawing.gates:
                if gate.direction == 0.0:
                    self.gates[gate.cls].append(gate.strokes)
            self.texts += drawing.texts

    def pick(self, rng, cls: int | None = None, parametric: float = 0.2) -> tuple[int, list[np.ndarray]]:
        """A gate's class and strokes, its height scaled to 1 and its left middle at the origin."""
        if cls is None:
            cls = int(rng.choice(7, p=[0.17, 0.17, 0.15, 0.15, 0.13, 0.13, 0.1]))
        name = GATE_CLASSES[cls]
        composed = {"XNOR": "XOR", "NAND": "AND", "NOR": "OR"}.get(name)
        if rng.random() < parametric:
            strokes = gate_outline(rng, name)
        elif composed and (not self.gates[cls] or rng.random() < (1.0 if name == "XNOR" else 0.15)):
            pool = self.gates[GATE_CLASSES.index(composed)]
            strokes = normalise(pool[rng.integers(len(pool))])
            box = np.vstack(strokes)
            tip = box[box[:, 0].argmax()]
            r = rng.uniform(0.07, 0.16)
            bubble = wobble(rng, circle(rng, tip[0] + r * rng.uniform(0.8, 1.3), tip[1] + rng.normal(0, 0.03), r), 0.01)
            strokes = strokes + [bubble.astype(np.float32)]
        else:
            pool = self.gates[cls]
            strokes = normalise(pool[rng.integers(len(pool))])
        return cls, strokes


def normalise(strokes: list[np.ndarray]) -> list[np.ndarray]:
    box = np.vstack(strokes)
    low, high = box.min(0), box.max(0)
    scale = 1 / max(high[1] - low[1], 1e-3)
    return [((s - [low[0], (low[1] + high[1]) / 2]) * scale).astype(np.float32) for s in strokes]


def turn(points: np.ndarray, angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return (points @ np.array([[c, s], [-s, c]])).astype(np.float32)


def hand_line(rng, points, size: float) -> np.ndarray:
    """A polyline drawn by a hand: rounded or sharp corners, slight waviness. `points` k x 2."""
    dense = resample(np.asarray(points, np.float32), size / 12)
    if len(dense) > 4 and rng.random() < 0.5:
        k = int(rng.integers(1, 4))
        kernel = np.ones(2 * k + 1) / (2 * k + 1)
        padded = np.pad(dense, ((k, k), (0, 0)), mode="edge")
        dense = np.stack([np.convolve(padded[:, a], kernel, "valid") for a in (0, 1)], 1)
    return wobble(rng, dense, size * rng.uniform(0.0, 0.035)).astype(np.float32)


def swap_gates(rng, drawing: Drawing, bank: GateBank, share: float) -> Drawing:
    """The drawing with a share of its gates redrawn by another hand inside the same boxes."""
    out = Drawing(list(drawing.strokes), list(drawing.kinds), [], list(drawing.points), list(drawing.ignore), drawing.texts)
    for gate in drawing.gates:
        if gate.direction != 0.0 or rng.random() > share:
            out.gates.append(gate)
            continue
        one_input = GATE_CLASSES[gate.cls] == "NOT"
        cls = gate.cls if one_input else int(rng.choice([0, 1, 3, 4, 5, 6]))
        cls, strokes = bank.pick(rng, cls)
        box = np.vstack(gate.strokes)
        low, high = box.min(0), box.max(0)
        new = np.vstack(strokes)
        size = np.ptp(new, axis=0)
        scale = (high - low) / np.maximum(size, 1e-3) * rng.uniform(0.92, 1.06, 2)
        ratio = scale[0] / scale[1]
        if not 0.55 < ratio < 1.8:
            out.gates.append(gate)
            continue
        centre = (new.min(0) + new.max(0)) / 2
        placed = [((s - centre) * scale + (low + high) / 2).astype(np.float32) for s in strokes]
        dropped = {id(s) for s in gate.strokes}
        keep = [k for k, s in enumerate(out.strokes) if id(s) not in dropped]
        out.strokes = [out.strokes[k] for k in keep] + placed
        out.kinds = [out.kinds[k] for k in keep] + [GATE] * len(placed)
        out.gates.append(Gate(cls, 0.0, placed))
    return out


class Composer:
    """Lays gates on a loose grid and wires them; every wire keeps its net so that meetings can be labelled."""

    def __init__(self, rng, bank: GateBank):
        self.rng, self.bank = rng, bank
        self.drawing = Drawing()
        self.nets: list[tuple[int, np.ndarray]] = []
        self.size = 60.0
        self.boxes: list[np.ndarray] = []

    def compose(self) -> Drawing:
        rng = self.rng
        cols, rows = int(rng.integers(1, 5)), int(rng.integers(1, 5))
        pitch_x, pitch_y = self.size * rng.uniform(1.9, 3.6), self.size * rng.uniform(1.4, 2.6)
        turned = rng.random() < 0.25
        pins = []
        outputs = []
        for c in range(cols):
            for r in range(rows):
                if rng.random() < 0.15:
                    continue
                angle = rng.normal(0, 0.06)
                if turned and rng.random() < 0.6:
                    angle += rng.choice([np.pi / 2, np.pi, -np.pi / 2])
                at = np.array([c * pitch_x + rng.normal(0, 0.15) * self.size, r * pitch_y + rng.normal(0, 0.2) * self.size])
                out, ins = self.place_gate(at, angle)
                outputs.append((c, out))
                pins += [(c, p) for p in ins]
        self.connect(pins, outputs)
        if rng.random() < 0.35:
            self.rails(pins)
        self.words()
        self.label_meetings()
        return self.drawing

    def place_gate(self, at: np.ndarray, angle: float):
        rng, d = self.rng, self.drawing
        cls, strokes = self.bank.pick(rng)
        scale = self.size * np.exp(rng.normal(0, 0.15)) * (rng.uniform(0.45, 2.6) if rng.random() < 0.1 else 1)
        stretch = np.array([np.exp(rng.normal(0, 0.2)), 1.0])
        local = [s * stretch * scale for s in strokes]
        box = np.vstack(local)
        width, height = box[:, 0].max(), np.ptp(box[:, 1])
        middle = np.array([width / 2, 0])
        put = lambda pts: turn(np.atleast_2d(pts) - middle, angle) + at
        placed = [put(s).astype(np.float32) for s in local]
        d.strokes += placed
        d.kinds += [GATE] * len(placed)
        d.gates.append(Gate(cls, float(angle), placed))
        world = np.vstack(placed)
        self.boxes.append(np.concatenate([world.min(0), world.max(0)]))
        name = GATE_CLASSES[cls]
        if name != "NOT" and rng.random() < 0.06:  # a number or name written into the gate
            inside = put((width * rng.uniform(0.4, 0.55), rng.normal(0, 0.05) * height))[0]
            self.text_at(inside, rng.uniform(0.2, 0.45) * scale / self.size)
        count = 1 if name == "NOT" else int(rng.choice([1, 2, 3, 4, 5], p=[0.02, 0.7, 0.18, 0.07, 0.03]))
        tip = box[box[:, 0].argmax()]
        away = lambda a, b, length: (put(a)[0], put(np.asarray(a) + [b * length, 0])[0])
        out = away((tip[0] + rng.uniform(-0.05, 0.08) * scale, tip[1]), 1, scale * rng.uniform(0.2, 0.6))
        ins = []
        for k in range(count):
            y = ((k + 1) / (count + 1) - 0.5) * height * rng.uniform(0.8, 1.3) if count > 1 else rng.normal(0, 0.06) * height
            near = np.abs(box[:, 1] - y) < 0.08 * height
            left = box[near, 0].min() if near.any() else 0.0
            if name in ("XOR", "XNOR", "OR", "NOR") and rng.random() < 0.4:
                left += rng.uniform(0, 0.22) * scale
            start = left - rng.uniform(-0.06, 0.1) * scale
            bubble = rng.random() < 0.08
            if bubble:
                r = scale * rng.uniform(0.07, 0.14)
                ring = put(wobble(rng, circle(rng, left - r, y, r), r * 0.05))
                d.strokes.append(ring.astype(np.float32))
                d.kinds.append(GATE)
                centre = put((left - r, y))[0]
                d.points.append((float(centre[0]), float(centre[1]), 0))
                start = left - 2 * r - rng.uniform(-0.03, 0.06) * scale
            ins.append(away((start, y), -1, scale * rng.uniform(0.15, 0.5)))
        return out, ins

    def add_wire(self, net: int, points) -> None:
        stroke = hand_line(self.rng, points, self.size)
        self.drawing.strokes.append(stroke)
        self.drawing.kinds.append(WIRE)
        self.nets.append((net, stroke))

    def route(self, a, a2, b2, b):
        """Pin a, its stub's end a2, to pin b over its stub's end b2."""
        rng = self.rng
        style = rng.random()
        if style < 0.15:
            return [a, a2, b2, b]
        if style < 0.3:
            t = np.linspace(0, 1, 14)[:, None]
            bow = (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * (a + (a2 - a) * 2.5) + 3 * (1 - t) * t**2 * (b + (b2 - b) * 2.5) + t**3 * b
            return bow
        mid = a2[0] + (b2[0] - a2[0]) * rng.uniform(0.15, 0.85)
        return [a, a2, (mid, a2[1]), (mid, b2[1]), b2, b]

    def clear(self, points) -> bool:
        dense = resample(np.asarray(points, np.float32), self.size / 6)[2:-2]
        inside = 0
        for box in self.boxes:
            inside += int(((dense > box[:2]) & (dense < box[2:])).all(1).sum() > 1)
        return inside == 0

    def connect(self, pins, outputs) -> None:
        rng = self.rng
        used: dict[int, list] = {}
        for column, (tip, stub) in pins:
            choices = [k for k, (c, _) in enumerate(outputs) if c < column or rng.random() < 0.05]
            if choices and rng.random() < 0.72:
                k = int(rng.choice(choices))
                if used.get(k) and rng.random() < 0.8:
                    trunk = used[k][int(rng.integers(len(used[k])))]
                    m = int(rng.integers(len(trunk) // 5, max(len(trunk) // 5 + 1, len(trunk) - 2)))
                    start = trunk[m]
                    path = [start, (start[0], stub[1]), stub, tip]
                    if self.clear(path):
                        self.add_wire(k, path)
                        self.dot(k, start, 0.45)
                        continue
                out, away = outputs[k][1]
                path = self.route(out, away, stub, tip)
                if self.clear(path):
                    self.add_wire(k, path)
                    used.setdefault(k, []).append(self.nets[-1][1])
                    continue
            self.free_wire(tip, stub)
        for k, (_, (tip, away)) in enumerate(outputs):
            if k not in used and rng.random() < 0.9:
                self.free_wire(tip, away)

    def dot(self, net: int, at, chance: float) -> None:
        rng = self.rng
        self.drawing.points.append((float(at[0]), float(at[1]), 1))
        if rng.random() < chance:
            r = self.size * rng.uniform(0.03, 0.09)
            spiral = np.vstack([circle(rng, at[0], at[1], r * f) for f in (1, 0.55, 0.2)])
            self.drawing.strokes.append(spiral.astype(np.float32))
            self.drawing.kinds.append(WIRE)

    def free_wire(self, tip, stub) -> None:
        rng = self.rng
        direction = (stub - tip) / max(np.linalg.norm(stub - tip), 1e-3)
        end = tip + direction * self.size * rng.uniform(0.25, 2.2)
        path = [tip, end]
        if rng.random() < 0.2:
            side = np.array([-direction[1], direction[0]]) * rng.choice([-1, 1]) * self.size * rng.uniform(0.4, 1.2)
            path = [tip, end, end + side, end + side + direction * self.size * rng.uniform(0.3, 1)]
        if not self.clear(path):
            path = [tip, stub]
        self.add_wire(1000 + len(self.nets), path)
        end = np.asarray(path[-1], np.float32)
        self.drawing.points.append((float(end[0]), float(end[1]), 3))
        if rng.random() < 0.6:
            share = self.letter_share()
            self.text_at(end + direction * self.size * (rng.uniform(0.05, 0.3) + 0.45 * share), share)

    def letter_share(self) -> float:
        """The longer side of a label, in gates: small letters mostly, some as large as the gates."""
        return self.rng.uniform(0.25, 0.6) if self.rng.random() < 0.75 else self.rng.uniform(0.6, 1.3)

    def text_at(self, at, share: float) -> None:
        rng = self.rng
        text = self.bank.texts[int(rng.integers(len(self.bank.texts)))]
        box = np.vstack(text)
        centre, extent = (box.min(0) + box.max(0)) / 2, max(np.ptp(box, axis=0).max(), 1e-3)
        scale = self.size * share / extent
        for s in text:
            self.drawing.strokes.append(((s - centre) * scale + at).astype(np.float32))
            self.drawing.kinds.append(TEXT)

    def rails(self, pins) -> None:
        """Vertical bus lines with taps towards some pins' rows."""
        rng = self.rng
        world = np.vstack(self.boxes) if self.boxes else np.zeros((1, 4))
        left, top, bottom = world[:, 0].min(), world[:, 1].min(), world[:, 3].max()
        count = int(rng.integers(1, 6))
        gap = self.size * rng.uniform(0.3, 0.9)
        for k in range(count):
            x = left - self.size * 1.2 - gap * (count - k)
            low, high = top - self.size * rng.uniform(0.3, 1), bottom + self.size * rng.uniform(0, 0.6)
            net = 2000 + k
            self.add_wire(net, [(x, low), (x + rng.normal(0, 3), high)])
            self.drawing.points += [(float(x), float(low), 3), (float(x), float(high), 3)]
            if rng.random() < 0.7:
                share = min(self.letter_share(), 1.4 * gap / self.size)
                self.text_at(np.array([x, low - self.size * (rng.uniform(0.05, 0.3) + 0.45 * share)]), share)
            for _ in range(int(rng.integers(0, 4))):
                y = rng.uniform(top, bottom)
                start = (x - (self.size * rng.uniform(0.03, 0.12) if rng.random() < 0.2 else 0), y)
                self.add_wire(net, [start, (left - self.size * rng.uniform(0.2, 0.9), y)])
                self.dot(net, (x, y), 0.4)
                end = self.nets[-1][1][-1]
                self.drawing.points.append((float(end[0]), float(end[1]), 3))

    def words(self) -> None:
        rng = self.rng
        world = np.vstack(self.boxes) if self.boxes else np.zeros((1, 4))
        for _ in range(int(rng.integers(0, 7))):
            at = rng.uniform(world[:, :2].min(0) - self.size, world[:, 2:].max(0) + self.size)
            if rng.random() < 0.3 or not any(((at > b[:2] - 8) & (at < b[2:] + 8)).all() for b in self.boxes):
                self.text_at(at, rng.uniform(0.2, 0.9))

    def label_meetings(self) -> None:
        """Crossings where strokes of two nets pass each other; some get a hop."""
        d, near = self.drawing, 0.14 * self.size
        lows, highs = [line.min(0) for _, line in self.nets], [line.max(0) for _, line in self.nets]
        for i in range(len(self.nets)):
            for j in range(i + 1, len(self.nets)):
                (na, a), (nb, b) = self.nets[i], self.nets[j]
                if (highs[i] < lows[j]).any() or (highs[j] < lows[i]).any():
                    continue
                for at, _, _ in segment_hits(a, b):
                    taken = any(k in (1, 2) and abs(x - at[0]) < near and abs(y - at[1]) < near for x, y, k in d.points)
                    if taken:
                        continue
                    tips = min(np.linalg.norm(a[[0, -1]] - at, axis=1).min(), np.linalg.norm(b[[0, -1]] - at, axis=1).min())
                    if na == nb:
                        if tips > near:
                            d.points.append((float(at[0]), float(at[1]), 1))
                    elif tips > near:
                        d.points.append((float(at[0]), float(at[1]), 2))
                    else:
                        d.ignore.append((float(at[0]), float(at[1]), near))

"""Gates of many hands: cut out of real drawings or drawn from outlines, and set into other drawings."""

from __future__ import annotations

import numpy as np

from composed.parametric import circle, gate_outline, wobble
from drawings import GATE, GATE_CLASSES, Drawing, Gate
from polylines import resample


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
        elif composed and (not self.gates[cls] or rng.random() < (0.3 if name == "XNOR" else 0.15)):
            pool = self.gates[GATE_CLASSES.index(composed)]
            strokes = normalise(pool[rng.integers(len(pool))])
            box = np.vstack(strokes)
            tip = box[box[:, 0].argmax()]
            radius = rng.uniform(0.07, 0.16)
            bubble = wobble(rng, circle(rng, tip[0] + radius * rng.uniform(0.8, 1.3), tip[1] + rng.normal(0, 0.03), radius), 0.01)
            strokes = strokes + [bubble.astype(np.float32)]
        else:
            pool = self.gates[cls]
            strokes = normalise(pool[rng.integers(len(pool))])
        return cls, normalise(another_hand(rng, strokes)) if rng.random() < 0.6 else strokes


def another_hand(rng, strokes: list[np.ndarray]) -> list[np.ndarray]:
    """A gate of height 1 as another person might draw it: slanted, bent, longer or shorter, its strokes a little apart."""
    shape = np.array([[np.exp(rng.normal(0, 0.12)), rng.normal(0, 0.1)], [rng.normal(0, 0.04), 1]])
    waves = [(rng.normal(0, 0.025), rng.normal(0, 4, 2), rng.uniform(0, 6.3)) for _ in range(4)]
    out = []
    for stroke in strokes:
        points = (stroke @ shape.T).astype(np.float64)
        shift = np.stack([sum(size * np.sin(points @ way + at) for size, way, at in waves[k::2]) for k in (0, 1)], 1)
        points = points + shift + rng.normal(0, 0.012, 2)
        if len(points) > 12 and rng.random() < 0.15:  # the pen is lifted too early
            cut = int(rng.integers(1, 1 + len(points) // 12))
            points = points[cut:] if rng.random() < 0.5 else points[:-cut]
        out.append(points.astype(np.float32))
    return out


def normalise(strokes: list[np.ndarray]) -> list[np.ndarray]:
    box = np.vstack(strokes)
    low, high = box.min(0), box.max(0)
    scale = 1 / max(high[1] - low[1], 1e-3)
    return [((stroke - [low[0], (low[1] + high[1]) / 2]) * scale).astype(np.float32) for stroke in strokes]


def turn(points: np.ndarray, angle: float) -> np.ndarray:
    cosine, sine = np.cos(angle), np.sin(angle)
    return (points @ np.array([[cosine, sine], [-sine, cosine]])).astype(np.float32)


def hand_line(rng, points, size: float) -> np.ndarray:
    """A polyline drawn by a hand: rounded or sharp corners, slight waviness. `points` k x 2."""
    dense = resample(np.asarray(points, np.float32), size / 12)
    if len(dense) > 4 and rng.random() < 0.5:
        reach = int(rng.integers(1, 4))
        kernel = np.ones(2 * reach + 1) / (2 * reach + 1)
        padded = np.pad(dense, ((reach, reach), (0, 0)), mode="edge")
        dense = np.stack([np.convolve(padded[:, axis], kernel, "valid") for axis in (0, 1)], 1)
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
        placed = [((stroke - centre) * scale + (low + high) / 2).astype(np.float32) for stroke in strokes]
        dropped = {id(stroke) for stroke in gate.strokes}
        keep = [k for k, stroke in enumerate(out.strokes) if id(stroke) not in dropped]
        out.strokes = [out.strokes[k] for k in keep] + placed
        out.kinds = [out.kinds[k] for k in keep] + [GATE] * len(placed)
        out.gates.append(Gate(cls, 0.0, placed))
    return out

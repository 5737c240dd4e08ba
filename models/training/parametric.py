"""Gate outlines as curves with the jitter of a hand, pointing right in the box [0, 1] x [-0.5, 0.5] x height."""

from __future__ import annotations

import numpy as np


def bezier(*control: tuple[float, float], n: int = 24) -> np.ndarray:
    pts = np.asarray(control, np.float64)
    t = np.linspace(0, 1, n)[:, None]
    while len(pts) > 1:
        pts = [(1 - t) * a + t * b for a, b in zip(pts[:-1], pts[1:])]
    return pts[0]


def circle(rng, cx: float, cy: float, r: float) -> np.ndarray:
    start, turn = rng.uniform(0, 2 * np.pi), rng.uniform(5.6, 7.2) * rng.choice([-1, 1])
    t = start + np.linspace(0, turn, 26)
    rx, ry = r * rng.uniform(0.85, 1.15, 2)
    return np.stack([cx + rx * np.cos(t), cy + ry * np.sin(t)], 1)


def wobble(rng, stroke: np.ndarray, amount: float) -> np.ndarray:
    """Smooth low-frequency displacement, as a hand draws."""
    t = np.linspace(0, 1, len(stroke))
    out = stroke.astype(np.float64).copy()
    for axis in (0, 1):
        for f in (1, 2, 3):
            out[:, axis] += amount / f * rng.normal() * np.sin(np.pi * f * t + rng.uniform(0, 6.3))
    return out + rng.normal(0, amount * 0.15, out.shape)


def line(a, b, n: int = 14) -> np.ndarray:
    t = np.linspace(0, 1, n)[:, None]
    return (1 - t) * np.asarray(a, float) + t * np.asarray(b, float)


def front(rng, width: float, flat: float, style: str) -> tuple[np.ndarray, np.ndarray]:
    """Upper and lower side of an OR from its back's corners to its tip: "round", "pointed", or drawn out to a "beak"."""
    j = lambda size=0.03: rng.normal(0, size)
    tip = (width + j(), j(0.05))
    if style == "round":
        control = [((flat, -0.54 + j()), (width * 1.02, -0.5 + j(0.06)), (width, -0.2))]
        lower = [((flat, 0.54 + j()), (width * 1.02, 0.5 + j(0.06)), (width, 0.2))]
    elif style == "pointed":
        control = [((flat, -0.56 + j()), (width * 0.85, -0.3 + j()))]
        lower = [((flat, 0.56 + j()), (width * 0.85, 0.3 + j()))]
    else:
        neck = width * rng.uniform(0.5, 0.8)
        control = [((flat, -0.6 + j()), (neck, -0.45 + j()), (neck, -0.02 + j()))]
        lower = [((flat, 0.6 + j()), (neck, 0.45 + j()), (neck, 0.02 + j()))]
    top, bottom = bezier((0, -0.5), *control[0], tip), bezier((0, 0.5), *lower[0], tip)
    if rng.random() < 0.2:  # the sides cross at the tip and run on
        run = rng.uniform(0.04, 0.2)
        top = np.vstack([top, top[-1] + (top[-1] - top[-4]) / max(np.linalg.norm(top[-1] - top[-4]), 1e-3) * run])
    return top, bottom


def output_circle(rng, tip: float, y: float, size: float) -> np.ndarray:
    """The circle at a gate's tip: touching, apart or over the tip; long or wide; some are filled by going round."""
    r = float(np.exp(rng.normal(np.log(size), 0.35)))
    away = rng.uniform(0.7, 1.3) * r + (rng.uniform(0.05, 0.3) if rng.random() < 0.15 else 0)
    ring = circle(rng, 0, 0, r)
    if rng.random() < 0.12:
        ring = np.vstack([ring, *(circle(rng, 0, 0, r * f) for f in rng.uniform(0.2, 1.0, int(rng.integers(1, 4))))])
    shape = np.exp(rng.normal(0, 0.2, 2))
    return ring * shape + [tip + away * shape[0], y]


def pieces_of(rng, stroke: np.ndarray, lifting: float) -> list[np.ndarray]:
    """The stroke, or its two parts where the pen was lifted on the way."""
    if rng.random() > lifting or len(stroke) < 12:
        return [stroke]
    cut = int(rng.integers(4, len(stroke) - 4))
    gap = int(rng.integers(0, 2))
    return [stroke[: cut + 1], stroke[cut + gap :] + rng.normal(0, 0.015, 2)]


def gate_outline(rng, cls: str) -> list[np.ndarray]:
    """Strokes of one gate, height 1, x from 0 (back) to its tip; a NAND's, NOR's, XNOR's bubble included."""
    j = lambda s=0.03: rng.normal(0, s)
    w = float(np.clip(np.exp(rng.normal(np.log(1.1), 0.3)), 0.5, 2.2))
    strokes: list[np.ndarray] = []
    base = {"NAND": "AND", "NOR": "OR", "XNOR": "XOR"}.get(cls, cls)
    over = lambda: rng.uniform(-0.06, 0.12)
    lifting = 0.1
    if base == "AND":
        flat = rng.uniform(0.0, 0.85) * w
        bulge = w * rng.uniform(0.98, 1.06) + (w - flat) * rng.uniform(0.1, 0.35)
        strokes.append(line((j(), -0.5 - over()), (j(0.05), 0.5 + over())))
        low = 0.5 + j()
        bow = np.vstack([
            line((0 - over(), -0.5 + j()), (flat, -0.5 + j()), 6),
            bezier((flat, -0.5), (bulge, -0.5 + abs(j(0.08))), (bulge, 0.5 - abs(j(0.08))), (flat, low)),
            line((flat, low), (0 - over(), 0.5 + j()), 6),
        ])
        if rng.random() < 0.15:  # body and back in one stroke
            strokes[0] = np.vstack([strokes[0][::-1], bow])
        else:
            strokes += pieces_of(rng, bow, 0.25)
    elif base in ("OR", "XOR"):
        style = rng.choice(["round", "pointed", "beak"], p=[0.25, 0.5, 0.25])
        # A round front on a straight back would be an AND.
        dent = rng.uniform(0.22 if style == "round" and base == "OR" else 0.08, 0.55) * (1.3 if rng.random() < 0.2 else 1)
        w = max(w, 0.6 * dent + rng.uniform(0.25, 0.5))
        back = bezier((j(), -0.5 + j()), (dent, -0.15 + j()), (dent, 0.15 + j()), (j(), 0.5 + j()))
        if rng.random() < 0.15:  # the back runs beyond the sides
            back = np.vstack([back[0] - (back[1] - back[0]) * rng.uniform(1, 4), back])
        top, bottom = front(rng, w, rng.uniform(0.2, 0.65) * w, style)
        if rng.random() < 0.4:
            strokes += [back, *pieces_of(rng, np.vstack([top, bottom[::-1]]), lifting)]
        elif rng.random() < 0.2:
            strokes.append(np.vstack([back[::-1], top, bottom[::-1]]))
        else:
            strokes += [back, *pieces_of(rng, top, lifting), *pieces_of(rng, bottom, lifting)]
        if base == "XOR":
            gap = rng.uniform(0.07, 0.4)
            bow, tall = dent * rng.uniform(0.5, 1.2), 0.52 * rng.uniform(0.6, 1.15)
            arc = bezier((j(), -tall + j()), (bow, -0.3 * tall), (bow, 0.3 * tall), (j(0.05), tall + j()))
            strokes.append(arc - [gap, 0])
    else:
        w = float(np.clip(np.exp(rng.normal(np.log(0.95), 0.25)), 0.5, 1.8))
        corners = [(j(), -0.5), (w, j(0.06)), (j(0.05), 0.5)]
        bent = lambda a, b: bezier(a, ((a[0] + b[0]) / 2 + j(0.05), (a[1] + b[1]) / 2 + j(0.05)), b, n=14)
        sides = [bent(corners[0], corners[1]), bent(corners[1], corners[2]), bent(corners[2], corners[0])]
        if rng.random() < 0.5:
            strokes.append(np.vstack(sides))
        else:
            strokes += [side + rng.normal(0, 0.02, 2) for side in sides]
    if cls in ("NOT", "NAND", "NOR", "XNOR"):
        tip = float(max(s[:, 0].max() for s in strokes))
        strokes.append(output_circle(rng, tip, j(0.05), 0.13 if cls == "NOT" else 0.11))
    amount = rng.uniform(0.005, 0.04)
    return [wobble(rng, s, amount).astype(np.float32) for s in strokes]

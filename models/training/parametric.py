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


def gate_outline(rng, cls: str) -> list[np.ndarray]:
    """Strokes of one gate, height 1, x from 0 (back) to its tip; a NAND's, NOR's, XNOR's bubble included."""
    j = lambda s=0.03: rng.normal(0, s)
    w = rng.uniform(0.85, 1.5)
    strokes: list[np.ndarray] = []
    base = {"NAND": "AND", "NOR": "OR", "XNOR": "XOR"}.get(cls, cls)
    over = lambda: rng.uniform(-0.05, 0.1)
    if base == "AND":
        flat = rng.uniform(0.0, 0.55) * w
        strokes.append(line((j(), -0.5 - over()), (j(), 0.5 + over())))
        bow = np.vstack([
            line((0 - over(), -0.5 + j()), (flat, -0.5 + j()), 6),
            bezier((flat, -0.5), (w * 1.02 + (w - flat) * 0.25, -0.5), (w * 1.02 + (w - flat) * 0.25, 0.5), (flat, 0.5)),
            line((flat, 0.5), (0 - over(), 0.5 + j()), 6),
        ])
        if rng.random() < 0.25:
            cut = rng.integers(14, 26)
            strokes += [bow[: cut + 1], bow[cut:]]
        else:
            strokes.append(bow)
    elif base in ("OR", "XOR"):
        dent = rng.uniform(0.12, 0.5)
        back = bezier((j(), -0.5 + j()), (dent, -0.15), (dent, 0.15), (j(), 0.5 + j()))
        belly = rng.uniform(0.3, 0.6) * w
        top = bezier((back[0, 0], -0.5), (belly, -0.56 + j()), (w * 0.85, -0.3 + j()), (w + j(), j(0.02)))
        bottom = bezier((back[-1, 0], 0.5), (belly, 0.56 + j()), (w * 0.85, 0.3 + j()), (w + j(), j(0.02)))
        if rng.random() < 0.4:
            strokes += [back, np.vstack([top, bottom[::-1]])]
        else:
            strokes += [back, top, bottom]
        if base == "XOR":
            gap = rng.uniform(0.1, 0.28)
            arc = bezier((j(), -0.52 + j()), (dent, -0.15), (dent, 0.15), (j(), 0.52 + j()))
            strokes.append(arc - [gap, 0])
    else:
        w = rng.uniform(0.7, 1.15)
        corners = [(j(), -0.5), (w, j()), (j(), 0.5)]
        if rng.random() < 0.5:
            strokes.append(np.vstack([line(corners[0], corners[1]), line(corners[1], corners[2]), line(corners[2], corners[0])]))
        else:
            strokes += [line(corners[0], corners[2]), line(corners[0], corners[1]), line(corners[2], corners[1])]
    if cls in ("NOT", "NAND", "NOR", "XNOR"):
        tip = w if base != "AND" else float(max(s[:, 0].max() for s in strokes))
        r = rng.uniform(0.07, 0.17) * (1.2 if cls == "NOT" else 1)
        strokes.append(circle(rng, tip + r * rng.uniform(0.8, 1.25), j(0.04), r))
    amount = rng.uniform(0.005, 0.03)
    return [wobble(rng, s, amount).astype(np.float32) for s in strokes]

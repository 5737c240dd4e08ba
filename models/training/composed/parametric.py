"""Gate outlines as curves with the jitter of a hand, pointing right in the box [0, 1] x [-0.5, 0.5] x height."""

from __future__ import annotations

import numpy as np


def bezier(*control: tuple[float, float], count: int = 24) -> np.ndarray:
    pts = np.asarray(control, np.float64)
    share = np.linspace(0, 1, count)[:, None]
    while len(pts) > 1:
        pts = [(1 - share) * first + share * second for first, second in zip(pts[:-1], pts[1:], strict=True)]
    return pts[0]


def circle(rng, middle_x: float, middle_y: float, radius: float) -> np.ndarray:
    start, turn = rng.uniform(0, 2 * np.pi), rng.uniform(5.6, 7.2) * rng.choice([-1, 1])
    angles = start + np.linspace(0, turn, 26)
    radius_x, radius_y = radius * rng.uniform(0.85, 1.15, 2)
    return np.stack([middle_x + radius_x * np.cos(angles), middle_y + radius_y * np.sin(angles)], 1)


def wobble(rng, stroke: np.ndarray, amount: float) -> np.ndarray:
    """Smooth low-frequency displacement, as a hand draws."""
    share = np.linspace(0, 1, len(stroke))
    out = stroke.astype(np.float64).copy()
    for axis in (0, 1):
        for wave in (1, 2, 3):
            out[:, axis] += amount / wave * rng.normal() * np.sin(np.pi * wave * share + rng.uniform(0, 6.3))
    return out + rng.normal(0, amount * 0.15, out.shape)


def line(start, end, count: int = 14) -> np.ndarray:
    share = np.linspace(0, 1, count)[:, None]
    return (1 - share) * np.asarray(start, float) + share * np.asarray(end, float)


def gate_outline(rng, cls: str) -> list[np.ndarray]:
    """Strokes of one gate, height 1, x from 0 (back) to its tip; a NAND's, NOR's, XNOR's bubble included."""
    off = lambda size=0.03: rng.normal(0, size)
    width = rng.uniform(0.85, 1.5)
    strokes: list[np.ndarray] = []
    base = {"NAND": "AND", "NOR": "OR", "XNOR": "XOR"}.get(cls, cls)
    over = lambda: rng.uniform(-0.05, 0.1)
    if base == "AND":
        flat = rng.uniform(0.0, 0.55) * width
        strokes.append(line((off(), -0.5 - over()), (off(), 0.5 + over())))
        bow = np.vstack(
            [
                line((0 - over(), -0.5 + off()), (flat, -0.5 + off()), 6),
                bezier(
                    (flat, -0.5), (width * 1.02 + (width - flat) * 0.25, -0.5), (width * 1.02 + (width - flat) * 0.25, 0.5), (flat, 0.5)
                ),
                line((flat, 0.5), (0 - over(), 0.5 + off()), 6),
            ]
        )
        if rng.random() < 0.25:
            cut = rng.integers(14, 26)
            strokes += [bow[: cut + 1], bow[cut:]]
        else:
            strokes.append(bow)
    elif base in ("OR", "XOR"):
        dent = rng.uniform(0.12, 0.5)
        back = bezier((off(), -0.5 + off()), (dent, -0.15), (dent, 0.15), (off(), 0.5 + off()))
        belly = rng.uniform(0.3, 0.6) * width
        top = bezier((back[0, 0], -0.5), (belly, -0.56 + off()), (width * 0.85, -0.3 + off()), (width + off(), off(0.02)))
        bottom = bezier((back[-1, 0], 0.5), (belly, 0.56 + off()), (width * 0.85, 0.3 + off()), (width + off(), off(0.02)))
        if rng.random() < 0.4:
            strokes += [back, np.vstack([top, bottom[::-1]])]
        else:
            strokes += [back, top, bottom]
        if base == "XOR":
            gap = rng.uniform(0.1, 0.28)
            arc = bezier((off(), -0.52 + off()), (dent, -0.15), (dent, 0.15), (off(), 0.52 + off()))
            strokes.append(arc - [gap, 0])
    else:
        width = rng.uniform(0.7, 1.15)
        corners = [(off(), -0.5), (width, off()), (off(), 0.5)]
        if rng.random() < 0.5:
            strokes.append(np.vstack([line(corners[0], corners[1]), line(corners[1], corners[2]), line(corners[2], corners[0])]))
        else:
            strokes += [line(corners[0], corners[2]), line(corners[0], corners[1]), line(corners[2], corners[1])]
    if cls in ("NOT", "NAND", "NOR", "XNOR"):
        tip = width if base != "AND" else float(max(size[:, 0].max() for size in strokes))
        radius = rng.uniform(0.07, 0.17) * (1.2 if cls == "NOT" else 1)
        strokes.append(circle(rng, tip + radius * rng.uniform(0.8, 1.25), off(0.04), radius))
    amount = rng.uniform(0.005, 0.03)
    return [wobble(rng, size, amount).astype(np.float32) for size in strokes]

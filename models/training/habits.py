"""What hands draw beside gates and wires: inversion circles, hops, labels and their frames."""

from __future__ import annotations

import numpy as np

from letters import template_strokes
from parametric import circle, wobble
from sketches import resample
from synthetic import normalise


def inversion_circle(rng, x: float, y: float, r: float) -> np.ndarray:
    """A ring; small ones often end as a blot."""
    ring = wobble(rng, circle(rng, x, y, r), r * rng.uniform(0.03, 0.12))
    if rng.random() < 0.25:
        ring = np.vstack([ring, *(circle(rng, x, y, r * f) for f in rng.uniform(0.2, 1.05, int(rng.integers(1, 4))))])
    return ring


def wire_hook(rng, x: float, y: float, size: float) -> np.ndarray:
    """What a pen leaves where a wire ends at a gate: a hook, or a small blot."""
    r = size * rng.uniform(0.02, 0.07)
    if rng.random() < 0.35:
        return (np.array([x, y]) + rng.normal(0, 0.6 * r, (int(rng.integers(3, 7)), 2))).astype(np.float32)
    begin, turn = rng.uniform(0, 2 * np.pi), rng.choice([-1, 1]) * rng.uniform(1.2, 3.6)
    angles = begin + np.linspace(0, turn, 9)
    arc = np.stack([np.cos(angles) * rng.uniform(0.7, 1.4), np.sin(angles)], 1) * r
    return (np.array([x - rng.uniform(-0.5, 1.5) * r, y]) + arc).astype(np.float32)


def template_label(rng) -> list[np.ndarray]:
    """A letter, a digit or a letter with an index, of stroke templates, in units of its height."""
    letters = template_strokes()
    u = rng.random()
    text = rng.choice(list("ABCDEFG")) if u < 0.5 or u > 0.85 else rng.choice(list("0123")) if u < 0.75 else rng.choice(list(letters))
    if u > 0.85:
        text += rng.choice(list("0123"))
    strokes, x, size = [], 0.0, 1.0
    for character in text:
        variants = letters[character]
        own = normalise(variants[int(rng.integers(len(variants)))])
        slant = rng.normal(0, 0.12)
        lean = np.array([[1, 0], [slant, 1]]) @ np.diag(size * np.exp(rng.normal(0, 0.12, 2)))
        own = [wobble(rng, s @ lean + [x, 0.4 * (1 - size)], 0.02 * size) for s in own]
        strokes += own
        x = float(np.vstack(own)[:, 0].max()) + rng.uniform(0.05, 0.3)
        size = rng.uniform(0.45, 0.85)
    return strokes


def frame_around(rng, strokes: list[np.ndarray]) -> list[np.ndarray]:
    """A box or a ring around a label."""
    box = np.vstack(strokes)
    low, high = box.min(0), box.max(0)
    extent = max((high - low).max(), 1e-3)
    low, high = low - extent * rng.uniform(0.05, 0.35, 2), high + extent * rng.uniform(0.05, 0.35, 2)
    if rng.random() < 0.3:
        centre, half = (low + high) / 2, (high - low) / 2 * 1.2
        ring = circle(rng, 0, 0, 1) * half + centre
    else:
        corners = np.array([low, (high[0], low[1]), high, (low[0], high[1]), low])
        ring = resample((corners + rng.normal(0, 0.04 * extent, corners.shape)).astype(np.float32), extent / 8)
    return [wobble(rng, ring, 0.02 * extent).astype(np.float32)]


def flatness(line: np.ndarray, at: np.ndarray, reach: float) -> float:
    """How level a line runs near a place: 1 level, 0 upright."""
    near = line[np.linalg.norm(line - at, axis=1) < 2 * reach]
    if len(near) < 2:
        return 0.5
    run = np.abs(near[-1] - near[0])
    return float(run[0] / max(run.sum(), 1e-3))


def around_place(line: np.ndarray, at: np.ndarray, reach: float) -> tuple[np.ndarray, np.ndarray]:
    """What is left of a line before and after its stretch within `reach` of a place."""
    away = np.linalg.norm(line - at, axis=1) > reach
    first = last = int(np.linalg.norm(line - at, axis=1).argmin())
    while first > 0 and not away[first]:
        first -= 1
    while last < len(line) - 1 and not away[last]:
        last += 1
    return line[: first + 1], line[last:]


def hop(rng, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """A half circle from one point to another, as uneven as hands draw it."""
    along = (end - start) / 2
    across = np.array([along[1], -along[0]])
    t = np.linspace(0, np.pi, 16)[1:-1, None]
    lean = rng.normal(0, 0.25)
    arc = (start + end) / 2 - along * np.cos(t) + (across * rng.uniform(0.5, 1.5) + along * lean) * np.sin(t)
    return wobble(rng, arc, float(np.linalg.norm(along)) * 0.08)

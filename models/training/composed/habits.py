"""What hands draw at gates and wires: inversion circles, blots and hops."""

from __future__ import annotations

import numpy as np

from composed.parametric import circle, wobble


def inversion_circle(rng, x: float, y: float, radius: float) -> np.ndarray:
    """A ring; small ones often end as a blot."""
    ring = wobble(rng, circle(rng, x, y, radius), radius * rng.uniform(0.03, 0.12))
    if rng.random() < 0.25:
        ring = np.vstack([ring, *(circle(rng, x, y, radius * share) for share in rng.uniform(0.2, 1.05, int(rng.integers(1, 4))))])
    return ring


def wire_hook(rng, x: float, y: float, size: float) -> np.ndarray:
    """What a pen leaves where a wire ends at a gate: a hook, or a small blot."""
    radius = size * rng.uniform(0.02, 0.07)
    if rng.random() < 0.35:
        return (np.array([x, y]) + rng.normal(0, 0.6 * radius, (int(rng.integers(3, 7)), 2))).astype(np.float32)
    begin, turn = rng.uniform(0, 2 * np.pi), rng.choice([-1, 1]) * rng.uniform(1.2, 3.6)
    angles = begin + np.linspace(0, turn, 9)
    arc = np.stack([np.cos(angles) * rng.uniform(0.7, 1.4), np.sin(angles)], 1) * radius
    return (np.array([x - rng.uniform(-0.5, 1.5) * radius, y]) + arc).astype(np.float32)


def tip_blot(rng, x: float, y: float, size: float) -> np.ndarray:
    """Where strokes meet at the tip of a gate: a small knot of ink, which is not an inversion circle."""
    radius = size * rng.uniform(0.015, 0.05)
    knot = np.vstack([circle(rng, x, y, radius * share) for share in rng.uniform(0.2, 1, int(rng.integers(1, 4)))])
    return (knot + rng.normal(0, 0.3 * radius, 2)).astype(np.float32)


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
    angle = np.linspace(0, np.pi, 16)[1:-1, None]
    lean = rng.normal(0, 0.25)
    arc = (start + end) / 2 - along * np.cos(angle) + (across * rng.uniform(0.5, 1.5) + along * lean) * np.sin(angle)
    return wobble(rng, arc, float(np.linalg.norm(along)) * 0.08)

"""What hands write: letters with indices, words, and the frames and bars at them."""

from __future__ import annotations

import numpy as np

from composed.parametric import circle, wobble
from composed.synthetic import normalise
from letters import template_strokes
from polylines import resample


def template_label(rng) -> list[np.ndarray]:
    """A letter, a digit or a letter with an index, of stroke templates, in units of its height."""
    chance = rng.random()
    if chance < 0.5 or chance > 0.85:
        text = rng.choice(list("ABCDEFG"))
    else:
        text = rng.choice(list("0123") if chance < 0.75 else list(template_strokes()))
    return written(rng, text, index=rng.choice(list("0123")) if chance > 0.85 else "")


def written(rng, text: str, index: str = "") -> list[np.ndarray]:
    """Characters of stroke templates next to each other, some touching, and a smaller index behind them."""
    strokes: list[np.ndarray] = []
    right = 0.0
    for place, character in enumerate(text + index):
        size = 1.0 if place < len(text) else float(rng.uniform(0.45, 0.85))
        variants = template_strokes()[character]
        own = normalise(variants[int(rng.integers(len(variants)))])
        slant = rng.normal(0, 0.12)
        shape = np.array([[1, 0], [slant, 1]]) @ np.diag(size * np.exp(rng.normal(0, 0.12, 2)))
        own = [wobble(rng, stroke @ shape + [right, 0.4 * (1 - size)], 0.02 * size) for stroke in own]
        strokes += own
        right = float(np.vstack(own)[:, 0].max()) + rng.uniform(-0.12, 0.3)
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


def complement_bar(rng, strokes: list[np.ndarray]) -> np.ndarray:
    """A line over a label; it may touch the letter."""
    box = np.vstack(strokes)
    low, high = box.min(0), box.max(0)
    extent = max((high - low).max(), 1e-3)
    height = low[1] - extent * rng.uniform(-0.02, 0.3)
    ends = np.array([(low[0] - extent * rng.uniform(-0.1, 0.2), height), (high[0] + extent * rng.uniform(-0.1, 0.2), height)])
    ends[:, 1] += rng.normal(0, 0.04 * extent, 2)
    return wobble(rng, resample(ends.astype(np.float32), extent / 6), 0.02 * extent).astype(np.float32)

"""The habits of one drafter of composed circuits, the same all over a page."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Hand:
    """Lengths are in px of the page; shares are how often the drafter does a thing."""

    # Circles at inputs.
    inverts: float
    # Hops over other wires, or lines broken at them; blots at junctions.
    hop: float
    hopping: float
    breaking: float
    dotting: float
    # Taps that go on past their rail, and by how much at most; how far a rail leans for each px of its length.
    overshooting: float
    overshot: float
    lean: float
    # How far corners are off.
    sloppy: float
    # How unlike in size gates are: the deviation of its logarithm.
    uneven: float
    # Names of gates written into them; blots at the tips of gates without a circle.
    wording: float
    blotting: float
    # Labels: their size, made of stroke templates instead of real letters, in frames, under bars, at what they name.
    letter: float
    templates: bool
    framing: float
    barring: float
    touching: float
    # Letters at the middle of a wire that goes on to another gate.
    tapping: float


def random_hand(rng, size: float) -> Hand:
    """A drafter whose gates are about `size` px high."""
    some = lambda share, often: float(often) if rng.random() < share else 0.0
    hopping = float(rng.choice([0, 0.5, 0.95], p=[0.5, 0.15, 0.35]))
    return Hand(
        inverts=0.4 if rng.random() < 0.25 else 0.04,
        hop=float(size * rng.uniform(0.06, 0.2)),
        hopping=hopping,
        breaking=some(0.15, 0.7) if hopping == 0 else 0.0,
        dotting=float(rng.choice([0, 0.5, 0.97], p=[0.45, 0.15, 0.4])),
        overshooting=some(0.35, rng.uniform(0.3, 0.9)),
        overshot=float(size * rng.uniform(0.08, 0.4)),
        lean=float(rng.normal(0, 0.07)) if rng.random() < 0.4 else 0.0,
        sloppy=float(rng.uniform(0, 0.05) * size),
        uneven=float(rng.uniform(0.3, 0.55)) if rng.random() < 0.15 else 0.15,
        wording=some(0.05, 0.8),
        blotting=some(0.15, rng.uniform(0.2, 0.7)),
        letter=float(size * (rng.uniform(0.25, 0.6) if rng.random() < 0.75 else rng.uniform(0.6, 1.2))),
        templates=bool(rng.random() < 0.3),
        framing=some(0.12, 0.9),
        barring=some(0.1, rng.uniform(0.2, 0.6)),
        touching=some(0.15, rng.uniform(0.2, 0.7)),
        tapping=some(0.25, rng.uniform(0.2, 0.6)),
    )


def gate_scale(rng, size: float, hand: Hand) -> float:
    """How high a gate is drawn."""
    odd = rng.uniform(0.45, 1.9) if rng.random() < 0.1 else 1
    return float(size * np.clip(np.exp(rng.normal(0, hand.uneven)) * odd, 0.35, 2.6))

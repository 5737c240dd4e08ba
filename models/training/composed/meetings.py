"""Where wires of a composed circuit meet: hops and broken lines at crossings, and the labels of all meetings.

`nets` are the strokes of wire, each with the name of its net.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from composed.habits import around_place, flatness, hop
from drawings import CROSSING, JUNCTION, WIRE, Drawing
from polylines import resample, segment_hits

Nets = list[tuple[str, np.ndarray]]


@dataclass(frozen=True)
class PassingHabit:
    """How a drafter lets one wire pass another: px of a gate and of a hop, how often a crossing is hopped or broken."""

    size: float
    hop: float
    hopping: float
    breaking: float


def pass_over(rng, drawing: Drawing, nets: Nets, habit: PassingHabit) -> None:
    """Draws crossings of two nets as hops, or breaks one of the lines there."""
    flat_hops = rng.random() < 0.7
    for i in range(len(nets)):
        for j in range(i + 1, len(nets)):
            if nets[i][0] == nets[j][0]:
                continue
            for at, _, _ in segment_hits(nets[i][1], nets[j][1])[:3]:
                if rng.random() > max(habit.hopping, habit.breaking):
                    continue
                flat, steep = sorted((i, j), key=lambda k: -flatness(nets[k][1], at, habit.hop))
                line = flat if (rng.random() < 0.9) == flat_hops else steep
                pass_at(rng, drawing, nets, habit, line, at)


def pass_at(rng, drawing: Drawing, nets: Nets, habit: PassingHabit, line: int, at: np.ndarray) -> None:
    net, stroke = nets[line]
    if np.linalg.norm(stroke[[0, -1]] - at, axis=1).min() < 1.6 * habit.hop:
        return
    before, after = around_place(resample(stroke, habit.size / 40), at, habit.hop * rng.uniform(0.75, 1.3))
    if len(before) < 2 or len(after) < 2:
        return
    place = next(index for index, own in enumerate(drawing.strokes) if own is stroke)
    if habit.hopping:
        whole = np.vstack([before, hop(rng, before[-1], after[0]), after]).astype(np.float32)
        drawing.strokes[place] = whole
        nets[line] = (net, whole)
        return
    drawing.strokes[place] = before
    nets[line] = (net, before)
    drawing.strokes.append(after)
    drawing.kinds.append(WIRE)
    nets.append((net, after))
    drawing.points.append((float(at[0]), float(at[1]), CROSSING))


def label_meetings(drawing: Drawing, nets: Nets, near: float) -> None:
    """Labels the places where strokes meet that have no label yet: a crossing of two nets, a junction of one.

    A stroke that ends within `near` px of another net's line may look like either: the place is ignored.
    """
    lows, highs = [line.min(0) for _, line in nets], [line.max(0) for _, line in nets]
    for i in range(len(nets)):
        for j in range(i + 1, len(nets)):
            (first_net, first), (second_net, second) = nets[i], nets[j]
            if (highs[i] < lows[j]).any() or (highs[j] < lows[i]).any():
                continue
            for at, _, _ in segment_hits(first, second):
                x, y = float(at[0]), float(at[1])
                if any(
                    kind in (JUNCTION, CROSSING) and abs(known_x - x) < near and abs(known_y - y) < near
                    for known_x, known_y, kind in drawing.points
                ):
                    continue
                tips = min(np.linalg.norm(line[[0, -1]] - at, axis=1).min() for line in (first, second))
                if tips > near:
                    drawing.points.append((x, y, JUNCTION if first_net == second_net else CROSSING))
                elif first_net != second_net:
                    drawing.ignore.append((x, y, near))

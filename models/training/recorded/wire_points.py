"""Finds the junctions, crossings and free ends of a drawing's wires."""

from __future__ import annotations

import numpy as np

from drawings import BUBBLE, CROSSING, END, JUNCTION, Drawing
from polylines import length_along, resample, segment_hits

# In gate sizes: what is one place; shorter than this, a stroke is a dot; how far an end is from its gate at most; how far
# a tap may overshoot its rail; how far from its ends a line passes another one for certain.
NEAR, DOT, AT_GATE, OVERSHOT, PASSING = 0.14, 0.2, 0.35, 0.35, 0.6


class WirePoints:
    """Labels the meetings and ends of `wires`, each a list of strokes: an electrical net, or one stroke of unknown net.

    With `nets` strokes of one entry that meet are joined and strokes of two pass each other. Without, the geometry
    decides: an end at a line joins it, lines that go on well beyond their meeting pass, and the rest is ignored.
    """

    def __init__(self, drawing: Drawing, wires: list[list[np.ndarray]], nets: bool):
        self.drawing, self.nets = drawing, nets
        self.size = drawing.gate_size()
        self.near = NEAR * self.size
        step = max(2.0, self.size / 20)
        lines = [(net, resample(stroke, step)) for net, strokes in enumerate(wires) for stroke in strokes]
        extent = [np.ptp(line, axis=0).max() for _, line in lines]
        for (_, line), size in zip(lines, extent, strict=True):
            if size < DOT * self.size:
                self.add(line.mean(0), JUNCTION)
        self.lines = [pair for pair, size in zip(lines, extent, strict=True) if size >= DOT * self.size and len(pair[1]) > 1]
        self.length = [float(length_along(line)[-1]) for _, line in self.lines]
        # (line, which end) that meets a wire.
        self.joined: set[tuple[int, int]] = set()

    def mark(self) -> None:
        for first in range(len(self.lines)):
            for second in range(first + 1, len(self.lines)):
                self.mark_pair(first, second)
        self.mark_ends()

    def add(self, at: np.ndarray, kind: int) -> None:
        self.drawing.points.append((float(at[0]), float(at[1]), kind))

    def add_meeting(self, at: np.ndarray, kind: int) -> None:
        known = [point for point in self.drawing.points if point[2] in (JUNCTION, CROSSING)]
        if not any(abs(x - at[0]) < self.near and abs(y - at[1]) < self.near for x, y, _ in known):
            self.add(at, kind)

    def ignore(self, at: np.ndarray) -> None:
        self.drawing.ignore.append((float(at[0]), float(at[1]), self.near))

    def mark_pair(self, first: int, second: int) -> None:
        (net, line), (other_net, other) = self.lines[first], self.lines[second]
        if (line.max(0) + self.near < other.min(0)).any() or (other.max(0) + self.near < line.min(0)).any():
            return
        same = net == other_net
        for at, on_first, on_second in segment_hits(line, other):
            tips = [min(along, self.length[k] - along) for along, k in ((on_first, first), (on_second, second))]
            self.mark_hit(at, tips, same)
        if same or not self.nets:
            self.mark_touch(first, second)
            self.mark_touch(second, first)

    def mark_hit(self, at: np.ndarray, tips: list[float], same: bool) -> None:
        """`tips`: how far the place is from the nearer end of each line."""
        ends = [tip < self.near for tip in tips]
        if same and self.nets:
            if not all(ends):
                self.add_meeting(at, JUNCTION)
        elif self.nets:
            if any(ends):
                self.ignore(at)
            else:
                self.add_meeting(at, CROSSING)
        elif any(ends):
            if not all(ends):
                self.add_meeting(at, JUNCTION)
        elif min(tips) > PASSING * self.size:
            self.add_meeting(at, CROSSING)
        else:
            self.ignore(at)

    def mark_touch(self, end_of: int, on: int) -> None:
        """The ends of one line that are at another one."""
        line, other = self.lines[end_of][1], self.lines[on][1]
        for which, tip in ((0, line[0]), (1, line[-1])):
            gap = np.linalg.norm(other - tip, axis=1)
            place = int(gap.argmin())
            if gap[place] >= self.near:
                continue
            self.joined.add((end_of, which))
            along = float(length_along(other[: place + 1])[-1])
            if min(along, self.length[on] - along) > self.near:
                self.add_meeting(other[place], JUNCTION)

    def mark_ends(self) -> None:
        corners = [np.vstack(gate.strokes) for gate in self.drawing.gates]
        boxes = [(points.min(0) - AT_GATE * self.size, points.max(0) + AT_GATE * self.size) for points in corners]
        circles = [np.array([x, y]) for x, y, kind in self.drawing.points if kind == BUBBLE]
        meetings = [np.array([x, y]) for x, y, kind in self.drawing.points if kind == JUNCTION]
        for number, (_, line) in enumerate(self.lines):
            for which, tip in ((0, line[0]), (1, line[-1])):
                if (number, which) in self.joined:
                    continue
                if any((low < tip).all() and (tip < high).all() for low, high in boxes):
                    continue
                if any(np.abs(tip - circle).sum() < AT_GATE * self.size for circle in circles):
                    continue
                overshoot = np.linalg.norm(line - tip, axis=1).max() > 2 * OVERSHOT * self.size and any(
                    np.linalg.norm(tip - place) < OVERSHOT * self.size and np.linalg.norm(line - place, axis=1).min() < self.near
                    for place in meetings
                )
                if overshoot:
                    self.ignore(tip)
                else:
                    self.add(tip, END)

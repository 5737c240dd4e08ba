"""A second look at each gate: class and direction from a 64 x 64 crop, turned so that the detector's direction is right.

Output of the net: 8 class logits (`GATE_CLASSES`, then "no gate"), 4 direction logits (right, down, left, up).
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from torch import nn

from network import Block, unit
from pages import STRIDE

SIDE = 64
MARGIN = 0.22


class GateClassifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            unit(1, 20, 2), Block(20), unit(20, 40, 2), Block(40), unit(40, 80, 2), Block(80), unit(80, 112, 2), Block(112)
        )
        self.out = nn.Linear(112 * 4, 12)

    def forward(self, x):
        x = nn.functional.avg_pool2d(self.body(x), 2)
        return self.out(x.flatten(1))


def cut(ink: np.ndarray, box, quarter: int) -> np.ndarray:
    """The square around `box` (x0, y0, x1, y1) with a margin, turned back by `quarter` quarter turns, SIDE x SIDE."""
    left, top, right, bottom = box
    side = max(right - left, bottom - top) * (1 + 2 * MARGIN)
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    # Pixel centres: destination (u, v) samples the source at c + (u + 0.5 - SIDE / 2) * side / SIDE - 0.5.
    step = side / SIDE
    matrix = np.float32([[step, 0, middle_x - 0.5 + (0.5 - SIDE / 2) * step], [0, step, middle_y - 0.5 + (0.5 - SIDE / 2) * step]])
    if step > 1.5:
        ink = cv2.blur(ink, (int(round(step)), int(round(step))))
    crop = cv2.warpAffine(ink, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return np.ascontiguousarray(np.rot90(crop, quarter))


def samples(rng, ink, targets):
    """The gates of a page and places without one: (crop, class, direction or -1)."""
    size = ink.shape[0]
    boxes = []
    for y, x in zip(*np.nonzero((targets["heat"][0] >= 0.999) & (targets["cls"] >= 0)), strict=True):
        before, above, after, below = targets["box"][:, y, x]
        box = np.array([x + 0.5 - before, y + 0.5 - above, x + 0.5 + after, y + 0.5 + below]) * STRIDE
        boxes.append(box)
        if (box < -6).any() or (box > size + 6).any():
            continue
        pointing = targets["direction"][:, y, x]
        known = np.abs(pointing).sum() > 0
        quarter = int(round(math.atan2(pointing[1], pointing[0]) / (math.pi / 2))) % 4 if known else -1
        span = np.array([box[2] - box[0], box[3] - box[1]] * 2)
        moved = box + rng.normal(0, 0.05, 4) * span
        # Given direction `assumed`, the crop is turned so that a right guess looks like "right".
        assumed = quarter if known and rng.random() < 0.85 else int(rng.integers(4))
        yield cut(ink, moved, assumed), int(targets["cls"][y, x]), (quarter - assumed) % 4 if known else -1
    for box in written(rng, targets["mask"] == 3):
        if max((overlap(box, below) for below in boxes), default=0) < 0.25:
            yield cut(ink, box, int(rng.integers(4))), 7, -1
    for _ in range(1):
        if rng.random() < 0.6 and (targets["mask"] == 3).any():
            rows, columns = np.nonzero(targets["mask"] == 3)
        else:
            rows, columns = np.nonzero(targets["mask"] > 0)
        if len(rows) == 0:
            return
        place = int(rng.integers(len(rows)))
        width, height = rng.uniform(18, 80) * np.exp(rng.normal(0, 0.25, 2))
        box = np.array(
            [columns[place] - width / 2, rows[place] - height / 2, columns[place] + width / 2, rows[place] + height / 2]
        ) + np.tile(rng.normal(0, 6, 2), 2)
        worst = max((overlap(box, below) for below in boxes), default=0)
        if worst < 0.25:
            yield cut(ink, box, int(rng.integers(4))), 7, -1


def written(rng, text: np.ndarray) -> list[np.ndarray]:
    """The boxes of up to two letters or words, a little off, as the detector would box them."""
    reach = int(rng.integers(1, 7))
    grown = cv2.dilate(text.astype(np.uint8), np.ones((reach, reach), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(grown)
    parts = [part for part in stats[1:] if max(part[2], part[3]) >= 14]
    chosen = rng.permutation(len(parts))[:2]
    spans = [np.array([parts[k][2], parts[k][3]] * 2) for k in chosen]
    corners = [np.array([parts[k][0], parts[k][1], parts[k][0] + parts[k][2], parts[k][1] + parts[k][3]]) for k in chosen]
    return [box + rng.normal(0, 0.08, 4) * span for box, span in zip(corners, spans, strict=True)]


def overlap(first, second) -> float:
    width = min(first[2], second[2]) - max(first[0], second[0])
    height = min(first[3], second[3]) - max(first[1], second[1])
    if width <= 0 or height <= 0:
        return 0.0
    return width * height / min((first[2] - first[0]) * (first[3] - first[1]), (second[2] - second[0]) * (second[3] - second[1]))


def step_of(net, crop, cls, direction):
    """The loss, and for the log the share of crops whose class is right."""
    out = net(crop).float()
    loss = nn.functional.cross_entropy(out[:, :8], cls, label_smoothing=0.03)
    known = direction >= 0
    if known.any():
        loss = loss + 0.5 * nn.functional.cross_entropy(out[known, 8:], direction[known])
    return loss, {"loss": loss.detach(), "right": (out[:, :8].argmax(1) == cls).float().mean()}

"""A second look at each gate: class and direction from a 64 x 64 crop, turned so that the detector's direction is right.

`python3 models/training/gate_classifier.py --out .cache/training/gates1 --minutes 20`
Output of the net: 8 class logits (`GATE_CLASSES`, then "no gate"), 4 direction logits (right, down, left, up).
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import torch
from torch import nn

from crop_training import MixedCrops, options, train
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
    x0, y0, x1, y1 = box
    side = max(x1 - x0, y1 - y0) * (1 + 2 * MARGIN)
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    # Pixel centres: destination (u, v) samples the source at c + (u + 0.5 - SIDE / 2) * side / SIDE - 0.5.
    k = side / SIDE
    m = np.float32([[k, 0, cx - 0.5 + (0.5 - SIDE / 2) * k], [0, k, cy - 0.5 + (0.5 - SIDE / 2) * k]])
    if k > 1.5:
        ink = cv2.blur(ink, (int(round(k)), int(round(k))))
    crop = cv2.warpAffine(ink, m, (SIDE, SIDE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return np.ascontiguousarray(np.rot90(crop, quarter))


def samples(rng, ink, t):
    """The gates of a page and places without one: (crop, class, direction or -1)."""
    size = ink.shape[0]
    boxes = []
    for y, x in zip(*np.nonzero((t["heat"][0] >= 0.999) & (t["cls"] >= 0))):
        l, u, r, b = t["box"][:, y, x]
        box = np.array([x + 0.5 - l, y + 0.5 - u, x + 0.5 + r, y + 0.5 + b]) * STRIDE
        boxes.append(box)
        if (box < -6).any() or (box > size + 6).any():
            continue
        d = t["direction"][:, y, x]
        known = np.abs(d).sum() > 0
        quarter = int(round(math.atan2(d[1], d[0]) / (math.pi / 2))) % 4 if known else -1
        span = np.array([box[2] - box[0], box[3] - box[1]] * 2)
        moved = box + rng.normal(0, 0.05, 4) * span
        # Given direction `assumed`, the crop is turned so that a right guess looks like "right".
        assumed = quarter if known and rng.random() < 0.85 else int(rng.integers(4))
        yield cut(ink, moved, assumed), int(t["cls"][y, x]), (quarter - assumed) % 4 if known else -1
    for box in written(rng, t["mask"] == 3):
        if max((overlap(box, b) for b in boxes), default=0) < 0.25:
            yield cut(ink, box, int(rng.integers(4))), 7, -1
    for _ in range(1):
        if rng.random() < 0.6 and (t["mask"] == 3).any():
            ys, xs = np.nonzero(t["mask"] == 3)
        else:
            ys, xs = np.nonzero(t["mask"] > 0)
        if len(ys) == 0:
            return
        k = int(rng.integers(len(ys)))
        w, h = rng.uniform(18, 80) * np.exp(rng.normal(0, 0.25, 2))
        box = np.array([xs[k] - w / 2, ys[k] - h / 2, xs[k] + w / 2, ys[k] + h / 2]) + np.tile(rng.normal(0, 6, 2), 2)
        worst = max((overlap(box, b) for b in boxes), default=0)
        if worst < 0.25:
            yield cut(ink, box, int(rng.integers(4))), 7, -1


def written(rng, text: np.ndarray) -> list[np.ndarray]:
    """The boxes of up to two letters or words, a little off, as the detector would box them."""
    reach = int(rng.integers(1, 7))
    grown = cv2.dilate(text.astype(np.uint8), np.ones((reach, reach), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(grown)
    parts = [s for s in stats[1:] if max(s[2], s[3]) >= 14]
    chosen = rng.permutation(len(parts))[:2]
    spans = [np.array([parts[k][2], parts[k][3]] * 2) for k in chosen]
    corners = [np.array([parts[k][0], parts[k][1], parts[k][0] + parts[k][2], parts[k][1] + parts[k][3]]) for k in chosen]
    return [box + rng.normal(0, 0.08, 4) * span for box, span in zip(corners, spans)]


def overlap(a, b) -> float:
    w = min(a[2], b[2]) - max(a[0], b[0])
    h = min(a[3], b[3]) - max(a[1], b[1])
    if w <= 0 or h <= 0:
        return 0.0
    return w * h / min((a[2] - a[0]) * (a[3] - a[1]), (b[2] - b[0]) * (b[3] - b[1]))


def step_of(net, crop, cls, direction):
    """The loss, and the share of crops whose class is right."""
    out = net(crop)
    loss = nn.functional.cross_entropy(out[:, :8], cls, label_smoothing=0.03)
    known = direction >= 0
    if known.any():
        loss = loss + 0.5 * nn.functional.cross_entropy(out[known, 8:], direction[known])
    return loss, float((out[:, :8].argmax(1) == cls).float().mean())


def main() -> None:
    args = options(__doc__, minutes=20, batch=64)
    torch.manual_seed(args.seed)
    train(GateClassifier(), MixedCrops(args.part, args.seed, samples), args, step_of)


if __name__ == "__main__":
    main()

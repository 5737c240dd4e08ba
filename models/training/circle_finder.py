"""A second look at each gate's input side: where inversion circles stand, in a 96 x 64 crop turned so that the gate points right.

`python3 models/training/circle_finder.py --out .cache/training/circles1 --minutes 40`
Output of the net: a heat map of logits on the stride-4 grid, 24 rows across the gate x 16 columns along it.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import torch
from torch import nn

from crop_training import MixedCrops, options, train
from network import Block, unit
from pages import STRIDE, splat

ROWS, COLUMNS = 96, 64
# Of the gate's extent across its direction: what the crop shows beyond its sides, and before its back.
BEYOND, BEFORE = 0.15, 0.5
CELL = 4


class CircleFinder(nn.Module):
    def __init__(self, widths=(14, 28, 56, 80), neck: int = 32):
        super().__init__()
        a, b, c, d = widths
        self.s4 = nn.Sequential(unit(1, a, 2), Block(a), unit(a, b, 2), Block(b))
        self.s8 = nn.Sequential(unit(b, c, 2), Block(c))
        self.s16 = nn.Sequential(unit(c, d, 2), Block(d))
        self.lateral = nn.ModuleList(nn.Conv2d(w, neck, 1) for w in (b, c, d))
        self.head = unit(neck, neck)
        self.out = nn.Conv2d(neck, 1, 1)
        nn.init.constant_(self.out.bias, -4.0)

    def forward(self, x):
        x4 = self.s4(x)
        x8 = self.s8(x4)
        x16 = self.s16(x8)
        up = lambda t: nn.functional.interpolate(t, scale_factor=2, mode="nearest")
        p = up(up(self.lateral[2](x16)) + self.lateral[1](x8)) + self.lateral[0](x4)
        return self.out(self.head(p))


def frame_of(box, quarter: int) -> np.ndarray:
    """2 x 3: from crop pixels (column, row) to page pixels, for a gate in `box` (x0, y0, x1, y1) that is turned by `quarter`."""
    x0, y0, x1, y1 = box
    angle = quarter * math.pi / 2
    along = np.array([math.cos(angle), math.sin(angle)]).round()
    across = np.array([-along[1], along[0]])
    centre = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    size = np.array([x1 - x0, y1 - y0])
    depth, extent = (size[::-1] if quarter % 2 else size)
    k = extent * (1 + 2 * BEYOND) / ROWS
    start = centre - along * (depth / 2 + BEFORE * extent) - across * extent * (0.5 + BEYOND)
    # Pixel centres: crop (u, v) samples the page at start + (u + 0.5) k along + (v + 0.5) k across - 0.5.
    origin = start + 0.5 * k * (along + across) - 0.5
    return np.float32([[k * along[0], k * across[0], origin[0]], [k * along[1], k * across[1], origin[1]]])


def cut_side(ink: np.ndarray, frame: np.ndarray) -> np.ndarray:
    k = float(np.hypot(frame[0, 0], frame[1, 0]))
    if k > 1.5:
        ink = cv2.blur(ink, (int(round(k)), int(round(k))))
    return cv2.warpAffine(ink, frame, (COLUMNS, ROWS), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)


def samples(rng, ink, t):
    """The input sides of a page's gates: (crop, heat map)."""
    size = ink.shape[0]
    circles = np.argwhere(t["heat"][1] >= 0.999)[:, ::-1] * STRIDE + STRIDE / 2
    for y, x in zip(*np.nonzero((t["heat"][0] >= 0.999) & (t["cls"] >= 0))):
        l, u, r, b = t["box"][:, y, x]
        box = np.array([x + 0.5 - l, y + 0.5 - u, x + 0.5 + r, y + 0.5 + b]) * STRIDE
        d = t["direction"][:, y, x]
        if (box < -4).any() or (box > size + 4).any() or np.abs(d).sum() == 0:
            continue
        quarter = int(round(math.atan2(d[1], d[0]) / (math.pi / 2))) % 4
        span = np.array([box[2] - box[0], box[3] - box[1]] * 2)
        frame = frame_of(box + rng.normal(0, 0.04, 4) * span, quarter)
        inverse = np.linalg.inv(np.vstack([frame, [0, 0, 1]]))
        heat = np.zeros((ROWS // CELL, COLUMNS // CELL), np.float32)
        for circle in circles:
            u, v, _ = inverse @ [circle[0] - 0.5, circle[1] - 0.5, 1]
            splat(heat, (u + 0.5) / CELL, (v + 0.5) / CELL, 0.9, 0.9)
        # Sides without a circle are many and alike.
        if heat.max() < 0.999 and rng.random() < 0.5:
            continue
        yield cut_side(ink, frame), heat[None]


def loss_of(out, heat):
    p = torch.sigmoid(out).clamp(1e-4, 1 - 1e-4)
    peak = (heat >= 0.999).float()
    positive = -torch.log(p) * (1 - p) ** 2 * peak
    negative = -torch.log(1 - p) * p**2 * (1 - heat) ** 4 * (1 - peak)
    return (positive + negative).sum() / (peak.sum() + 4)


def step_of(net, crop, heat):
    loss = loss_of(net(crop), heat)
    return loss, float(loss.detach())


def main() -> None:
    args = options(__doc__, minutes=40, batch=48)
    torch.manual_seed(args.seed)
    train(CircleFinder(), MixedCrops(args.part, args.seed, samples), args, step_of)


if __name__ == "__main__":
    main()

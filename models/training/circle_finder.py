"""A second look at each gate's input side: where inversion circles stand, in a 96 x 64 crop turned so that the gate points right.

Output of the net: a heat map of logits on the stride-4 grid, 24 rows across the gate x 16 columns along it.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import torch
from torch import nn

from network import Block, unit
from pages import STRIDE, splat

ROWS, COLUMNS = 96, 64
# Of the gate's extent across its direction: what the crop shows beyond its sides, and before its back.
BEYOND, BEFORE = 0.15, 0.5
CELL = 4


class CircleFinder(nn.Module):
    def __init__(self, widths=(14, 28, 56, 80), neck: int = 32):
        super().__init__()
        first, second, third, fourth = widths
        self.s4 = nn.Sequential(unit(1, first, 2), Block(first), unit(first, second, 2), Block(second))
        self.s8 = nn.Sequential(unit(second, third, 2), Block(third))
        self.s16 = nn.Sequential(unit(third, fourth, 2), Block(fourth))
        self.lateral = nn.ModuleList(nn.Conv2d(width, neck, 1) for width in (second, third, fourth))
        self.head = unit(neck, neck)
        self.out = nn.Conv2d(neck, 1, 1)
        nn.init.constant_(self.out.bias, -4.0)

    def forward(self, x):
        quarter = self.s4(x)
        eighth = self.s8(quarter)
        sixteenth = self.s16(eighth)
        up = lambda features: nn.functional.interpolate(features, scale_factor=2, mode="nearest")
        joined = up(up(self.lateral[2](sixteenth)) + self.lateral[1](eighth)) + self.lateral[0](quarter)
        return self.out(self.head(joined))


def frame_of(box, quarter: int) -> np.ndarray:
    """2 x 3: from crop pixels (column, row) to page pixels, for a gate in `box` (x0, y0, x1, y1) that is turned by `quarter`."""
    left, top, right, bottom = box
    angle = quarter * math.pi / 2
    along = np.array([math.cos(angle), math.sin(angle)]).round()
    across = np.array([-along[1], along[0]])
    centre = np.array([(left + right) / 2, (top + bottom) / 2])
    size = np.array([right - left, bottom - top])
    depth, extent = size[::-1] if quarter % 2 else size
    step = extent * (1 + 2 * BEYOND) / ROWS
    start = centre - along * (depth / 2 + BEFORE * extent) - across * extent * (0.5 + BEYOND)
    # Pixel centres: crop (u, v) samples the page at start + (u + 0.5) k along + (v + 0.5) k across - 0.5.
    origin = start + 0.5 * step * (along + across) - 0.5
    return np.float32([[step * along[0], step * across[0], origin[0]], [step * along[1], step * across[1], origin[1]]])


def cut_side(ink: np.ndarray, frame: np.ndarray) -> np.ndarray:
    step = float(np.hypot(frame[0, 0], frame[1, 0]))
    if step > 1.5:
        ink = cv2.blur(ink, (int(round(step)), int(round(step))))
    return cv2.warpAffine(ink, frame, (COLUMNS, ROWS), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)


def samples(rng, ink, targets):
    """The input sides of a page's gates: (crop, heat map)."""
    size = ink.shape[0]
    circles = np.argwhere(targets["heat"][1] >= 0.999)[:, ::-1] * STRIDE + STRIDE / 2
    for y, x in zip(*np.nonzero((targets["heat"][0] >= 0.999) & (targets["cls"] >= 0)), strict=True):
        before, above, after, below = targets["box"][:, y, x]
        box = np.array([x + 0.5 - before, y + 0.5 - above, x + 0.5 + after, y + 0.5 + below]) * STRIDE
        pointing = targets["direction"][:, y, x]
        if (box < -4).any() or (box > size + 4).any() or np.abs(pointing).sum() == 0:
            continue
        quarter = int(round(math.atan2(pointing[1], pointing[0]) / (math.pi / 2))) % 4
        span = np.array([box[2] - box[0], box[3] - box[1]] * 2)
        frame = frame_of(box + rng.normal(0, 0.04, 4) * span, quarter)
        inverse = np.linalg.inv(np.vstack([frame, [0, 0, 1]]))
        heat = np.zeros((ROWS // CELL, COLUMNS // CELL), np.float32)
        for circle in circles:
            above, row, _ = inverse @ [circle[0] - 0.5, circle[1] - 0.5, 1]
            splat(heat, (above + 0.5) / CELL, (row + 0.5) / CELL, 0.9, 0.9)
        # Sides without a circle are many and alike.
        if heat.max() < 0.999 and rng.random() < 0.5:
            continue
        yield cut_side(ink, frame), heat[None]


def step_of(net, crop, heat):
    """The focal loss, which is also what the log shows."""
    probability = torch.sigmoid(net(crop).float()).clamp(1e-4, 1 - 1e-4)
    peak = (heat >= 0.999).float()
    positive = -torch.log(probability) * (1 - probability) ** 2 * peak
    negative = -torch.log(1 - probability) * probability**2 * (1 - heat) ** 4 * (1 - peak)
    loss = (positive + negative).sum() / (peak.sum() + 4)
    return loss, {"loss": loss.detach()}

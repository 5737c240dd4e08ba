"""The detector: one small fully convolutional network on the cleaned page's ink.

Input 1 x 1 x H x W, ink 0 … 1, H and W multiples of 32. Outputs on the stride-4 grid, `HEADS` channels:
heat 5 (gate, bubble, junction, crossing, end), class 7, box 4 (left, top, right, bottom in cells), direction 2
(cos, sin), mask 16 (4 classes x 2 x 2 sub-cells at stride 2, pixel-shuffled by the reader).
CenterNet (Zhou et al. 2019) with FCOS boxes (Tian et al. 2019).
"""

from __future__ import annotations

import torch
from torch import nn

HEADS = {"heat": 5, "cls": 7, "box": 4, "direction": 2, "mask": 16}


def unit(cin: int, cout: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(cin, cout, 3, stride, 1, bias=False), nn.BatchNorm2d(cout), nn.ReLU(inplace=True))


class Block(nn.Module):
    """Two 3 x 3 convolutions with a residual connection."""

    def __init__(self, channels: int):
        super().__init__()
        self.first = unit(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x):
        return torch.relu(x + self.second(self.first(x)))


class Detector(nn.Module):
    def __init__(self, widths=(12, 24, 56, 96, 144), neck: int = 40):
        super().__init__()
        a, b, c, d, e = widths
        self.stem = nn.Sequential(unit(1, a, 2), unit(a, b, 2))
        self.s4 = Block(b)
        self.s8 = nn.Sequential(unit(b, c, 2), Block(c), Block(c))
        self.s16 = nn.Sequential(unit(c, d, 2), Block(d), Block(d))
        self.s32 = nn.Sequential(unit(d, e, 2), Block(e), Block(e))
        self.lateral = nn.ModuleList(nn.Conv2d(w, neck, 1) for w in (b, c, d, e))
        self.smooth8 = unit(neck, neck)
        self.smooth4 = unit(neck, neck)
        self.head = unit(neck, 56)
        self.out = nn.Conv2d(56, sum(HEADS.values()), 1)
        with torch.no_grad():
            self.out.bias[: HEADS["heat"]].fill_(-4.0)
            self.out.bias[12:16].fill_(1.5)

    def forward(self, x):
        x4 = self.s4(self.stem(x))
        x8 = self.s8(x4)
        x16 = self.s16(x8)
        x32 = self.s32(x16)
        up = lambda t: nn.functional.interpolate(t, scale_factor=2, mode="nearest")
        p16 = up(self.lateral[3](x32)) + self.lateral[2](x16)
        p8 = self.smooth8(up(p16) + self.lateral[1](x8))
        p4 = self.smooth4(up(p8) + self.lateral[0](x4))
        return self.out(self.head(p4))


def split_heads(out: torch.Tensor) -> dict[str, torch.Tensor]:
    return dict(zip(HEADS, torch.split(out, list(HEADS.values()), 1)))


def loss_of(out: torch.Tensor, t: dict[str, torch.Tensor]) -> tuple[torch.Tensor, dict[str, float]]:
    """Focal heat + GIoU boxes + class and mask cross-entropy + direction; `t` as `pages.targets_of` makes it."""
    h = split_heads(out)
    heat, ignore = t["heat"], t["ignore"][:, None]
    p = torch.sigmoid(h["heat"]).clamp(1e-4, 1 - 1e-4)
    peak = (heat >= 0.999).float()
    positive = -torch.log(p) * (1 - p) ** 2 * peak
    negative = -torch.log(1 - p) * p**2 * (1 - heat) ** 4 * (1 - peak) * ignore
    count = peak.sum((0, 2, 3)) + 4
    focal = ((positive + negative).sum((0, 2, 3)) / count * torch.tensor([2.0, 0.7, 0.7, 0.7, 0.5], device=out.device)).sum()

    on = t["cls"] >= 0
    if on.any():
        cls = nn.functional.cross_entropy(h["cls"].permute(0, 2, 3, 1)[on], t["cls"][on].long(), label_smoothing=0.03)
        a = nn.functional.softplus(h["box"].permute(0, 2, 3, 1)[on])
        b = t["box"].permute(0, 2, 3, 1)[on]
        area = (a[:, 0] + a[:, 2]) * (a[:, 1] + a[:, 3])
        other = (b[:, 0] + b[:, 2]) * (b[:, 1] + b[:, 3])
        low, high = torch.minimum(a, b), torch.maximum(a, b)
        inter = (low[:, 0] + low[:, 2]) * (low[:, 1] + low[:, 3])
        hull = (high[:, 0] + high[:, 2]) * (high[:, 1] + high[:, 3])
        union = area + other - inter
        box = (1 - inter / union + (hull - union) / hull).mean()
        d = t["direction"].permute(0, 2, 3, 1)[on]
        known = d.abs().sum(1) > 0
        direction = (h["direction"].permute(0, 2, 3, 1)[on] - d)[known].pow(2).mean() if known.any() else out.sum() * 0
    else:
        cls = box = direction = out.sum() * 0

    mask = nn.functional.pixel_shuffle(h["mask"], 2)
    truth = t["mask"][:, ::2, ::2].long()
    ce = nn.functional.cross_entropy(mask, truth, reduction="none", weight=torch.tensor([0.3, 1.0, 1.0, 1.5], device=out.device))
    weight = torch.where(truth > 0, 1.0, 0.15)
    segment = (ce * weight).sum() / weight.sum()
    total = focal + cls + 1.5 * box + direction + 2.0 * segment
    parts = {"focal": focal, "cls": cls, "box": box, "direction": direction, "mask": segment}
    return total, {k: float(v.detach()) for k, v in parts.items()}

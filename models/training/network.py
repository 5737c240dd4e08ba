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

    def forward(self, features):
        return torch.relu(features + self.second(self.first(features)))


class Detector(nn.Module):
    def __init__(self, widths=(12, 24, 56, 96, 144), neck: int = 40):
        super().__init__()
        half, quarter, eighth, sixteenth, last = widths
        self.stem = nn.Sequential(unit(1, half, 2), unit(half, quarter, 2))
        self.s4 = Block(quarter)
        self.s8 = nn.Sequential(unit(quarter, eighth, 2), Block(eighth), Block(eighth))
        self.s16 = nn.Sequential(unit(eighth, sixteenth, 2), Block(sixteenth), Block(sixteenth))
        self.s32 = nn.Sequential(unit(sixteenth, last, 2), Block(last), Block(last))
        self.lateral = nn.ModuleList(nn.Conv2d(width, neck, 1) for width in (quarter, eighth, sixteenth, last))
        self.smooth8 = unit(neck, neck)
        self.smooth4 = unit(neck, neck)
        self.head = unit(neck, 56)
        self.out = nn.Conv2d(56, sum(HEADS.values()), 1)
        with torch.no_grad():
            self.out.bias[: HEADS["heat"]].fill_(-4.0)
            self.out.bias[12:16].fill_(1.5)

    def forward(self, x):
        quarter = self.s4(self.stem(x))
        eighth = self.s8(quarter)
        sixteenth = self.s16(eighth)
        last = self.s32(sixteenth)
        up = lambda features: nn.functional.interpolate(features, scale_factor=2, mode="nearest")
        joined16 = up(self.lateral[3](last)) + self.lateral[2](sixteenth)
        joined8 = self.smooth8(up(joined16) + self.lateral[1](eighth))
        joined4 = self.smooth4(up(joined8) + self.lateral[0](quarter))
        return self.out(self.head(joined4))


def split_heads(out: torch.Tensor) -> dict[str, torch.Tensor]:
    return dict(zip(HEADS, torch.split(out, list(HEADS.values()), 1), strict=True))


def step_of(net: nn.Module, ink: torch.Tensor, targets: dict[str, torch.Tensor]) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """Focal heat + GIoU boxes + class and mask cross-entropy + direction; `targets` as `pages.targets_of` makes them."""
    out = net(ink).float()
    heads = split_heads(out)
    heat, ignore = targets["heat"], targets["ignore"][:, None]
    probability = torch.sigmoid(heads["heat"]).clamp(1e-4, 1 - 1e-4)
    peak = (heat >= 0.999).float()
    positive = -torch.log(probability) * (1 - probability) ** 2 * peak
    negative = -torch.log(1 - probability) * probability**2 * (1 - heat) ** 4 * (1 - peak) * ignore
    count = peak.sum((0, 2, 3)) + 4
    focal = ((positive + negative).sum((0, 2, 3)) / count * torch.tensor([2.0, 0.7, 0.7, 0.7, 0.5], device=out.device)).sum()

    on = targets["cls"] >= 0
    if on.any():
        cls = nn.functional.cross_entropy(heads["cls"].permute(0, 2, 3, 1)[on], targets["cls"][on].long(), label_smoothing=0.03)
        found = nn.functional.softplus(heads["box"].permute(0, 2, 3, 1)[on])
        wanted = targets["box"].permute(0, 2, 3, 1)[on]
        area = (found[:, 0] + found[:, 2]) * (found[:, 1] + found[:, 3])
        other = (wanted[:, 0] + wanted[:, 2]) * (wanted[:, 1] + wanted[:, 3])
        low, high = torch.minimum(found, wanted), torch.maximum(found, wanted)
        inter = (low[:, 0] + low[:, 2]) * (low[:, 1] + low[:, 3])
        hull = (high[:, 0] + high[:, 2]) * (high[:, 1] + high[:, 3])
        union = area + other - inter
        box = (1 - inter / union + (hull - union) / hull).mean()
        pointing = targets["direction"].permute(0, 2, 3, 1)[on]
        known = pointing.abs().sum(1) > 0
        direction = (heads["direction"].permute(0, 2, 3, 1)[on] - pointing)[known].pow(2).mean() if known.any() else out.sum() * 0
    else:
        cls = box = direction = out.sum() * 0

    mask = nn.functional.pixel_shuffle(heads["mask"], 2)
    truth = targets["mask"][:, ::2, ::2].long()
    entropy = nn.functional.cross_entropy(mask, truth, reduction="none", weight=torch.tensor([0.3, 1.0, 1.0, 1.5], device=out.device))
    weight = torch.where(truth > 0, 1.0, 0.15)
    segment = (entropy * weight).sum() / weight.sum()
    total = focal + cls + 1.5 * box + direction + 2.0 * segment
    parts = {"focal": focal, "cls": cls, "box": box, "direction": direction, "mask": segment}
    return total, {name: value.detach() for name, value in parts.items()}

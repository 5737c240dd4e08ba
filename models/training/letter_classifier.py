"""Reads one character from a 32 x 32 crop. Output of the net: one logit for each of `letters.CLASSES`, the last "no character"."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from letter_crops import draw, jitter
from letters import CLASSES, REJECT, SIDE, Strokes
from network import Block, unit


class LetterClassifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(unit(1, 24, 2), Block(24), unit(24, 56, 2), Block(56), unit(56, 112, 2), Block(112))
        self.out = nn.Linear(112 * 4, len(CLASSES))

    def forward(self, x):
        return self.out(nn.functional.avg_pool2d(self.body(x), 2).flatten(1))


def views(rng, strokes: Strokes, count: int) -> torch.Tensor:
    """`count` crops of one character, each drawn a little differently."""
    crops = [draw(rng, jitter(rng, strokes), strays=False) for _ in range(count)]
    crops = [crop for crop in crops if crop is not None] or [np.zeros((SIDE, SIDE), np.uint8)]
    return torch.from_numpy(np.stack(crops))[:, None].float() / 255


def probabilities(net: nn.Module, rng, strokes: Strokes, count: int = 4) -> np.ndarray:
    with torch.no_grad():
        return torch.softmax(net(views(rng, strokes, count)), 1).mean(0).numpy()


def sort_real(net: nn.Module, named, unnamed) -> list[tuple[int, Strokes]]:
    """Drops names that the net finds impossible, gives a name to characters that it is sure of."""
    net.eval()
    rng = np.random.default_rng(7)
    kept = [(cls, own) for cls, own in named if probabilities(net, rng, own)[cls] > 0.08]
    found = []
    for own in unnamed:
        if np.ptp(np.vstack(own), axis=0).max() < 6:
            continue
        found_as = probabilities(net, rng, own)
        if found_as.argmax() != REJECT and found_as.max() > 0.93 and CLASSES[found_as.argmax()] not in "IO":
            found.append((int(found_as.argmax()), own))
    print(f"names kept {len(kept)} of {len(named)}, names found {len(found)} of {len(unnamed)}", flush=True)
    return kept + found


def step_of(net, crop, cls):
    """The loss, and for the log the share of crops whose class is right."""
    out = net(crop).float()
    loss = nn.functional.cross_entropy(out, cls, label_smoothing=0.03)
    return loss, {"loss": loss.detach(), "right": (out.argmax(1) == cls).float().mean()}

"""Reads one character from a 32 x 32 crop.

`python3 models/training/letters.py --fonts .cache/fonts`
`python3 models/training/letter_classifier.py --fonts .cache/fonts --out .cache/training/letters1 --crops 60000`
`python3 models/training/export.py --letters .cache/training/letters1/last.pt`
The shipped weights are the mean of those after `--crops 400000 --seed 21` and those after going on from there (`--start`)
with `--crops 500000 --lr 2.5e-3 --seed 22`: an hour of one shared core.
Output of the net: one logit for each of `letters.CLASSES`, the last "no character".
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from checkpoints import Checkpoints
from letter_crops import LetterSource, draw, jitter
from letters import CLASSES, REJECT, SIDE, Strokes, pieces, real_letters
from network import Block, unit
from recorded.sketches import Selection, add_selection_options, selection_of

# Real characters are looked at again, by what was learnt until then, after this share of the training.
SORT_AT = 0.3


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
        return torch.softmax(net(views(rng, strokes, count).to(next(net.parameters()).device)).cpu(), 1).mean(0).numpy()


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
    net.train()
    print(f"names kept {len(kept)} of {len(named)}, names found {len(found)} of {len(unnamed)}", flush=True)
    return kept + found


def check(net: nn.Module, selection: Selection) -> dict:
    """Real letters of validation drafters and other shapes, each seen in one plain crop."""
    net.eval()
    rng = np.random.default_rng(3)
    named, _ = real_letters(selection)
    plain = lambda own: views(np.random.default_rng(5), own, 3)
    letters = [(cls, net(plain(own)).softmax(1).mean(0).detach().numpy()) for cls, own in named]
    first = [(cls, given) for cls, given in letters if cls < 7]
    source = LetterSource.__new__(LetterSource)
    source.rng, source.pieces = rng, pieces(selection)
    source.banks = [LetterSource.by_class(named)] * 3
    rejected = []
    while len(rejected) < 200:
        own = source.piece()
        if own is not None and (crop := draw(rng, jitter(rng, own), strays=False)) is not None:
            with torch.no_grad():
                rejected.append(int(net(torch.from_numpy(crop)[None, None].float() / 255).argmax()) == REJECT)
    net.train()
    return {
        "A-G": round(float(np.mean([given[:7].argmax() == wanted and given.argmax() == wanted for wanted, given in first])), 4),
        "A-G count": len(first),
        "all": round(float(np.mean([given.argmax() == wanted for wanted, given in letters])), 4),
        "all count": len(letters),
        "pieces rejected": round(float(np.mean(rejected)), 4),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, required=True)
    parser.add_argument("--crops", type=int, default=60000)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--learning-rate", type=float, default=4e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights to go on from; its real characters are sorted at once")
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint in --out")
    parser.add_argument("--bfloat16", action="store_true", help="convolutions in bfloat16, loss and weights in float32")
    parser.add_argument("--device", default="cpu")
    add_selection_options(parser)
    settings = parser.parse_args()
    selection = selection_of(settings)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(settings.seed)
    net = LetterClassifier()
    if settings.start:
        net.load_state_dict(torch.load(settings.start, map_location="cpu", weights_only=True)["net"])
    net.to(settings.device)
    optimiser = torch.optim.AdamW(net.parameters(), lr=settings.learning_rate, weight_decay=0.02)
    checkpoints = Checkpoints(settings.out, net=net, optimiser=optimiser)
    first = checkpoints.resume() if settings.resume else 0
    named, unnamed = real_letters(selection)
    source = LetterSource(named, settings.fonts, settings.seed + first, selection)
    sort_at = 0 if settings.start else SORT_AT
    steps, right, sorted_real = settings.crops // settings.batch, [], False
    # Each crop is seen twice, the second time shifted, with other ones.
    spare: list[tuple[np.ndarray, int]] = []
    for step in range(first, steps):
        share = step / steps
        if not sorted_real and share >= sort_at:
            source.banks[0] = LetterSource.by_class(sort_real(net, named, unnamed))
            sorted_real = True
        for group in optimiser.param_groups:
            group["lr"] = settings.learning_rate * min(1, (step - first + 1) / 50) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))
        again = [spare.pop(int(source.rng.integers(len(spare)))) for _ in range(settings.batch // 2 if len(spare) > 2000 else 0)]
        fresh = [source.sample() for _ in range(settings.batch - len(again))]
        spare += fresh
        again = [(np.roll(crop, source.rng.integers(-1, 2, 2), (0, 1)), cls) for crop, cls in again]
        batch = fresh + again
        crops = (torch.from_numpy(np.stack([crop for crop, _ in batch]))[:, None].float() / 255).to(settings.device)
        classes = torch.tensor([cls for _, cls in batch], device=settings.device)
        with torch.autocast(torch.device(settings.device).type, dtype=torch.bfloat16, enabled=settings.bfloat16):
            out = net(crops).float()
        loss = nn.functional.cross_entropy(out, classes, label_smoothing=0.03)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        right.append(float((out.argmax(1) == classes).float().mean()))
        if (step + 1) % 50 == 0:
            note = {
                "step": step + 1,
                "of": steps,
                "accuracy": round(float(np.mean(right[-50:])), 4),
                "seconds": round(checkpoints.seconds()),
            }
            print(json.dumps(note), flush=True)
        checkpoints.keep_if_due(step + 1)
    checkpoints.keep(steps)
    print(json.dumps(check(net.cpu(), Selection("validation", selection.folder))))


if __name__ == "__main__":
    main()

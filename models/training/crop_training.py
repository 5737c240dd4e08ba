"""What the trainings of the small networks on crops share: options, mixed crops, schedule and checkpoints."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import torch

from checkpoints import Checkpoints
from pages import PageSource
from recorded.sketches import Selection, add_selection_options, selection_of

# Crops of many pages are mixed: this many wait, half of them go on.
POOL = 400


def options(doc: str | None, minutes: float, batch: int) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--learning-rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--bfloat16", action="store_true", help="convolutions in bfloat16, loss and weights in float32")
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint in --out")
    parser.add_argument("--start", type=Path, help="begin from this checkpoint's weights")
    add_selection_options(parser)
    return parser.parse_args()


class MixedCrops(torch.utils.data.IterableDataset):
    """Endless crops; `samples(rng, ink, targets)` gives those of one page as tuples whose first is the crop, uint8."""

    def __init__(self, selection: Selection, seed: int, samples: Callable[..., Iterator[tuple]]):
        self.selection, self.seed, self.samples = selection, seed, samples

    def __iter__(self):
        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        source = PageSource(self.selection, self.seed * 1000 + 500 + (info.id if info else 0))
        pool: list[tuple] = []
        while True:
            pool += list(self.samples(source.rng, *source.crop(256)))
            if len(pool) <= POOL:
                continue
            source.rng.shuffle(pool)
            while len(pool) > POOL // 2:
                crop, *rest = pool.pop()
                yield torch.from_numpy(crop)[None].float() / 255, *rest


def train(
    net: torch.nn.Module,
    settings: argparse.Namespace,
    samples: Callable[..., Iterator[tuple]],
    step_of: Callable[..., tuple[torch.Tensor, float]],
) -> None:
    """Trains for `settings.minutes`; `step_of(net, *batch)` gives the loss and a figure for the log."""
    torch.set_num_threads(1)
    if settings.start:
        net.load_state_dict(torch.load(settings.start, map_location="cpu", weights_only=True)["net"])
    net.to(settings.device, memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=settings.learning_rate, weight_decay=0.02)
    checkpoints = Checkpoints(settings.out, net=net, optimiser=optimiser)
    first = step = checkpoints.resume() if settings.resume else 0
    crops = MixedCrops(selection_of(settings), settings.seed + first, samples)
    figures: list[float] = []
    for batch in torch.utils.data.DataLoader(crops, settings.batch, num_workers=settings.workers):
        share = checkpoints.seconds() / 60 / settings.minutes
        if share >= 1:
            break
        rate = settings.learning_rate * min(1, (step - first + 1) / 100) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))
        for group in optimiser.param_groups:
            group["lr"] = rate
        batch = [own.to(settings.device) for own in batch]
        with torch.autocast(torch.device(settings.device).type, dtype=torch.bfloat16, enabled=settings.bfloat16):
            loss, figure = step_of(net, *batch)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        step += 1
        figures.append(figure)
        if step % 50 == 0:
            seen = step * settings.batch
            row = {"step": step, "seen": seen, "figure": round(float(np.mean(figures[-50:])), 4), "seconds": round(checkpoints.seconds())}
            print(json.dumps(row), flush=True)
        checkpoints.keep_if_due(step)
    checkpoints.keep(step)

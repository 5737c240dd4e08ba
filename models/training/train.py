"""Trains the detector: `python3 models/training/train.py --out .cache/training/run1`.

One process computes (one thread is fastest next to other work), others draw crops. Ctrl-C keeps the last checkpoint;
`--resume` continues from it. On a machine with a GPU: `--device cuda --workers 14 --batch 64`. On a processor with AMX or
AVX512-BF16 (`lscpu`) `--bfloat16` makes a step twice as fast.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

import cv2
import numpy as np
import torch

from checkpoints import Checkpoints
from network import Detector, loss_of
from pages import PageSource
from recorded.sketches import Selection, add_selection_options, selection_of


class Crops(torch.utils.data.IterableDataset):
    def __init__(self, selection: Selection, size: int, seed: int):
        self.selection, self.size, self.seed = selection, size, seed

    def __iter__(self):
        info = torch.utils.data.get_worker_info()
        cv2.setNumThreads(1)
        source = PageSource(self.selection, self.seed * 1000 + (info.id if info else 0))
        while True:
            ink, target = source.crop(self.size)
            yield (
                torch.from_numpy(ink)[None].float() / 255,
                {name: torch.from_numpy(np.ascontiguousarray(value)) for name, value in target.items()},
            )


def average(ema: Detector, net: Detector, step: int) -> None:
    keep = min(0.998, (1 + step) / (10 + step))
    with torch.no_grad():
        for kept, trained in zip(ema.state_dict().values(), net.state_dict().values(), strict=True):
            if kept.dtype.is_floating_point:
                kept.mul_(keep).add_(trained, alpha=1 - keep)
            else:
                kept.copy_(trained)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--crops", type=int, default=200_000)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--learning-rate", type=float, default=3e-3)
    parser.add_argument("--warm", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--bfloat16", action="store_true", help="convolutions in bfloat16, loss and weights in float32")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--start", type=Path, help="begin from this checkpoint's weights with a new schedule")
    add_selection_options(parser)
    parser.add_argument("--hours", type=float, help="end the schedule by this time, whatever --crops says")
    settings = parser.parse_args()
    torch.set_num_threads(settings.threads)
    torch.manual_seed(settings.seed)

    net = Detector().to(settings.device, memory_format=torch.channels_last)
    ema = Detector().to(settings.device)
    if settings.start:
        net.load_state_dict(torch.load(settings.start, map_location="cpu", weights_only=True)["ema"])
    ema.load_state_dict(net.state_dict())
    decay = [parameter for parameter in net.parameters() if parameter.ndim > 1]
    plain = [parameter for parameter in net.parameters() if parameter.ndim <= 1]
    optimiser = torch.optim.AdamW(
        [{"params": decay, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0}], lr=settings.learning_rate
    )
    checkpoints = Checkpoints(settings.out, net=net, ema=ema, optimiser=optimiser)
    first = step = checkpoints.resume() if settings.resume else 0
    loader = torch.utils.data.DataLoader(
        Crops(selection_of(settings), settings.size, settings.seed + step),
        batch_size=settings.batch,
        num_workers=settings.workers,
        prefetch_factor=4 if settings.workers else None,
    )
    total = settings.crops // settings.batch
    seen = {}
    log = (settings.out / "log.jsonl").open("a")
    net.train()
    for ink, target in loader:
        share = step / total
        if settings.hours:
            share = max(share, checkpoints.seconds() / 3600 / settings.hours)
        if share >= 1:
            break
        rate = settings.learning_rate * min(1, (step - first + 1) / settings.warm) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))
        for group in optimiser.param_groups:
            group["lr"] = rate
        ink = ink.to(settings.device, memory_format=torch.channels_last)
        with torch.autocast(torch.device(settings.device).type, dtype=torch.bfloat16, enabled=settings.bfloat16):
            out = net(ink).float()
        loss, parts = loss_of(out, {name: value.to(settings.device) for name, value in target.items()})
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        step += 1
        average(ema, net, step)
        for name, value in parts.items():
            seen[name] = 0.98 * seen.get(name, value) + 0.02 * value
        if step % 50 == 0:
            row = {
                "step": step,
                "crops": step * settings.batch,
                "seconds": round(checkpoints.seconds()),
                "rate": rate,
                **{name: round(value, 4) for name, value in seen.items()},
            }
            print(json.dumps(row), flush=True)
            log.write(json.dumps(row) + "\n")
            log.flush()
        checkpoints.keep_if_due(step)
    checkpoints.keep(step)


if __name__ == "__main__":
    main()

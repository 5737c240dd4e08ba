"""What the trainings of the small networks on crops share: options, mixed crops, schedule and checkpoints."""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Callable, Iterator

import cv2
import numpy as np
import torch

from pages import PageSource
from sketches import add_part_option

# Crops of many pages are mixed: this many wait, half of them go on.
POOL = 400


def options(doc: str | None, minutes: float, batch: int) -> argparse.Namespace:
    ap = argparse.ArgumentParser(description=doc)
    ap.add_argument("--out", type=Path, required=True)
    ap.add_argument("--minutes", type=float, default=minutes)
    ap.add_argument("--batch", type=int, default=batch)
    ap.add_argument("--lr", type=float, default=3e-3)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--workers", type=int, default=1)
    ap.add_argument("--start", type=Path, help="begin from this checkpoint's weights")
    add_part_option(ap)
    return ap.parse_args()


class MixedCrops(torch.utils.data.IterableDataset):
    """Endless crops; `samples(rng, ink, targets)` gives those of one page as tuples whose first is the crop, uint8."""

    def __init__(self, part: str, seed: int, samples: Callable[..., Iterator[tuple]]):
        self.part, self.seed, self.samples = part, seed, samples

    def __iter__(self):
        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        source = PageSource(self.part, self.seed * 1000 + 500 + (info.id if info else 0))
        pool: list[tuple] = []
        while True:
            pool += list(self.samples(source.rng, *source.crop(256)))
            if len(pool) <= POOL:
                continue
            source.rng.shuffle(pool)
            while len(pool) > POOL // 2:
                crop, *rest = pool.pop()
                yield torch.from_numpy(crop)[None].float() / 255, *rest


def train(net: torch.nn.Module, crops: MixedCrops, args: argparse.Namespace, step_of: Callable[..., tuple[torch.Tensor, float]]) -> None:
    """Trains for `args.minutes`; `step_of(net, *batch)` gives the loss and a figure for the log."""
    args.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    if args.start:
        net.load_state_dict(torch.load(args.start)["net"])
    opt = torch.optim.AdamW(net.parameters(), lr=args.lr, weight_decay=0.02)
    begun, seen, figures, step = time.time(), 0, [], 0
    for batch in torch.utils.data.DataLoader(crops, args.batch, num_workers=args.workers):
        share = (time.time() - begun) / 60 / args.minutes
        if share >= 1:
            break
        for group in opt.param_groups:
            group["lr"] = args.lr * min(1, (step + 1) / 100) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))
        loss, figure = step_of(net, *batch)
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        opt.step()
        step += 1
        seen += len(batch[0])
        figures.append(figure)
        if step % 50 == 0:
            print(json.dumps({"step": step, "seen": seen, "figure": round(float(np.mean(figures[-50:])), 4), "seconds": round(time.time() - begun)}), flush=True)
            torch.save({"net": net.state_dict()}, args.out / "last.pt")
    net.eval()
    torch.save({"net": net.state_dict()}, args.out / "last.pt")

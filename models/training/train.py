"""Trains the detector: `python3 models/training/train.py --out .cache/training/run1`.

One process computes (one thread is fastest beside other work), others draw crops. Ctrl-C keeps the last checkpoint;
`--resume` goes on from it. On a machine with a GPU: `--device cuda --workers 14 --batch 64`. On a processor with AMX or
AVX512-BF16 (`lscpu`) `--bfloat16` makes a step twice as fast.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch

from network import Detector, loss_of
from pages import PageSource
from sketches import add_part_option


class Crops(torch.utils.data.IterableDataset):
    def __init__(self, part: str, size: int, seed: int):
        self.part, self.size, self.seed = part, size, seed

    def __iter__(self):
        info = torch.utils.data.get_worker_info()
        cv2.setNumThreads(1)
        source = PageSource(self.part, self.seed * 1000 + (info.id if info else 0))
        while True:
            ink, target = source.crop(self.size)
            yield torch.from_numpy(ink)[None].float() / 255, {k: torch.from_numpy(np.ascontiguousarray(v)) for k, v in target.items()}


def average(ema: Detector, net: Detector, step: int) -> None:
    keep = min(0.998, (1 + step) / (10 + step))
    with torch.no_grad():
        for e, n in zip(ema.state_dict().values(), net.state_dict().values()):
            if e.dtype.is_floating_point:
                e.mul_(keep).add_(n, alpha=1 - keep)
            else:
                e.copy_(n)


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--out", type=Path, required=True)
    ap.add_argument("--crops", type=int, default=200_000)
    ap.add_argument("--batch", type=int, default=16)
    ap.add_argument("--size", type=int, default=256)
    ap.add_argument("--lr", type=float, default=3e-3)
    ap.add_argument("--warm", type=int, default=200)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--workers", type=int, default=1)
    ap.add_argument("--threads", type=int, default=1)
    ap.add_argument("--device", default="cpu")
    ap.add_argument("--bfloat16", action="store_true", help="convolutions in bfloat16, loss and weights in float32")
    ap.add_argument("--resume", action="store_true")
    ap.add_argument("--start", type=Path, help="begin from this checkpoint's weights with a new schedule")
    add_part_option(ap)
    ap.add_argument("--hours", type=float, help="end the schedule by this time, whatever --crops says")
    args = ap.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)

    net = Detector().to(args.device, memory_format=torch.channels_last)
    ema = Detector().to(args.device)
    if args.start:
        net.load_state_dict(torch.load(args.start, map_location="cpu")["ema"])
    ema.load_state_dict(net.state_dict())
    decay = [p for p in net.parameters() if p.ndim > 1]
    plain = [p for p in net.parameters() if p.ndim <= 1]
    opt = torch.optim.AdamW([{"params": decay, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0}], lr=args.lr)
    step = 0
    last = args.out / "last.pt"
    if args.resume and last.exists():
        saved = torch.load(last, map_location="cpu")
        net.load_state_dict(saved["net"])
        ema.load_state_dict(saved["ema"])
        opt.load_state_dict(saved["opt"])
        step = saved["step"]

    loader = torch.utils.data.DataLoader(
        Crops(args.part, args.size, args.seed + step), batch_size=args.batch, num_workers=args.workers, prefetch_factor=4 if args.workers else None
    )
    total = args.crops // args.batch
    begun, first = time.time(), step
    seen = {}
    log = (args.out / "log.jsonl").open("a")
    net.train()

    def save() -> None:
        torch.save({"net": net.state_dict(), "ema": ema.state_dict(), "opt": opt.state_dict(), "step": step}, args.out / "new.pt")
        (args.out / "new.pt").replace(last)

    for ink, target in loader:
        share = step / total
        if args.hours:
            share = max(share, (time.time() - begun) / 3600 / args.hours)
        if share >= 1:
            break
        rate = args.lr * min(1, (step - first + 1) / args.warm) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))
        for group in opt.param_groups:
            group["lr"] = rate
        ink = ink.to(args.device, memory_format=torch.channels_last)
        with torch.autocast(args.device, dtype=torch.bfloat16, enabled=args.bfloat16):
            out = net(ink).float()
        loss, parts = loss_of(out, {k: v.to(args.device) for k, v in target.items()})
        opt.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        opt.step()
        step += 1
        average(ema, net, step)
        for k, v in parts.items():
            seen[k] = 0.98 * seen.get(k, v) + 0.02 * v
        if step % 50 == 0:
            row = {"step": step, "crops": step * args.batch, "seconds": round(time.time() - begun), "rate": rate, **{k: round(v, 4) for k, v in seen.items()}}
            print(json.dumps(row), flush=True)
            log.write(json.dumps(row) + "\n")
            log.flush()
        if step % 250 == 0:
            save()
    save()


if __name__ == "__main__":
    main()

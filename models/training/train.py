"""Trains the networks side by side: `python3 models/training/train.py --out .cache/training/run --minutes 240`.

Drawing pages takes most of the time, so other processes do it, and every network learns from each page. On a machine with a
GPU: `--device cuda --workers 12`. On a processor with AMX or AVX512-BF16 (`lscpu`) `--bfloat16` makes a step twice as fast.
Ctrl-C keeps the last checkpoint; `--resume` continues from it.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import torch
from torch import nn

import box_labels
import circle_finder
import gate_classifier
import letter_classifier
import network
from checkpoints import Checkpoints
from crops import Batch, character_batches, page_batches
from recorded.sketches import add_selection_options, selection_of
from trainee import Trainee

WEIGHTS = Path(__file__).resolve().parent / "weights"


@dataclass(frozen=True)
class Task:
    """A network, and the loss of a batch with figures for the log: `step_of(net, crops, *targets)`."""

    make: Callable[[], nn.Module]
    step_of: Callable[..., tuple[torch.Tensor, dict[str, torch.Tensor]]]
    rate: float


TASKS = {
    "detector": Task(network.Detector, network.step_of, rate=4e-3),
    "gates": Task(gate_classifier.GateClassifier, gate_classifier.step_of, rate=3e-3),
    "circles": Task(circle_finder.CircleFinder, circle_finder.step_of, rate=3e-3),
    "letters": Task(letter_classifier.LetterClassifier, letter_classifier.step_of, rate=4e-3),
    "boxes": Task(box_labels.BoxLabelClassifier, box_labels.step_of, rate=4e-3),
}
# Steps in which the learning rate rises, and the share of it that is left at the end.
WARM, LEAST = 300, 0.01


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", nargs="+", default=list(TASKS), choices=list(TASKS), help="networks to train")
    parser.add_argument("--minutes", type=float, default=240, help="the length of the schedule")
    parser.add_argument("--batch", type=int, default=16, help="pages of a step")
    parser.add_argument("--rate", type=float, default=1, help="times the usual learning rates")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="processes that draw pages; one more draws letters")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--bfloat16", action="store_true", help="convolutions in bfloat16, loss and weights in float32")
    parser.add_argument("--fonts", type=Path, default=Path(".cache/fonts"), help="what letters.py unpacked")
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint in --out")
    parser.add_argument(
        "--start", type=Path, nargs="?", const=WEIGHTS, help="begin with the weights in this folder, or with the shipped ones"
    )
    add_selection_options(parser)
    return parser.parse_args()


def main() -> None:
    settings = options()
    torch.set_num_threads(1)
    # OpenCV's threads do not survive a fork: the processes that draw would wait for them forever.
    cv2.setNumThreads(0)
    torch.manual_seed(settings.seed)
    checkpoints = Checkpoints(settings.out, settings.resume)
    step = checkpoints.step()
    # The processes that draw begin before the GPU is used, which they could not share.
    sources = sources_of(settings, settings.seed + step)
    trainees = {name: trainee_of(name, settings, checkpoints.saved) for name in settings.only}
    log = (settings.out / "log.jsonl").open("a")
    while (share := checkpoints.seconds() / 60 / settings.minutes) < 1:
        rate = min(1, (step + 1) / WARM) * (LEAST + (1 - LEAST) * 0.5 * (1 + math.cos(math.pi * share)))
        batches = {name: batch for source in sources for name, batch in next(source).items()}
        for name, trainee in trainees.items():
            crops, *targets = (to_device(value, settings.device) for value in batches[name])
            image = (crops.float() / 255).contiguous(memory_format=torch.channels_last)
            with torch.autocast(torch.device(settings.device).type, dtype=torch.bfloat16, enabled=settings.bfloat16):
                loss, figures = TASKS[name].step_of(trainee.net, image, *targets)
            trainee.step(loss, rate, figures if step % 10 == 0 else {})
        step += 1
        if step % 100 == 0:
            row = {"step": step, "pages": step * settings.batch, "seconds": round(checkpoints.seconds())}
            row |= {name: {key: round(value, 4) for key, value in trainee.seen.items()} for name, trainee in trainees.items()}
            print(json.dumps(row), flush=True)
            log.write(json.dumps(row) + "\n")
            log.flush()
        checkpoints.keep_if_due(step, trainees)
    checkpoints.keep(step, trainees)


def sources_of(settings: argparse.Namespace, seed: int) -> list[Iterator[Batch]]:
    selection = selection_of(settings)
    sources = []
    if set(settings.only) - {"letters", "boxes"}:
        sources.append(page_batches(selection, settings.batch, seed=seed, workers=settings.workers))
    if {"letters", "boxes"} & set(settings.only):
        sorter = letter_classifier.LetterClassifier()
        sorter.load_state_dict(weights_in(WEIGHTS, "letters"))
        only = set(settings.only)
        sources.append(character_batches(selection, settings.batch, only=only, seed=seed, fonts=settings.fonts, sorter=sorter))
    return sources


def trainee_of(name: str, settings: argparse.Namespace, saved: dict | None) -> Trainee:
    net = TASKS[name].make()
    if settings.start:
        net.load_state_dict(weights_in(settings.start, name))
    trainee = Trainee(net, TASKS[name].rate * settings.rate, settings.device)
    if saved:
        trainee.load_state_dict(saved[name])
    return trainee


def weights_in(folder: Path, name: str) -> dict[str, torch.Tensor]:
    return torch.load(folder / f"{name}.pt", map_location="cpu", weights_only=True)


def to_device(value, device: str):
    if isinstance(value, dict):
        return {name: own.to(device, non_blocking=True) for name, own in value.items()}
    return value.to(device, non_blocking=True)


if __name__ == "__main__":
    main()

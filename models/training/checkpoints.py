"""What a training needs to continue after an interruption, saved every quarter of an hour."""

from __future__ import annotations

import time
from pathlib import Path

import torch

from trainee import Trainee

EVERY_SECONDS = 15 * 60


class Checkpoints:
    """`last.pt` in a folder: the states of all networks by name, and how far the training is.

    `saved` is the checkpoint to resume from, if there is one.
    """

    def __init__(self, folder: Path, resume: bool):
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "last.pt"
        self.saved = torch.load(self.path, map_location="cpu", weights_only=True) if resume and self.path.exists() else None
        self.begun = self.kept = time.time()

    def step(self) -> int:
        """The number of steps done before."""
        return self.saved["step"] if self.saved else 0

    def seconds(self) -> float:
        """How long the training has run, including the time before an interruption."""
        return (self.saved["seconds"] if self.saved else 0) + time.time() - self.begun

    def keep(self, step: int, trainees: dict[str, Trainee]) -> None:
        """Writes a new file before it replaces the old one: a training may be ended at any time."""
        new = self.path.with_name("new.pt")
        states = {name: trainee.state_dict() for name, trainee in trainees.items()}
        torch.save(states | {"step": step, "seconds": self.seconds()}, new)
        new.replace(self.path)
        self.kept = time.time()

    def keep_if_due(self, step: int, trainees: dict[str, Trainee]) -> None:
        if time.time() - self.kept >= EVERY_SECONDS:
            self.keep(step, trainees)

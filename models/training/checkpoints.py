"""What a training needs to continue after an interruption, saved every quarter of an hour."""

from __future__ import annotations

import time
from pathlib import Path

import torch

EVERY_SECONDS = 15 * 60


class Checkpoints:
    """`last.pt` in a folder: the state of `parts` by name, and the figures of how far the training is.

    A part has state_dict and load_state_dict; `net` and `ema` are also what `export.py` reads.
    """

    def __init__(self, folder: Path, **parts):
        folder.mkdir(parents=True, exist_ok=True)
        self.path, self.parts = folder / "last.pt", parts
        self.begun = self.kept = time.time()
        self.seconds_before = 0.0

    def resume(self) -> int:
        """Continues from the checkpoint, if there is one; returns the number of steps done."""
        if not self.path.exists():
            return 0
        saved = torch.load(self.path, map_location="cpu", weights_only=True)
        for name, part in self.parts.items():
            part.load_state_dict(saved[name])
        self.seconds_before = saved["seconds"]
        return saved["step"]

    def seconds(self) -> float:
        """How long the training has run, including the time before an interruption."""
        return self.seconds_before + time.time() - self.begun

    def keep(self, step: int) -> None:
        """Writes a new file before it replaces the old one: a training may be ended at any time."""
        new = self.path.with_name("new.pt")
        torch.save({name: part.state_dict() for name, part in self.parts.items()} | {"step": step, "seconds": self.seconds()}, new)
        new.replace(self.path)
        self.kept = time.time()

    def keep_if_due(self, step: int) -> None:
        if time.time() - self.kept >= EVERY_SECONDS:
            self.keep(step)

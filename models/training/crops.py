"""Endless batches for all networks, drawn by other processes: crops first (n x 1 x height x width, uint8), then their targets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch

import circle_finder
import gate_classifier
from box_labels import BoxLabelSource
from letter_classifier import LetterClassifier, sort_real
from letter_crops import LetterSource
from letters import real_letters
from pages import PageSource
from recorded.sketches import Selection

SIZE = 256
# Gates, input sides and letters a page: batches of one size are what a GPU is fast at.
GATES, SIDES, LETTERS = 3, 1, 2
# Gates and sides that wait for a later batch.
WAITING = 600

Batch = dict[str, tuple]


def page_batches(selection: Selection, count: int, *, seed: int, workers: int) -> Iterator[Batch]:
    """`count` pages for the detector, and gates and input sides of them and of pages before."""

    def batches(worker: int) -> Iterator[Batch]:
        source = PageSource(selection, seed * 1000 + worker)
        gates: list[tuple] = []
        sides: list[tuple] = []
        while True:
            pages: list[tuple] = []
            while len(pages) < count or len(gates) < GATES * count or len(sides) < SIDES * count:
                page = source.crop(SIZE)
                pages.append(page)
                gates += gate_classifier.samples(source.rng, *page)
                sides += circle_finder.samples(source.rng, *page)
            source.rng.shuffle(gates)
            source.rng.shuffle(sides)
            yield {
                "detector": columns(pages[:count]),
                "gates": columns(gates[: GATES * count]),
                "circles": columns(sides[: SIDES * count]),
            }
            gates, sides = gates[GATES * count :][:WAITING], sides[SIDES * count :][:WAITING]

    return drawn_elsewhere(batches, workers)


def character_batches(
    selection: Selection, count: int, *, only: set[str], seed: int, fonts: Path, sorter: LetterClassifier
) -> Iterator[Batch]:
    """Letters and boxes' labels for `count` pages; `sorter` names letters that nobody has named, and drops impossible names."""
    named, unnamed = real_letters(selection)
    source = LetterSource(sort_real(sorter, named, unnamed), fonts, seed, selection)
    boxes = BoxLabelSource(source, fonts)
    sources = {name: own for name, own in {"letters": source, "boxes": boxes}.items() if name in only}

    def batches(worker: int) -> Iterator[Batch]:
        source.rng = boxes.rng = np.random.default_rng(seed * 1000 + 500 + worker)
        while True:
            yield {own: columns([characters.sample() for _ in range(LETTERS * count)]) for own, characters in sources.items()}

    return drawn_elsewhere(batches, 1)


class Drawn(torch.utils.data.IterableDataset):
    """What `batches` yields, given the number of the process that draws."""

    def __init__(self, batches: Callable[[int], Iterator[Batch]]):
        self.batches = batches

    def __iter__(self) -> Iterator[Batch]:
        torch.set_num_threads(1)
        info = torch.utils.data.get_worker_info()
        return self.batches(info.id if info else 0)


def drawn_elsewhere(batches: Callable[[int], Iterator[Batch]], workers: int) -> Iterator[Batch]:
    return iter(torch.utils.data.DataLoader(Drawn(batches), batch_size=None, num_workers=workers, prefetch_factor=3 if workers else None))


def columns(rows: list[tuple]) -> tuple:
    """The crops of all rows, then what else the rows hold; dictionaries by name."""
    crops, *rest = zip(*rows, strict=True)
    return torch.from_numpy(np.stack(crops))[:, None], *(column(list(own)) for own in rest)


def column(values: list):
    if isinstance(values[0], dict):
        return {name: column([value[name] for value in values]) for name in values[0]}
    return torch.from_numpy(np.ascontiguousarray(values))

"""Real pen strokes as drawings with labels: every set of the old and the new data, split by drafter."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from drawings import BUBBLE, GATE, GATE_CLASSES, TEXT, WIRE, Drawing, Gate
from recorded.drafters import ALL_BUT_FOLD, HERE, belongs
from recorded.wire_points import WirePoints

DATA = HERE.parents[1].parent / "shared" / "data"


@dataclass(frozen=True)
class SketchSet:
    folder: str
    # Whole circuits, or gates without wires between them.
    circuits: bool
    # Whether each WIRE shape is one electrical net: in "some" drawings a program joined nets that touch.
    nets: str = "all"
    # Whether the `text` of each label is the letter; elsewhere it is what a program read.
    texts: bool = False


SETS = {
    "gatestudy": SketchSet("sketches", circuits=True),
    "e85": SketchSet("sketches", circuits=True),
    "survey": SketchSet("sketches", circuits=True),
    "gatesheets": SketchSet("sketches", circuits=False),
    "drawstyle": SketchSet("more/sketches", circuits=True, nets="some"),
    "drawstyle_pilot": SketchSet("more/sketches", circuits=True, nets="some"),
    "drawstyle_lab": SketchSet("more/sketches", circuits=True, nets="some"),
    "gatestudy_more": SketchSet("more/sketches", circuits=True, nets="none"),
    "drawstyle_gates": SketchSet("more/sketches", circuits=False),
    # What `circuitgrade export-corrections` writes; put its folder here.
    "corrected": SketchSet("sketches", circuits=True, texts=True),
}
# Without labels, or with labels for a few strokes, and so not read: gatestudy_pilot, frontend2006, simulator2008, notes1013.
CIRCUITS = tuple(name for name, own in SETS.items() if own.circuits)
SINGLE_GATES = tuple(name for name, own in SETS.items() if not own.circuits)


@dataclass(frozen=True)
class Selection:
    """Which drawings: those of a part's drafters, from a folder like ../shared/data, without some sets."""

    part: str = "training"
    folder: Path = DATA
    without: tuple[str, ...] = field(default=())


def add_selection_options(parser: argparse.ArgumentParser) -> None:
    parts = ["training", *ALL_BUT_FOLD]
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of drawings")
    parser.add_argument("--part", default="training", choices=parts, help="whose drawings; a fold left out is read as unknown hands")
    parser.add_argument("--without", nargs="*", default=[], choices=list(SETS), help="sets to leave out")


def selection_of(options: argparse.Namespace) -> Selection:
    return Selection(options.part, options.data, tuple(options.without))


def load_sketches(selection: Selection, sets: tuple[str, ...] = tuple(SETS)) -> list[dict]:
    chosen = []
    for name in sets:
        if name in selection.without:
            continue
        for path in sorted((selection.folder / SETS[name].folder / name).glob("*.json")):
            sketch = json.loads(path.read_text())
            if belongs(name, sketch["drafter"], selection.part):
                chosen.append(sketch)
    return chosen


def load_truths(folder: Path) -> dict[str, dict]:
    """What the circuits say, by their names. One whose `verified` is "none" is a draft: only its strokes can be trusted."""
    files = [folder / "truth.json", folder / "more" / "truth.json"]
    return {truth["id"]: truth for file in files if file.exists() for truth in json.loads(file.read_text())}


def trusted(truth: dict | None) -> bool:
    return truth is not None and truth["usable"] and truth.get("verified") != "none"


def load_drawings(selection: Selection, sets: tuple[str, ...] = tuple(SETS)) -> list[Drawing]:
    truths = load_truths(selection.folder)
    return [to_drawing(sketch, truths.get(sketch["id"])) for sketch in load_sketches(selection, sets)]


def points_right(sketch: dict, truth: dict | None) -> bool:
    """Whether every gate's output is at its right."""
    if not SETS[sketch["set"]].circuits:
        return True
    return truth is not None and truth.get("orientation", "lr") == "lr"


def to_drawing(sketch: dict, truth: dict | None) -> Drawing:
    drawing = Drawing()
    strokes = [np.asarray(stroke, np.float32) for stroke in sketch["strokes"]]
    direction = 0.0 if points_right(sketch, truth) else np.nan
    wires: list[list[np.ndarray]] = []
    for shape in sketch["shapes"]:
        label = shape["label"]
        own = [strokes[index] for index in shape["strokes"] if len(strokes[index]) > 0]
        if not own or (label == "OTHER" and not SETS[sketch["set"]].circuits):
            continue
        kind = GATE
        if label in GATE_CLASSES:
            drawing.gates.append(Gate(GATE_CLASSES.index(label), direction, own))
        elif label == "BUBBLE":
            box = np.vstack(own)
            centre = (box.min(0) + box.max(0)) / 2
            drawing.points.append((float(centre[0]), float(centre[1]), BUBBLE))
        elif label == "WIRE":
            wires.append(own)
            kind = WIRE
        else:
            drawing.texts.append(own)
            kind = TEXT
        drawing.strokes += own
        drawing.kinds += [kind] * len(own)
    nets = shapes_are_nets(sketch, truth)
    WirePoints(drawing, wires if nets else [[stroke] for own in wires for stroke in own], nets).mark()
    return drawing


def shapes_are_nets(sketch: dict, truth: dict | None) -> bool:
    """Whether each wire of a sketch is a net; where a program grouped the strokes, if they are as many as the nets."""
    nets = SETS[sketch["set"]].nets
    if nets != "some":
        return nets == "all"
    if not trusted(truth):
        return False
    wires = sum(shape["label"] == "WIRE" for shape in sketch["shapes"])
    return wires == sum(truth["gates"].values()) + len(truth["inputs"])

"""Real pen strokes from ../shared/data as drawings with labels; split by drafter."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
DATA = HERE.parents[1].parent / "shared" / "data"

GATE_CLASSES = ["AND", "OR", "NOT", "NAND", "NOR", "XOR", "XNOR"]
POINT_KINDS = ["bubble", "junction", "crossing", "end"]
# Indices of POINT_KINDS.
BUBBLE, JUNCTION, CROSSING, END = 0, 1, 2, 3
WIRE, GATE, TEXT = 1, 2, 3


@dataclass
class Gate:
    cls: int
    # Radians; 0 = the output points right, y grows downwards. nan = not known.
    direction: float
    strokes: list[np.ndarray]


@dataclass
class PlacedGate:
    """A gate of a composed circuit: its index in `Drawing.gates`, its inputs as (source, inverted), its output's place.

    A source is "in K" or "gate K", K counted from 0 in `Drawing.circuit`.
    """

    gate: int
    inputs: list[tuple[str, bool]]
    output: np.ndarray


@dataclass
class Drawing:
    """Strokes (n x 2, float32, y down) with their ink kind, the gates, and points of evidence (x, y, kind)."""

    strokes: list[np.ndarray] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    gates: list[Gate] = field(default_factory=list)
    points: list[tuple[float, float, int]] = field(default_factory=list)
    # Places where labels are not trusted: (x, y, radius).
    ignore: list[tuple[float, float, float]] = field(default_factory=list)
    texts: list[list[np.ndarray]] = field(default_factory=list)
    # The netlist of a composed drawing.
    circuit: list[PlacedGate] = field(default_factory=list)

    def gate_size(self) -> float:
        sizes = [np.ptp(np.vstack(g.strokes), axis=0).max() for g in self.gates]
        return float(np.median(sizes)) if sizes else 60.0


@cache
def splits() -> dict:
    return json.loads((HERE / "splits.json").read_text())


# A network trained on "all but fold 0" reads that fold's drafters as writers that it has never seen.
ALL_BUT_FOLD = [f"all but fold {fold}" for fold in range(len(splits()["folds"]))]


def circuit_set(set_name: str) -> str:
    """The set whose drafters a set shares: gate sheets were drawn by those of gatestudy."""
    return "gatestudy" if set_name == "gatesheets" else set_name


def part_of(set_name: str, drafter: str) -> str:
    """'training', 'validation' or 'measuring'."""
    for part in ("measuring", "validation"):
        if drafter in splits()[part][circuit_set(set_name)]:
            return part
    return "training"


def fold_of(set_name: str, drafter: str) -> int | None:
    """Which fold of the training drafters somebody is in; None for the drafters of other parts."""
    return next((k for k, fold in enumerate(splits()["folds"]) if drafter in fold[circuit_set(set_name)]), None)


def belongs(set_name: str, drafter: str, part: str) -> bool:
    """Whether a drafter is in `part`: one of part_of, or one of ALL_BUT_FOLD, of training and validation drafters."""
    own = part_of(set_name, drafter)
    if part in ALL_BUT_FOLD:
        return own != "measuring" and fold_of(set_name, drafter) != ALL_BUT_FOLD.index(part)
    return own == part


def add_part_option(parser: argparse.ArgumentParser) -> None:
    choices = ["training", *ALL_BUT_FOLD]
    parser.add_argument("--part", default="training", choices=choices, help="whose drawings; a fold left out is read as unknown hands")


def load_sketches(part: str, sets=("gatestudy", "e85", "survey", "gatesheets")) -> list[dict]:
    chosen = []
    for set_name in sets:
        for path in sorted((DATA / "sketches" / set_name).glob("*.json")):
            sketch = json.loads(path.read_text())
            if belongs(set_name, sketch["drafter"], part):
                chosen.append(sketch)
    return chosen


def to_drawing(sketch: dict, orientation: dict[str, str]) -> Drawing:
    """One sketch as a Drawing; `orientation` maps a sketch id to 'lr', 'tb' or 'mixed' (truth.json)."""
    drawing = Drawing()
    strokes = [np.asarray(s, np.float32) for s in sketch["strokes"]]
    sheet = sketch["set"] == "gatesheets"
    known = sheet or orientation.get(sketch["id"]) == "lr"
    wires: list[list[np.ndarray]] = []
    for shape in sketch["shapes"]:
        label = shape["label"]
        own = [strokes[i] for i in shape["strokes"] if len(strokes[i]) > 0]
        if not own or (sheet and label == "OTHER"):
            continue
        if label in GATE_CLASSES:
            drawing.gates.append(Gate(GATE_CLASSES.index(label), 0.0 if known else np.nan, own))
            kind = GATE
        elif label == "BUBBLE":
            box = np.vstack(own)
            centre = (box.min(0) + box.max(0)) / 2
            drawing.points.append((float(centre[0]), float(centre[1]), BUBBLE))
            kind = GATE
        elif label == "WIRE":
            wires.append(own)
            kind = WIRE
        else:
            drawing.texts.append(own)
            kind = TEXT
        drawing.strokes += own
        drawing.kinds += [kind] * len(own)
    mark_wire_points(drawing, wires)
    return drawing


def resample(points: np.ndarray, step: float) -> np.ndarray:
    if len(points) < 2:
        return points
    length = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    if length[-1] < 1e-3:
        return points[:1]
    at = np.linspace(0, length[-1], max(2, int(length[-1] / step) + 1))
    return np.stack([np.interp(at, length, points[:, k]) for k in (0, 1)], 1).astype(np.float32)


def segment_hits(a: np.ndarray, b: np.ndarray) -> list[tuple[np.ndarray, float, float]]:
    """Proper intersections of two polylines: (point, arc position on a, on b)."""
    if len(a) < 2 or len(b) < 2:
        return []
    p, r = a[:-1, None], (a[1:] - a[:-1])[:, None]
    q, s = b[None, :-1], (b[1:] - b[:-1])[None]
    cross = r[..., 0] * s[..., 1] - r[..., 1] * s[..., 0]
    cross = np.where(np.abs(cross) < 1e-9, np.nan, cross)
    d = q - p
    t = (d[..., 0] * s[..., 1] - d[..., 1] * s[..., 0]) / cross
    u = (d[..., 0] * r[..., 1] - d[..., 1] * r[..., 0]) / cross
    hit = (t >= 0) & (t < 1) & (u >= 0) & (u < 1)
    la = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(a, axis=0), axis=1))])
    lb = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(b, axis=0), axis=1))])
    out = []
    for i, j in zip(*np.nonzero(hit)):
        at = a[i] + t[i, j] * (a[i + 1] - a[i])
        out.append((at, la[i] + t[i, j] * (la[i + 1] - la[i]), lb[j] + u[i, j] * (lb[j + 1] - lb[j])))
    return out


def mark_wire_points(drawing: Drawing, wires: list[list[np.ndarray]]) -> None:
    """Finds junctions, crossings and free ends of the WIRE strokes; each entry of `wires` is one electrical net."""
    size = drawing.gate_size()
    near = 0.14 * size
    lines = [(net, resample(s, max(2.0, size / 20))) for net, group in enumerate(wires) for s in group]
    dots = []
    for net, line in list(lines):
        if np.ptp(line, axis=0).max() < 0.2 * size:
            centre = line.mean(0)
            dots.append((net, centre))
            drawing.points.append((float(centre[0]), float(centre[1]), JUNCTION))
    lines = [(n, l) for n, l in lines if np.ptp(l, axis=0).max() >= 0.2 * size and len(l) >= 2]
    total = [float(np.linalg.norm(np.diff(l, axis=0), axis=1).sum()) for _, l in lines]

    def put(at, kind):
        for x, y, k in drawing.points:
            if k in (1, 2) and abs(x - at[0]) < near and abs(y - at[1]) < near:
                return
        drawing.points.append((float(at[0]), float(at[1]), kind))

    joined: set[tuple[int, int]] = set()  # (line, which end) that meets a wire
    for i in range(len(lines)):
        for j in range(i + 1, len(lines)):
            a, b = lines[i][1], lines[j][1]
            if (a.max(0) + near < b.min(0)).any() or (b.max(0) + near < a.min(0)).any():
                continue
            same = lines[i][0] == lines[j][0]
            for at, pa, pb in segment_hits(a, b):
                end_a, end_b = min(pa, total[i] - pa) < near, min(pb, total[j] - pb) < near
                if not same:
                    if end_a or end_b:
                        drawing.ignore.append((float(at[0]), float(at[1]), near))
                    else:
                        put(at, 2)
                elif not (end_a and end_b):
                    put(at, 1)
            if not same:
                continue
            for first, second, k in ((a, b, i), (b, a, j)):
                for which, tip in ((0, first[0]), (1, first[-1])):
                    gap = np.linalg.norm(second - tip, axis=1)
                    m = int(gap.argmin())
                    if gap[m] < near:
                        joined.add((k, which))
                        other = j if k == i else i
                        along = float(np.linalg.norm(np.diff(second[: m + 1], axis=0), axis=1).sum())
                        if min(along, total[other] - along) > near:
                            put(second[m], 1)
    boxes = [np.concatenate([np.vstack(g.strokes).min(0), np.vstack(g.strokes).max(0)]) for g in drawing.gates]
    bubbles = [(x, y) for x, y, k in drawing.points if k == 0]
    for k, (net, line) in enumerate(lines):
        for which, tip in ((0, line[0]), (1, line[-1])):
            if (k, which) in joined:
                continue
            pad = 0.35 * size
            if any(b[0] - pad < tip[0] < b[2] + pad and b[1] - pad < tip[1] < b[3] + pad for b in boxes):
                continue
            if any(abs(tip[0] - x) + abs(tip[1] - y) < pad for x, y in bubbles):
                continue
            drawing.points.append((float(tip[0]), float(tip[1]), END))


def orientations() -> dict[str, str]:
    return {t["id"]: t.get("orientation", "lr") for t in json.loads((DATA / "truth.json").read_text())}


def load_drawings(part: str, sets=("gatestudy", "e85", "survey", "gatesheets")) -> list[Drawing]:
    table = orientations()
    return [to_drawing(s, table) for s in load_sketches(part, sets)]

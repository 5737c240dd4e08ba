"""Crops of cleaned pages with the detector's targets, from drawings: geometry on the vectors, then ink."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from composed.clutter import add_clutter
from composed.composer import Composer
from composed.synthetic import GateBank, swap_gates
from drawings import GATE, TEXT, WIRE, Drawing
from polylines import length_along, resample
from recorded.sketches import CIRCUITS, SETS, Selection, load_drawings

STRIDE = 4
# The share of drawings with other things around them, and of crops that surely show a gate.
CLUTTERED = 0.45
OF_A_GATE = 0.7


class PageSource:
    """Draws one random drawing after another: real ones with swapped gates, and composed ones."""

    def __init__(self, selection: Selection, seed: int):
        self.rng = np.random.default_rng(seed)
        by_set = {name: [drawing for drawing in load_drawings(selection, (name,)) if drawing.gates] for name in SETS}
        self.sheets = by_set["gatesheets"]
        # Old and new circuits come equally often: the new ones are more, and of thirteen functions only.
        self.real = [drawings for drawings in self.by_folder(by_set) if drawings]
        self.bank = GateBank([drawing for drawings in by_set.values() for drawing in drawings])
        self.spare: list[Drawing] = []

    @staticmethod
    def by_folder(by_set: dict[str, list[Drawing]]) -> list[list[Drawing]]:
        folders = sorted({SETS[name].folder for name in CIRCUITS})
        return [[drawing for name in CIRCUITS if SETS[name].folder == folder for drawing in by_set[name]] for folder in folders]

    def drawing(self) -> Drawing:
        chance = self.rng.random()
        if chance < 0.42:
            drawings = self.real[int(self.rng.integers(len(self.real)))]
            chosen = drawings[int(self.rng.integers(len(drawings)))]
            return swap_gates(self.rng, chosen, self.bank, float(self.rng.choice([0.0, 0.5, 0.9])))
        if chance < 0.52:
            chosen = self.sheets[int(self.rng.integers(len(self.sheets)))]
            return swap_gates(self.rng, chosen, self.bank, float(self.rng.choice([0.0, 0.6])))
        return Composer(self.rng, self.bank).compose()

    def crop(self, size: int):
        """One crop; a drawing serves three times, at different places and scales."""
        if self.spare:
            return render_crop(self.rng, self.spare.pop(), size)
        while True:
            drawing = self.drawing()
            if drawing.strokes and drawing.gates:
                if self.rng.random() < CLUTTERED:
                    drawing = replace(drawing, strokes=drawing.strokes.copy(), kinds=drawing.kinds.copy())
                    add_clutter(self.rng, drawing, self.bank)
                self.spare += [drawing, drawing]
                return render_crop(self.rng, drawing, size)


def page_angle(rng) -> float:
    """Radians: mostly upright, some quarter turns, and a few askew, as single gates are on many pages."""
    chance = rng.random()
    if chance < 0.08:
        return float(rng.uniform(-np.pi, np.pi))
    angle = rng.normal(0, 0.05) if chance < 0.8 else rng.uniform(-0.3, 0.3)
    return float(angle + rng.choice([0, np.pi / 2, np.pi, -np.pi / 2], p=[0.62, 0.14, 0.1, 0.14]))


def warp(rng, drawing: Drawing, size: int):
    """A random similarity with mild shear, perspective and elastic bend that fits a crop of `size` px."""
    gate = drawing.gate_size()
    target = float(np.exp(rng.normal(np.log(58), 0.42)))
    scale = np.clip(target, 22, 190) / gate
    angle = page_angle(rng)
    cosine, sine = np.cos(angle), np.sin(angle)
    matrix = np.array([[cosine, -sine], [sine, cosine]]) @ np.array([[1, rng.normal(0, 0.06)], [0, np.exp(rng.normal(0, 0.08))]]) * scale
    if rng.random() < 0.3:
        matrix = matrix @ np.diag([1.0, -1.0])
    if drawing.gates and rng.random() < OF_A_GATE:
        gate_strokes = np.vstack(drawing.gates[int(rng.integers(len(drawing.gates)))].strokes)
        centre = gate_strokes.mean(0)
    else:
        stroke = drawing.strokes[int(rng.integers(len(drawing.strokes)))]
        centre = stroke[int(rng.integers(len(stroke)))]
    offset = rng.uniform(0.12, 0.88, 2) * size - matrix @ centre
    tilt = rng.normal(0, 0.00025, 2)
    waves = [(rng.normal(0, 1.6), rng.uniform(0.008, 0.03), rng.uniform(0, 6.3)) for _ in range(4)]

    def carry(points: np.ndarray) -> np.ndarray:
        moved = points @ matrix.T + offset
        depth = np.clip(1 + (moved - size / 2) @ tilt, 0.5, 2)
        moved = (moved - size / 2) / depth[:, None] + size / 2
        x, y = moved[:, 0].copy(), moved[:, 1].copy()
        moved[:, 0] += waves[0][0] * np.sin(waves[0][1] * y + waves[0][2]) + waves[1][0] * np.sin(waves[1][1] * x + waves[1][2])
        moved[:, 1] += waves[2][0] * np.sin(waves[2][1] * x + waves[2][2]) + waves[3][0] * np.sin(waves[3][1] * y + waves[3][2])
        return moved.astype(np.float32)

    return carry, matrix, float(scale)


def render_crop(rng, drawing: Drawing, size: int):
    """(ink uint8 size x size, targets dict). See `targets_of` for the shapes."""
    carry, matrix, scale = warp(rng, drawing, size)
    reach = drawing.gate_size() * scale
    thick = float(np.clip(reach * np.exp(rng.normal(np.log(0.045), 0.35)), 1.2, 7))
    cuts = np.cumsum([len(stroke) for stroke in drawing.strokes])[:-1]
    strokes, kinds = redraw(rng, np.split(carry(np.concatenate(drawing.strokes)), cuts), drawing.kinds, reach, thick)
    canvas = np.zeros((size * 2, size * 2), np.uint8)
    label = np.zeros((size * 2, size * 2), np.uint8)
    order = sorted(range(len(strokes)), key=lambda index: {TEXT: 0, WIRE: 1, GATE: 2}[kinds[index]])
    uneven = rng.uniform(0, 0.35)
    for index in order:
        stroke = strokes[index]
        if (stroke.max(0) < -8).any() or (stroke.min(0) > size + 8).any():
            continue
        width = max(1, int(round(2 * thick * np.exp(rng.normal(0, 0.12)))))
        fixed = np.round(stroke * 2 * 16).astype(np.int32)
        tone = int(255 * (1 - uneven * rng.random()))
        if len(stroke) == 1:
            cv2.circle(canvas, tuple(int(value) for value in fixed[0]), width * 8, tone, -1, cv2.LINE_AA, 4)
            cv2.circle(label, tuple(int(value) for value in fixed[0]), width * 8, kinds[index], -1, 8, 4)
        else:
            cv2.polylines(canvas, [fixed], False, tone, width, cv2.LINE_AA, 4)
            cv2.polylines(label, [fixed], False, kinds[index], width, 8, 4)
    ink = cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32)
    ink = degrade(rng, ink, strokes, thick)
    half = label[::2, ::2]
    return ink, targets_of(drawing, carry, matrix, half, size, reach)


def redraw(rng, strokes: list[np.ndarray], kinds: list[int], reach: float, thick: float) -> tuple[list[np.ndarray], list[int]]:
    """The strokes (px) as less steady hands draw them: trembling, traced twice, with breaks. `reach`: a gate's size, px."""
    if rng.random() < 0.2:
        size, wave = reach * rng.uniform(0.003, 0.012), reach * rng.uniform(0.15, 0.9)
        strokes = [tremble(rng, stroke, size, wave) for stroke in strokes]
    if rng.random() < 0.08:
        again = [index for index, kind in enumerate(kinds) if rng.random() < (0.5 if kind == GATE else 0.15)]
        strokes = strokes + [tremble(rng, strokes[index], 0.02 * reach, reach) for index in again]
        kinds = kinds + [kinds[index] for index in again]
    if rng.random() < 0.12:
        parts = [(part, kind) for stroke, kind in zip(strokes, kinds, strict=True) for part in broken(rng, stroke, thick)]
        strokes, kinds = [part for part, _ in parts], [kind for _, kind in parts]
    return strokes, kinds


def tremble(rng, stroke: np.ndarray, size: float, wave: float) -> np.ndarray:
    """A stroke that strays from its path by about `size` px, in waves of about `wave` px along it."""
    if len(stroke) < 2:
        return stroke
    dense = resample(stroke, max(2.0, wave / 6))
    along = length_along(dense)
    shift = sum(
        rng.normal(0, size, 2) * np.sin(along[:, None] * (2 * np.pi / (wave * np.exp(rng.normal(0, 0.8)))) + rng.uniform(0, 6.3, 2))
        for _ in range(4)
    )
    return (dense + shift).astype(np.float32)


def broken(rng, stroke: np.ndarray, thick: float) -> list[np.ndarray]:
    """The stroke, one time in four with a gap of two or three pen widths somewhere inside."""
    if len(stroke) < 2 or rng.random() > 0.25:
        return [stroke]
    dense = resample(stroke, 1.5)
    gap = int(thick * rng.uniform(1.5, 3) / 1.5) + 1
    if len(dense) < 4 * gap + 8:
        return [stroke]
    at = int(rng.integers(gap + 2, len(dense) - 2 * gap - 2))
    return [dense[:at], dense[at + gap :]]


def degrade(rng, ink: np.ndarray, strokes, thick: float) -> np.ndarray:
    """What light, paper, camera and the page clean-up leave of the ink."""
    size = ink.shape[0]
    if rng.random() < 0.3:  # pencil grain
        grain = cv2.resize(rng.normal(0, 1, (size // 2, size // 2)).astype(np.float32), (size, size))
        ink *= np.clip(1 - rng.uniform(0.1, 0.45) * np.abs(grain), 0, 1)
    if rng.random() < 0.7:
        ink = cv2.GaussianBlur(ink, (0, 0), rng.uniform(0.3, 0.3 + min(1.3, 0.35 * thick)))
    ink *= rng.uniform(0.55, 1.25)
    if rng.random() < 0.25:  # grid that the clean-up left
        step, strength = rng.uniform(10, 40), rng.uniform(4, 45)
        for axis in (0, 1):
            if axis == 0 and rng.random() < 0.25:
                continue
            for at in np.arange(rng.uniform(0, step), size, step):
                line_at = int(at)
                line = strength * rng.uniform(0.3, 1) * (rng.random(size) < rng.uniform(0.4, 1))
                if axis == 0:
                    ink[:, line_at] = np.maximum(ink[:, line_at], line)
                else:
                    ink[line_at] = np.maximum(ink[line_at], line)
    if rng.random() < 0.12:  # show-through
        back = np.zeros((size, size), np.uint8)
        for stroke in strokes[:: int(rng.integers(1, 4))]:
            mirrored = stroke.copy()
            mirrored[:, 0] = size - mirrored[:, 0] + rng.uniform(-40, 40)
            cv2.polylines(back, [mirrored.astype(np.int32)], False, 255, max(1, int(thick)), cv2.LINE_AA)
        ink = np.maximum(ink, cv2.GaussianBlur(back.astype(np.float32), (0, 0), 1.5) * rng.uniform(0.08, 0.25))
    if rng.random() < 0.15:  # a shadow's edge
        at, angle = rng.uniform(0, size, 2), rng.uniform(0, 6.3)
        rows, columns = np.mgrid[0:size, 0:size]
        distance = (columns - at[0]) * np.cos(angle) + (rows - at[1]) * np.sin(angle)
        ink += rng.uniform(10, 70) * np.exp(-((distance / rng.uniform(2, 10)) ** 2))
    if rng.random() < 0.3:
        for _ in range(int(rng.integers(1, 14))):
            cv2.circle(
                ink, tuple(int(value) for value in rng.integers(0, size, 2)), int(rng.integers(0, 3)), float(rng.uniform(60, 255)), -1
            )
    ink += rng.normal(0, rng.uniform(0, 9), ink.shape).astype(np.float32)
    floor = rng.uniform(0, 40)
    ink = np.clip((ink - floor) * 255 / (255 - floor), 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        ink = 255 - cv2.imdecode(cv2.imencode(".jpg", 255 - ink, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 92))])[1], 0)
    return ink


def splat(heat: np.ndarray, x: float, y: float, spread_x: float, spread_y: float) -> None:
    """A Gaussian of deviation (sx, sy) cells with its peak of 1 at the cell of (x, y)."""
    height, width = heat.shape
    column, row = int(x), int(y)
    if not (0 <= column < width and 0 <= row < height):
        return
    reach_x, reach_y = int(3 * spread_x) + 1, int(3 * spread_y) + 1
    left, right, top, bottom = (
        max(0, column - reach_x),
        min(width, column + reach_x + 1),
        max(0, row - reach_y),
        min(height, row + reach_y + 1),
    )
    across = np.exp(-((np.arange(left, right) - column) ** 2) / (2 * spread_x * spread_x))
    down = np.exp(-((np.arange(top, bottom) - row) ** 2) / (2 * spread_y * spread_y))
    np.maximum(heat[top:bottom, left:right], down[:, None] * across[None], out=heat[top:bottom, left:right])


def targets_of(drawing: Drawing, carry, matrix: np.ndarray, mask: np.ndarray, size: int, reach: float) -> dict:
    """Targets on the stride-4 grid g = size / 4:

    heat 5 x g x g (gate, bubble, junction, crossing, end), ignore g x g (0 = not trusted),
    cls g x g (class or -1), box 4 x g x g (left, top, right, bottom in cells), direction 2 x g x g (cos, sin; 0 0 =
    not known), mask size x size (0 paper, 1 wire, 2 gate, 3 text).
    """
    cells = size // STRIDE
    heat = np.zeros((5, cells, cells), np.float32)
    ignore = np.ones((cells, cells), np.float32)
    cls = np.full((cells, cells), -1, np.int8)
    box = np.zeros((4, cells, cells), np.float32)
    direction = np.zeros((2, cells, cells), np.float32)
    gates = sorted(drawing.gates, key=lambda gate: -np.ptp(np.vstack(gate.strokes), axis=0).max())
    for gate in gates:
        pts = carry(np.concatenate(gate.strokes)) / STRIDE
        low, high = pts.min(0), pts.max(0)
        inside = np.clip(np.minimum(high, cells) - np.maximum(low, 0), 0, None).prod() / max((high - low).prod(), 1e-3)
        if inside < 0.3:
            if inside > 0:
                left, top = np.maximum(low, 0).astype(int)
                right, bottom = np.minimum(high, cells - 1).astype(int) + 1
                ignore[top:bottom, left:right] = 0
            continue
        middle_x, middle_y = (low + high) / 2
        width, height = high - low
        spread_x, spread_y = max(width * 0.09, 0.8), max(height * 0.09, 0.8)
        splat(heat[0], middle_x, middle_y, spread_x, spread_y)
        left, right = max(0, int(middle_x - 1.2 * spread_x)), min(cells, int(middle_x + 1.2 * spread_x) + 1)
        top, bottom = max(0, int(middle_y - 1.2 * spread_y)), min(cells, int(middle_y + 1.2 * spread_y) + 1)
        if left >= right or top >= bottom:
            continue
        cls[top:bottom, left:right] = gate.cls
        columns, rows = np.arange(left, right) + 0.5, np.arange(top, bottom) + 0.5
        box[0, top:bottom, left:right] = (columns - low[0])[None]
        box[1, top:bottom, left:right] = (rows - low[1])[:, None]
        box[2, top:bottom, left:right] = (high[0] - columns)[None]
        box[3, top:bottom, left:right] = (high[1] - rows)[:, None]
        pointing = np.zeros(2)
        if not np.isnan(gate.direction):
            pointing = matrix @ np.array([np.cos(gate.direction), np.sin(gate.direction)])
            pointing /= np.linalg.norm(pointing)
        direction[:, top:bottom, left:right] = pointing[:, None, None]
    if drawing.points:
        where = carry(np.array([point[:2] for point in drawing.points], np.float32)) / STRIDE
        for (x, y), (_, _, kind) in zip(where, drawing.points, strict=True):
            splat(heat[1 + kind], float(x), float(y), 1.1, 1.1)
    for x, y, _ in drawing.ignore:
        at = carry(np.array([[x, y]], np.float32))[0] / STRIDE
        left, top = np.maximum(at - 3, 0).astype(int)
        right, bottom = np.maximum(at + 4, 0).astype(int)
        ignore[top:bottom, left:right] = 0
    return {"heat": heat, "ignore": ignore, "cls": cls, "box": box, "direction": direction, "mask": mask}

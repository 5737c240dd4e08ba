"""Draws characters and rejects with a pen of any width, worn as pages wear them, as 32 x 32 crops."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from letters import CLASSES, EDGE, REJECT, SIDE, THRESHOLD, Strokes, pieces, template_letters, written_letters
from recorded.sketches import Selection


# How often a class is drawn: the names of inputs first, then characters of usual names, then the rest.
def weight_of(character: str) -> float:
    if character in "ABCDEFG":
        return 5
    if character in "YXZSIONUT23":
        return 2
    return 1.5 if character.isdigit() else 0.8


WEIGHTS = np.array([weight_of(character) for character in CLASSES[:-1]])


class LetterSource:
    """One random crop after another; `real` are (class, strokes) of real drawings."""

    def __init__(self, real: list[tuple[int, Strokes]], fonts: Path, seed: int, selection: Selection):
        self.rng = np.random.default_rng(seed)
        self.banks = [self.by_class(real), self.by_class(template_letters()), self.by_class(written_letters(fonts))]
        self.pieces = pieces(selection)

    @staticmethod
    def by_class(letters):
        bank = [[] for _ in CLASSES]
        for cls, strokes in letters:
            bank[cls].append(strokes)
        return bank

    def letter(self, cls: int) -> Strokes:
        shares = [0.45 if len(self.banks[0][cls]) > 3 else 0.1, 0.25, 0.45]
        while True:
            bank = self.banks[int(self.rng.choice(3, p=np.array(shares) / sum(shares)))][cls]
            if bank:
                return bank[int(self.rng.integers(len(bank)))]

    def sample(self) -> tuple[np.ndarray, int]:
        rng = self.rng
        while True:
            if rng.random() < 0.2:
                strokes, cls = self.reject(), REJECT
            else:
                cls = int(rng.choice(REJECT, p=WEIGHTS / WEIGHTS.sum()))
                strokes = jitter(rng, self.letter(cls))
            crop = draw(rng, strokes, strays=cls != REJECT)
            if crop is not None:
                return crop, cls

    def reject(self) -> Strokes:
        rng = self.rng
        chance = rng.random()
        pick = lambda: jitter(rng, self.letter(int(rng.choice(REJECT, p=WEIGHTS / WEIGHTS.sum()))))
        if chance < 0.3:  # two or three characters that were not told apart
            out: Strokes = []
            x = 0.0
            for _ in range(int(rng.integers(2, 5))):
                own = pick()
                right = max(stroke[:, 0].max() for stroke in own)
                out += [stroke + np.float32([x, rng.normal(0, 0.08)]) for stroke in own]
                x += right + rng.uniform(-0.05, 0.3)
            return out
        if chance < 0.42:  # a character in a frame, or struck through
            own = pick()
            low, high = np.vstack(own).min(0) - rng.uniform(0.1, 0.4, 2), np.vstack(own).max(0) + rng.uniform(0.1, 0.4, 2)
            if rng.random() < 0.7:
                frame = np.float32([low, [high[0], low[1]], high, [low[0], high[1]], low])
                return [*own, wobble(rng, densify(frame), 0.02)]
            scribble = rng.uniform(low, high, (int(rng.integers(4, 9)), 2)).astype(np.float32)
            return [*own, densify(scribble)]
        if chance < 0.55:  # a scribble
            return [densify(rng.uniform(0, 1, (int(rng.integers(3, 8)), 2)).astype(np.float32))]
        if chance < 0.68:  # a small part of a character
            own = pick()
            if np.linalg.norm(np.diff(own[0], axis=0), axis=1).sum() < 0.5:
                return self.reject()
            points = own[int(rng.integers(len(own)))]
            cut = len(points) // 3
            return [points[cut : cut * 2]] if cut > 1 else self.reject()
        piece = self.piece()
        return self.reject() if piece is None else jitter(rng, piece)

    def piece(self) -> Strokes | None:
        """A part of a gate or of a wire's bends."""
        rng = self.rng
        own = self.pieces[int(rng.integers(len(self.pieces)))]
        centre = own[int(rng.integers(len(own)))]
        at = centre[int(rng.integers(len(centre)))]
        inside = [part for stroke in own for part in runs_near(stroke, at, rng.uniform(20, 90))]
        if not inside:
            return None
        points = np.vstack(inside)
        spread = np.linalg.svd(points - points.mean(0), compute_uv=False)
        # Straight bits look like an I.
        return inside if len(points) >= 6 and spread[1] > 0.12 * spread[0] else None


def runs_near(stroke: np.ndarray, at: np.ndarray, reach: float) -> Strokes:
    near = (np.abs(stroke - at) < reach).all(1)
    cuts = np.nonzero(np.diff(near.astype(int)))[0] + 1
    return [part for part, keep in zip(np.split(stroke, cuts), np.split(near, cuts), strict=True) if keep[0] and len(part) > 1]


def densify(line: np.ndarray) -> np.ndarray:
    return np.concatenate([np.linspace(start, end, 8, dtype=np.float32) for start, end in pairwise(line)])


def wobble(rng, points: np.ndarray, size: float) -> np.ndarray:
    amounts, waves, phases = rng.normal(0, size, 4), rng.uniform(2, 9, 4), rng.uniform(0, 6.3, 4)
    x, y = points[:, 0], points[:, 1]
    aside = amounts[0] * np.sin(waves[0] * y + phases[0]) + amounts[1] * np.sin(waves[1] * x + phases[1])
    down = amounts[2] * np.sin(waves[2] * y + phases[2]) + amounts[3] * np.sin(waves[3] * x + phases[3])
    return (points + np.stack([aside, down], 1)).astype(np.float32)


def jitter(rng, strokes: Strokes) -> Strokes:
    """A character of height 1 at the origin, written again: turned, slanted, stretched, bent, its strokes displaced."""
    points = np.vstack(strokes)
    low, span = points.min(0), np.ptp(points, axis=0)
    scale = 1 / max(span[1], 0.5 * span[0], 1e-3)
    angle, slant = rng.normal(0, 0.09), rng.normal(0, 0.12)
    stretch = np.exp(rng.normal(0, 0.14))
    cosine, sine = np.cos(angle), np.sin(angle)
    shape = np.array([[cosine, -sine], [sine, cosine]]) @ np.array([[stretch, slant], [0, 1]]) * scale
    apart = 0.03 if len(strokes) < 9 else 0.0  # centre lines of fonts come in many short pieces
    moved = wobble(rng, (points - low - span / 2) @ shape.T, 0.022)
    cuts = np.cumsum([len(stroke) for stroke in strokes])[:-1]
    out = [part + rng.normal(0, apart, 2).astype(np.float32) for part in np.split(moved, cuts)]
    low = np.vstack(out).min(0)
    return [part - low for part in out]


def draw(rng, strokes: Strokes, strays: bool, rows: int = SIDE, columns: int = SIDE) -> np.ndarray | None:
    """The crop (uint8, rows x columns), or None if nothing is left of the ink."""
    points = np.vstack(strokes)
    low, span = points.min(0), np.ptp(points, axis=0)
    height = float(np.exp(rng.uniform(np.log(13), np.log(70))))
    zoom = height / max(span.max(), 1e-3)
    if span[1] > 0:
        zoom = min(height / span[1], 1.6 * columns / rows * height / max(span.max(), 1e-3))
    pen = max(1.1, height * float(np.exp(rng.normal(np.log(0.09), 0.45))))
    pen = min(pen, 0.3 * height)
    pad = int(pen + 8 + 0.3 * height)
    size = np.ceil(span * zoom + 2 * pad).astype(int)
    up = 3 if height < 40 else 1
    canvas = np.zeros((size[1] * up, size[0] * up), np.uint8)
    lines = [np.round((((stroke - low) * zoom + pad) * up) * 16).astype(np.int32) for stroke in strokes]
    if strays and rng.random() < 0.15:  # the end of a wire, or a neighbour's
        height_px, width_px = canvas.shape
        at = rng.uniform([0, 0], [width_px, height_px])
        if rng.random() < 0.5:
            at[0] = pad * up * rng.uniform(0.2, 1) if rng.random() < 0.5 else width_px - pad * up * rng.uniform(0.2, 1)
        other = at + rng.normal(0, 0.12 * height * up, 2)
        lines.append(np.round(np.array([at, other]) * 16).astype(np.int32))
    width = max(1, int(round(pen * up)))
    cv2.polylines(canvas, lines, False, 255, width, cv2.LINE_AA, 4)
    ink = cv2.resize(canvas, (int(size[0]), int(size[1])), interpolation=cv2.INTER_AREA) if up > 1 else canvas
    ink = ink.astype(np.float32)
    if rng.random() < 0.35:  # ink that the detector took for wire or gate, or that the pen left out
        for _ in range(int(rng.integers(1, 3))):
            at = (int(rng.integers(size[0])), int(rng.integers(size[1])))
            cv2.circle(ink, at, max(1, int(round(height * rng.uniform(0.04, 0.14)))), 0, -1)
    if rng.random() < 0.6:
        ink = cv2.GaussianBlur(ink, (0, 0), rng.uniform(0.3, 0.3 + 0.35 * pen))
    if rng.random() < 0.3:
        ink *= np.clip(1 - rng.uniform(0.1, 0.45) * np.abs(rng.normal(0, 1, ink.shape)), 0, 1)
    ink = np.clip(ink * rng.uniform(0.55, 1.3) + rng.normal(0, rng.uniform(0, 8), ink.shape), 0, 255)
    ink[ink < 24] = 0
    return crop_of(ink.astype(np.float32), rows, columns)


def crop_of(ink: np.ndarray, rows: int = SIDE, columns: int = SIDE) -> np.ndarray | None:
    """The box of what is at or above THRESHOLD, centred with EDGE pixels around it: as core/marks cuts a character."""
    on = ink >= THRESHOLD
    down, across = np.nonzero(on.any(1))[0], np.nonzero(on.any(0))[0]
    if len(down) == 0 or max(down[-1] - down[0], across[-1] - across[0]) < 4:
        return None
    # Ink that is not next to drawn ink belongs to no component.
    ink = ink * (cv2.dilate(on.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
    left, right, top, bottom = across[0], across[-1] + 1, down[0], down[-1] + 1
    step = max((right - left) / (columns - 2 * EDGE), (bottom - top) / (rows - 2 * EDGE))
    if step > 1.5:
        ink = cv2.blur(ink, (int(round(step)), int(round(step))))
    matrix = np.float32(
        [
            [step, 0, (left + right) / 2 - 0.5 + (0.5 - columns / 2) * step],
            [0, step, (top + bottom) / 2 - 0.5 + (0.5 - rows / 2) * step],
        ]
    )
    return cv2.warpAffine(ink, matrix, (columns, rows), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP).round().astype(np.uint8)

"""Lines as points: at even steps, their length, and where two of them meet."""

from __future__ import annotations

import numpy as np


def length_along(line: np.ndarray) -> np.ndarray:
    """For each point the length of the line up to it."""
    return np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])


def resample(points: np.ndarray, step: float) -> np.ndarray:
    if len(points) < 2:
        return points
    length = length_along(points)
    if length[-1] < 1e-3:
        return points[:1]
    at = np.linspace(0, length[-1], max(2, int(length[-1] / step) + 1))
    return np.stack([np.interp(at, length, points[:, axis]) for axis in (0, 1)], 1).astype(np.float32)


def segment_hits(first: np.ndarray, second: np.ndarray) -> list[tuple[np.ndarray, float, float]]:
    """Proper intersections of two polylines: (point, length along the first, along the second)."""
    if len(first) < 2 or len(second) < 2:
        return []
    start, run = first[:-1, None], (first[1:] - first[:-1])[:, None]
    begin, way = second[None, :-1], (second[1:] - second[:-1])[None]
    cross = run[..., 0] * way[..., 1] - run[..., 1] * way[..., 0]
    cross = np.where(np.abs(cross) < 1e-9, np.nan, cross)
    apart = begin - start
    along = (apart[..., 0] * way[..., 1] - apart[..., 1] * way[..., 0]) / cross
    across = (apart[..., 0] * run[..., 1] - apart[..., 1] * run[..., 0]) / cross
    hit = (along >= 0) & (along < 1) & (across >= 0) & (across < 1)
    length_first, length_second = length_along(first), length_along(second)
    found = []
    for i, j in zip(*np.nonzero(hit), strict=True):
        at = first[i] + along[i, j] * (first[i + 1] - first[i])
        on_first = length_first[i] + along[i, j] * (length_first[i + 1] - length_first[i])
        on_second = length_second[j] + across[i, j] * (length_second[j + 1] - length_second[j])
        found.append((at, on_first, on_second))
    return found

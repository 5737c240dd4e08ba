"""Which label of a drawing is which letter of its truth, by where the labels stand and what the study's program read."""

from __future__ import annotations

from itertools import permutations

import numpy as np

# Labels that are further from a line are no inputs in reading order.
MOST_SLACK = 0.8
# The order of places gives way to an order that agrees with this many more of the letters read. The program reads many
# letters wrongly, so that one alone says little.
CLEARLY_MORE = 2
# More letters have too many orders to try, and no drawing whose letters were read has so many.
MOST_TO_ORDER = 5


def names_of(groups: list[list[np.ndarray]], truth: dict, read: list[str]) -> dict[int, str]:
    """The name of each label by its index, or nothing if the labels cannot be distinguished.

    `groups` are the strokes of the labels, `read` what a program read in each ("" where there was none).
    """
    if not truth["inputs"]:
        return {}
    inputs, outputs = truth["inputs"], [output["name"] for output in truth["outputs"]]
    count = len(inputs)
    if len(groups) not in (count, count + len(outputs)):
        return {}
    centres = np.array([(np.vstack(group).min(0) + np.vstack(group).max(0)) / 2 for group in groups])
    # Inputs are at the left, or at the top where a drawing does not go from left to right; they stand in a column or a row.
    sides = (0,) if truth.get("orientation") == "lr" else (0, 1)
    halves = [np.split(np.argsort(centres[:, side]), [count]) for side in sides]
    first, rest = min(halves, key=lambda half: slack_of(centres[half[0]]))
    if slack_of(centres[first]) > MOST_SLACK:
        return {}
    named = name_in_order(in_line(first, centres), inputs, read)
    return named | (name_in_order(in_line(rest, centres), outputs, read) if len(rest) else {})


def name_in_order(labels: list[int], names: list[str], read: list[str]) -> dict[int, str]:
    """`names` for `labels` in reading order, or in another order that what was read clearly speaks for."""
    letters = [read[label].split("_")[0].upper() for label in labels]

    def agreement(order: tuple[str, ...]) -> int:
        return sum(name.upper() == letter for name, letter in zip(order, letters, strict=True))

    other = max(permutations(names), key=agreement) if len(names) <= MOST_TO_ORDER else tuple(names)
    clear = agreement(other) >= agreement(tuple(names)) + CLEARLY_MORE
    return dict(zip(labels, other if clear else names, strict=True))


def slack_of(places: np.ndarray) -> float:
    """How far places are from a line, as a share of its length."""
    low, high = sorted(np.ptp(places, axis=0))
    return float(low / (high + 1e-6))


def in_line(indices: np.ndarray, centres: np.ndarray) -> list[int]:
    """Places from top to bottom, or from left to right where they are in a row."""
    across, down = np.ptp(centres[indices], axis=0)
    return indices[np.argsort(centres[indices, int(down >= across)])].tolist()

"""What a drawing is made of: strokes with their kind of ink, gates, and points of evidence."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

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
        sizes = [np.ptp(np.vstack(gate.strokes), axis=0).max() for gate in self.gates]
        return float(np.median(sizes)) if sizes else 60.0

"""Circuits as students lay them out: gates in columns, wires in the channels between them, with all their meetings.

Every wire keeps its net, so that junctions, crossings and free ends are labelled, and the drawing knows its netlist.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from composed.circuit_page import NOT, CircuitPage, Pin
from composed.meetings import PassingHabit, label_meetings, pass_over
from composed.synthetic import GateBank, turn
from drawings import END, Drawing, PlacedGate

# A signal's column, -1 for inputs, and where it comes from; None where it is labelled at each pin.
Source = tuple[int, np.ndarray | None]


@dataclass(frozen=True)
class Trunk:
    """A line that a net can be branched from, from top to bottom; `lean` px aside for each px down."""

    x: float
    low: float
    high: float
    lean: float = 0.0

    def x_at(self, y: float) -> float:
        return float(self.x + self.lean * (y - self.low))

    def reach(self, y: float) -> Trunk:
        low, high = min(self.low, y), max(self.high, y)
        return Trunk(self.x_at(low), low, high, self.lean)


class Composer(CircuitPage):
    """Draws one random circuit."""

    def __init__(self, rng, bank: GateBank):
        super().__init__(rng, bank)
        self.sources: dict[str, Source] = {}
        # For each net the lines that can be branched from, by channel, and how far it runs level from its source.
        self.trunks: dict[tuple[str, int], Trunk] = {}
        self.reached: dict[str, np.ndarray] = {}
        # Level wires that pass columns: from, to, height and net; by channel the places left for upright wires.
        self.levels: list[tuple[float, float, float, str]] = []
        self.tracks: list[list[float]] = []

    def compose(self) -> Drawing:
        rng = self.rng
        self.place_inputs(int(rng.integers(1, 6)), rng.choice(["left", "each", "rails"], p=[0.45, 0.2, 0.35]))
        pitch = self.size * rng.uniform(1.25, 2.4)
        gap = self.size * rng.uniform(0.14, 0.4)
        right = 0.0
        last: list[str] = []
        for column in range(int(rng.integers(1, 5))):
            right, last = self.place_column(column, right, last, pitch, gap)
        self.name_outputs()
        self.name_middles()
        self.words()
        hand = self.hand
        if hand.hopping or hand.breaking:
            pass_over(rng, self.drawing, self.nets, PassingHabit(self.size, hand.hop, hand.hopping, hand.breaking))
        label_meetings(self.drawing, self.nets, 0.14 * self.size)
        return self.drawing

    def place_column(self, column: int, left: float, last: list[str], pitch: float, gap: float) -> tuple[float, list[str]]:
        """Gates above each other with their inputs wired; gives the column's right side and its gates' names."""
        rng = self.rng
        count = max(1, int(rng.integers(1, 5)) - column)
        rows = [(k - (count - 1) / 2) * pitch + rng.normal(0, 0.2) * self.size for k in range(count)]
        # A channel before the column, with a track for each net that may turn in it.
        width = gap * (3 * count + 2)
        self.tracks.append(list(rng.permutation(np.arange(left, left + width, gap)) + rng.normal(0, 0.05) * gap))
        back = left + width + self.size * rng.uniform(0.25, 0.6)
        placed = [self.place_gate(np.array([back, row]), float(rng.normal(0, 0.05))) for row in rows]
        for gate, pins in placed:
            self.wire_inputs(gate, pins, column, last)
        names = [f"gate {gate}" for gate, _ in placed]
        self.sources |= {name: (column, self.drawing.circuit[gate].output) for name, (gate, _) in zip(names, placed, strict=True)}
        return max(box[2] for box in self.boxes) + self.size * rng.uniform(0.2, 0.5), names

    # Inputs

    def place_inputs(self, inputs: int, style: str) -> None:
        rng = self.rng
        if style == "rails":
            self.place_rails(inputs)
            return
        pitch = self.size * rng.uniform(0.5, 1.4)
        for k in range(inputs):
            if style == "each":
                self.sources[f"in {k}"] = (-1, None)
                continue
            row = (k - (inputs - 1) / 2) * pitch + rng.normal(0, 0.1) * self.size
            start = np.array([-self.size * rng.uniform(0.2, 0.7), row])
            self.label_beside(start, np.array([-1.0, 0]))
            self.add_point(start, END)
            self.sources[f"in {k}"] = (-1, start)

    def place_rails(self, inputs: int) -> None:
        """Bus lines from top to bottom with their letters on top, some with an inverter that feeds a second line."""
        rng = self.rng
        top = -self.size * rng.uniform(2.2, 4)
        bottom = self.size * rng.uniform(1.2, 3)
        gap = self.size * rng.uniform(0.3, 0.9)
        complemented = rng.random() < 0.4
        x = -gap
        for k in reversed(range(inputs)):
            inverter = None
            if complemented and rng.random() < 0.7:
                inverter = x - gap * rng.uniform(0.2, 0.6) - 0.2 * self.size
                x = inverter - gap * rng.uniform(0.4, 1) - 0.35 * self.size
            low, high = float(top + rng.normal(0, 0.1) * self.size), float(bottom + rng.normal(0, 0.2) * self.size)
            rail = Trunk(float(x), low, high, self.hand.lean + float(rng.normal(0, 0.01)))
            self.add_wire(f"in {k}", [(x, low), (rail.x_at(high), high)])
            self.add_point((x, low), END)
            self.add_point((rail.x_at(high), high), END)
            self.label_beside(np.array([x, low]), np.array([0, -1.0]))
            self.trunks[(f"in {k}", 0)] = rail
            self.sources[f"in {k}"] = (-1, np.array([x, low]))
            if inverter is not None:
                self.complement(f"in {k}", rail, inverter, bottom)
            x -= gap

    def complement(self, name: str, rail: Trunk, x: float, bottom: float) -> None:
        """An inverter at `x` that is fed by a rail and feeds a rail."""
        rng = self.rng
        cls, strokes = self.bank.pick(rng, NOT)
        scale = self.size * rng.uniform(0.3, 0.6)
        back = rail.low + self.size * rng.uniform(0.3, 0.8)
        placed = [turn(stroke * scale, np.pi / 2) + (x, back) for stroke in strokes]
        index = self.add_gate(cls, np.pi / 2, placed)
        tip = np.array([x, np.vstack(placed)[:, 1].max()])
        self.drawing.circuit.append(PlacedGate(index, [(name, False)], tip))
        tap = float(back - self.size * rng.uniform(0.12, 0.25))
        self.add_wire(name, [(rail.x_at(tap), tap), (x, tap), (x, back + rng.uniform(-0.03, 0.05) * self.size)])
        self.dot((rail.x_at(tap), tap))
        own = f"gate {len(self.drawing.circuit) - 1}"
        line = Trunk(float(x), float(tip[1]), float(bottom), rail.lean)
        self.add_wire(own, [tip, (line.x_at(bottom), bottom)])
        self.add_point((line.x_at(bottom), bottom), END)
        self.trunks[(own, 0)] = line
        self.sources[own] = (-1, tip)

    # Wires

    def wire_inputs(self, gate: int, pins: list[Pin], column: int, last: list[str]) -> None:
        rng, circuit = self.rng, self.drawing.circuit
        chosen: list[str] = []
        names = list(self.sources)
        for _, inverted in pins:
            unused = [name for name in last if not self.is_used(name)]
            pool = unused if unused and rng.random() < 0.75 else names
            free = [name for name in pool if name not in chosen] or [name for name in names if name not in chosen] or names
            name = free[int(rng.integers(len(free)))]
            chosen.append(name)
            circuit[gate].inputs.append((name, inverted))
        if rng.random() < 0.7:  # in the order of where they come from: fewer crossings
            chosen.sort(key=self.height_of)
            circuit[gate].inputs = [(name, inverted) for name, (_, inverted) in zip(chosen, pins, strict=True)]
        for name, (pin, _) in zip(chosen, pins, strict=True):
            if self.sources[name][1] is None or not self.connect(name, column, pin):
                self.free_wire(name, pin, np.array([-1.0, 0]))

    def is_used(self, name: str) -> bool:
        return any(name == source for gate in self.drawing.circuit for source, _ in gate.inputs)

    def height_of(self, name: str) -> float:
        at = self.sources[name][1]
        return 0.0 if at is None else float(at[1])

    def connect(self, name: str, channel: int, pin: np.ndarray) -> bool:
        """Routes a wire from a source to a pin, or from where its net already runs; False if there is no room."""
        rng = self.rng
        column, at = self.sources[name]
        trunk = self.trunks.get((name, channel))
        if trunk is not None and (column < channel or column == -1) and (channel == 0 or rng.random() < 0.85):
            self.branch(name, trunk, pin)
            self.trunks[(name, channel)] = trunk.reach(float(pin[1]))
            return True
        track = self.free_track(channel)
        if track is None:
            return False
        first = self.reached.get(name)
        if column == channel - 1:
            if first is None and abs(at[1] - pin[1]) < 0.12 * self.size:
                self.add_wire(name, [at, pin])
                self.reached[name] = pin
                return True
            path = [at, (track, at[1]), (track, pin[1]), pin]
            self.trunks[(name, channel)] = Trunk(track, *sorted((float(at[1]), float(pin[1]))))
        else:
            before = self.track_of(name, column + 1)
            level = None if before is None else self.free_level(name, (before, track), (at[1], pin[1]))
            if level is None:
                return False
            path = [at, (before, at[1]), (before, level), (track, level), (track, pin[1]), pin]
            self.trunks[(name, channel)] = Trunk(track, *sorted((float(level), float(pin[1]))))
            self.trunks.setdefault((name, column + 1), Trunk(before, *sorted((float(at[1]), float(level)))))
        if first is not None:
            # The net leaves its source already: this wire branches from there.
            start = np.array([min(path[1][0], max(float(first[0]), float(at[0]))), at[1]])
            path[0] = start
            self.dot(start)
        else:
            self.reached[name] = np.array([path[1][0], at[1]])
        if rng.random() < 0.12 and first is None and len(path) == 4:
            path = self.bow(path[0], path[3])
            self.trunks.pop((name, channel), None)
        self.add_wire(name, path)
        return True

    def bow(self, start, end) -> np.ndarray:
        """One bend instead of corners."""
        share = np.linspace(0, 1, 14)[:, None]
        start, end, reach = np.asarray(start), np.asarray(end), np.array([self.size * 0.9, 0])
        weights = [(1 - share) ** 3, 3 * (1 - share) ** 2 * share, 3 * (1 - share) * share**2, share**3]
        return sum(weight * point for weight, point in zip(weights, (start, start + reach, end - reach, end), strict=True))

    def branch(self, name: str, trunk: Trunk, pin) -> None:
        """A wire from a line of its net to a pin: from the line, past it, or a little apart; a corner beyond its ends."""
        rng = self.rng
        y = float(np.clip(pin[1], trunk.low, trunk.high))
        x = trunk.x_at(y)
        if not trunk.low + 0.1 * self.size < y < trunk.high - 0.1 * self.size:
            self.add_wire(name, [(x, y), (trunk.x_at(pin[1]), pin[1]), pin])
        else:
            start = x
            if rng.random() < self.hand.overshooting:
                start -= self.hand.overshot * rng.uniform(0.2, 1)
            elif rng.random() < 0.12:
                start += self.size * rng.uniform(0.03, 0.12)
            self.add_wire(name, [(start, y + rng.normal(0, 0.02) * self.size), pin])
        self.dot((x, y))

    def free_track(self, channel: int) -> float | None:
        free = self.tracks[channel]
        return float(free.pop()) if free else None

    def track_of(self, name: str, channel: int) -> float | None:
        """Where a net runs up and down in a channel already, or a new track."""
        trunk = self.trunks.get((name, channel))
        return self.free_track(channel) if trunk is None else trunk.x

    def free_level(self, name: str, span: tuple[float, float], wanted: tuple[float, float]) -> float | None:
        """A height at which a level wire over `span` meets neither gates nor other level wires."""
        rng = self.rng
        left, right = min(span), max(span)
        reach = max((abs(box[[1, 3]]).max() for box in self.boxes), default=0) + self.size
        for level in [*wanted, *rng.uniform(-reach, reach, 24)]:
            margin = 0.12 * self.size
            if any(box[0] < right and box[2] > left and box[1] - margin < level < box[3] + margin for box in self.boxes):
                continue
            if any(low < right and high > left and abs(y - level) < margin and net != name for low, high, y, net in self.levels):
                continue
            self.levels.append((left, right, float(level), name))
            return float(level)
        return None

    # Outputs

    def name_outputs(self) -> None:
        for name, (column, at) in self.sources.items():
            if column >= 0 and not self.is_used(name):
                self.free_wire(name, at, np.array([1.0, 0]))

    def name_middles(self) -> None:
        """Outputs that also feed other gates: a letter at a tap in the middle of their wire, or at the wire itself."""
        rng = self.rng
        for name, left in self.reached.items():
            start = self.sources[name][1]
            if not name.startswith("gate") or rng.random() > self.hand.tapping or left[0] - start[0] < 0.25 * self.size:
                continue
            place = np.array([rng.uniform(start[0] + 0.1 * self.size, left[0]), start[1]])
            side = np.array([0.0, rng.choice([-1.0, 1.0])])
            if rng.random() < 0.3:
                self.label_beside(place, side)
                continue
            tip = place + side * self.size * rng.uniform(0.2, 0.6)
            corner = rng.random() < 0.5
            path = [place, tip, tip + (rng.uniform(0.2, 0.6) * self.size, 0)] if corner else [place, tip]
            if not self.clear(path):
                continue
            self.add_wire(name, path)
            self.dot(place)
            self.add_point(path[-1], END)
            self.label_beside(path[-1], np.array([1.0, 0.0]) if corner else side)

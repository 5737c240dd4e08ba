import type { Corrections } from "../../core/corrections/correct-marks.ts";
import { intersectionOverUnion, middleOf } from "../../core/geometry/boxes.ts";
import type { PictureBox, PicturePoint } from "../../core/geometry/coordinates.ts";
import { distanceBetween, nearestOnLine } from "../../core/geometry/distances.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import { isGateClass, type Prediction } from "../../core/reading/prediction.ts";
import type { GateClass } from "../../core/rules/gate-class.ts";
import { placesOf, type WireCorrection } from "../../core/wires/correct/wire-correction.ts";

/** One thing that a person does in the evaluator: a box, a name, or a wire. */
export interface Gesture {
  readonly what: string;
  readonly corrections: Corrections;
  /** Where wires are changed. */
  readonly at?: readonly PicturePoint[];
}

/** A drawn gate and a found one are the same if their boxes overlap by this share of both. */
const SAME_GATE = 0.3;
/** Wires are led to what is within this many of the gates' longer sides. */
const REACH = 1.5;
/** Ends within this share of a gate's width are led this far into the gate. */
const INTO = 0.25;

/** What a person keeps of a reading when nothing is changed: its gates. */
export function keptGates({ predictions }: PageReading): Corrections {
  return { predictions: predictions.filter(({ className }) => isGateClass(className)), removed: [], wires: [] };
}

/** The changes of boxes, one after the other, after which the page has the gates that were drawn. */
export function gateGestures(
  start: Corrections,
  drawn: readonly { readonly label: string; readonly box: PictureBox }[],
): Gesture[] {
  const left = [...drawn];
  const gestures: Gesture[] = [];
  let now = start;
  function put(what: string, change: Partial<Corrections>): void {
    now = { ...now, ...change };
    gestures.push({ what, corrections: now });
  }
  for (const gate of start.predictions) {
    const at = left.findIndex(({ box }) => intersectionOverUnion(box, gate.box) >= SAME_GATE);
    const [own] = at === -1 ? [] : left.splice(at, 1);
    const others = now.predictions.filter((each) => each !== gate);
    if (own === undefined) put("remove gate", { predictions: others, removed: [...now.removed, gate] });
    else if (own.label !== gate.className) {
      put("change class", { predictions: [...others, byPerson(own.label as GateClass, gate.box)] });
    }
  }
  for (const { label, box } of left) {
    put("add gate", { predictions: [...now.predictions, byPerson(label as GateClass, box)] });
  }
  return gestures;
}

/** Each input gets each other letter. */
export function renamings(
  { predictions }: PageReading,
  corrections: Corrections,
  letters: readonly string[],
): Gesture[] {
  return predictions.flatMap((end): Gesture[] => {
    if (end.className !== "input") return [];
    const { predictions: others, removed } = withoutEnd(corrections, end);
    const otherLetters = letters.filter((letter) => letter !== end.label);
    return otherLetters.map((label) => ({
      what: "rename",
      corrections: { ...corrections, predictions: [...others, { ...byPerson("input", end.box), label }], removed },
    }));
  });
}

/**
 * Everything that a person may change next, except names: meetings, inversions, wires and ends. `unread` are strokes of
 * wires that were not read.
 */
export function nextGestures(
  reading: PageReading,
  corrections: Corrections,
  { unread = [] }: { unread?: readonly (readonly PicturePoint[])[] } = {},
): Gesture[] {
  const wire = (correction: WireCorrection): Gesture => ({
    what: correction.kind,
    corrections: { ...corrections, wires: [...(corrections.wires ?? []), correction] },
    at: placesOf(correction),
  });
  return [
    ...unread.map((stroke) => wire({ kind: "draw", points: intoGates(stroke, reading) })),
    ...meetings(reading).map(wire),
    ...inversions(reading).map(wire),
    ...connections(reading).map(wire),
    ...removedEnds(reading, corrections),
    ...cuts(reading).map(wire),
  ];
}

/** What was read within `reach` pixels of a place is erased, and the strokes that a person sees there are drawn again. */
export function redrawing(
  reading: PageReading,
  corrections: Corrections,
  { at, reach, strokes }: { at: PicturePoint; reach: number; strokes: readonly (readonly PicturePoint[])[] },
): Gesture {
  const drawn = strokes.map((stroke): WireCorrection => ({ kind: "draw", points: intoGates(stroke, reading) }));
  const wires = [...(corrections.wires ?? []), { kind: "erase", points: scribble(at, reach) } as const, ...drawn];
  return { what: "erase", corrections: { ...corrections, wires }, at: [at] };
}

/** A way over all places within `reach` pixels: a spiral. */
function scribble(at: PicturePoint, reach: number): PicturePoint[] {
  return Array.from({ length: 40 }, (_, step) => {
    const [radius, angle] = [(reach * step) / 39, step * 0.9];
    return { x: at.x + radius * Math.cos(angle), y: at.y + radius * Math.sin(angle) };
  });
}

/** Each input or output is removed. */
function removedEnds({ predictions }: PageReading, corrections: Corrections): Gesture[] {
  return predictions.flatMap((end): Gesture[] => {
    if (end.className !== "input" && end.className !== "output") return [];
    return [{ what: `remove ${end.className}`, corrections: { ...corrections, ...withoutEnd(corrections, end) } }];
  });
}

/** What the machine saw is kept as removed, so that it is not found again. */
function withoutEnd(
  { predictions, removed }: Corrections,
  end: Prediction,
): Pick<Corrections, "predictions" | "removed"> {
  return {
    predictions: predictions.filter(({ className, box }) => className !== end.className || box !== end.box),
    removed: end.by === "person" ? removed : [...removed, end],
  };
}

/** A stroke of which the ends near gates are led into them. */
function intoGates(stroke: readonly PicturePoint[], { netlist }: PageReading): PicturePoint[] {
  const inside = (end: PicturePoint): PicturePoint[] => {
    const box = netlist.gates.find(
      (gate) => gate.box && distanceBetween(end, within(gate.box, end)) < INTO * gate.box.width,
    )?.box;
    if (!box) return [];
    const pin = within(box, end);
    const middle = middleOf(box);
    return [{ x: pin.x + (middle.x - pin.x) * INTO, y: pin.y }];
  };
  return [...inside(stroke[0]!), ...stroke, ...inside(stroke.at(-1)!)];
}

function meetings({ predictions }: PageReading): WireCorrection[] {
  return predictions.flatMap(({ className, box }): WireCorrection[] => {
    if (className === "junction") return [{ kind: "meeting", at: middleOf(box), as: "crosses" }];
    return className === "intersection" ? [{ kind: "meeting", at: middleOf(box), as: "joins" }] : [];
  });
}

function inversions({ netlist, wires }: PageReading): WireCorrection[] {
  return netlist.gates.flatMap(({ box, inputs }) =>
    inputs.flatMap(({ net, inverted }): WireCorrection[] => {
      const lines = wires.filter((wire) => wire.net === net).flatMap((wire) => wire.lines);
      if (!box || lines.length === 0) return [];
      const [nearest] = lines
        .map((line) => nearestOnLine(line, { x: box.x, y: box.y + box.height / 2 }))
        .sort((a, b) => a.distance - b.distance);
      return [{ kind: "invert", pin: within(box, nearest!.at), inverted: !inverted }];
    }),
  );
}

/** Each end of a line is led to the gates near it and to the nearest other wire. */
function connections({ netlist, wires }: PageReading): WireCorrection[] {
  const gates = netlist.gates.filter((gate) => gate.box !== undefined);
  const sizes = gates.map(({ box }) => Math.max(box!.width, box!.height)).sort((a, b) => a - b);
  const reach = REACH * (sizes[sizes.length >> 1] ?? 60);
  return wires.flatMap(({ net, lines }) => {
    const others = wires.filter((wire) => wire.net !== net).flatMap((wire) => wire.lines);
    return lines.flatMap((line) =>
      [line[0]!, line.at(-1)!].flatMap((end): WireCorrection[] => {
        const attached = gates.flatMap(({ box, inputs, output }): WireCorrection[] => {
          const pin = within(box!, end);
          if (distanceBetween(end, pin) > reach || output === net || inputs.some((each) => each.net === net)) return [];
          return [{ kind: "attach", end, pin, role: pin.x > box!.x + 0.6 * box!.width ? "output" : "input" }];
        });
        const [nearest] = others
          .map((other) => nearestOnLine(other, end))
          .filter(({ distance }) => distance <= reach)
          .sort((a, b) => a.distance - b.distance);
        return nearest ? [...attached, { kind: "join", from: end, to: nearest.at }] : attached;
      }),
    );
  });
}

/** Each line is cut in its middle, unless it is short. */
function cuts({ wires }: PageReading): WireCorrection[] {
  return wires.flatMap(({ lines }) =>
    lines.flatMap((line): WireCorrection[] => {
      const at = line.length > 2 ? line[line.length >> 1]! : middleOfTwo(line[0]!, line.at(-1)!);
      return [{ kind: "cut", at }];
    }),
  );
}

function byPerson(className: Prediction["className"], box: PictureBox): Prediction {
  return { className, box, confidence: 1, by: "person" };
}

function middleOfTwo(a: PicturePoint, b: PicturePoint): PicturePoint {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function within({ x, y, width, height }: PictureBox, at: PicturePoint): PicturePoint {
  return { x: Math.min(Math.max(at.x, x), x + width), y: Math.min(Math.max(at.y, y), y + height) };
}

import { distanceToBox, type Gates } from "../gates/read-gates.ts";
import { turnGates } from "../gates/turn-gates.ts";
import type { PagePoint } from "../geometry/coordinates.ts";
import type { Marks } from "../marks/marks.ts";
import type { CleanPage } from "../page/clean-page.ts";
import type { Fault, Pin } from "./assess.ts";
import type { Decision, Option } from "./decision.ts";
import { meetings } from "./meetings.ts";
import { pairTexts } from "./pair-texts.ts";
import { search } from "./search.ts";
import { traceWires } from "./trace-wires.ts";
import { endDecisions, type WireEnd, wireEnds } from "./wire-ends.ts";

/** The page's wires, read: which lines hang together, and which gate pins they go to. */
export interface Wires {
  /** The gates, turned where the wires say so. */
  readonly gates: Gates;
  /** The drawn lines, with the net that each belongs to. */
  readonly lines: readonly { readonly net: number; readonly points: readonly PagePoint[] }[];
  readonly nets: number;
  readonly pins: readonly (Pin & { readonly net: number; readonly at: PagePoint })[];
  /** Ends that nothing is connected to: where inputs and outputs are. */
  readonly freeEnds: readonly (WireEnd & { readonly net: number })[];
  readonly faults: readonly Fault[];
  /** How each place was read, and by how much the next reading is worse. */
  readonly decisions: readonly { readonly decision: Decision; readonly chosen: Option }[];
}

/** A text names an end within this many gate sizes. */
export const TEXT_REACH = 1.3;

/** Reads the wires of a page: traces the ink, then decides what connects so that the circuit makes sense. */
export function readWires(page: CleanPage, marks: Marks, { gates: seen }: { gates: Gates }): Wires {
  const traced = traceWires(page, marks, { gates: seen });
  const { unit } = seen;
  const ends = wireEnds(traced, { unit });
  const gates = turnGates(seen, ends);
  const textOf = pairTexts(ends, marks.texts, { reach: TEXT_REACH * unit });
  const isTaken = (at: PagePoint) =>
    gates.bodies.some((body) => distanceToBox(body.box, at) < 0.15 * unit) ||
    gates.bubbles.some((bubble) => Math.hypot(bubble.at.x - at.x, bubble.at.y - at.y) < bubble.radius + 0.15 * unit) ||
    ends.some((end, index) => textOf[index] !== -1 && end.at === at);
  const met = meetings(traced, marks, { unit, isTaken });
  const decisions = [...met, ...endDecisions(traced, ends, { page, marks, gates, offset: met.length })];
  const lettered = new Map(
    textOf.flatMap((text, index) => {
      return text === -1 ? [] : [[met.length + index, marks.texts[text]!.text ?? `text ${text}`] as const];
    }),
  );
  const { choice, assessment } = search({ edges: traced.edges.length, decisions, gates, lettered });
  const endOf = (decision: number) => ends[decision - met.length]!;
  return {
    gates,
    lines: traced.edges.map(({ points }, edge) => ({ net: assessment.netOfEdge[edge]!, points })),
    nets: assessment.nets,
    pins: assessment.pins.map((pin) => ({
      ...pin,
      net: assessment.netOfEdge[pin.edge]!,
      at: endOf(pin.decision).at,
    })),
    freeEnds: assessment.free.map((decision) => {
      const end = endOf(decision);
      return { ...end, net: assessment.netOfEdge[end.edge]! };
    }),
    faults: assessment.faults,
    decisions: decisions.map((decision, index) => ({ decision, chosen: decision.options[choice[index]!]! })),
  };
}

import type { WireTip } from "../gates/pin-costs.ts";
import type { Gates } from "../gates/read-gates.ts";
import { mainDirection, turnGates } from "../gates/turn-gates.ts";
import { unreadInk } from "../gates/unread-ink.ts";
import { distanceToBox, middleOf } from "../geometry/boxes.ts";
import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import { distanceBetween, nearestOnLine } from "../geometry/distances.ts";
import type { Marks, TextMark } from "../marks/marks.ts";
import { isClearLetter } from "../marks/texts/clear-letter.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { READING } from "../rules/limits.ts";
import { closedLoops } from "./closed-loops.ts";
import { type CorrectedEnds, correctEnds } from "./correct/correct-ends.ts";
import { type CorrectedGraph, correctGraph } from "./correct/correct-graph.ts";
import { type CorrectedMeetings, correctMeetings } from "./correct/correct-meetings.ts";
import { correctPins } from "./correct/correct-pins.ts";
import { keepApart } from "./correct/keep-apart.ts";
import type { PageWireCorrection } from "./correct/wire-correction.ts";
import type { Assessment, Pin, Puzzle } from "./decide/assess.ts";
import type { Decision, Option } from "./decide/decision.ts";
import type { Fault } from "./decide/fault.ts";
import { meetings } from "./decide/meetings.ts";
import { nearTouches } from "./decide/near-touches.ts";
import { search } from "./decide/search.ts";
import { inLine, pairTexts } from "./pair-texts.ts";
import { cosine, directionFromStart } from "./trace/directions.ts";
import { lineEnds } from "./trace/line-ends.ts";
import { type TracedWires, traceWires } from "./trace/trace-wires.ts";
import { endDecisions, pinOptions, type WireEnd } from "./wire-ends.ts";

/** Another way to read the wires. */
export interface OtherWires {
  readonly wires: Wires;
  /** How much more it costs, as a logarithm of probability. */
  readonly dearer: number;
}

/** The page's wires as read: which lines are connected, and to which gate pins they lead. */
export interface Wires {
  /** The gates, turned where the wires say so. */
  readonly gates: Gates;
  /** Places with the ink of a gate that was not read. */
  readonly unread: readonly PageBox[];
  /** The drawn lines, with the net that each belongs to. */
  readonly lines: readonly { readonly net: number; readonly points: readonly PagePoint[] }[];
  readonly nets: number;
  /** `inverted`: by a circle, or as a person says. */
  readonly pins: readonly (Pin & { readonly net: number; readonly at: PagePoint; readonly inverted: boolean })[];
  /** Ends that nothing is connected to: where inputs and outputs are. */
  readonly freeEnds: readonly (WireEnd & { readonly net: number })[];
  readonly faults: readonly Fault[];
  /** Rings of connected wire that are as large as a gate, or larger. */
  readonly loops: readonly PageBox[];
  /** How each place was read, and by how much the next reading is worse. */
  readonly decisions: readonly { readonly decision: Decision; readonly chosen: Option }[];
  /** False if there are too many lines to compare all their readings: such a page is not a circuit. */
  readonly isComplete: boolean;
  /** False if there are too many lines to follow: there are none here then. */
  readonly isTraced: boolean;
  /** Indices of a person's corrections that do not find their places. */
  readonly lost: readonly number[];
  /** How many times the search looked at a line: a measure of its time. */
  readonly steps: number;
  /** How else they may be read, the likeliest first; these have no others themselves. */
  readonly others: readonly OtherWires[];
}

/** A text names an end within this many gate sizes: a heading next to a far wire names nothing. */
export const TEXT_REACH = 1;

/** How much more a clear letter behind a T says than another text there: that the line goes on to it. */
const CLEAR_NAME = 2;

interface Reading {
  readonly gates: Gates;
  /** A person's corrections of the wires. */
  readonly corrections?: readonly PageWireCorrection[];
}

/**
 * Reads the wires of a page: traces the ink, applies a person's corrections to the traced lines, then decides what
 * connects so that the circuit makes sense.
 */
export function readWires(page: CleanPage, marks: Marks, { gates, corrections = [] }: Reading): Wires {
  const found = traceWires(page, marks, { gates });
  if (!found.isComplete) return untraced(gates);
  const drawing = { page, marks, found, gates };
  const plain = decideWires(drawing, { corrections: [], plain: null });
  return corrections.length === 0 ? plain : decideWires(drawing, { corrections, plain });
}

interface Drawing {
  readonly page: CleanPage;
  readonly marks: Marks;
  readonly found: ReturnType<typeof traceWires>;
  readonly gates: Gates;
}

interface Deciding {
  readonly corrections: readonly PageWireCorrection[];
  /** How the wires are read without the corrections. */
  readonly plain: Wires | null;
}

function decideWires(drawing: Drawing, { corrections, plain }: Deciding): Wires {
  const lines = correctLines(drawing, corrections);
  const { graph, ends, gates } = lines;
  const meeting = decideMeetings(lines, corrections);
  const firstEnd = meeting.decisions.length;
  if (firstEnd + ends.length > READING.places) return untraced(drawing.gates);
  const ending = decideEnds(lines, { meeting, corrections });
  const decisions = [...meeting.decisions, ...ending.decisions, ...ending.added];
  const puzzle = { edges: graph.traced.edges.length, decisions, gates, lettered: letteredEnds(lines, firstEnd) };
  const found = search(puzzle);
  const { isComplete, steps } = found;
  const lost = [...graph.lost, ...meeting.lost, ...ending.lost];
  const { page, marks, found: traced } = drawing;
  const unread = unreadInk(page, marks, { gates, wires: traced.ink.bits });
  const places: Places = { ...lines, unread, decisions, firstEnd, corrections, lost, isComplete, steps };
  const others = found.rivals.map((rival) => ({ wires: chosenWires(places, rival), dearer: rival.dearer }));
  if (plain === null) return { ...chosenWires(places, found), others };
  const left = decisions.map((decision) => asBefore(decision, plain));
  const kept = search({ ...puzzle, decisions: left });
  const choice = kept.choice.map((option, index) => decisions[index]!.options.indexOf(left[index]!.options[option]!));
  return { ...chosenWires(places, { choice, assessment: kept.assessment }), others };
}

/** The lines with a person's cuts and drawn wires, their ends, and the gates turned as they say. */
interface Lines {
  readonly page: CleanPage;
  readonly marks: Marks;
  readonly gates: Gates;
  readonly graph: CorrectedGraph;
  readonly ends: readonly WireEnd[];
  /** For each end the index of the text that names it, or -1. */
  readonly textOf: readonly number[];
}

function correctLines({ page, marks, found, gates: seen }: Drawing, corrections: Deciding["corrections"]): Lines {
  const { unit } = seen;
  const graph = correctGraph(found, corrections, { unit });
  const { traced } = graph;
  const ends = lineEnds(traced, { unit, pen: traced.pen }).map((end) => ({
    ...end,
    isDrawn: graph.drawn.has(end.edge),
  }));
  const textOf = pairTexts(ends, marks.texts, { reach: TEXT_REACH * unit });
  return { page, marks, gates: turnGates(seen, ends), graph, ends, textOf };
}

/** What may be connected where lines meet or nearly touch. */
function decideMeetings(lines: Lines, corrections: Deciding["corrections"]): CorrectedMeetings {
  const { marks, gates, graph } = lines;
  const { traced } = graph;
  const { unit } = gates;
  const inputsAt = (tip: WireTip) => pinOptions(tip, { marks, gates }).filter(({ pin }) => pin?.role === "input");
  const nameBehind = namesBehind(lines);
  const looks = [...meetings(traced, marks, { unit, inputsAt, nameBehind }), ...nearTouches(traced, marks, { unit })];
  const { decisions, crossed, lost } = correctMeetings(traced, looks, { corrections, unit });
  return { decisions: decisions.map(apart(lines, crossed)), crossed, lost };
}

/** Where each end may lead: to a pin, to another line, or to nothing. */
function decideEnds(
  lines: Lines,
  { meeting, corrections }: { meeting: CorrectedMeetings; corrections: Deciding["corrections"] },
): CorrectedEnds {
  const { page, marks, gates, graph, ends, textOf } = lines;
  const offset = meeting.decisions.length;
  const looks = endDecisions(graph.traced, ends, { page, marks, gates, offset });
  const decisions = looks.map(apart(lines, meeting.crossed));
  return correctEnds(ends, decisions, { graph, gates, corrections, texts: marks.texts, textOf });
}

/** Makes of a decision one that connects nothing over a person's cuts, and no other line to a drawn one. */
function apart({ graph, gates }: Lines, crossed: readonly PagePoint[]): (decision: Decision) => Decision {
  const places = { edges: graph.traced.edges, places: [...graph.gaps, ...crossed], unit: gates.unit };
  return (decision) => offDrawn(keepApart(decision, places), graph.drawn);
}

/** Says how clear a name there is behind a T, in line with what it meets: that no line goes on there. */
function namesBehind({ marks, gates: { unit }, graph: { traced }, textOf }: Lines) {
  const spare = marks.texts.flatMap((text, index) => (textOf.includes(index) ? [] : [text]));
  // A text that is next to another line is that one's name.
  const isOther = ({ box }: TextMark, at: PagePoint) => {
    const near = distanceToBox(box, at) / 2;
    return traced.edges.some(({ points }) => {
      return distanceToBox(box, nearestOnLine(points, middleOf(box)).at) < near && !isEndOf(points, at);
    });
  };
  return (at: PagePoint, away: PagePoint): number => {
    const heading = { x: -away.x, y: -away.y };
    const inReach = spare.filter(
      (text) => distanceToBox(text.box, at) < unit && inLine(text.box, { at, heading }) > 0.7 && !isOther(text, at),
    );
    return Math.max(0, ...inReach.map((text) => (isClearLetter(text) ? CLEAR_NAME : 1)));
  };
}

/** The ends with a text: their names, and whether they lead against the drawing's direction or along it. */
function letteredEnds({ marks, gates, ends, textOf }: Lines, firstEnd: number): Puzzle["lettered"] {
  const forward = mainDirection(gates);
  return new Map(
    textOf.flatMap((text, index) => {
      if (text === -1) return [];
      const name = marks.texts[text]!.text ?? `text ${text}`;
      const ahead = cosine(ends[index]!.heading, forward);
      return [[firstEnd + index, { name, isInput: ahead < -0.5, isOutput: ahead > 0.5 }] as const];
    }),
  );
}

/** What a choice of options is made from. */
interface Places extends Lines, Pick<Wires, "unread" | "isComplete" | "lost" | "steps"> {
  readonly decisions: readonly Decision[];
  /** The index of the first end's decision. */
  readonly firstEnd: number;
  readonly corrections: Deciding["corrections"];
}

/** The wires if each decision takes its option of `choice`. */
function chosenWires(
  places: Places,
  { choice, assessment }: { choice: readonly number[]; assessment: Assessment },
): Wires {
  const { gates, graph, ends, decisions, firstEnd, corrections, unread, isComplete, steps } = places;
  const { traced } = graph;
  const { netOfEdge, nets, free, faults } = assessment;
  const read = decisions.map((decision, index) => ({ decision, chosen: decision.options[choice[index]!]! }));
  const pins = assessment.pins.map((pin) => {
    return { ...pin, net: netOfEdge[pin.edge]!, at: decisions[pin.decision]!.at };
  });
  const inverted = correctPins(pins, { corrections, gates });
  const loose = read.flatMap(({ decision, chosen }) =>
    chosen.loose === undefined ? [] : [looseEnd(traced, chosen.loose, decision.at)],
  );
  const freeEnds = [...free.map((decision) => ends[decision - firstEnd]!), ...loose];
  return {
    gates,
    unread,
    lines: traced.edges.map(({ points }, edge) => ({ net: netOfEdge[edge]!, points })),
    nets,
    pins: inverted.pins,
    freeEnds: freeEnds.map((end) => ({ ...end, net: netOfEdge[end.edge]! })),
    faults,
    loops: closedLoops(traced, { read, unit: gates.unit }),
    decisions: read,
    isComplete,
    isTraced: true,
    lost: [...places.lost, ...inverted.lost].sort((a, b) => a - b),
    steps,
    others: [],
  };
}

/** A decision by which no other line goes to one that a person drew: only its ends, and what it covers, are connected. */
function offDrawn(decision: Decision, drawn: ReadonlyMap<number, number>): Decision {
  if (drawn.size === 0 || (decision.edge !== undefined && drawn.has(decision.edge))) return decision;
  const options = decision.options.filter(({ links }) => !links.flat().some((edge) => drawn.has(edge)));
  return { ...decision, options: options.length > 0 ? options : [{ cost: 0, links: [], name: "cut" }] };
}

/**
 * A decision without the options that the ink speaks against more than against what was chosen before a person's
 * corrections: they may make a circuit illegal, and nothing else changes to avoid that.
 */
function asBefore(decision: Decision, { decisions }: Wires): Decision {
  const isSame = ({ at, edge }: Decision) =>
    distanceBetween(at, decision.at) < 0.5 && (edge === undefined) === (decision.edge === undefined);
  const before = decisions.filter((each) => isSame(each.decision)).map(({ chosen }) => chosen.cost);
  const kept = decision.options.filter(({ cost }) => cost <= Math.max(...before));
  return kept.length > 0 ? { ...decision, options: kept } : decision;
}

/** The gates alone: nothing is connected. */
function untraced(gates: Gates): Wires {
  const nothing = { unread: [], lines: [], nets: 0, pins: [], freeEnds: [], faults: [], loops: [], decisions: [] };
  return { gates, ...nothing, lost: [], others: [], isComplete: false, isTraced: false, steps: 0 };
}

function isEndOf(points: readonly PagePoint[], at: PagePoint): boolean {
  return [points[0]!, points.at(-1)!].some((end) => distanceBetween(end, at) < 1);
}

/** The end that a line has where it was cut from a T at `at`. */
function looseEnd(traced: TracedWires, edge: number, at: PagePoint): WireEnd {
  const { from, to, points } = traced.edges[edge]!;
  const start = points[0]!;
  const last = points.at(-1)!;
  const isFrom = Math.hypot(start.x - at.x, start.y - at.y) <= Math.hypot(last.x - at.x, last.y - at.y);
  const inwards = directionFromStart(isFrom ? points : [...points].reverse(), 5 * traced.pen);
  return { edge, node: isFrom ? from : to, at, heading: { x: -inwards.x, y: -inwards.y } };
}

import { boxAround, grown, isInside } from "../../core/geometry/boxes.ts";
import type { PictureBox, PicturePoint } from "../../core/geometry/coordinates.ts";
import { distanceBetween, nearestOnLine } from "../../core/geometry/distances.ts";
import { gateSize } from "../../core/marks/gate-size.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";

/** The wires of a drawing as a person sees them. */
export interface DrawnWires {
  /** The strokes that are connected, net by net. */
  readonly nets: readonly (readonly DrawnStroke[])[];
  /** Places where two nets, by their indices, cross or come close. */
  readonly crossings: readonly { readonly nets: readonly [number, number]; readonly at: PicturePoint }[];
  /** The gates' usual longer side in pixels. */
  readonly unit: number;
}

interface DrawnStroke {
  readonly line: readonly PicturePoint[];
  /** Places along it that no other net is near. */
  readonly places: readonly PicturePoint[];
}

/** A wire that ends this near to another one meets it, in gate sizes. */
const MEETS = 0.07;
/** A read line is a drawn one within this many gate sizes. */
const SAME = 0.15;
/** The unit of a drawing without labelled gates, in pixels. */
const USUAL_GATE = 60;
/** Distance of the places of a stroke that is drawn again, in gate sizes. */
const FINE = 0.05;
/** Distance of the places at which drawn and read wires are compared, in gate sizes. */
const STEP = 0.2;

/** Joins strokes that end on one another; those that pass one another stay apart. */
export function drawnWires(
  shapes: readonly (readonly (readonly PicturePoint[])[])[],
  gates: readonly { readonly box: PictureBox }[],
): DrawnWires {
  const unit = gateSize(gates) || USUAL_GATE;
  const netOf = shapes.map((_, index) => index);
  const isAtGate = (at: PicturePoint) => gates.some(({ box }) => isInside(grown(box, MEETS * unit), at));
  shapes.forEach((shape, own) => {
    const ends = shape.flatMap((stroke) => [stroke[0]!, stroke.at(-1)!]).filter((end) => !isAtGate(end));
    shapes.forEach((other, index) => {
      if (netOf[index] === netOf[own]) return;
      const isMet = ends.some((end) => other.some((stroke) => nearestOnLine(stroke, end).distance <= MEETS * unit));
      if (!isMet) return;
      const [from, to] = [netOf[index]!, netOf[own]!];
      netOf.forEach((net, at) => {
        if (net === from) netOf[at] = to;
      });
    });
  });
  const nets = [...new Set(netOf)].map((net) => shapes.filter((_, index) => netOf[index] === net).flat());
  const alone = nets.map((strokes, own) => {
    const others = nets.flatMap((other, index) => (index === own ? [] : other));
    const isAlone = (at: PicturePoint) => others.every((line) => nearestOnLine(line, at).distance > STEP * unit);
    return strokes.map((line) => ({ line, places: sampled(line, STEP * unit).filter(isAlone) }));
  });
  const crossings = nets.flatMap((strokes, own) =>
    strokes.flatMap((line) =>
      sampled(line, STEP * unit).flatMap((at) =>
        nets.flatMap((other, index) => {
          const isNear = index > own && other.some((each) => nearestOnLine(each, at).distance <= STEP * unit);
          return isNear ? [{ nets: [own, index] as const, at }] : [];
        }),
      ),
    ),
  );
  return { nets: alone, crossings, unit };
}

/** Where drawn and read wires differ. */
export interface WireFaults {
  /** How many times drawn nets are read as one, or one as several, and how many are not read at all. */
  readonly count: number;
  /** Places where nets that were read as one come close, where one that was read as several was left, and unread wires. */
  readonly places: readonly PicturePoint[];
  /** The strokes that were not read. */
  readonly unread: readonly (readonly PicturePoint[])[];
}

export function wireFaults({ nets, crossings, unit }: DrawnWires, { wires }: Pick<PageReading, "wires">): WireFaults {
  const lines = wires.flatMap(({ net, lines: all }) => all.map((line) => ({ net, line, box: boxAround(line) })));
  const readAt = (at: PicturePoint): number | null => {
    let best: number | null = null;
    let least = SAME * unit;
    for (const { net, line, box } of lines) {
      if (!isInside(grown(box, least), at)) continue;
      const { distance } = nearestOnLine(line, at);
      if (distance > least) continue;
      least = distance;
      best = net;
    }
    return best;
  };
  const unread: (readonly PicturePoint[])[] = [];
  const samples = nets.map((strokes) =>
    strokes.flatMap(({ line, places }) => {
      const found = places.map((at) => ({ at, net: readAt(at) }));
      if (found.length > 0 && found.every(({ net }) => net === null)) unread.push(line);
      return found.filter(({ net }) => net !== null);
    }),
  );
  const drawnOf = new Map<number, Set<number>>();
  samples.forEach((found, own) => {
    for (const { net } of found) drawnOf.set(net!, (drawnOf.get(net!) ?? new Set()).add(own));
  });
  const joined = [...drawnOf.values()].reduce((sum, { size }) => sum + size - 1, 0);
  const parted = samples.reduce((sum, found) => sum + Math.max(0, new Set(found.map(({ net }) => net)).size - 1), 0);
  const missing = samples.filter(
    (found, own) => found.length === 0 && nets[own]!.some(({ line }) => unread.includes(line)),
  );
  const isOne = (pair: readonly [number, number]) =>
    [...drawnOf.values()].some((drawn) => pair.every((net) => drawn.has(net)));
  const left = samples.flatMap((found, own) => {
    const read = new Set(found.map(({ net }) => net));
    if (read.size < 2) return [];
    const ends = lines.flatMap(({ net, line }) => (read.has(net) ? [line[0]!, line.at(-1)!] : []));
    return ends.filter((end) => nets[own]!.some(({ line }) => nearestOnLine(line, end).distance <= SAME * unit));
  });
  return {
    count: joined + parted + missing.length,
    places: [...crossings.flatMap(({ nets: pair, at }) => (isOne(pair) ? [at] : [])), ...left, ...unread.flat()],
    unread,
  };
}

/** The parts of all drawn strokes within `reach` pixels of a place. */
export function strokesNear({ nets, unit }: DrawnWires, at: PicturePoint, reach: number): (readonly PicturePoint[])[] {
  return nets.flat().flatMap(({ line }) => {
    const parts: PicturePoint[][] = [];
    let isOpen = false;
    for (const place of [...sampled(line, FINE * unit), line.at(-1)!]) {
      const isNear = distanceBetween(place, at) <= reach;
      if (isNear && isOpen) parts.at(-1)!.push(place);
      else if (isNear) parts.push([place]);
      isOpen = isNear;
    }
    return parts.filter((part) => part.length > 1);
  });
}

/** Places along a line, about `step` apart. */
function sampled(line: readonly PicturePoint[], step: number): PicturePoint[] {
  const places: PicturePoint[] = [];
  line.slice(1).forEach((to, index) => {
    const from = line[index]!;
    const parts = Math.max(1, Math.round(distanceBetween(from, to) / step));
    for (let part = 0; part < parts; part++) {
      const share = part / parts;
      const at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      const last = places.at(-1);
      if (last === undefined || distanceBetween(last, at) >= step / 2) places.push(at);
    }
  });
  return places;
}

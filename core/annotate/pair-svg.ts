import { roundTo } from "../basics/numbers.ts";
import { escapeMarkup } from "../basics/texts.ts";
import {
  gateSizeOf,
  type LaidOutCircuit,
  type LaidOutNode,
  type LayoutPoint,
} from "../similarity/layouts/laid-out-circuit.ts";
import { matchNodes } from "../similarity/layouts/match-nodes.ts";
import { PREDICTION_COLOURS, TERMINAL_COLOUR } from "./colours.ts";

/** Space around a drawing, and between two, in gates. */
const [MARGIN, BETWEEN] = [0.8, 1.4];
/** Pixels per gate. */
const GATE_PIXELS = 48;

/**
 * Two drawings side by side at the same scale, with dashed lines between matching gates and wire ends: an SVG document.
 * `titles` are above them.
 *
 * @example
 * pairSvg([one, other], { titles: ["20230004", "20230017"] }).startsWith("<svg "); // true
 */
export function pairSvg(
  [a, b]: readonly [LaidOutCircuit, LaidOutCircuit],
  { titles }: { titles: readonly [string, string] },
): string {
  const found = matchNodes(a, b);
  const unit = GATE_PIXELS / gateSizeOf(a);
  // The copy may be larger or smaller; both are shown at the same size.
  const left = framed(a, { unit, from: MARGIN * GATE_PIXELS });
  const right = framed(b, { unit: unit * (found?.scale ?? 1), from: left.right + BETWEEN * GATE_PIXELS });
  const width = Math.ceil(right.right + MARGIN * GATE_PIXELS);
  const height = Math.ceil(Math.max(left.bottom, right.bottom) + MARGIN * GATE_PIXELS);
  const links = (found?.matches ?? []).map(({ a: one, b: other, apart }) => {
    const [from, to] = [left.place(a.nodes[one]!), right.place(b.nodes[other]!)];
    const opacity = (0.75 - 0.5 * Math.min(1, apart)).toFixed(2);
    return `<path d="M${at(from)}L${at(to)}" stroke="#b00060" stroke-dasharray="5 5" stroke-opacity="${opacity}"/>`;
  });
  const heading = (text: string, x: number) =>
    `<text x="${x}" y="20" font-size="15" fill="#1d1d1f" stroke="none">${escapeMarkup(text)}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
    `fill="none" stroke-width="1.6" font-family="DejaVu Sans, Arial, sans-serif"><rect width="${width}" ` +
    `height="${height}" fill="#fff"/>${links.join("")}${left.svg}${right.svg}` +
    `${heading(titles[0], MARGIN * GATE_PIXELS)}${heading(titles[1], left.right + BETWEEN * GATE_PIXELS)}</svg>`
  );
}

interface Frame {
  readonly svg: string;
  readonly right: number;
  readonly bottom: number;
  /** The position of a drawing's point in the SVG. */
  place(at: LayoutPoint): LayoutPoint;
}

function framed(circuit: LaidOutCircuit, { unit, from }: { unit: number; from: number }): Frame {
  const { nodes, wires } = circuit;
  const corners = nodes.flatMap(({ x, y, width, height }) => [
    { x: x - width / 2, y: y - height / 2 },
    { x: x + width / 2, y: y + height / 2 },
  ]);
  const all = [...corners, ...wires.flat()];
  const [minX, minY] = [Math.min(...all.map(({ x }) => x)), Math.min(...all.map(({ y }) => y))];
  const [maxX, maxY] = [Math.max(...all.map(({ x }) => x)), Math.max(...all.map(({ y }) => y))];
  const top = 20 + MARGIN * GATE_PIXELS;
  const place = ({ x, y }: LayoutPoint) => ({ x: from + (x - minX) * unit, y: top + (y - minY) * unit });
  const lines = wires.map((wire) => {
    return `<polyline points="${wire.map((point) => at(place(point))).join(" ")}" stroke="#5d6470" stroke-linejoin="round"/>`;
  });
  return {
    svg: lines.join("") + nodes.map((node) => nodeSvg(node, place(node), unit)).join(""),
    right: from + (maxX - minX) * unit,
    bottom: top + (maxY - minY) * unit,
    place,
  };
}

function nodeSvg({ kind, name, width, height }: LaidOutNode, { x, y }: LayoutPoint, unit: number): string {
  const colour = kind === "gate" ? PREDICTION_COLOURS[name as keyof typeof PREDICTION_COLOURS] : TERMINAL_COLOUR;
  const text = (size: number) =>
    `<text x="${roundTo(x, 10)}" y="${roundTo(y + size / 3, 10)}" font-size="${size}" text-anchor="middle" fill="${colour}" ` +
    `stroke="none">${escapeMarkup(name)}</text>`;
  if (kind !== "gate")
    return `<circle cx="${roundTo(x, 10)}" cy="${roundTo(y, 10)}" r="9" fill="#fff" stroke="${colour}"/>${text(12)}`;
  const [w, h] = [width * unit, height * unit];
  return (
    `<rect x="${roundTo(x - w / 2, 10)}" y="${roundTo(y - h / 2, 10)}" width="${roundTo(w, 10)}" height="${roundTo(h, 10)}" rx="4" ` +
    `fill="#fff" fill-opacity="0.8" stroke="${colour}"/>${text(12)}`
  );
}

function at({ x, y }: LayoutPoint): string {
  return `${roundTo(x, 10)},${roundTo(y, 10)}`;
}

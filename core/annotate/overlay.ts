import type { ChangeMark } from "../answers/mark-change.ts";
import { roundTo } from "../basics/numbers.ts";
import { escapeMarkup } from "../basics/texts.ts";
import { grown } from "../geometry/boxes.ts";
import type { PictureBox } from "../geometry/coordinates.ts";
import type { PageReading, ReadWire } from "../reading/page-reading.ts";
import { reasonLabel } from "../results/review-reasons.ts";
import type { GateClass } from "../rules/gates.ts";
import { CHANGE_COLOURS, netColour, PREDICTION_COLOURS, PROBLEM_COLOUR, TERMINAL_COLOUR } from "./colours.ts";

/** The parts of a reading that an overlay shows. */
export interface Overlaid extends Pick<PageReading, "width" | "height" | "gates" | "problems" | "netlist" | "wires"> {
  /** What should be different for the circuit to be correct, and where a wire should come from. */
  readonly marks?: readonly ChangeMark[];
}

export interface OverlayOptions {
  /** Size of the SVG in pixels of the screen or of the picture below; default: the picture's own. */
  readonly width?: number;
  readonly height?: number;
}

/**
 * A reading drawn to be placed over the page's picture: wires in the colour of their net, gates boxed in the colour of
 * their class with its name and confidence, the names of inputs and outputs, problems boxed and numbered in the order
 * of `problems`. An SVG document whose user space is pixels of the upright picture; also valid inside HTML.
 *
 * @example
 * overlaySvg(reading); // an SVG of the page's size
 */
export function overlaySvg(reading: Overlaid, options: OverlayOptions = {}): string {
  const { width, height } = reading;
  const unit = Math.max(width, height, 1) / 1000;
  const size = `width="${options.width ?? width}" height="${options.height ?? height}"`;
  const parts = [
    ...reading.wires.map((wire) => wireLines(wire, unit)),
    ...reading.gates.map((gate) => gateBox(gate, unit)),
    ...terminals(reading, unit),
    ...reading.problems.map(({ box, code }, index) => {
      if (!box) return "";
      const above = reading.problems.slice(0, index).filter((other) => other.box && near(other.box, box, 60 * unit));
      return problemBox(box, { words: `! ${index + 1} ${reasonLabel(code)}`, line: above.length, unit });
    }),
    ...(reading.marks ?? []).map(({ box, role }) =>
      rectangle(
        grown(box, 6 * unit),
        `stroke="${CHANGE_COLOURS[role]}" stroke-width="${roundTo(5 * unit, 10)}" rx="${roundTo(8 * unit, 10)}"`,
      ),
    ),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${size} fill="none" ` +
    `font-family="DejaVu Sans, Arial, sans-serif" font-weight="bold">${parts.join("")}</svg>`
  );
}

function wireLines({ net, lines }: ReadWire, unit: number): string {
  const style = `stroke="${netColour(net)}" stroke-width="${roundTo(3 * unit, 10)}" stroke-opacity="0.75"`;
  const points = lines.map((line) => line.map(({ x, y }) => `${roundTo(x, 10)},${roundTo(y, 10)}`).join(" "));
  return points
    .map((text) => `<polyline points="${text}" ${style} stroke-linecap="round" stroke-linejoin="round"/>`)
    .join("");
}

function gateBox(gate: PictureBox & { class_name: GateClass; confidence: number }, unit: number): string {
  const colour = PREDICTION_COLOURS[gate.class_name];
  const text = `${gate.class_name} ${Math.round(gate.confidence * 100)} %`;
  return (
    rectangle(gate, `stroke="${colour}" stroke-width="${roundTo(2.5 * unit, 10)}"`) +
    label(text, { x: gate.x, y: gate.y - 4 * unit, colour, unit })
  );
}

function terminals({ netlist }: Overlaid, unit: number): string[] {
  return [...netlist.inputs, ...netlist.outputs].map(({ name, box, inverted }) => {
    if (!box) return "";
    const text = inverted ? `¬${name}` : name;
    const frame = rectangle(box, `stroke="${TERMINAL_COLOUR}" stroke-width="${roundTo(1.5 * unit, 10)}"`);
    return frame + label(text, { x: box.x, y: box.y - 4 * unit, colour: TERMINAL_COLOUR, unit });
  });
}

function problemBox(box: PictureBox, { words, line, unit }: { words: string; line: number; unit: number }): string {
  const dashes = `${roundTo(8 * unit, 10)} ${roundTo(5 * unit, 10)}`;
  const around = grown(box, 4 * unit);
  return (
    rectangle(
      around,
      `stroke="${PROBLEM_COLOUR}" stroke-width="${roundTo(3 * unit, 10)}" stroke-dasharray="${dashes}"`,
    ) +
    label(words, { x: around.x, y: around.y + around.height + 18 * (line + 1) * unit, colour: PROBLEM_COLOUR, unit })
  );
}

/** Whether the labels below two boxes would overlap. */
function near(a: PictureBox, b: PictureBox, distance: number): boolean {
  return Math.abs(a.x - b.x) < distance && Math.abs(a.y + a.height - b.y - b.height) < distance;
}

function rectangle({ x, y, width, height }: PictureBox, style: string): string {
  return `<rect x="${roundTo(x, 10)}" y="${roundTo(y, 10)}" width="${roundTo(width, 10)}" height="${roundTo(height, 10)}" ${style}/>`;
}

/** Text with a white outline, readable on ink and grid; moved onto the page if it would be above the top edge. */
function label(text: string, at: { x: number; y: number; colour: string; unit: number }): string {
  const size = 16 * at.unit;
  const edge = `stroke="#fff" stroke-width="${roundTo(size / 4, 10)}" stroke-linejoin="round" paint-order="stroke"`;
  const place = `x="${roundTo(Math.max(0, at.x), 10)}" y="${roundTo(Math.max(size, at.y), 10)}" font-size="${roundTo(size, 10)}"`;
  return `<text ${place} fill="${at.colour}" ${edge}>${escapeMarkup(text)}</text>`;
}

import type { ChangeMark } from "../answers/mark-change.ts";
import type { PictureBox } from "../geometry/coordinates.ts";
import type { PageReading, ReadWire } from "../page-reading.ts";
import type { GateClass } from "../rules/gate-class.ts";
import { CHANGE_COLOURS, GATE_COLOURS, netColour, PROBLEM_COLOUR, TERMINAL_COLOUR } from "./colours.ts";

/** What an overlay shows of a reading. */
export interface Overlaid extends Pick<PageReading, "width" | "height" | "gates" | "problems" | "netlist" | "wires"> {
  /** What should be otherwise for the circuit to be right, and where a wire should come from. */
  readonly marks?: readonly ChangeMark[];
}

export interface OverlayOptions {
  /** Size of the SVG in pixels of the screen or of the picture below; default: the picture's own. */
  readonly width?: number;
  readonly height?: number;
}

/**
 * What was read, drawn to lie over the page's picture: wires in a colour of their net, gates boxed in the colour of
 * their class with its name and confidence, the names of inputs and outputs, problems boxed and numbered in the order
 * of `problems`. An SVG document whose user space is pixels of the upright picture; also valid inside HTML.
 *
 * @example
 * overlaySvg(reading); // '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1240 1754" …'
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
      return problemBox(box, { words: `! ${index + 1} ${code}`, line: above.length, unit });
    }),
    ...(reading.marks ?? []).map(({ box, role }) =>
      rectangle(
        grown(box, 6 * unit),
        `stroke="${CHANGE_COLOURS[role]}" stroke-width="${round(5 * unit)}" rx="${round(8 * unit)}"`,
      ),
    ),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${size} fill="none" ` +
    `font-family="DejaVu Sans, Arial, sans-serif" font-weight="bold">${parts.join("")}</svg>`
  );
}

function wireLines({ net, lines }: ReadWire, unit: number): string {
  const style = `stroke="${netColour(net)}" stroke-width="${round(3 * unit)}" stroke-opacity="0.75"`;
  const points = lines.map((line) => line.map(({ x, y }) => `${round(x)},${round(y)}`).join(" "));
  return points
    .map((text) => `<polyline points="${text}" ${style} stroke-linecap="round" stroke-linejoin="round"/>`)
    .join("");
}

function gateBox(gate: PictureBox & { class_name: GateClass; confidence: number }, unit: number): string {
  const colour = GATE_COLOURS[gate.class_name];
  const text = `${gate.class_name} ${Math.round(gate.confidence * 100)} %`;
  return (
    rectangle(gate, `stroke="${colour}" stroke-width="${round(2.5 * unit)}"`) +
    label(text, { x: gate.x, y: gate.y - 4 * unit, colour, unit })
  );
}

function terminals({ netlist }: Overlaid, unit: number): string[] {
  return [...netlist.inputs, ...netlist.outputs].map(({ name, box, inverted }) => {
    if (!box) return "";
    const text = inverted ? `¬${name}` : name;
    const frame = rectangle(box, `stroke="${TERMINAL_COLOUR}" stroke-width="${round(1.5 * unit)}"`);
    return frame + label(text, { x: box.x, y: box.y - 4 * unit, colour: TERMINAL_COLOUR, unit });
  });
}

function problemBox(box: PictureBox, { words, line, unit }: { words: string; line: number; unit: number }): string {
  const dashes = `${round(8 * unit)} ${round(5 * unit)}`;
  const around = grown(box, 4 * unit);
  return (
    rectangle(around, `stroke="${PROBLEM_COLOUR}" stroke-width="${round(3 * unit)}" stroke-dasharray="${dashes}"`) +
    label(words, { x: around.x, y: around.y + around.height + 18 * (line + 1) * unit, colour: PROBLEM_COLOUR, unit })
  );
}

function grown({ x, y, width, height }: PictureBox, by: number): PictureBox {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** Whether the words below two boxes would lie on each other. */
function near(a: PictureBox, b: PictureBox, distance: number): boolean {
  return Math.abs(a.x - b.x) < distance && Math.abs(a.y + a.height - b.y - b.height) < distance;
}

function rectangle({ x, y, width, height }: PictureBox, style: string): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" ${style}/>`;
}

/** Text with a white edge, to be read on ink and grid; kept on the page where its place is above the top edge. */
function label(text: string, at: { x: number; y: number; colour: string; unit: number }): string {
  const size = 16 * at.unit;
  const edge = `stroke="#fff" stroke-width="${round(size / 4)}" stroke-linejoin="round" paint-order="stroke"`;
  const place = `x="${round(Math.max(0, at.x))}" y="${round(Math.max(size, at.y))}" font-size="${round(size)}"`;
  return `<text ${place} fill="${at.colour}" ${edge}>${escapeXml(text)}</text>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

import sharp from "sharp";
import { INK } from "../../core/marks/marks.ts";
import type { Wires } from "../../core/wires/read-wires.ts";
import type { OraclePage } from "./page-of-sketch.ts";

const COLOURS = {
  [INK.paper]: [120, 120, 120],
  [INK.wire]: [0, 0, 0],
  [INK.gate]: [40, 80, 255],
  [INK.text]: [0, 150, 0],
};
const POINT_COLOURS = { bubble: "#ff0000", junction: "#ff8800", crossing: "#aa00ff", end: "#00aaaa" };

/** Writes a page with its marks as a PNG, `svg` (in page pixels) drawn over it. */
async function writeOverlay({ page, marks }: OraclePage, file: string, svg = ""): Promise<void> {
  const { width, height, ink } = page;
  const rgb = Buffer.alloc(width * height * 3, 255);
  for (let i = 0; i < ink.length; i++) {
    const colour = COLOURS[marks.mask[i] as keyof typeof COLOURS]!;
    for (let c = 0; c < 3; c++) rgb[3 * i + c] = Math.round(255 - (ink[i]! / 255) * (255 - colour[c]!) * 0.75);
  }
  const boxes = marks.gates.map(
    (g) =>
      `<rect x="${g.box.x}" y="${g.box.y}" width="${g.box.width}" height="${g.box.height}" fill="none" stroke="#88f"/>` +
      `<text x="${g.box.x}" y="${g.box.y - 2}" font-size="11" fill="#00c">${g.gateClass} ${g.direction}</text>`,
  );
  const points = marks.points.map(
    (p) =>
      `<circle cx="${p.at.x}" cy="${p.at.y}" r="7" fill="none" stroke="${POINT_COLOURS[p.kind]}" stroke-width="1.5"/>`,
  );
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${boxes.join("")}${points.join("")}${svg}</svg>`;
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(overlay) }])
    .png()
    .toFile(file);
}

/**
 * Writes a page with its wires as they were read: one colour per net, pins, free ends, and the places that were not
 * read as they look.
 */
export async function writeReading(oracle: OraclePage, wires: Wires, file: string): Promise<void> {
  const colour = (net: number) => `hsl(${(net * 67) % 360},90%,42%)`;
  const lines = wires.lines.map(
    ({ net, points }) =>
      `<polyline points="${points.map((p) => `${p.x},${p.y}`).join(" ")}" fill="none" stroke="${colour(net)}" stroke-width="2.5"/>`,
  );
  const pins = wires.pins.map(
    ({ at, role, net, bubble }) =>
      `<rect x="${at.x - 4}" y="${at.y - 4}" width="8" height="8" fill="${role === "input" ? (bubble === -1 ? "none" : "yellow") : colour(net)}" stroke="#000"/>`,
  );
  const free = wires.freeEnds.map(({ at }) => `<circle cx="${at.x}" cy="${at.y}" r="4" fill="#0ff" stroke="#000"/>`);
  const decided = wires.decisions.map(({ decision, chosen }) => {
    const first = decision.options[0]!;
    if (chosen.name === "crossing")
      return `<circle cx="${decision.at.x}" cy="${decision.at.y}" r="4" fill="none" stroke="#a0f" stroke-width="2"/>`;
    if (chosen === first && (chosen.name === "pin" || chosen.name === "free" || decision.edge === undefined)) return "";
    return `<text x="${decision.at.x + 4}" y="${decision.at.y - 4}" font-size="10" fill="#d00">${chosen.name}${chosen === first ? "" : "!"}</text>`;
  });
  const turned = wires.gates.bodies.map(
    ({ box, direction }) =>
      `<text x="${box.x + 4}" y="${box.y + box.height / 2}" font-size="12" fill="#c0c">${direction}</text>`,
  );
  await writeOverlay(oracle, file, [...lines, ...pins, ...free, ...decided, ...turned].join(""));
}

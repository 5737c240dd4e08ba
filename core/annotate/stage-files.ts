import sharp, { type Sharp } from "sharp";
import { deriveExpressions } from "../expressions/derive-expressions.ts";
import { type GateMark, INK, type Marks } from "../marks/marks.ts";
import type { CleanPage } from "../page/clean-page.ts";
import type { SeenPage } from "../read-page.ts";
import type { Followed } from "../reading/conclude-page.ts";
import type { PageReading } from "../reading/page-reading.ts";
import { GATE_CLASSES } from "../rules/gates.ts";
import type { PageImage } from "../scan/page-image.ts";
import { likelyFunctions } from "../verdict/join-looks.ts";
import type { Wires } from "../wires/read-wires.ts";
import { PREDICTION_COLOURS } from "./colours.ts";
import { overlaySvg } from "./overlay.ts";
import { annotatedPng, pageJpeg, pixels } from "./page-picture.ts";

/** How the mask is painted: paper, wire, gate, text. */
const MASK_COLOURS = [
  [255, 255, 255],
  [29, 78, 216],
  [220, 38, 38],
  [22, 163, 74],
] as const;

const POINT_COLOURS = { junction: "#1d4ed8", crossing: "#a16207", bubble: "#c026d3", end: "#16a34a" } as const;

const PAGE_SIDE = 1600;

/** The functions a page may show that are worth a look. */
const MOST_FUNCTIONS = 8;

/**
 * What each stage of a reading saw, and why it decided as it did: pictures and JSON by their file names. Places in
 * 2 to 5 are pixels of the clean page (2-ink.png), in 6 those of the upright picture; costs are logarithms of
 * probability, 0 for what the ink looks most like.
 *
 * @param image the upright picture that was seen.
 */
export async function stageFiles(image: PageImage, seen: SeenPage): Promise<ReadonlyMap<string, Uint8Array | string>> {
  const { sight, reading, followed } = seen;
  const { page } = sight;
  const marks = followed?.marks ?? sight.marks;
  const ink = greyPixels(page);
  const pale = await pixels(image).modulate({ saturation: 0.3 }).linear(0.35, 165).png().toBuffer();
  const wiresAlone = { ...reading, gates: [], problems: [], netlist: { ...reading.netlist, inputs: [], outputs: [] } };
  const over = async (picture: Sharp, svg: string) =>
    picture
      .composite([{ input: Buffer.from(svg) }])
      .png()
      .toBuffer();
  return new Map<string, Uint8Array | string>([
    ["1-page.jpg", await pageJpeg(image, PAGE_SIDE)],
    ["2-ink.png", await ink.clone().png().toBuffer()],
    ["2-ink.json", json(pageFacts(sight))],
    ["3-marks.png", await over(ink.toColourspace("srgb"), marksSvg(marks, page))],
    ["3-marks.json", json(markFacts(marks))],
    ["4-mask.png", await maskPicture(marks, page).png().toBuffer()],
    ["5-wires.png", await over(sharp(pale), overlaySvg(wiresAlone, { width: image.width, height: image.height }))],
    ["5-wires.json", json(followed && wireFacts(followed))],
    ["6-reading.png", await annotatedPng(image, reading)],
    ["6-reading.json", json(readingFacts(reading))],
  ]);
}

function json(facts: unknown): string {
  const rounded = (_: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(5)) : value);
  return `${JSON.stringify(facts, rounded, 2)}\n`;
}

function pageFacts({ page, problems }: SeenPage["sight"]): object {
  const { frame, width, height, ink, toPicture } = page;
  const share = ink.reduce((sum, value) => sum + value, 0) / (255 * ink.length);
  return { frame, width, height, ink: share, to_picture: toPicture.m, problems };
}

function markFacts({ gates, doubtful, points, texts }: Marks): object {
  return { gates: gates.map(gateFacts), doubtful: doubtful.map(gateFacts), points, texts };
}

function gateFacts({ box, gateClass, classScores, direction, confidence }: GateMark): object {
  const scores = Object.fromEntries(GATE_CLASSES.map((name, index) => [name, classScores[index]]));
  return { box, class_name: gateClass, direction, confidence, scores };
}

function wireFacts({ wires, tried }: Followed): object {
  return {
    steps: wires.steps,
    nets: wires.nets,
    pins: wires.pins.map(({ gate, role, inverted, at, net }) => ({ gate, role, inverted, at, net })),
    free_ends: wires.freeEnds.map(({ at, net }) => ({ at, net })),
    faults: wires.faults,
    decisions: wires.decisions.map(decisionFacts),
    others: wires.others.map((other) => ({ cost: other.dearer, differs: differences(wires, other.wires) })),
    tried_gates: tried.map(({ gates, faults, cost }) => {
      return { gates: gates.map(({ box, gateClass }) => ({ class_name: gateClass, box })), faults, cost };
    }),
  };
}

function decisionFacts({ decision, chosen }: Wires["decisions"][number]): object {
  const { at, options } = decision;
  const otherOptions = options.filter((option) => option !== chosen);
  const named = ({ name, cost, pin }: typeof chosen) => ({ name, cost, pin });
  return { at, chosen: named(chosen), others: otherOptions.map(named) };
}

/** Where another reading of the wires decides otherwise. */
function differences(own: Wires, other: Wires): object[] {
  return own.decisions.flatMap(({ decision, chosen }, index) => {
    const instead = other.decisions[index]?.chosen;
    return instead === undefined || instead === chosen
      ? []
      : [{ at: decision.at, read: chosen.name, or: instead.name }];
  });
}

function readingFacts({ gates, inputs, outputs, problems, confidence, looks }: PageReading): object {
  const functions = likelyFunctions(looks).slice(0, MOST_FUNCTIONS);
  return {
    confidence,
    gates,
    inputs,
    outputs,
    problems,
    functions: functions.map(({ share, reading: { netlist } }) => {
      const derived = deriveExpressions(netlist).outputs;
      return { share, outputs: derived.map(({ name, expression }) => ({ name, expression })) };
    }),
    looks: looks.map(({ circuits }) => circuits.map(({ cost, faults, doubts }) => ({ cost, faults, doubts }))),
  };
}

/** What the detector saw: gates with class and confidence, and points of evidence. */
function marksSvg(marks: Marks, { width, height }: CleanPage): string {
  const gates = marks.gates.map(({ box, gateClass, confidence }) => {
    const colour = PREDICTION_COLOURS[gateClass];
    const words = `${gateClass} ${Math.round(100 * confidence)} %`;
    return (
      `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" stroke="${colour}" stroke-width="4"/>` +
      `<text x="${box.x}" y="${box.y - 8}" font-size="28" fill="${colour}">${words}</text>`
    );
  });
  const points = marks.points.map(
    ({ kind, at }) => `<circle cx="${at.x}" cy="${at.y}" r="11" stroke="${POINT_COLOURS[kind]}" stroke-width="4"/>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none" ` +
    `font-family="DejaVu Sans, sans-serif" font-weight="bold">${[...gates, ...points].join("")}</svg>`
  );
}

function maskPicture({ mask }: Marks, { width, height }: CleanPage): Sharp {
  const rgb = new Uint8Array(3 * width * height);
  for (const [index, value] of mask.entries()) rgb.set(MASK_COLOURS[value] ?? MASK_COLOURS[INK.paper], 3 * index);
  return pixels({ rgb, width, height });
}

function greyPixels({ ink, width, height }: CleanPage): Sharp {
  return sharp(
    ink.map((value) => 255 - value),
    { raw: { width, height, channels: 1 } },
  );
}

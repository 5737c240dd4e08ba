import sharp from "sharp";
import { SHEET } from "../../template/layout.ts";
import { type Random, seededRandom } from "../render/random.ts";
import type { Stroke } from "../render/sketch.ts";
import { strokeSvg, svgPage } from "../render/stroke-svg.ts";
import { type DrawnStackPage, drawStack, STACK_DPI, type StackPlan } from "./draw-stack.ts";
import { bezier, type HandLine, type StrokePoint, wobble } from "./hand.ts";
import { letterStrokes } from "./letter-strokes.ts";
import { ANSWERS, type DrawnAnswer, TASK } from "./page-list.ts";

/** The page list's task with a third item. */
export const DUPLEX_TASK = {
  ...TASK,
  id: "duplex-quiz",
  title: "Three circuits",
  items: [...TASK.items, { item: 3, keys: [{ expression: "~A & ~B & C", grade: 6 }] }],
} as const;

const THIRD: Omit<DrawnAnswer, "outputs" | "grade" | "note"> = {
  student: 1,
  item: 3,
  paper: "template-scan",
  extension: "jpg",
  inputs: "own",
};

const DUPLEX_ANSWERS: readonly DrawnAnswer[] = [
  ...ANSWERS,
  { ...THIRD, outputs: [{ name: "Y", expression: "~A & ~B & C" }], grade: 6, note: "right" },
  { ...THIRD, outputs: [{ name: "Y", expression: "~(A | B) & C" }], grade: 6, note: "right, with a NOR" },
  { ...THIRD, outputs: [{ name: "Y", expression: "(A | B) & C" }], grade: 0, note: "an inversion is missing" },
  { ...THIRD, outputs: [{ name: "Y", expression: "~(A | B) & _" }], grade: null, note: "an input is open" },
];

/** A page of a duplex scan: an answer's front, a back, or a page that is not the class's. */
export type DuplexPage =
  | { readonly kind: "front"; readonly front: DrawnStackPage }
  | { readonly kind: "blank" | "scribble" | "foreign" };

export interface DuplexStack {
  /** JPEG files, in the order of `pages`. */
  readonly pictures: readonly Uint8Array[];
  readonly pages: readonly DuplexPage[];
}

/**
 * A class's templates of `DUPLEX_TASK`, filled in and scanned on both sides, with a foreign sheet of two printed sides
 * in the middle. Of every three backs one has scribbles. The same seed makes the same stack.
 */
export async function drawDuplexStack(
  templates: Uint8Array,
  plan: Omit<StackPlan, "itemOf" | "answers">,
): Promise<DuplexStack> {
  const itemOf = (page: number): number => DUPLEX_TASK.items[(page - 1) % DUPLEX_TASK.items.length]!.item;
  const fronts = await drawStack(templates, { ...plan, itemOf, answers: DUPLEX_ANSWERS });
  const random = seededRandom(`duplex/${plan.seed}`);
  const scanned: { page: DuplexPage; picture: Uint8Array }[] = [];
  for (const [index, front] of fronts.pages.entries()) {
    scanned.push({ page: { kind: "front", front }, picture: fronts.pictures[index]! });
    const isScribbled = index % 3 === 2;
    const back = isScribbled ? scribble(random) : "";
    scanned.push({ page: { kind: isScribbled ? "scribble" : "blank" }, picture: await scanBack(back) });
    if (index !== Math.floor(fronts.pages.length / 2)) continue;
    for (const text of FOREIGN) scanned.push({ page: { kind: "foreign" }, picture: await scanBack(print(text)) });
  }
  return { pictures: scanned.map(({ picture }) => picture), pages: scanned.map(({ page }) => page) };
}

const MM = STACK_DPI / 25.4;

async function scanBack(ink: string): Promise<Uint8Array> {
  const page = svgPage(Math.round(SHEET.width * MM), Math.round(SHEET.height * MM), ink);
  return sharp(Buffer.from(page)).flatten({ background: "#f8f8f6" }).jpeg({ quality: 80 }).toBuffer();
}

const FOREIGN = ["Timetable of the laboratory", "Rules: no food and no drinks near the boards"] as const;

/** A printed sheet. */
function print(text: string): string {
  const lines = Array.from({ length: 12 }, (_, line) => {
    return `<text x="160" y="${220 + 70 * line}" font-size="34" font-family="DejaVu Sans">${line + 1}. ${text}.</text>`;
  });
  return lines.join("");
}

/** What students leave on the back of a sheet: a sum, a few letters, a doodle. In mm. */
function scribble(random: Random): string {
  const at: StrokePoint = [random.range(40, 140), random.range(40, 120)];
  const number = (): string => String(Math.floor(random.range(10, 9999)));
  const lines = [number(), number(), number(), "ABC"].map((text, line) => {
    return letterStrokes(random, text, { at: [at[0], at[1] + 12 * line], height: 7 });
  });
  const strokes: readonly HandLine[] = [...lines.flat(), doodle(random, [at[0] + 60, at[1]])];
  const carry = (x: number, y: number) => ({ x: x * MM, y: y * MM });
  return strokeSvg(strokes as readonly Stroke[], { carry, pen: 0.5 * MM, color: "#23252e" });
}

/** One long curve without a corner. */
function doodle(random: Random, [x, y]: StrokePoint): HandLine {
  const control = Array.from({ length: 7 }, (): StrokePoint => {
    return [x + random.range(0, 80), y + random.range(-10, 50)];
  });
  return wobble(random, bezier(control, 60), 0.2);
}

import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import type { Corrections } from "./corrections/correct-marks.ts";
import { openOnnxDetector, readModelFiles } from "./marks/detector/onnx-detector.ts";
import { openPageReader, readPage } from "./read-page.ts";
import type { PageReading } from "./reading/page-reading.ts";
import type { Prediction } from "./reading/prediction.ts";
import type { Stage } from "./reading/read-marks.ts";
import type { PageSight } from "./reading/see-page.ts";
import { isGateClass } from "./rules/gates.ts";
import { decodePages } from "./scan/decode-pages.ts";
import { BORDER } from "./template/layout.ts";
import { renderTemplate } from "./template/template-pdf.ts";
import { expectedPages, sampleImage } from "./testdata/sample-pages.ts";

const reader = await openPageReader();
afterAll(() => reader.close());

async function see(file: string): Promise<{ sight: PageSight; before: PageReading }> {
  const image = await sampleImage(expectedPages().find((page) => page.file === file)!);
  const { sight, reading } = await reader.see(image);
  return { sight, before: reading };
}

/** The page's gates as they are, and what a test changes of it. */
function corrections(before: PageReading, change: Partial<Corrections> = {}): Corrections {
  const gates = before.predictions.filter(({ className }) => isGateClass(className));
  return { predictions: change.predictions ?? gates, removed: change.removed ?? [] };
}

function tables({ outputs }: PageReading): Record<string, string> {
  return Object.fromEntries(
    outputs.map(({ name, truth_table }) => [name, truth_table.map((row) => row.at(-1)).join("")]),
  );
}

function codes({ problems }: PageReading): string[] {
  return problems.map(({ code }) => code);
}

function byPerson(prediction: Prediction, change: Partial<Prediction> = {}): Prediction {
  return { ...prediction, confidence: 1, by: "person", ...change };
}

const HALF_ADDER = "20230001_quiz[1].png";
const ON_TEMPLATE = "20230002_quiz[1].jpg";
const PHOTO = "20230003_quiz[1].jpg";
const BRANCHES = "20230008_quiz[1].jpg";

describe("a page on which nothing is read", () => {
  async function pageOf(bytes: Uint8Array) {
    const file = await decodePages(bytes);
    if (!file.ok) throw new Error(file.failure.code);
    for await (const page of file.pages) if (page.ok) return (await reader.see(page.image)).reading;
    throw new Error("The file has no page.");
  }

  it("is surely empty if it is the bare template", async () => {
    const items = [{ item: 1, qrText: "https://example.edu/student-upload/abc?v=1&i=1&s=xyz" }];
    const reading = await pageOf(await renderTemplate({ title: "Half adder", className: null, items }));
    expect(codes(reading)).toEqual(["nothing-drawn", "no-gates"]);
    expect(reading.confidence).toBeGreaterThan(0.9);
  });

  it("has no confidence on any other paper", async () => {
    const lines = Array.from({ length: 24 }, (_, line) => `<path d="M0 ${60 * line}H1000" stroke="#8ab"/>`).join("");
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1400"><rect width="1000" height="1400" fill="#fdfdf8"/>${lines}</svg>`;
    const reading = await pageOf(await sharp(Buffer.from(svg)).png().toBuffer());
    expect(codes(reading)).not.toContain("nothing-drawn");
    expect([reading.gates, reading.outputs, reading.confidence]).toEqual([[], [], null]);
  });
});

describe("predictions", () => {
  it.each([HALF_ADDER, ON_TEMPLATE, PHOTO])(
    "%s: every gate, input and output is one, inside the picture",
    async (file) => {
      const { before } = await see(file);
      const count = (className: string) => before.predictions.filter((each) => each.className === className).length;
      for (const { class_name } of before.gates) expect(count(class_name)).toBeGreaterThan(0);
      expect(count("input")).toBe(before.netlist.inputs.length);
      expect(count("output")).toBe(before.outputs.length);
      for (const { box, confidence, sheet } of before.predictions) {
        expect(
          box.x >= 0 && box.y >= 0 && box.x + box.width <= before.width && box.y + box.height <= before.height,
        ).toBe(true);
        expect(confidence > 0 && confidence <= 1).toBe(true);
        expect(sheet.x >= 0 && sheet.y >= 0 && sheet.x <= BORDER.width && sheet.y <= BORDER.height).toBe(true);
      }
    },
  );

  it("a page that branches has junctions", async () => {
    const { before } = await see(BRANCHES);
    expect(before.predictions.some(({ className }) => className === "junction")).toBe(true);
  });
});

describe("conclude with corrections", () => {
  it.each(["20230002_quiz[2].jpg", PHOTO, "20230008_quiz[2].png", "20230007_quiz[1].png"])(
    "%s: keeping all gates changes nothing",
    async (file) => {
      const { sight, before } = await see(file);
      const after = await reader.conclude(sight, corrections(before));
      expect(tables(after)).toEqual(tables(before));
      expect(codes(after)).toEqual(codes(before));
      expect(after.predictions).toEqual(before.predictions);
    },
  );

  it("a person's class replaces the detector's, with or without the circle at the tip", async () => {
    const { sight, before } = await see("20230007_quiz[1].png");
    expect(tables(before)).toEqual({ S: "1001", C: "0001" });
    const predictions = before.predictions.map((each) =>
      each.className === "XNOR" ? byPerson(each, { className: "XOR" }) : each,
    );
    const after = await reader.conclude(sight, corrections(before, { predictions }));
    expect(tables(after)).toEqual({ S: "0110", C: "0001" });
    expect(after.predictions.filter(({ className, by }) => className === "XOR" && by === "person")).toHaveLength(1);
    const nand = before.predictions.map((each) =>
      each.className === "AND" ? byPerson(each, { className: "NAND" }) : each,
    );
    expect(tables(await reader.conclude(sight, corrections(before, { predictions: nand })))).toEqual({
      S: "1001",
      C: "1110",
    });
  });

  it("a removed gate is gone; placed again, it is there as before", async () => {
    const { sight, before } = await see(HALF_ADDER);
    const gone = before.predictions.find(({ className }) => className === "AND")!;
    const predictions = before.predictions.filter((each) => each !== gone);
    const without = await reader.conclude(sight, corrections(before, { predictions, removed: [gone] }));
    expect(without.gates.map(({ class_name }) => class_name)).not.toContain("AND");
    const box = { x: gone.box.x - 2, y: gone.box.y + 2, width: gone.box.width + 3, height: gone.box.height - 1 };
    const again = await reader.conclude(
      sight,
      corrections(before, { predictions: [...predictions, byPerson(gone, { box })], removed: [gone] }),
    );
    expect(tables(again)).toEqual(tables(before));
    expect(codes(again)).toEqual([]);
    expect(again.gates.find(({ class_name }) => class_name === "AND")).toMatchObject({ confidence: 1, inputs: 2 });
  });

  it("a removed output is gone, and its gate is reported to lead nowhere; placed on its wire, it is an output again", async () => {
    const { sight, before } = await see(ON_TEMPLATE);
    const output = before.predictions.find(({ className, label }) => className === "output" && label === "C")!;
    const without = await reader.conclude(sight, corrections(before, { removed: [output] }));
    expect(Object.keys(tables(without))).toEqual(["S"]);
    expect(codes(without)).toContain("unused-gate");
    expect(without.predictions.filter(({ className }) => className === "output")).toHaveLength(1);
    const { predictions } = corrections(before);
    const placed = byPerson(output, { label: "carry" });
    const after = await reader.conclude(sight, { predictions: [...predictions, placed], removed: [output] });
    expect(tables(after)).toEqual({ S: "0110", carry: "0001" });
    expect(codes(after)).toEqual([]);
  });

  it("an input's name is the person's", async () => {
    const { sight, before } = await see("20230001_quiz[2].jpg");
    const { predictions } = corrections(before);
    const inputs = before.predictions.filter(({ className }) => className === "input");
    const other = (name = "") => ({ A: "C", C: "A" })[name] ?? name;
    const swapped = inputs.map((each) => byPerson(each, { label: other(each.label) }));
    const after = await reader.conclude(sight, { predictions: [...predictions, ...swapped], removed: [] });
    expect(before.inputs).toEqual(["A", "B", "C"]);
    expect(after.inputs).toEqual(["C", "B", "A"]);
    expect(after.outputs[0]?.truth_table).toEqual(before.outputs[0]?.truth_table);
  });

  it("a terminal away from all wires is a problem, not a crash", async () => {
    const { sight, before } = await see(ON_TEMPLATE);
    const { predictions } = corrections(before);
    const box = { x: 1, y: 1, width: 12, height: 12 };
    const stray: Prediction = { className: "input", box, confidence: 1, by: "person" };
    const after = await reader.conclude(sight, { predictions: [...predictions, stray], removed: [] });
    expect(codes(after)).toEqual(["no-wire-at-terminal"]);
    expect(tables(after)).toEqual(tables(before));
  });

  it("a removed junction separates the wires; added again, it joins them", async () => {
    const { sight, before } = await see(BRANCHES);
    const { predictions } = corrections(before);
    const junction = before.predictions.find((each) => each.className === "junction" && each.confidence > 0.9)!;
    const parted = await reader.conclude(sight, { predictions, removed: [junction] });
    expect({ tables: tables(parted), codes: codes(parted) }).not.toEqual({ tables: tables(before), codes: [] });
    const joined = await reader.conclude(sight, {
      predictions: [...predictions, byPerson(junction)],
      removed: [junction],
    });
    expect(tables(joined)).toEqual(tables(before));
    expect(codes(joined)).toEqual([]);
  });
});

describe("a fixed threshold", () => {
  it("reads a clean page as the automatic one does", async () => {
    const image = await sampleImage(expectedPages().find((page) => page.file === HALF_ADDER)!);
    const after = await reader.conclude((await reader.see(image, { threshold: 127 })).sight);
    expect(tables(after)).toEqual({ S: "0110", C: "0001" });
  });

  it.each([
    [0, "no-ink"],
    [255, "too-much-ink"],
  ])("%i leaves no drawing, and says so", async (threshold, code) => {
    const image = await sampleImage(expectedPages().find((page) => page.file === PHOTO)!);
    const after = await reader.conclude((await reader.see(image, { threshold })).sight);
    expect(codes(after)).toContain(code);
    expect(after.gates).toEqual([]);
  });
});

describe("a page whose circuit has faults", () => {
  it.each([
    ["20230001_quiz[1].png", 1],
    ["20230006_quiz[2].jpg", 2],
  ])("%s is looked at %i times", async (file, looks) => {
    const image = await sampleImage(expectedPages().find((page) => page.file === file)!);
    const detector = await openOnnxDetector(await readModelFiles(new URL("../models/", import.meta.url)));
    const stages: Stage[] = [];
    const reading = await readPage(image, { detector, onStage: (stage) => void stages.push(stage) });
    await detector.close();
    expect(stages.filter((stage) => stage === "marks")).toHaveLength(looks);
    // A second look finds the same fault: it is drawn so.
    expect(codes(reading)).toEqual(looks === 1 ? [] : ["open-input"]);
    expect([reading.width, reading.height]).toEqual([image.pictureWidth, image.pictureHeight]);
  });
});

describe("conclude with corrections of wires", () => {
  it("applies them to what was traced, and shows those that find no place", async () => {
    const { sight, before } = await see(HALF_ADDER);
    const xor = before.gates.find(({ class_name }) => class_name === "XOR")!;
    const pin = { x: xor.x, y: xor.y + xor.height / 4 };
    const stray = { x: 3, y: 3 };
    const wires = [
      { kind: "cut", at: stray },
      { kind: "invert", pin, inverted: true },
    ] as const;
    const after = await reader.conclude(sight, { ...corrections(before), wires });
    expect(tables(before)).toEqual({ S: "0110", C: "0001" });
    expect(tables(after)).toEqual({ S: "1001", C: "0001" });
    expect(after.problems).toEqual([
      expect.objectContaining({ code: "lost-correction", box: { x: -12, y: -12, width: 30, height: 30 } }),
    ]);
  });

  it("takes the wire apart at a cut", async () => {
    const { sight, before } = await see(HALF_ADDER);
    const output = before.netlist.outputs.find(({ name }) => name === "S")!;
    const line = before.wires.find(({ net }) => net === output.net)!.lines.flat();
    const at = line[Math.floor(line.length / 2)]!;
    const after = await reader.conclude(sight, { ...corrections(before), wires: [{ kind: "cut", at }] });
    expect(after.wires.filter(({ net }) => net === output.net).length).toBe(1);
    expect(after.problems.map(({ code }) => code)).not.toContain("lost-correction");
    expect(tables(after)).not.toEqual(tables(before));
  });
});

describe("an input without a letter", () => {
  it("may be any other input of the page", async () => {
    const image = await sampleImage(expectedPages().find((page) => page.file === HALF_ADDER)!);
    const { netlist } = await reader.read(image);
    const [bare, ...others] = netlist.inputs;
    const rgb = image.rgb.slice();
    const { x, y, width, height } = bare!.box!;
    for (let row = Math.floor(y); row < y + height; row++) {
      const start = 3 * (row * image.width + Math.floor(x));
      rgb.fill(255, start, start + 3 * Math.ceil(width + 1));
    }
    const read = await reader.read({ ...image, rgb });
    expect(codes(read)).toContain("unlettered-input");
    const circuit = read.looks[0]!.circuits[0]!;
    const input = circuit.netlist.inputs.findIndex(({ unnamed }) => unnamed);
    const names = circuit.doubts.flatMap(({ change }) => {
      return change.kind === "input-name" && change.input === input ? [change.name] : [];
    });
    expect(names.sort()).toEqual([...new Set(others.map(({ name }) => name))].sort());
  });
});

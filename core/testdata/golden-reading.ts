import { gradeItem } from "../grade/grade-item.ts";
import type { Detector } from "../marks/detector/detector.ts";
import { findMarks } from "../marks/find-marks.ts";
import type { Netlist } from "../netlist/netlist.ts";
import { cleanPage } from "../page/clean-page.ts";
import { readPage } from "../read-page.ts";
import type { TaskFile } from "../rules/tasks/task-file.ts";
import type { PageImage } from "../scan/page-image.ts";

/** What each stage makes of a page, short enough to be read by a person. */
export interface GoldenReading {
  readonly page: {
    readonly width: number;
    readonly height: number;
    readonly frame: string;
    readonly inkPixels: number;
  };
  /** Gates that the detector marks, in page pixels: class, left, top, width, height. */
  readonly marks: readonly (readonly [string, number, number, number, number])[];
  /** One line a gate or output, as `canonicalNetlist` writes it. */
  readonly netlist: readonly string[];
  readonly expressions: readonly string[];
  readonly problems: readonly string[];
  readonly grade: number | null;
}

/** Ink above this counts, of 255. */
const INKED = 110;

/** Runs the stages over one page. */
export async function goldenReading(
  image: PageImage,
  { detector, keys }: { detector: Detector; keys: TaskFile["items"][number]["keys"] },
): Promise<GoldenReading> {
  const { page } = cleanPage(image);
  const marks = await findMarks(page, { detector });
  const reading = await readPage(image, { detector });
  return {
    page: {
      width: page.width,
      height: page.height,
      frame: page.frame,
      inkPixels: page.ink.reduce((sum, ink) => sum + (ink > INKED ? 1 : 0), 0),
    },
    marks: marks.gates
      .map(({ gateClass, box }) => {
        return [gateClass, ...[box.x, box.y, box.width, box.height].map(Math.round)] as unknown as GoldenMark;
      })
      .sort((a, b) => a[1] - b[1] || a[2] - b[2]),
    netlist: canonicalNetlist(reading.netlist),
    expressions: reading.outputs.map(({ name, expression }) => `${name} = ${expression}`),
    problems: reading.problems.map(({ code }) => code),
    grade: gradeItem(keys, reading).grade,
  };
}

type GoldenMark = GoldenReading["marks"][number];

/**
 * A netlist as lines that do not depend on how its nets and gates are numbered: `Y = NAND(A, ~B)` with every gate
 * written out where it is read, its operands sorted, then one line for all gates' classes.
 */
function canonicalNetlist({ gates, inputs, outputs }: Netlist): string[] {
  function drivers(net: number, seen: readonly number[]): string {
    const names = inputs
      .filter((input) => input.net === net)
      .map(({ name, inverted }) => (inverted ? `~${name}` : name));
    const calls = gates.flatMap((gate, index) => {
      if (gate.output !== net) return [];
      if (seen.includes(index)) return ["…"];
      const operands = gate.inputs.map((pin) => {
        const source = pin.net === null ? "open" : drivers(pin.net, [...seen, index]);
        return pin.inverted ? `~${source}` : source;
      });
      return [`${gate.gateClass}(${operands.sort().join(", ")})`];
    });
    return [...names, ...calls].sort().join(" + ") || "open";
  }
  const lines = outputs.map(({ name, net }) => `${name} = ${drivers(net, [])}`);
  return [
    ...lines.sort(),
    gates
      .map(({ gateClass }) => gateClass)
      .sort()
      .join(" "),
  ];
}

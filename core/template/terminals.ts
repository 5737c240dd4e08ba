import { VARIABLE_LETTERS } from "../boolean/variable-letters.ts";
import { outputLabel } from "../rules/grading.ts";
import type { ItemNames } from "../rules/tasks/item-names.ts";
import { BORDER, GRID_STEP, type SheetPoint } from "./layout.ts";

/** A named place at the border, where a wire may end. */
export interface PrintedTerminal {
  readonly name: string;
  /** On the border's line: inputs at the left, outputs at the right. */
  readonly at: SheetPoint;
  readonly side: "left" | "right";
}

/**
 * The terminals of an item: all inputs that it names, otherwise A to G, however few its keys need, and one output for each
 * key. They show nothing of an expression.
 *
 * @example
 * terminalsOf({ names: { inputs: ["S"], outputs: ["Y"] }, keys: 2 }); // { inputs: ["S"], outputs: ["Y", "OUT 2"] }
 */
export function terminalsOf({ names, keys }: { readonly names: ItemNames | null; readonly keys: number }): ItemNames {
  const inputs = names?.inputs.length ? names.inputs : VARIABLE_LETTERS;
  return {
    inputs,
    outputs: Array.from({ length: keys }, (_, index) => names?.outputs[index] ?? outputLabel(index + 1)),
  };
}

/** Where terminals are on a sheet: on lines of its grid, from top to bottom, as far apart as they can be. */
export function placeTerminals({ inputs, outputs }: ItemNames): PrintedTerminal[] {
  const placed = (names: readonly string[], side: PrintedTerminal["side"]) =>
    names.map((name, index) => {
      const y = BORDER.y + GRID_STEP * Math.round(((index + 1) * BORDER.height) / (names.length + 1) / GRID_STEP);
      return { name, side, at: { x: side === "left" ? BORDER.x : BORDER.x + BORDER.width, y } };
    });
  return [...placed(inputs, "left"), ...placed(outputs, "right")];
}

/** Terminals as a QR code has them: usual names are left out, and so is how an index is written. */
export function formatTerminals({ inputs, outputs }: ItemNames): string {
  const isUsual = inputs.join() === VARIABLE_LETTERS.join();
  const own = outputs.map((name, index) => (name === outputLabel(index + 1) ? "" : name));
  return [isUsual ? [] : inputs, own].map((names) => names.map(bareName).join(".")).join("~");
}

/** What `formatTerminals` wrote; null for any other text. */
export function parseTerminals(text: string): ItemNames | null {
  const [inputs, outputs] = text.split("~").map((names) => names.split("."));
  if (inputs === undefined || outputs === undefined || !/^[A-Za-z0-9.]*~[A-Za-z0-9.]*$/.test(text)) return null;
  const names = { inputs: inputs.filter((name) => name !== ""), outputs };
  return terminalsOf({
    names: { ...names, outputs: outputs.map((name, k) => name || outputLabel(k + 1)) },
    keys: outputs.length,
  });
}

function bareName(name: string): string {
  return name.normalize("NFKC").replace(/[_[\]]/g, "");
}

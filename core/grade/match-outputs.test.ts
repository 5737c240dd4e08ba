import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnFromBits } from "../boolean/column.ts";
import type { WantedColumn } from "./item-function.ts";
import { matchOutputs } from "./match-outputs.ts";

/** The column of `bits`, in which an X does not matter. */
function wanted(bits: string): WantedColumn {
  const matters = bits.includes("X") ? columnFromBits(bits.replace(/[01]/g, "1").replaceAll("X", "0")) : null;
  return { column: columnFromBits(bits.replaceAll("X", "0")), matters };
}

/** `=2`: matches output 2; `!2`: compared with output 2; `-`: missing. */
function matched(keys: readonly string[], outputs: readonly (string | null)[]): string {
  const columns = outputs.map((bits) => (bits === null ? null : columnFromBits(bits)));
  return matchOutputs(keys.map(wanted), columns)
    .map(({ output, equal }) => (output === null ? "-" : `${equal ? "=" : "!"}${output}`))
    .join(" ");
}

describe("matchOutputs", () => {
  it.each([
    ["in order", ["0001", "0110"], ["0001", "0110"], "=0 =1"],
    ["swapped", ["0001", "0110"], ["0110", "0001"], "=1 =0"],
    ["turned by three", ["0001", "0110", "0111"], ["0111", "0001", "0110"], "=1 =2 =0"],
    ["own position before an earlier identical one", ["0110", "0001"], ["0001", "0001"], "!0 =1"],
    ["identical keys claim an output each", ["0001", "0001"], ["0001", "0001"], "=0 =1"],
    ["identical keys, one output", ["0001", "0001"], ["0001"], "=0 -"],
    ["a match elsewhere before a mismatch at its position", ["0110", "0001"], ["0001", "1111"], "!1 =0"],
    ["a mismatch at its own position", ["0001", "0110"], ["0001", "0111"], "=0 !1"],
    ["no output left", ["0001", "0110", "0111"], ["0110"], "- =0 -"],
    ["more outputs than keys", ["0001"], ["1000", "0110", "0001"], "=2"],
    ["no outputs", ["0001"], [], "-"],
    ["no keys", [], ["0001"], ""],
    ["rows that do not matter", ["0X01"], ["0101"], "=0"],
    ["two keys fit one output, one of them another", ["0XX1", "0101"], ["0101", "0011"], "=1 =0"],
    ["a chain of three", ["XXX1", "0XX1", "0101"], ["0101", "0011", "1111"], "=2 =1 =0"],
    ["an output without a table matches nothing", ["0001", "0110"], [null, "0110"], "!0 =1"],
  ])("%s", (_, keys, outputs, expected) => {
    expect(matched(keys, outputs)).toBe(expected);
  });

  it("claims each output once, matches as many keys as possible, and misses one only if no output is left", () => {
    const bits = fc.array(fc.constantFrom("00", "01", "10"), { maxLength: 6 });
    fc.assert(
      fc.property(bits, bits, (keys, outputs) => {
        const matches = matchOutputs(keys.map(wanted), outputs.map(columnFromBits));
        const claimed = matches.flatMap(({ output }) => (output === null ? [] : [output]));
        expect(new Set(claimed).size).toBe(claimed.length);
        expect(claimed.length).toBe(Math.min(keys.length, outputs.length));
        const count = (list: readonly string[], value: string) => list.filter((entry) => entry === value).length;
        const possible = ["00", "01", "10"].reduce((n, v) => n + Math.min(count(keys, v), count(outputs, v)), 0);
        expect(matches.filter(({ equal }) => equal).length).toBe(possible);
        for (const [key, { output, equal }] of matches.entries()) {
          if (equal) expect(outputs[output!]).toBe(keys[key]);
          if (keys[key] === outputs[key]) expect(output).toBe(key);
        }
      }),
    );
  });
});

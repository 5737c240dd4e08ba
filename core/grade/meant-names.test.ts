import { describe, expect, it } from "vitest";
import { meantNames } from "./meant-names.ts";

describe("meantNames", () => {
  it.each([
    ["the same name, however it is written", ["S_1", "A_3"], ["a[3]", "s1"], ["s1", "a[3]"]],
    ["a swapped pair as it is drawn", ["Stop", "Start"], ["start", "stop"], ["stop", "start"]],
    ["0 for O, 1 for I and I for a small L", ["C0", "C1", "Cik"], ["clk", "Co", "Ci"], ["Co", "Ci", "clk"]],
    ["one character that was misread", ["Tst", "Doot"], ["door", "rst"], ["rst", "door"]],
    ["nothing that is two characters away", ["Tsf"], ["rst"], [null]],
    ["nothing of two letters that differ in one", ["Cn"], ["Co"], [null]],
    ["nothing with another index", ["In3", "In2"], ["in1", "in2"], [null, "in2"]],
    ["nothing that looks like two names", ["Inc"], ["ina", "inb"], [null]],
    ["nothing that looks like a name that is there", ["Tst", "Rst"], ["rst", "clk"], [null, "rst"]],
    ["nothing for two that look like one name", ["Tst", "Rat"], ["rst", "clk"], [null, null]],
  ])("finds %s", (_, drawn, names, expected) => {
    expect(meantNames(drawn, names)).toEqual(expected);
  });
});

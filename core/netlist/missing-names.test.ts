import { describe, expect, it } from "vitest";
import { missingNames } from "./missing-names.ts";

/** The inputs of one gate, in reading order. */
function at(gate: number | undefined, ...names: (string | null)[]) {
  return names.map((name) => ({ name, gate }));
}

describe("missingNames", () => {
  it("is the only name that the gate lacks", () => {
    expect(missingNames([...at(0, "D3", null, "D1"), ...at(1, "D3", "D2", "D1")])[1]).toBe("D2");
  });

  it("is, of several, the one that stands there in the order of the other gates", () => {
    const whole = at(0, "D3", "D2", "D1", "D0");
    expect(missingNames([...whole, ...at(1, null, "D2", "D1")])[4]).toBe("D3");
    expect(missingNames([...whole, ...at(1, "D2", null, "D0")])[5]).toBe("D1");
  });

  it("is open where several names fit, none does, or the gate is not known", () => {
    const whole = at(0, "A", "B", "C");
    const none = [null, null, null];
    expect(missingNames([...whole, ...at(1, "A", null, null), ...at(2, "A")]).slice(3, 6)).toEqual(none);
    expect(missingNames([...whole, ...at(1, "A", "B", "C", null)])[6]).toBeNull();
    expect(missingNames([...whole, ...at(undefined, "A", "B", null)])[5]).toBeNull();
  });

  it("is open where a page does not repeat its inputs", () => {
    expect(missingNames([...at(0, "A", "B"), ...at(1, "A", null)])[3]).toBeNull();
  });
});

import { expect, it } from "vitest";
import { GATE_CLASSES, GATES } from "./gates.ts";

it("a circle at the output complements the function, and an inverted class has one already", () => {
  const circled = GATE_CLASSES.flatMap((name) => GATES[name].withCircle ?? []);
  expect(circled).toEqual(GATE_CLASSES.filter((name) => GATES[name].inverted && name !== "NOT"));
  for (const { operator, inverted, withCircle } of Object.values(GATES)) {
    expect(withCircle === null).toBe(inverted);
    if (withCircle !== null) expect(GATES[withCircle]).toMatchObject({ operator, inverted: true });
  }
});

it("each class has a colour and a symbol of its own", () => {
  const kinds = Object.values(GATES);
  expect(new Set(kinds.map(({ colour }) => colour)).size).toBe(kinds.length);
  expect(new Set(kinds.map(({ symbol }) => symbol.join())).size).toBe(kinds.length);
});

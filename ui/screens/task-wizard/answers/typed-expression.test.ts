import { expect, test } from "vitest";
import { readTyped } from "./typed-expression.ts";

test("a valid expression has a display form, whichever names it uses", () => {
  expect(readTyped("A ^ B | (C & ~A)")).toMatchObject({ state: "valid", display: "A ⊕ B + C ⋅ ¬A" });
  expect(readTyped("X1 & X7")).toMatchObject({ state: "valid", display: "A ⋅ G" });
  expect(readTyped("ab' + C && A")).toMatchObject({ state: "wrong" });
  expect(readTyped("ab' + CA")).toMatchObject({ state: "valid", display: "A ⋅ ¬B + C ⋅ A" });
  expect(readTyped("  ")).toEqual({ state: "empty" });
});

test("an error has its position in the typed text", () => {
  expect(readTyped("A ^")).toEqual({ state: "wrong", message: "Expected an operand", offset: 3, length: 0 });
  expect(readTyped("A = B")).toEqual({ state: "wrong", message: 'Unexpected character "="', offset: 2, length: 1 });
  expect(readTyped("(A & B")).toEqual({ state: "wrong", message: "Unclosed parenthesis", offset: 0, length: 1 });
  expect(readTyped("A & B1 | C")).toEqual({
    state: "wrong",
    message: "B1 is not an input: use A to G",
    offset: 4,
    length: 2,
  });
  expect(readTyped('A "')).toEqual({ state: "wrong", message: 'Unexpected character """', offset: 2, length: 1 });
});

test("text beyond the maximum length is marked", () => {
  const text = `A${" & A".repeat(30)}`;
  expect(readTyped(text)).toEqual({
    state: "wrong",
    message: "At most 100 characters are saved",
    offset: 100,
    length: text.length - 100,
  });
});

import { expect, it } from "vitest";
import { faultsOf, openTrainings } from "./check-python.ts";

const { files, ruff } = openTrainings();

it("finds the training files", () => {
  expect(files).toContain("recorded/sketches.py");
  expect(files).toContain("train.py");
});

it("has nothing to say about a plain function", () => {
  const source = 'def double(amount: float) -> float:\n    """Twice as much."""\n    return 2 * amount\n';
  expect(faultsOf(source, ruff)).toEqual([]);
});

it.each([
  ["an import that nobody uses", "import json\n", "F401"],
  ["a short parameter", "def double(a: float) -> float:\n    return 2 * a\n", "the name a is not a word"],
  ["a short variable", "for q in range(3):\n    print(q)\n", "the name q is not a word"],
  ["a short parameter of a lambda", "double = lambda p: 2 * p\n", "the name p is not a word"],
  ["an unformatted line", "amount=1\n", "not formatted"],
  ["text that is no Python", "def (\n", "Expected an identifier"],
])("names %s", (_, source, fault) => {
  expect(faultsOf(source, ruff).join("\n")).toContain(fault);
});

it("accepts single letters for coordinates and counters, and arguments of calls", () => {
  const source = "places = [(x, y) for x, y in [(1, 2)]]\nprint(*places, sep=str(len(places)))\n";
  expect(faultsOf(source, ruff)).toEqual([]);
});

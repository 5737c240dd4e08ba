import { expect, it } from "vitest";
import { namedKeys } from "../rules/tasks/item-names.ts";
import { keyVersion } from "./key-version.ts";

const ITEMS = [
  { item: 1, keys: [{ expression: "A ^ B", grade: 5 }] },
  {
    item: 2,
    keys: [
      { expression: "A & ~B", grade: 3 },
      { expression: "B", grade: 2 },
    ],
  },
];

it("is a SHA-256, the same on every machine", () => {
  expect(keyVersion(ITEMS)).toBe("b5fee3c68ada09b9ed12f1eb8acff33b2917ca55fc8389590465480239b918cd");
});

it("is the same for keys in the user's and in the saved form, with other spaces, in another order of items", () => {
  const saved = [
    {
      item: 2,
      keys: [
        { expression: "X1&~X2", grade: 3 },
        { expression: " X2 ", grade: 2 },
      ],
    },
    { item: 1, keys: [{ expression: "X1 ^ X2", grade: 5 }] },
  ];
  expect(keyVersion(saved)).toBe(keyVersion(ITEMS));
});

it("is that of the list of minterms, which decides, where it was in the expression before", () => {
  const minterms = "OUT(A,B) = Σm(1) + d(3)";
  const version = (key: { expression: string; minterms?: string }) =>
    keyVersion([{ item: 1, keys: [{ ...key, grade: 5 }] }]);
  expect(version({ expression: "X2", minterms })).toBe(version({ expression: minterms }));
  expect(version({ expression: "X2", minterms })).not.toBe(version({ expression: "X2" }));
});

it("changes with an expression, a grade, an item or the order of keys", () => {
  const [first, second] = ITEMS;
  const others = [
    [{ item: 1, keys: [{ expression: "A | B", grade: 5 }] }, second!],
    [{ item: 1, keys: [{ expression: "A ^ B", grade: 4 }] }, second!],
    [{ item: 3, keys: first!.keys }, second!],
    [first!],
    [first!, { item: 2, keys: [...second!.keys].reverse() }],
    [{ ...first!, rubric: { inverted: 50 } }, second!],
    [{ ...first!, rubric: { inverted: 40 } }, second!],
  ];
  const versions = [ITEMS, ...others].map(keyVersion);
  expect(new Set(versions).size).toBe(versions.length);
});

it("does not depend on the order in which a rubric is written, or on rules that are left out", () => {
  const rubric = { inverted: 50, most_gates: { count: 2, deduction: 1 } };
  const same = { most_gates: { deduction: 1, count: 2 }, floor: undefined, inverted: 50 };
  expect(keyVersion([{ ...ITEMS[0]!, rubric: same }])).toBe(keyVersion([{ ...ITEMS[0]!, rubric }]));
  expect(keyVersion([{ ...ITEMS[0]!, rubric: null }])).toBe(keyVersion([ITEMS[0]!]));
});

it("is another one with names, by which drawn letters are matched, and the same in their notation", () => {
  const names = { inputs: ["S1", "S0"], outputs: ["Y"] };
  const version = (expression: string, own: typeof names | null) =>
    keyVersion([{ item: 1, keys: namedKeys([{ expression, grade: 5 }], own) }]);
  const named = version("X1 & ~X2", names);
  expect(version("S1 & ~S0", names)).toBe(named);
  expect(version("X1 & ~X2", null)).not.toBe(named);
  expect(version("X1 & ~X2", { ...names, inputs: ["S0", "S1"] })).not.toBe(named);
});

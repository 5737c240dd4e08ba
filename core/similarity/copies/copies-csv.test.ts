import { expect, it } from "vitest";
import type { ItemCopies } from "./copies-by-item.ts";
import { copiesCsv } from "./copies-csv.ts";

it.each([
  [0.987, 12.345, 0.0123, "0.9870,12.3,0.0120"],
  [1, 9, 0.123, "1.0000,9.0,0.12"],
  [0.5, 41.2, 1.7e-8, "0.5000,41.2,1.7e-8"],
])(
  "has no number with three decimals, which a German spreadsheet takes for thousands",
  (likeness, bits, expected, said) => {
    const pair = { ids: ["a", "b"], likeness, bits, expected, sharing: 2, identical: false, mirrored: false };
    const items = [{ item: 1, pairs: [pair] }] as unknown as readonly ItemCopies[];
    const [, line] = copiesCsv(items, (name) => ({ student: "20230001", name })).split("\n");
    expect(line).toBe(`1,20230001,a,20230001,b,${said},2,no,no`);
  },
);

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bitAt,
  type Column,
  columnFromBits,
  combineColumns,
  constantColumn,
  equalColumns,
  firstDifferingRow,
  notColumn,
  variableColumn,
} from "./column.ts";

function bits(column: Column): string {
  return Array.from({ length: column.rows }, (_, row) => bitAt(column, row)).join("");
}

describe("variableColumn", () => {
  it("counts rows in binary, the first variable as the most significant bit", () => {
    for (let variables = 1; variables <= 9; variables += 1) {
      for (let index = 0; index < variables; index += 1) {
        const expected = Array.from({ length: 2 ** variables }, (_, row) =>
          row.toString(2).padStart(variables, "0").charAt(index),
        );
        expect(bits(variableColumn(index, variables)), `${index} of ${variables}`).toBe(expected.join(""));
      }
    }
  });

  it("refuses an unknown variable", () => {
    for (const index of [-1, 2, 0.5]) expect(() => variableColumn(index, 2)).toThrow(RangeError);
    expect(() => constantColumn(0, 21)).toThrow("0 to 20 variables, got 21");
  });
});

/** Two random columns of the same table and their bits. */
const columns = fc
  .integer({ min: 0, max: 8 })
  .chain((variables) => {
    const length = 2 ** variables;
    const text = fc.string({ unit: fc.constantFrom("0", "1"), minLength: length, maxLength: length });
    return fc.tuple(text, text);
  })
  .map(([a, b]) => ({ a, b, columnA: columnFromBits(a), columnB: columnFromBits(b) }));

describe("columns", () => {
  it("keep and combine their bits row by row, with nothing past the last row", () => {
    fc.assert(
      fc.property(columns, ({ a, b, columnA, columnB }) => {
        const rowByRow = (operate: (x: number, y: number) => number) =>
          [...a].map((bit, row) => operate(Number(bit), Number(b[row]))).join("");
        const cases = [
          [columnA, a],
          [notColumn(columnA), rowByRow((x) => 1 - x)],
          [combineColumns("and", [columnA, columnB]), rowByRow((x, y) => x * y)],
          [combineColumns("or", [columnA, columnB]), rowByRow((x, y) => Math.max(x, y))],
          [combineColumns("xor", [columnA, columnB]), rowByRow((x, y) => (x + y) % 2)],
        ] as const;
        for (const [column, expected] of cases) {
          expect(bits(column)).toBe(expected);
          expect(column.words).toEqual(columnFromBits(expected).words);
        }
      }),
    );
  });

  it("are equal exactly if their bits are, and otherwise first differ in a row", () => {
    fc.assert(
      fc.property(columns, ({ a, b, columnA, columnB }) => {
        const first = [...a].findIndex((bit, row) => bit !== b[row]);
        expect(firstDifferingRow(columnA, columnB)).toBe(first < 0 ? null : first);
        expect(equalColumns(columnA, columnB)).toBe(a === b);
        expect(firstDifferingRow(columnA, columnFromBits(a))).toBeNull();
      }),
    );
  });

  it("differ in exactly the row with a flipped bit", () => {
    const zeros = "0".repeat(128);
    for (let row = 0; row < 128; row += 1) {
      const flipped = columnFromBits(`${zeros.slice(0, row)}1${zeros.slice(row + 1)}`);
      expect(firstDifferingRow(columnFromBits(zeros), flipped)).toBe(row);
    }
  });

  it("of different tables are unequal and cannot be combined", () => {
    const [two, three] = [constantColumn(1, 2), constantColumn(1, 3)];
    expect(equalColumns(two, three)).toBe(false);
    expect(() => firstDifferingRow(two, three)).toThrow("Columns of 4 and 8 rows");
    expect(() => combineColumns("and", [two, three])).toThrow("Columns of 4 and 8 rows");
    expect(() => combineColumns("and", [])).toThrow("no columns");
    expect(() => bitAt(two, 4)).toThrow("Row 4 is not one of 4");
  });

  it("are made from 2^n bits only", () => {
    for (const text of ["", "011", "01a1", "0 11"]) expect(() => columnFromBits(text), text).toThrow(RangeError);
  });
});

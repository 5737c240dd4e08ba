import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lettersOfList, matchesMinterms, printMinterms, readMinterms } from "./minterms.ts";

describe("readMinterms", () => {
  it.each([
    ["Σm(1,2,7) + d(0,5)", "X1100X01"],
    ["Σm(1, 2, 7)", "01100001"],
    ["∑(1 2 7)", "01100001"],
    ["Σm( 1; m2, 7, )", "01100001"],
    ["m(1,2)", "0110"],
    ["sum m(1,2)", "0110"],
    ["\\sum m(1,2)", "0110"],
    ["Σ_{m}(3)", "0001"],
    ["ΠM(0,3)", "0110"],
    ["∏(0,3)", "0110"],
    ["M(0,3) · D(1)", "0X10"],
    ["ΠM(0,3-5).d(1)", "0X100011"],
    ["Σm(0-3, 8–9) + dc(10..15)", "1111000011XXXXXX"],
    ["F = Σm(1,2)", "0110"],
    ["F(A,B,C) = Σm(1,2)", "01100000"],
    ["F(B, A) = Σm(1)", "0010"],
    ["f(c,a) = Σm(1)", "00001010"],
    ["Y(A,B) := m(3)", "0001"],
  ])("reads %s", (text, rows) => {
    expect(readMinterms(text)).toEqual({ ok: true, rows });
  });

  it("is over as many letters as the item has, at least", () => {
    expect(readMinterms("Σm(1,2)", 3)).toEqual({ ok: true, rows: "01100000" });
    expect(readMinterms("F(A,B) = Σm(1,2)", 3)).toEqual({ ok: true, rows: "0110" });
  });

  it.each([
    ["Σm(1,2) + d(2)", "2 is listed twice", "2", 12],
    ["Σm(1,9", null, "", 0],
    ["F(A,B) = Σm(1,9)", "9 is not a row: with 2 inputs they end at 3", "9", 14],
    ["Σm(1,128)", "128 is not a row: with 7 inputs they end at 127", "128", 5],
    ["Σm(0-99999999999)", "99999999999 is not a row: with 7 inputs they end at 127", "0-99999999999", 3],
    ["Σm(5-3)", "5 is larger than 3", "5-3", 3],
    ["ΣM(1)", "Σ lists minterms m, Π lists maxterms M", "ΣM(1)", 0],
    ["Πm(1)", "Σ lists minterms m, Π lists maxterms M", "Πm(1)", 0],
    ["Σm(1) + ΠM(2)", "list minterms m or maxterms M, not both", "2", 11],
    ["Σm()", "expected row numbers", ")", 3],
    ["Σm(-1,2)", "expected row numbers with commas between them", "-", 3],
    ["Σm(1.5)", "expected row numbers with commas between them", ".", 4],
    ["Σm(1,2, ...)", "expected row numbers with commas between them", ",", 6],
    ["Σm(1) + A", "expected a list of row numbers, such as m(1, 2)", "A", 8],
    ["Σm(1) A", "expected the end of the list", " ", 5],
    ["Σd(1)", "only rows that do not matter are listed", "1", 3],
    ["F(A,A) = Σm(1)", "an input is listed twice", "F(A,A) =", 0],
    ["F(w,x) = Σm(1)", "w is not an input: use A to G, or name the item's inputs", "F(w,x) =", 0],
  ])("says what is wrong with %s", (text, reason, place, offset) => {
    const read = readMinterms(text);
    if (reason === null) return expect(read).toBeNull();
    expect(read).toMatchObject({ ok: false, reason, offset });
    expect(read && !read.ok && text.slice(read.offset, read.offset + read.length)).toBe(place);
  });

  it.each(["A & B", "D(A + B)", "d(1,2)", "F = AB", "", "sum", "F(A,B) ="])("leaves %j to others", (text) => {
    expect(readMinterms(text)).toBeNull();
  });
});

describe("matchesMinterms", () => {
  it.each([
    ["B", "Σm(1) + d(3)", undefined, true],
    ["X2 & ~X1", "Σm(1) + d(3)", undefined, true],
    ["A", "Σm(1) + d(3)", undefined, false],
    ["B", "Σm(1)", 3, false],
    ["B & C", "Σm(3) + d(1)", undefined, false],
    ["x & ~S", "Y = Σm(1)", ["S", "x"], true],
    ["X2 & ~X1", "OUT(X1,X2) = Σm(1)", ["S", "x"], true],
    ["B &", "Σm(1)", undefined, false],
    ["B", "A & B", undefined, false],
  ])("of %j and %j over %j is %j", (expression, minterms, inputs, matches) => {
    expect(matchesMinterms(expression, { minterms, inputs })).toBe(matches);
  });
});

describe("printMinterms", () => {
  it("gives a text that reads as the same rows", () => {
    expect(printMinterms("1011011111XXXXXX")).toBe("OUT(A,B,C,D) = Σm(0,2,3,5-9) + d(10-15)");
    const tables = fc
      .integer({ min: 1, max: 7 })
      .chain((width) =>
        fc.string({ unit: fc.constantFrom("0", "1", "X"), minLength: 2 ** width, maxLength: 2 ** width }),
      );
    fc.assert(
      fc.property(tables, (rows) => {
        fc.pre(rows.includes("1"));
        expect(readMinterms(printMinterms(rows))).toEqual({ ok: true, rows });
        expect(printMinterms(rows).length).toBeLessThanOrEqual(500);
      }),
    );
  });
});

describe("lettersOfList", () => {
  it("counts the letters of lists alone", () => {
    expect(["Σm(7)", "Σm(8)", "F(A,C) = m(1)", "A & D", "Σm(1000)"].map(lettersOfList)).toEqual([3, 4, 3, 0, 0]);
  });
});

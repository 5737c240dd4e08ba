import { expect, test } from "vitest";
import { LETTER_CLASSES } from "./letter-classes.ts";
import { type CharacterView, lettersOfInputs, possibleNames, readName } from "./text-names.ts";

/** A view whose classes have the given probabilities, the rest shared by the others. */
function view(from: number, to: number, given: Record<string, number>): CharacterView {
  const left = 1 - Object.values(given).reduce((a, b) => a + b, 0);
  const others = LETTER_CLASSES.length - Object.keys(given).length;
  return { from, to, scores: LETTER_CLASSES.map((name) => given[name] ?? left / others) };
}

/** A word whose atoms are one character each. */
function word(...characters: Record<string, number>[]): CharacterView[] {
  return characters.map((given, index) => view(index, index + 1, given));
}

test("a letter is read", () => {
  const { text, confidence } = readName(word({ A: 0.97 }), 1);
  expect(text).toBe("A");
  expect(confidence).toBeGreaterThan(0.97);
});

test("a doubtful letter stays unread", () => {
  expect(readName(word({ A: 0.4, D: 0.38 }), 1).text).toBeNull();
});

test("a shape that is not a character stays unread", () => {
  expect(readName(word({ "": 0.9 }), 1)).toEqual({ text: null, confidence: 0.9 });
});

test("alone, an unusual letter yields to the usual one that it resembles", () => {
  expect(readName(word({ L: 0.5, C: 0.4 }), 1).text).toBe("C");
  expect(readName(word({ L: 0.95 }), 1).text).toBe("L");
});

test("a lone 8 is a B, a lone circle or line is nothing", () => {
  expect(readName(word({ "8": 0.55, B: 0.4 }), 1).text).toBe("B");
  expect(readName(word({ O: 0.98 }), 1).text).toBeNull();
  expect(readName(word({ I: 0.98 }), 1).text).toBeNull();
});

test("a letter with an index is read, round and straight indices as digits", () => {
  expect(readName(word({ D: 0.9 }, { "3": 0.9 }), 2).text).toBe("D3");
  expect(readName(word({ D: 0.9 }, { O: 0.9 }), 2).text).toBe("D0");
  expect(readName(word({ A: 0.9 }, { "3": 0.9 }, { I: 0.9 }), 3).text).toBe("A31");
  expect(readName(word({ X: 0.9 }, { Z: 0.5, "2": 0.45 }), 2).text).toBe("X2");
});

test("usual names are known though single characters are doubtful", () => {
  expect(readName(word({ C: 0.9 }, { I: 0.6, J: 0.3 }, { N: 0.5, H: 0.4 }), 3).text).toBe("Cin");
  expect(readName(word({ C: 0.9 }, { O: 0.9 }, { U: 0.6, V: 0.3 }, { T: 0.7 }), 4).text).toBe("Cout");
});

test("usual names are known though their l is a straight line, which is hardly a character", () => {
  expect(readName(word({ S: 0.98 }, { E: 0.94 }, { I: 0.55, "": 0.42 }), 3).text).toBe("Sel");
});

test("other words are read where their characters are certain, in longer ones on average", () => {
  expect(readName(word({ S: 0.95 }, { B: 0.95 }), 2).text).toBe("Sb");
  expect(readName(word({ S: 0.95 }, { B: 0.75 }), 2).text).toBeNull();
  expect(readName(word({ Q: 0.95 }, { W: 0.6 }, { R: 0.95 }), 3)).toMatchObject({ text: "Qwr" });
  expect(readName(word({ Q: 0.95 }, { W: 0.6 }, { R: 0.6 }), 3).text).toBeNull();
  expect(readName(word({ Q: 0.98 }, { W: 0.4 }, { R: 0.98 }, { T: 0.98 }, { N: 0.98 }), 5).text).toBeNull();
});

test("a word may have an index, also in brackets, which look like other characters", () => {
  expect(readName(word({ S: 0.95 }, { W: 0.95 }, { "2": 0.95 }), 3).text).toBe("Sw2");
  expect(readName(word({ I: 0.95 }, { N: 0.95 }, { I: 0.9 }), 3).text).toBe("In1");
  expect(readName(word({ S: 0.95 }, { W: 0.95 }, { I: 0.95 }, { O: 0.95 }), 4).text).toBe("Sw10");
  expect(readName(word({ A: 0.95 }, { C: 0.6, E: 0.3 }, { "3": 0.9 }, { J: 0.6, I: 0.3 }), 4).text).toBe("A_3");
  expect(readName(word({ S: 0.9 }, { T: 0.9 }, { O: 0.9 }, { P: 0.9 }), 4).text).toBe("Stop");
});

test("two strokes that make a letter are one character", () => {
  const views = [...word({ I: 0.9 }, { J: 0.5, "3": 0.3 }), view(0, 2, { D: 0.9 })];
  expect(readName(views, 2).text).toBe("D");
});

test("two letters that were taken for one are separated", () => {
  const views = [...word({ C: 0.95 }, { "2": 0.95 }), view(0, 2, { "": 0.9 })];
  expect(readName(views, 2).text).toBe("C2");
});

test("two clear characters that together look like a third one stay two, unless one is a straight stroke", () => {
  const first = (views: CharacterView[]) => possibleNames(views, 2)[0]!.text;
  expect(first([...word({ D: 0.98 }, { "3": 0.98 }), view(0, 2, { B: 0.98 })])).toBe("D3");
  expect(first([...word({ I: 0.98 }, { "3": 0.98 }), view(0, 2, { B: 0.98 })])).toBe("B");
});

test("nothing is written only where no way to read it makes characters", () => {
  const blank = (views: CharacterView[]) => possibleNames(views, 2).find(({ text }) => text === "")?.score ?? 0;
  expect(blank([...word({ D: 0.98 }, { "3": 0.98 }), view(0, 2, { "": 0.8 })])).toBeLessThan(0.01);
  expect(blank([...word({ D: 0.98 }, { "": 0.9 }), view(0, 2, { "": 0.8 })])).toBeCloseTo(0.8);
});

test("pieces of an atom are a letter with an index, but no word", () => {
  const [whole, cut] = [
    { whole: { from: 0, to: 1 }, isCut: false },
    { whole: null, isCut: true },
  ];
  const pieces = (second: Record<string, number>): CharacterView[] => [
    { ...view(0, 2, { B: 0.2, "": 0.7 }), ...whole },
    { ...view(0, 1, { D: 0.95 }), ...cut },
    { ...view(1, 2, second), whole: null, isCut: false },
  ];
  expect(readName(pieces({ "3": 0.95 }), 2).text).toBe("D3");
  expect(readName(pieces({ W: 0.95 }), 2).text).toBeNull();
});

test("a usual name is likelier than another word", () => {
  const views = [...word({ C: 0.97 }, { I: 0.6, "": 0.3 }, { N: 0.6 }), view(1, 3, { M: 0.9 })];
  expect(readName(views, 3).text).toBe("Cin");
});

test("a word of clear letters A to G that says nothing is the names of several inputs", () => {
  const letters = (text: string | null, views: CharacterView[]) =>
    lettersOfInputs(text, { views, atoms: views.length })?.map((letter) => letter.text) ?? null;
  // One letter may be doubtful where the others are clear.
  expect(letters(null, word({ A: 0.45, R: 0.2 }, { B: 0.98 }, { C: 0.97 }))).toEqual(["A", "B", "C"]);
  expect(letters(null, word({ A: 0.45, R: 0.2 }, { B: 0.4, E: 0.2 }, { C: 0.9 }))).toBeNull();
  expect(letters(null, word({ R: 0.98 }, { E: 0.99 }, { D: 0.9 }))).toBeNull();
  expect(letters(null, word({ A: 0.98 }))).toBeNull();
  expect(letters("Ab", word({ A: 0.9 }, { B: 0.9 }))).toEqual(["A", "B"]);
  expect(letters("A2", word({ A: 0.9 }, { "2": 0.9 }))).toBeNull();
});

import { expect, it } from "vitest";
import type { TextMark } from "../marks/marks.ts";
import { joinWords } from "./join-words.ts";

/** A word whose letters are 20 pixels wide and 24 high, in a line of text. */
function word(text: string | null, { x, y = 100 }: { x: number; y?: number }): TextMark {
  const box = { x, y, width: 20 * (text?.length ?? 1), height: 24 } as TextMark["box"];
  return { box, text, complemented: false, confidence: 0.9 };
}

/** A wire's free end that leads to the left, or up. */
function end(x: number, { y = 112, heading = { x: -1, y: 0 } } = {}) {
  return { at: { x, y }, heading };
}

function joined(texts: readonly TextMark[], freeEnds: ReturnType<typeof end>[]): (string | null)[] {
  return joinWords(texts, { freeEnds, gates: { unit: 60 } }).map(({ text }) => text);
}

it("joins the words of names next to wires that run across the page", () => {
  const texts = [
    word("In", { x: 0 }),
    word("A", { x: 55 }),
    word("In", { x: 0, y: 200 }),
    word("B", { x: 55, y: 200 }),
  ];
  const ends = [end(85), end(85, { y: 212 })];
  expect(joined(texts, ends)).toEqual(["Ina", "Inb"]);
  expect(joinWords(texts, { freeEnds: ends, gates: { unit: 60 } })[0]!.box).toMatchObject({ x: 0, width: 75 });
  expect(joined([word("Data", { x: -80 }), word("In", { x: 15 }), word("A", { x: 65 })], [end(90)])).toEqual([
    "Dataina",
  ]);
});

it("joins a digit, but not what says nothing", () => {
  const digit = {
    ...word(null, { x: 55 }),
    readings: [
      { text: "O", score: 0.9 },
      { text: "0", score: 0.9 },
    ],
  };
  expect(joined([word("In", { x: 0 }), digit], [end(80)])).toEqual(["In0"]);
  expect(joined([word("In", { x: 0 }), word(null, { x: 55 })], [end(80)])).toEqual(["In", null]);
});

it("leaves letters, other wires' names, names of wires that run down and words far away apart", () => {
  expect(joined([word("A", { x: 30 }), word("B", { x: 55 })], [end(80)])).toEqual(["A", "B"]);
  const pair = [word("Sel", { x: 0 }), word("A", { x: 75 })];
  const up = { heading: { x: 0, y: -1 }, y: 130 };
  expect(joined(pair, [end(30, up), end(85, up)])).toEqual(["Sel", "A"]);
  expect(joined(pair, [end(85, up)])).toEqual(["Sel", "A"]);
  expect(joined([word("In", { x: 0 }), word("A", { x: 100 })], [end(125)])).toEqual(["In", "A"]);
});

import createBidi from "bidi-js";
import type { FontBook, FontFile, Weight } from "./font-book.ts";

/** A part of a line that is written with one font in one direction. */
export interface TextRun {
  readonly text: string;
  readonly font: FontFile;
}

/** Written for a character that no font has. */
const REPLACEMENT = "\ufffd";

const bidi = createBidi();
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Marks of direction have done their work when the runs are in order. */
const DIRECTION_MARKS = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;
/** Letters from which fontkit sees that a run is from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The characters of a text as people see them: a letter with its accents is one. */
export function clustersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/**
 * A line's runs in the order in which they are seen from left to right, by Unicode's bidirectional algorithm. The font
 * shapes each run and puts its letters in order. A character that no font has becomes "\ufffd".
 *
 * @example
 * textRuns("Ana محمد", { fonts, weight: "regular" }).map(({ text }) => text); // ["Ana ", "محمد"]
 */
export function textRuns(line: string, { fonts, weight }: { fonts: FontBook; weight: Weight }): TextRun[] {
  const clusters = clustersOf(line);
  const files = fonts.fontsOf(clusters, weight);
  const [replacing] = fonts.fontsOf([REPLACEMENT], weight);
  const { levels } = bidi.getEmbeddingLevels(line);
  const runs: { text: string; font: FontFile; level: number }[] = [];
  let at = 0;
  for (const [index, cluster] of clusters.entries()) {
    const level = levels[at]!;
    at += cluster.length;
    const font = files[index] ?? replacing!;
    const text = files[index] === null ? REPLACEMENT : cluster.replace(DIRECTION_MARKS, "");
    if (text === "") continue;
    const last = runs.at(-1);
    if (last?.level === level && last.font === font) last.text += text;
    else runs.push({ text, font, level });
  }
  return inVisualOrder(runs).map(({ text, font, level }) => ({ text: level % 2 === 1 ? mirrored(text) : text, font }));
}

/** Rule L2 of the algorithm: from the highest level down to the lowest odd one, what is at that level or above turns. */
function inVisualOrder<Run extends { readonly level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while (end < ordered.length && ordered[end]!.level >= level) end++;
      if (end - start > 1) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return ordered;
}

/** With brackets the other way round; without a letter to tell the direction, in the order in which it is seen. */
function mirrored(text: string): string {
  const characters = [...text].map((character) => bidi.getMirroredCharacter(character) ?? character);
  return (RIGHT_TO_LEFT.test(text) ? characters : characters.reverse()).join("");
}

/** The characters of a text that no font has. */
export function lackingCharacters(text: string, fonts: FontBook): string[] {
  const clusters = clustersOf(text).filter((cluster) => !/^\s+$/.test(cluster));
  const files = fonts.fontsOf(clusters, "regular");
  return [...new Set(clusters.filter((_, index) => files[index] === null))];
}

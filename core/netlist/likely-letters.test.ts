import { describe, expect, it } from "vitest";
import { likelyLetters } from "./likely-letters.ts";

function looksLike(scores: Record<string, number>): number[] {
  return [..."ABCDEFG"].map((letter) => scores[letter] ?? 0.001);
}

const sure = (letter: string) => ({ text: letter, letters: looksLike({ [letter]: 0.97 }) });

describe("likelyLetters", () => {
  it("keeps what is clear, repeats and gaps included", () => {
    expect(likelyLetters([sure("A"), sure("B"), sure("A"), sure("D")])).toEqual(["A", "B", "A", "D"]);
  });

  it("takes a doubtful letter for the one that the others leave", () => {
    const doubtful = { text: "G", letters: looksLike({ G: 0.7, E: 0.2 }) };
    expect(likelyLetters([sure("A"), sure("B"), sure("C"), sure("D"), doubtful])).toEqual(["A", "B", "C", "D", "E"]);
    expect(likelyLetters([doubtful, sure("A")])).not.toContain("B");
  });

  it("reads a letter that looks most like one outside A to G as one of them where it may be", () => {
    expect(likelyLetters([{ text: "Q", letters: looksLike({ A: 0.3 }) }, sure("B")])).toEqual(["A", "B"]);
  });

  it("leaves longer names, other letters and missing labels as they are", () => {
    const x = { text: "X", letters: looksLike({}) };
    expect(likelyLetters([sure("A"), { text: "Cin", letters: null }, { text: null, letters: null }, x])).toEqual([
      "A",
      "Cin",
      null,
      "X",
    ]);
    expect(likelyLetters([])).toEqual([]);
  });
});

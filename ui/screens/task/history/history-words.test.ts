import { expect, test } from "vitest";
import { restorationText } from "./history-words.ts";

test("says what happens to both grades if another upload counts", () => {
  const of = (chosen: number | null, counting: number | null) => {
    const [first, second] = [chosen, counting].map((grade) => {
      return { item_number: 2, total_grade: grade, maximum_grade: 10 };
    });
    return restorationText(first!, second!);
  };
  const ungraded = "This upload has no grade yet: item 2 is ungraded until you give one.";
  const graded = "The grade of item 2 will be 7 / 10, which this upload was given.";
  expect(of(null, null)).toBe(`${ungraded} The upload that counts now is kept here.`);
  expect(of(null, 0)).toBe(`${ungraded} The upload that counts now is kept here with its grade, 0 / 10.`);
  expect(of(7, null)).toBe(`${graded} The upload that counts now is kept here.`);
  expect(of(7, 10)).toBe(`${graded} The upload that counts now is kept here with its grade, 10 / 10.`);
});

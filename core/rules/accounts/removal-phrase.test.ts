import { expect, test } from "vitest";
import { classRemovalPhrase, isPhrase, PHRASE_MISMATCH, taskRemovalPhrase } from "./removal-phrase.ts";

test("a task's phrase consists of title, type and the word remove", () => {
  expect(taskRemovalPhrase({ title: "Half adder", exam_type: "quiz" })).toBe("Half adder_quiz_remove");
});

test("a class's phrase consists of code, schedule and the word remove", () => {
  expect(classRemovalPhrase({ class_code: "CPE 101", class_schedule: "MWF 9:00" })).toBe("CPE 101_MWF 9:00_remove");
});

test("a wrong phrase gets the specification's text", () => {
  expect(PHRASE_MISMATCH).toBe("Verification text does not match. Please try again.");
});

test("the phrase is typed as it is seen", () => {
  const phrase = taskRemovalPhrase({ title: "Half  adder\u200b\u00a02", exam_type: "quiz" });
  expect(isPhrase("Half adder 2_quiz_remove", phrase)).toBe(true);
  expect(isPhrase("Half adder2_quiz_remove", phrase)).toBe(false);
  expect(isPhrase("half adder 2_quiz_remove", phrase)).toBe(false);
});

import { expect, test } from "vitest";
import { classRemovalPhrase, PHRASE_MISMATCH, taskRemovalPhrase } from "./removal-phrase.ts";

test("a task's phrase consists of title, type and the word remove", () => {
  expect(taskRemovalPhrase({ title: "Half adder", exam_type: "quiz" })).toBe("Half adder_quiz_remove");
});

test("a class's phrase consists of code, schedule and the word remove", () => {
  expect(classRemovalPhrase({ class_code: "CPE 101", class_schedule: "MWF 9:00" })).toBe("CPE 101_MWF 9:00_remove");
});

test("a wrong phrase gets the specification's text", () => {
  expect(PHRASE_MISMATCH).toBe("Verification text does not match. Please try again.");
});

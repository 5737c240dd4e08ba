import { expect, test } from "vitest";
import { gradeText, outcomeText, requestsTitle, sendText, studentText } from "./request-words.ts";

test("how many students wait, each counted once", () => {
  const [ana, bo] = [{ student_id: "20230001" }, { student_id: "20230002" }];
  expect(requestsTitle([])).toBe("Nobody asks for another look");
  expect(requestsTitle([ana, ana])).toBe("1 student asks for another look");
  expect(requestsTitle([ana, bo, ana])).toBe("2 students ask for another look");
});

test("whose request it is and what it earns", () => {
  expect(studentText({ student_id: "20230001", student_name: "Ana Reyes" })).toBe("Ana Reyes");
  expect(studentText({ student_id: "20230001", student_name: "" })).toBe("20230001");
  expect(gradeText({ total_grade: 0, maximum_grade: 10 })).toBe("0 of 10");
  expect(gradeText({ total_grade: null, maximum_grade: 10 })).toBe("– of 10");
});

test("what an answer did to the grade", () => {
  const answer = { comment: "", answered_at: "", answered_by: "" };
  expect(outcomeText({ ...answer, grade_before: 5, grade_after: 5 })).toBe("Kept at 5");
  expect(outcomeText({ ...answer, grade_before: 5, grade_after: 7 })).toBe("Changed from 5 to 7");
});

test("what sending does to the grade", () => {
  expect(sendText("", 5)).toBe("Keep 5 and answer");
  expect(sendText("05", 5)).toBe("Keep 5 and answer");
  expect(sendText("7", 5)).toBe("Change to 7 and answer");
  expect(sendText("0", null)).toBe("Change to 0 and answer");
  expect(sendText("", null)).toBe("Answer");
});

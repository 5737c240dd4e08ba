import { expect, test } from "vitest";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { codeAdvice } from "./code-advice.ts";

const place = { taskId: "t1", item: 2, ownPaper: false };
const codes = TEXTS.files.codes;
const seen = (...texts: string[]) => ({ texts, isBlurred: false });
const code = (taskId: string, item: number) => `https://grading.example.edu/student-upload/${taskId}?v=1&i=${item}&s=x`;

test.each([
  ["a picture that the browser cannot show", null, null],
  ["the item's own template", seen(code("t1", 2)), null],
  ["other codes next to it", seen("https://example.org", code("t1", 1), code("t1", 2)), null],
  [
    "no code",
    seen(),
    "No QR code found in this picture. Move closer, and keep the whole sheet in the picture. You can send it as it is, too.",
  ],
  ["a blurred one", { texts: [], isBlurred: true }, `${codes["blurred-code"]} You can send it as it is, too.`],
  [
    "another task's",
    seen(code("t2", 2)),
    `${codes["other-task"]} If it is this task's sheet for your old group, send it.`,
  ],
  ["no template's", seen("https://example.org"), codes["foreign-code"]],
  ["another item's", seen(code("t1", 1)), "This is the template of item 1. Choose the picture for item 2."],
])("the advice about %s", (_, sight, advice) => {
  expect(codeAdvice(sight, place)).toBe(advice);
});

test("own paper needs no code, but a blurred one is worth another picture", () => {
  const free = { ...place, ownPaper: true };
  expect(codeAdvice(seen(), free)).toBeNull();
  expect(codeAdvice({ texts: [], isBlurred: true }, free)).toContain(codes["blurred-code"]);
});

import { expect, test } from "vitest";
import type { PageData } from "../server/contract/pages.ts";
import { TEXTS } from "../server/contract/texts.ts";
import { renderPage } from "./student-document.tsx";

const path = "/student-upload/AAAAAAAAAAAAAAAAAAAAAA";

test.each([
  ["that is gone", true],
  ["that the server could not get", false],
])("the page of a task %s says so; the other one can be tried again", async (_, isGone) => {
  const data = { answers: {}, handIn: { isGone } } as unknown as PageData;
  const html = await renderPage({ data, path });
  expect(html).toContain("Task Not Found");
  expect(html).toContain(TEXTS.task.removed);
  expect(html.includes(`href="${path}">Try again`)).toBe(!isGone);
});

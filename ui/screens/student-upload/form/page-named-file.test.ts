import { expect, test } from "vitest";
import { PageNamedFile } from "./page-named-file.ts";

const place = { studentId: "20230001", type: "quiz", item: 1 } as const;
const photo = new File(["drawn"], "image.JPG", { type: "image/jpeg" });

test("a file that the page names keeps the photo's name until the Student ID is known", async () => {
  const unnamed = new PageNamedFile(photo, { ...place, studentId: "" });
  const named = new PageNamedFile(unnamed.picked, place);
  expect([unnamed.name, named.name]).toEqual(["image.JPG", "20230001_quiz[1].jpg"]);
  expect([await named.text(), named.type]).toEqual(["drawn", "image/jpeg"]);
});

import { expect, test } from "vitest";
import { PageNamedFile, properName } from "./page-named-file.ts";

const place = { studentId: "20230001", type: "quiz", item: 1 } as const;
const photo = new File(["drawn"], "image.JPG", { type: "image/jpeg" });

test("properName", () => {
  expect(properName("image.JPG", place)).toBe("20230001_quiz[1].jpg");
  expect(properName("image", place)).toBe("20230001_quiz[1].jpg");
  expect(properName("image.jpg", { ...place, studentId: "2023000" })).toBeNull();
  expect(properName("image.avif", place)).toBeNull();
  expect(properName("IMG_1.HEIC", place)).toBe("20230001_quiz[1].heic");
});

test("a file that the page names keeps the photo's name until the Student ID is known", async () => {
  const unnamed = new PageNamedFile(photo, { ...place, studentId: "" });
  const named = new PageNamedFile(unnamed.picked, place);
  expect([unnamed.name, named.name]).toEqual(["image.JPG", "20230001_quiz[1].jpg"]);
  expect([await named.text(), named.type]).toEqual(["drawn", "image/jpeg"]);
});

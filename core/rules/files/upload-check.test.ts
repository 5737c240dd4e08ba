import { expect, test } from "vitest";
import { parseFileName } from "./file-name.ts";
import { checkStudent, checkUpload, conventionalName, handInName, isTakenFormat, properName } from "./upload-check.ts";

const place = { type: "quiz", item: 1 } as const;

test("a file with the right name, item and size may be sent", () => {
  expect(checkUpload({ name: "20230001_quiz[1].png", size: 20 * 1024 * 1024 }, place)).toBeNull();
});

test("reports the first error", () => {
  expect(checkUpload({ name: "IMG_0001.jpg", size: 0 }, place)?.message).toBe(
    "The following files do not follow the proper naming convention: IMG_0001.jpg Please rename them to follow the convention: id_typeOfActivity[#itemNumber].png/jpg/jpeg/pdf",
  );
  expect(checkUpload({ name: "20230001_quiz[2].png", size: 9 }, place)).toMatchObject({
    code: "item-mismatch",
    message: "The name says item 2, but it was chosen for item 1. Choose it for item 2, or rename it.",
  });
  expect(checkUpload({ name: "20230001_lab[1].png", size: 9 }, place)?.code).toBe("file-name");
  expect(checkUpload({ name: "20230001_quiz[1].png", size: 0 }, place)?.code).toBe("file-empty");
  expect(checkUpload({ name: "20230001_quiz[1].png", size: 20 * 1024 * 1024 + 1 }, place)?.message).toBe(
    "The file is larger than 20 MB.",
  );
});

test("a file that was not chosen for an item may be for any", () => {
  const anywhere = { ...place, item: null };
  expect(checkUpload({ name: "20230001_quiz[2].png", size: 9 }, anywhere)).toBeNull();
  expect(checkUpload({ name: "20230001_quiz[2].png", size: 0 }, anywhere)?.code).toBe("file-empty");
});

test.each(["IMG_0001.JPG", "scan.pdf", "image"])("%s is renamed by the convention", (named) => {
  const name = conventionalName(named, { ...place, studentId: "20230001" });
  expect(parseFileName(name, "quiz")).toMatchObject({ studentId: "20230001", item: 1 });
});

test.each([
  ["image.PNG", true],
  ["scan", true],
  ["IMG_0001.HEIC", true],
  ["scan.tif", true],
  ["IMG_0001.AVIF", false],
  ["20230001_quiz[1].docx", false],
])("whether the format of %s is taken: %s", (name, taken) => {
  expect(isTakenFormat(name)).toBe(taken);
});

const naming = { ...place, studentId: "20230001" };

test("properName", () => {
  expect(properName("image.JPG", naming)).toBe("20230001_quiz[1].jpg");
  expect(properName("image", naming)).toBe("20230001_quiz[1].jpg");
  expect(properName("image.jpg", { ...naming, studentId: "2023000" })).toBeNull();
  expect(properName("image.avif", naming)).toBeNull();
  expect(properName("IMG_1.HEIC", naming)).toBe("20230001_quiz[1].heic");
});

test("a file keeps a name that follows the convention, and gets one otherwise", () => {
  expect(handInName("20230002_quiz[2].png", naming)).toBe("20230002_quiz[2].png");
  expect(handInName("20230001_lab[1].png", naming)).toBe("20230001_quiz[1].png");
  expect(handInName("IMG_1.JPG", naming)).toBe("20230001_quiz[1].jpg");
  expect(handInName("IMG_1.JPG", { ...naming, studentId: "" })).toBe("IMG_1.JPG");
  expect(handInName("IMG_1.avif", naming)).toBe("IMG_1.avif");
});

test("a name with another student than the typed one is an error", () => {
  expect(checkStudent("20230002_quiz[1].png", "20230001")).toEqual({
    code: "other-student",
    field: "files",
    message: "The name says student 20230002, but the Student ID above is 20230001.",
  });
  expect(checkStudent("20230001_quiz[1].png", "20230001")).toBeNull();
  expect(checkStudent("20230002_quiz[1].png", "2023")).toBeNull();
  expect(checkStudent("IMG_1.png", "20230001")).toBeNull();
});

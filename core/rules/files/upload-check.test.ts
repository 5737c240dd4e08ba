import { expect, test } from "vitest";
import { parseFileName } from "./file-name.ts";
import { checkUpload, conventionalName, isTakenFormat } from "./upload-check.ts";

const place = { type: "quiz", item: 1 } as const;

test("a file with the right name, item and size may be sent", () => {
  expect(checkUpload({ name: "20230001_quiz[1].png", size: 20 * 1024 * 1024 }, place)).toBeNull();
});

test("reports the first error", () => {
  expect(checkUpload({ name: "IMG_0001.jpg", size: 0 }, place)?.message).toBe(
    "The following files do not follow the proper naming convention: IMG_0001.jpg Please rename them to follow the convention: id_typeOfActivity[#itemNumber].png/jpg/jpeg/pdf",
  );
  expect(checkUpload({ name: "20230001_quiz[2].png", size: 9 }, place)?.code).toBe("item-mismatch");
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

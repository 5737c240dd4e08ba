import { expect, it } from "vitest";
import { isPageName } from "./page-name.ts";

it.each([
  ...[
    "photo.HEIC",
    "photo.HIF",
    "photo.jpe",
    "photo.PJPEG",
    "photo.jp2",
    "sub/page.bmp",
    "20230001_quiz[1].rar",
    "answer.docx",
  ],
  ...["out1.pnm", "drawing.xopp", "class.7z", "class.tar.gz", "class.tgz"],
])("takes %s as a page, so that it gets a record", (name) => expect(isPageName(name)).toBe(true));

it.each(["grades.csv", ".DS_Store", "Thumbs.db", "desktop.ini", "~$answer.docx", "._photo.jpg", "photo.jpg.part"])(
  "leaves %s out",
  (name) => expect(isPageName(name)).toBe(false),
);

import { mkdir, writeFile } from "node:fs/promises";
import { drawClass } from "../../core/testdata/drawn-pages/draw-class.ts";

/** How many students the sample class has. */
const STUDENTS = 12;

/** Nobody should take them for students of a real class. */
const FIRST_ID = 10000001;

/** Writes the pages of the sample class that the server offers: the project's own drawings, by the student's ID. */
const folder = new URL("../../server/sample/", import.meta.url);
await mkdir(folder, { recursive: true });
const pages = await drawClass();
for (const [index, { picture }] of pages.slice(0, STUDENTS).entries()) {
  await writeFile(new URL(`${FIRST_ID + index}_exercise[1].png`, folder), picture);
}

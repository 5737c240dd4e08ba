import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ANSWERS, type DrawnAnswer, fileNameOf } from "../../core/testdata/drawn-pages/page-list.ts";

/** Kept between runs: a photo takes some seconds to make. */
const CACHE = new URL("../../.cache/bench/phone-photos/", import.meta.url);
const PHOTOS = 6;

/** The answers that are photographed, each with the file of its photo. */
export function photographedAnswers(): { answer: DrawnAnswer; file: URL }[] {
  return ANSWERS.filter(({ paper, extension }) => paper.endsWith("photo") && extension !== "pdf")
    .slice(0, PHOTOS)
    .map((answer) => ({ answer, file: new URL(encodeURIComponent(fileNameOf(answer)), CACHE) }));
}

/**
 * Answers of the sample task as a phone takes them: JPEG files of 12 megapixels. A separate process makes them, so that
 * its memory is not the caller's.
 */
export function phonePhotos(): Uint8Array[] {
  const files = photographedAnswers().map(({ file }) => file);
  if (!files.every(existsSync)) {
    const maker = fileURLToPath(new URL("make-phone-photos.ts", import.meta.url));
    execFileSync(process.execPath, ["--import", "tsx", maker], { stdio: "inherit" });
  }
  return files.map((file) => readFileSync(file));
}

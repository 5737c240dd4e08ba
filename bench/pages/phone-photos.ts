import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { PhotoSettings } from "../render/photograph.ts";
import { drawCircuit } from "./draw-circuit.ts";
import { ANSWERS, fileNameOf, studentId } from "./page-list.ts";
import { renderAnswer } from "./render-answer.ts";
import { sampleTemplate } from "./sample-template.ts";

/** Kept from run to run: a photo takes some seconds to make. */
const CACHE = new URL("../../.cache/bench/phone-photos/", import.meta.url);
const PHOTOS = 6;
/** A4 at 150 DPI becomes 12 megapixels; noise and quality as phones leave them. */
const PHONE: PhotoSettings = { scale: 2.35, noise: [6, 9], quality: [90, 94] };

/** Answers of the sample task as a phone takes them: JPEG files of 12 megapixels. */
export async function phonePhotos(): Promise<Uint8Array[]> {
  mkdirSync(CACHE, { recursive: true });
  const answers = ANSWERS.filter(({ paper, extension }) => paper.endsWith("photo") && extension !== "pdf");
  const photos: Uint8Array[] = [];
  for (const answer of answers.slice(0, PHOTOS)) {
    const file = new URL(encodeURIComponent(fileNameOf(answer)), CACHE);
    if (!existsSync(file)) {
      const drafter = studentId(answer.student);
      const drawing = drawCircuit({ ...answer, id: `${drafter}-${answer.item}`, drafter });
      const template = await sampleTemplate(answer.item);
      const settings = { paper: answer.paper, template, studentId: drafter, format: "jpeg", photo: PHONE } as const;
      writeFileSync(file, await renderAnswer({ ...drawing, ...settings }));
    }
    photos.push(readFileSync(file));
  }
  return photos;
}

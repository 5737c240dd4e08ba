import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { drawCircuit } from "../../core/testdata/drawn-pages/draw-circuit.ts";
import { studentId } from "../../core/testdata/drawn-pages/page-list.ts";
import { renderAnswer } from "../../core/testdata/drawn-pages/render-answer.ts";
import type { PhotoSettings } from "../../core/testdata/render/photograph.ts";
import { photographedAnswers } from "./phone-photos.ts";
import { sampleTemplate } from "./sample-template.ts";

/** A4 at 150 DPI becomes 12 megapixels, with the noise and quality of phones. */
const PHONE: PhotoSettings = { scale: 2.35, noise: [6, 9], quality: [90, 94] };

for (const { answer, file } of photographedAnswers()) {
  const drafter = studentId(answer.student);
  const drawing = drawCircuit({ ...answer, id: `${drafter}-${answer.item}`, drafter });
  const template = await sampleTemplate(answer.item);
  const settings = { paper: answer.paper, template, studentId: drafter, format: "jpeg", photo: PHONE } as const;
  mkdirSync(dirname(fileURLToPath(file)), { recursive: true });
  writeFileSync(file, await renderAnswer({ ...drawing, ...settings }));
}

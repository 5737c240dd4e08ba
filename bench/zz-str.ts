import { readFileSync, readdirSync } from "node:fs";
import { firstPage, renderedPage } from "./recognition/read-drawing.ts";
import { cleanPage } from "../core/page/clean-page.ts";
import { loadDrawings } from "./sketches.ts";
let n = 0, hit = 0, ms = 0;
for (const part of ["training", "measuring", "validation"]) for (const d of loadDrawings(part as never)!) for (const style of ["scan", "photo", "clean"] as const) {
  if (process.argv[2] && n % Number(process.argv[2]) ) { n++; continue; }
  n++;
  const { bytes } = await renderedPage(d, { style, rendering: 0 });
  const image = await firstPage(bytes); const t = performance.now();
  cleanPage(image); ms += performance.now() - t;
  if ((globalThis as any).streaks) { hit++; console.log("STREAK", d.truth.id, style); }
}
console.log(n, hit, ms / n);

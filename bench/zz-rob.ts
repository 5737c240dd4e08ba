import { readFileSync, readdirSync } from "node:fs";
import { firstPage } from "./recognition/read-drawing.ts";
import { openFoldReaders } from "./recognition/fold-readers.ts";
import { loadDrawings } from "./sketches.ts";
import { scoreReading } from "./recognition/score-outputs.ts";
const readers = await openFoldReaders({ folds: "/work/train/folds2" });
const ds = new Map(loadDrawings("training" as never)!.map((d) => [d.truth.id, d]));
const files = readdirSync("/work/rob2").filter((f) => process.argv.length < 3 || process.argv.slice(2).some((v) => f.includes(`__${v}.`)));
const ok: Record<string, number[]> = {};
for (const f of files) {
  const [id, style, v] = f.replace(/\.\w+$/, "").split("__") as [string, string, string];
  const d = ds.get(id)!;
  let strict = false, p = "";
  const t = performance.now();
  try { const { reading } = await readers.of(d).see(await firstPage(readFileSync(`/work/rob2/${f}`))); strict = scoreReading(reading, d.truth).strict; p = reading.problems.map((x) => x.code).join(); } catch (e) { p = String(e); }
  (ok[`${style} ${v}`] ??= []).push(Number(strict));
  console.log(id, style, v, Number(strict), (globalThis as any).streaks, p, Math.round(performance.now() - t));
}
console.log("SUM", Object.entries(ok).map(([k, v]) => `${k}: ${v.reduce((a, b) => a + b, 0)}/${v.length}`).join("\n"));
await readers.close();

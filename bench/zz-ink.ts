import { readFileSync } from "node:fs";
import sharp from "sharp";
import { firstPage } from "./recognition/read-drawing.ts";
import { cleanPage } from "../core/page/clean-page.ts";
for (const f of process.argv.slice(2)) { const { page } = cleanPage(await firstPage(readFileSync(f)));
await sharp(Buffer.from(page.ink.map((v) => 255 - v)), { raw: { width: page.width, height: page.height, channels: 1 } }).png().toFile(`/tmp/s/ink-${f.split("/").at(-1)!.replace(/\.\w+$/, "")}.png`); }

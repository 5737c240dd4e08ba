import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBuiltUi } from "../../server/pages/built-ui.ts";
import { builtUi } from "./site.ts";

/** Bytes of JavaScript, gzipped, that a page may load before it paints; phones open the student page. */
const LIMITS = { student: 130_000, app: 220_000 } as const;

test.each(Object.entries(LIMITS))(
  "the %s entry stays below %d bytes of gzipped JavaScript",
  async (entry, limit) => {
    const folder = await builtUi();
    const { script, modules } = await openBuiltUi(folder).entry(entry as keyof typeof LIMITS);
    const sizes = await Promise.all([script, ...modules].map((path) => gzippedSize(join(folder, path))));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    console.info(`${entry}: ${(total / 1000).toFixed(1)} kB gzipped of ${limit / 1000}`);
    expect(total).toBeGreaterThan(10_000);
    expect(total).toBeLessThanOrEqual(limit);
  },
  240_000,
);

async function gzippedSize(path: string): Promise<number> {
  return (await readFile(`${path}.gz`)).length;
}

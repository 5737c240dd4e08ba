import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { FilePage } from "./messages.ts";

/** The large part of a page (200 kB): what was read, with every circuit that it may show. */
type Readings = Pick<FilePage, "reading" | "corrected">;

/** What was loaded last: callers ask several times for the same page. */
let last: { readonly load: () => Readings; readonly readings: Readings } | null = null;

/**
 * The same page without its readings in memory: they are loaded whenever they are asked for. A batch holds all its pages
 * until their results are written.
 */
export function lazyPage({ reading, corrected, ...page }: FilePage, load: () => Readings): FilePage {
  if (reading === null) return { ...page, reading, ...(corrected && { corrected }) };
  const loaded = (): Readings => {
    if (last?.load !== load) last = { load, readings: load() };
    return last.readings;
  };
  const lazy = {
    ...page,
    get reading() {
      return loaded().reading;
    },
  };
  if (corrected === undefined) return lazy;
  return Object.defineProperty(lazy, "corrected", { enumerable: true, get: () => loaded().corrected });
}

/** A lazy page whose readings are packed in memory, in 5 kB. */
export function packPage(page: FilePage): FilePage {
  if (page.reading === null) return page;
  const { reading, corrected } = page;
  // A copy: zlib's own result lies in a larger piece of memory.
  const bytes = Uint8Array.from(deflateRawSync(JSON.stringify({ reading, corrected }), { level: 1 }));
  return lazyPage(page, () => JSON.parse(inflateRawSync(bytes).toString("utf8")) as Readings);
}

import type { CodeSight } from "./code-advice.ts";

type Answer = { readonly id: number; readonly sight: CodeSight | null };

const waiting = new Map<number, (sight: CodeSight | null) => void>();
let worker: Worker | undefined;
let last = 0;

/**
 * The QR codes in a picture; null if this browser cannot tell. The reader is loaded when the first file is chosen, and
 * works next to the page, which never waits for it.
 */
export function seeCodes(file: Blob): Promise<CodeSight | null> {
  worker ??= startReader();
  const id = ++last;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker?.postMessage({ id, file });
  });
}

function startReader(): Worker {
  const reader = new Worker(new URL("./code-worker.ts", import.meta.url), { type: "module" });
  reader.onmessage = ({ data: { id, sight } }: MessageEvent<Answer>) => {
    waiting.get(id)?.(sight);
    waiting.delete(id);
  };
  // Without a connection it may not come.
  reader.onerror = () => {
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
    reader.terminate();
    worker = undefined;
  };
  return reader;
}

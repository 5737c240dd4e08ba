import type { CodeSight } from "./code-advice.ts";

/**
 * The QR codes in a picture; null if this browser cannot tell. The reader works next to the page, which never waits for
 * it, and its memory is free again when it is done.
 */
export function seeCodes(file: Blob): Promise<CodeSight | null> {
  const reader = new Worker(new URL("./code-worker.ts", import.meta.url), { type: "module" });
  const sight = new Promise<CodeSight | null>((resolve) => {
    reader.onmessage = ({ data }: MessageEvent<CodeSight | null>) => resolve(data);
    // Without a connection it may not come.
    reader.onerror = () => resolve(null);
    reader.postMessage(file);
  });
  return sight.finally(() => reader.terminate());
}

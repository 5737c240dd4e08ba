import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

export interface ZipEntry {
  /** The path within the archive. */
  readonly name: string;
  /** Texts are compressed; pictures and PDFs already are. */
  readonly content: string | Uint8Array;
}

/** A ZIP that is made while it is read: one entry at a time is in memory. */
export function zipStream(entries: AsyncGenerator<ZipEntry, void, void>): ReadableStream<Uint8Array> {
  let zip: Zip;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      zip = new Zip((error, bytes, isLast) => {
        if (error) return controller.error(error);
        controller.enqueue(bytes);
        if (isLast) controller.close();
      });
    },
    async pull() {
      const next = await entries.next();
      if (next.done) return zip.end();
      const { name, content } = next.value;
      const isText = typeof content === "string";
      const file = isText ? new ZipDeflate(name) : new ZipPassThrough(name);
      zip.add(file);
      file.push(isText ? new TextEncoder().encode(content) : content, true);
    },
    async cancel() {
      await entries.return();
    },
  });
}

import { ERROR_PAGES } from "./contract/texts.ts";
import { Refusal } from "./refusal.ts";

/** Reads a form with a file that fits into memory: at most `maxBytes` in all. */
export async function readSmallForm(request: Request, maxBytes: number): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) {
    throw new Refusal(415, { code: "not-multipart", message: "The request must be multipart/form-data." });
  }
  const bytes = await readLimited(request, maxBytes);
  try {
    return await new Response(bytes, { headers: { "content-type": type } }).formData();
  } catch {
    throw new Refusal(400, { code: "bad-request", message: ERROR_PAGES["400"].message });
  }
}

/** The announced length is only the caller's word, so the bytes are counted. */
async function readLimited(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new Refusal(413, {
    code: "too-large",
    message: `The file is too large: at most ${Math.floor(maxBytes / 1024 / 1024)} MB are taken.`,
  });
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > maxBytes) throw tooLarge;
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

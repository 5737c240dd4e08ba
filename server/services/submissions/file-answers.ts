import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { drawnPart } from "../../../core/reading/drawn-part.ts";
import type { AppContext } from "../../context.ts";
import { askReader } from "../../recogniser/ask-worker.ts";
import type { ShownPart } from "../../recogniser/messages.ts";
import { Refusal } from "../../refusal.ts";
import type { Analysis } from "../reading/page-record.ts";
import { pageOf } from "./page-of.ts";
import type { Submission } from "./submissions.ts";

/** Kept by the browser, and asked for again: after log-out, or without the right to see it, nobody gets it from there. */
const ASKED_AGAIN = "private, no-cache";
/** Default long side of a page's picture. */
const PICTURE_SIDE = 2400;

/** The original file, byte for byte, complete or the requested range, as a download under its name. */
export async function sendStoredFile(context: AppContext, file: Submission, headers: Headers): Promise<Response> {
  // An open file can be read to its end, whatever happens to its path.
  const handle = await context.files.use(file.sha256, (path) => open(path, "r"));
  let stream: ReadableStream<Uint8Array> | null = null;
  try {
    const { size } = await handle.stat();
    const { answer, status, range } = describeFile(file, { headers, size });
    if (range) stream = Readable.toWeb(handle.createReadStream(range)) as ReadableStream<Uint8Array>;
    return new Response(stream, { status, headers: answer });
  } finally {
    // The stream closes it.
    if (stream === null) await handle.close();
  }
}

/** Status and headers of a response with a file of `size` bytes, and the range of it to send; null for none. */
function describeFile(file: Submission, { headers, size }: { headers: Headers; size: number }) {
  const etag = `"${file.sha256}"`;
  const answer = new Headers({
    "Content-Type": file.mimetype,
    "Content-Disposition": attachment(file.filename),
    "Accept-Ranges": "bytes",
    "Cache-Control": ASKED_AGAIN,
    ETag: etag,
    // If a browser shows it anyway, nothing in it may run.
    "Content-Security-Policy": "sandbox; default-src 'none'",
  });
  if (headers.get("if-none-match") === etag) return { answer, status: 304, range: null };
  const range = wantedRange(headers, { size, etag });
  const { start, end } = range ?? { start: 0, end: size - 1 };
  answer.set("Content-Length", String(end - start + 1));
  if (range) answer.set("Content-Range", `bytes ${start}-${end}/${size}`);
  return { answer, status: range ? 206 : 200, range: { start, end } };
}

/** The sizes that pictures have: each is kept, so there must be few. */
const SIDES = [240, 480, 1200, 1440, PICTURE_SIDE, 4000] as const;

/**
 * The upright page that is read, or `part` of it, as a JPEG at least `width` large, if the page is; made once for each
 * size. With `hiddenOf` nothing is seen outside the border of this submission's sheet.
 */
export async function sendPagePicture(
  context: AppContext,
  file: Pick<Submission, "sha256" | "page" | "turn">,
  {
    width,
    headers,
    hiddenOf = null,
    part = null,
  }: { width: number | undefined; headers: Headers; hiddenOf?: Submission | null; part?: ShownPart | null },
): Promise<Response> {
  const wanted = width ?? PICTURE_SIDE;
  const longSide = SIDES.find((side) => side >= wanted) ?? PICTURE_SIDE;
  const kind = `${file.turn > 0 ? `t${file.turn}` : ""}${hiddenOf === null ? "" : `h-${hiddenOf.id}`}`;
  const cut = part === null ? "" : `p${Object.values(part.box).join(".")}`;
  const name = `${file.sha256}-${file.page}${kind}${cut}-${longSide}.jpg`;
  const etag = `"${name}"`;
  const answer = { "Content-Type": "image/jpeg", "Cache-Control": ASKED_AGAIN, ETag: etag };
  if (headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers: answer });
  const { page, turn } = file;
  const shown = hiddenOf === null ? { page, turn } : { ...pageOf(hiddenOf), hideHeader: true };
  const bytes = await keptPicture(context, name, () =>
    context.files.use(file.sha256, (path) => askReader(context, "picture", { ...shown, part, longSide, path })),
  );
  return new Response(asBody(bytes), { headers: answer });
}

/** The part of a submission's page with the circuit that was read; null for the whole page. */
export function drawingOf(analysis: Analysis): ShownPart | null {
  const { state, width, height } = analysis;
  const box = state === "done" ? drawnPart(analysis) : null;
  return box === null ? null : { box, of: { width, height } };
}

/** The picture of this name in the cache; if it is not there, it is made and kept. */
export async function keptPicture(
  { cache, lifecycle }: Pick<AppContext, "cache" | "lifecycle">,
  name: string,
  make: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const kept = await cache.read(name);
  if (kept) return kept;
  const bytes = await make();
  // The caller does not have to wait for the disk, too.
  lifecycle.inBackground("keeping a picture", cache.write(name, bytes));
  return bytes;
}

/** A page as a download that is a JPEG: its file has pages of others, or a header that is hidden. */
export async function sendPageAlone(
  context: AppContext,
  file: Submission,
  { filename, ...shown }: { filename: string; headers: Headers; hiddenOf: Submission | null },
): Promise<Response> {
  const answer = await sendPagePicture(context, file, { width: undefined, ...shown });
  answer.headers.set("Content-Disposition", attachment(filename.replace(/\.[a-z]+$/i, ".jpg")));
  return answer;
}

/** A file that a browser saves under this name. */
export function download(body: BodyInit, { type, name }: { type: string; name: string }): Response {
  return new Response(body, { headers: { "Content-Type": type, "Content-Disposition": attachment(name) } });
}

/** Bytes from a worker or a file, for a `Response`. */
export function asBody(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>;
}

/** JSON can carry half of a surrogate pair, which no URI can. */
const HALF_LETTER = /\p{Surrogate}/gu;

/** What begins a folder's name, ends a line, or turns the direction of a text, so that the name's ending looks different. */
const NO_NAME = /[/\\\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A download's header, with the name in ASCII and in full (RFC 6266, RFC 8187). */
export function attachment(filename: string): string {
  const name = filename.replace(NO_NAME, "_");
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const whole = encodeURIComponent(name.replace(HALF_LETTER, "\ufffd")).replace(/['()*]/g, (letter) => {
    return `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
  });
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** The one range that was requested, or null for the whole file; refuses a range outside the file. */
function wantedRange(
  headers: Headers,
  { size, etag }: { size: number; etag: string },
): { start: number; end: number } | null {
  const condition = headers.get("if-range");
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(headers.get("range") ?? "") ?? [];
  if ((condition !== null && condition !== etag) || (from === "" && to === "")) return null;
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (start <= end && start < size) return { start, end };
  throw new Refusal(416, {
    code: "range",
    message: "The file has no such part.",
    headers: { "Content-Range": `bytes */${size}` },
  });
}

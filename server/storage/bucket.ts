import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { AwsClient } from "aws4fetch";

/** An S3-compatible bucket and the credentials for it. */
export interface BucketSettings {
  /** `https://HOST`, without a path: the bucket's name follows in the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The bucket does not answer, or refuses. What was being stored may or may not be there. */
export class BucketUnreachable extends Error {
  override readonly name = "BucketUnreachable";
}

/** Objects of a bucket by key. Every call throws {@link BucketUnreachable} if the bucket fails. */
export interface Bucket {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Stores the file at `path`, in parts if it is large. */
  putFile(key: string, file: { path: string; size: number }): Promise<void>;
  /** The object's bytes as a stream, or null if it does not exist. */
  get(key: string): Promise<ReadableStream<Uint8Array> | null>;
  has(key: string): Promise<boolean>;
  /** False if it does not exist. */
  copy(from: string, to: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncGenerator<{ key: string; modifiedAt: number }>;
}

/** A larger file is sent in parts of this size (S3 requires 5 MB at least); memory holds one. */
export const PART_BYTES = 16 * 1024 * 1024;
const MOST_ATTEMPTS = 3;
/**
 * Time limits: for a response; for an object that is fetched, until it begins, and for each of its pieces. Checking
 * whether an object exists must not block the database, see `Database.write`.
 */
const PATIENCE = { look: 3_000, piece: 10_000, other: 30_000 };

interface Ask {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly patience?: number;
  /** The response's body is a stream of any length. */
  readonly streams?: boolean;
  /** Statuses other than success that count as a response. */
  readonly also?: readonly number[];
}

/** Talks to a bucket: signed (AWS signature version 4), with a few retries if the store is busy. */
export function openBucket({ endpoint, bucket, region, accessKeyId, secretAccessKey }: BucketSettings): Bucket {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });

  async function ask(
    method: string,
    key: string,
    { query = {}, headers: own, body, patience, streams = false, also }: Ask = {},
  ): Promise<Response> {
    const url = new URL([endpoint, bucket, ...(key === "" ? [] : [key])].join("/"));
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = {
      ...own,
      "X-Amz-Content-Sha256": createHash("sha256")
        .update(body ?? "")
        .digest("hex"),
    };
    for (let attempt = 1; ; attempt++) {
      const signed = await client.sign(url.href, {
        method,
        headers,
        ...(body && { body: body as Uint8Array<ArrayBuffer> }),
      });
      const fetching = (streams ? fetchStream : fetchWhole)(signed, patience ?? PATIENCE.other);
      const answer = await fetching.catch((error: unknown) => error as Error);
      if (answer instanceof Response && (answer.ok || also?.includes(answer.status))) return answer;
      const mayPass = answer instanceof Response ? answer.status >= 500 || answer.status === 429 : !isTimeout(answer);
      if (!mayPass || attempt === MOST_ATTEMPTS) throw new BucketUnreachable(await reason(answer), { cause: answer });
      if (answer instanceof Response) await answer.body?.cancel();
      await pause(attempt * 150);
    }
  }

  /** Stores an object, or a part of one; returns its tag. */
  async function put(key: string, given: Ask): Promise<string> {
    const tag = (await ask("PUT", key, given)).headers.get("etag");
    if (tag === null) throw notAStore("ETag");
    return tag;
  }

  async function putParts(key: string, { path, size }: { path: string; size: number }): Promise<void> {
    const begun = await saying(await ask("POST", key, { query: { uploads: "" } }), "InitiateMultipartUploadResult");
    const uploadId = tag(begun, "UploadId") ?? "";
    const file = await open(path, "r");
    try {
      const parts: string[] = [];
      for (let at = 0; at < size; at += PART_BYTES) {
        const body = new Uint8Array(Math.min(PART_BYTES, size - at));
        await fill(file, body, at);
        const partNumber = String(parts.length + 1);
        const etag = await put(key, { query: { partNumber, uploadId }, body });
        parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`);
      }
      const list = `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`;
      const answer = await ask("POST", key, { query: { uploadId }, body: new TextEncoder().encode(list) });
      await saying(answer, "CompleteMultipartUploadResult");
    } catch (error) {
      await ask("DELETE", key, { query: { uploadId }, also: [404] }).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
  }

  return {
    put: async (key, body) => void (await put(key, { body })),
    async putFile(key, file) {
      if (file.size > PART_BYTES) return putParts(key, file);
      const handle = await open(file.path, "r");
      const body = new Uint8Array(file.size);
      await fill(handle, body, 0).finally(() => handle.close());
      await put(key, { body });
    },
    async get(key) {
      const answer = await ask("GET", key, { streams: true, also: [404] });
      if (answer.ok) return answer.body;
      absent(await answer.text());
      return null;
    },
    has: async (key) => (await ask("HEAD", key, { patience: PATIENCE.look, also: [404] })).ok,
    async copy(from, to) {
      const source = `/${bucket}/${from.split("/").map(encodeURIComponent).join("/")}`;
      const answer = await ask("PUT", to, { headers: { "x-amz-copy-source": source }, also: [404] });
      if (!answer.ok) return absent(await answer.text());
      await saying(answer, "CopyObjectResult");
      return true;
    },
    remove: async (key) => void (await ask("DELETE", key, { also: [404] })),
    async *list(prefix) {
      for (let next: string | null = ""; next !== null; ) {
        const query = { "list-type": "2", prefix, ...(next !== "" && { "continuation-token": next }) };
        const page = await saying(await ask("GET", "", { query }), "ListBucketResult");
        for (const [, entry = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          yield { key: tag(entry, "Key") ?? "", modifiedAt: Date.parse(tag(entry, "LastModified") ?? "") };
        }
        next = tag(page, "NextContinuationToken");
      }
    },
  };
}

/** Of a network's log-in page, or a proxy's: it answers every call with success, and nothing is stored. */
function notAStore(lacking: string): BucketUnreachable {
  return new BucketUnreachable(`What answers is no S3 store: its answer has no ${lacking}.`);
}

/** The text of a successful response, which has this element; a call may fail after its response has begun. */
async function saying(answer: Response, element: string): Promise<string> {
  const text = await answer.text();
  if (text.includes(`<${element}`)) return text;
  throw tag(text, "Code") === null ? notAStore(element) : new BucketUnreachable(words(text, "it refuses"));
}

/** Whether the response says that the object does not exist; throws if the whole bucket does not exist. */
function absent(xml: string): false {
  if (tag(xml, "Code") === "NoSuchBucket") throw new BucketUnreachable(words(xml, "404"));
  return false;
}

/** The response, if it was complete in time. */
async function fetchWhole(request: Request, milliseconds: number): Promise<Response> {
  const answer = await fetch(request, { signal: AbortSignal.timeout(milliseconds), redirect: "manual" });
  const body = await answer.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, answer);
}

/** The response, if it began in time; its body may take longer, but not fall silent. */
async function fetchStream(request: Request, milliseconds: number): Promise<Response> {
  const stop = new AbortController();
  async function inTime<T>(answer: Promise<T>, limit: number): Promise<T> {
    const timer = setTimeout(() => stop.abort(new DOMException("no answer in time", "TimeoutError")), limit);
    return answer.finally(() => clearTimeout(timer));
  }
  // A signed request is for this bucket only, so redirects are not followed.
  const answer = await inTime(fetch(request, { signal: stop.signal, redirect: "manual" }), milliseconds);
  const source = answer.body?.getReader();
  if (source === undefined) return answer;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await inTime(source.read(), PATIENCE.piece).catch((cause: unknown) => {
        throw new BucketUnreachable("The file store broke off in the middle of a file.", { cause });
      });
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => source.cancel(reason),
  });
  return new Response(body, answer);
}

function isTimeout(error: Error): boolean {
  return error.name === "TimeoutError";
}

async function fill(file: Awaited<ReturnType<typeof open>>, bytes: Uint8Array, from: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at);
    if (bytesRead === 0) throw new Error("The file became shorter while it was read.");
    at += bytesRead;
  }
}

async function reason(answer: Response | Error): Promise<string> {
  if (answer instanceof Response) return words(await answer.text(), `status ${answer.status}`);
  const cause = answer.cause instanceof Error ? answer.cause.message : "";
  return `The file store does not answer (${cause || answer.message}).`;
}

/** What the store itself says, if it says anything. */
function words(xml: string, otherwise: string): string {
  const code = tag(xml, "Code");
  const said = code === null ? otherwise : [code, tag(xml, "Message")].filter(Boolean).join(": ");
  return `The file store refuses (${said}).`;
}

/** The text of the first element with that name, in S3's XML. */
function tag(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>(.*?)</${name}>`, "s").exec(xml)?.[1];
  if (text === undefined) return null;
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

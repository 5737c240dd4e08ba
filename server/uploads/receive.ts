import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { UPLOAD } from "../../core/rules/limits.ts";
import { ERROR_PAGES } from "../contract/error-pages.ts";
import { Refusal } from "../refusal.ts";
import { refuseNul } from "../refuse-nul.ts";
import type { FileDraft, FileStore } from "../storage/file-store.ts";

/** Bytes of a file between two looks at the room on the disk. */
const ROOM_STEP = 256 * 1024;

/** The maximum length of a field, in bytes. */
const FIELD_BYTES = 1000;

/** Digits, or nothing: then the file's name says the item. For texts without blanks around them, which would take long. */
const ITEM_NUMBER = /^(?:item\b)?\s*(\d{0,9})$/i;

/** Enough for a class of items at once. */
const MOST_FILES = 100;

/** An uploaded file that is on the disk but not yet in the store. */
export interface ReceivedFile {
  /** As sent, without folders, or as the receiver names it. */
  readonly filename: string;
  /** The `item_number` field before the file, as sent; empty if there is none. */
  readonly itemNumber: string;
  /** Null: the file was not wanted, or is larger than a file may be. */
  readonly draft: FileDraft | null;
  readonly size: number;
  /** Empty without a draft. */
  readonly sha256: string;
  readonly tooLarge: boolean;
}

/**
 * Seconds for which the parser may keep data without progress: parts without a proper header can make it wait for ever.
 */
const MOST_IDLE = 3;

/** `Begun`: what `begin` returns; the other functions get it. */
export interface Receiver<Begun = void> {
  readonly store: FileStore;
  /**
   * Called once with the task that the files are for, before the first file; an error that it throws ends the upload.
   */
  begin(taskId: string): Promise<Begun>;
  /** The name that a file is handed in under, by its own and the `item_number` before it; by default its own. */
  nameOf?(filename: string, itemNumber: string, begun: Begun): string;
  /** Whether a file of this name is worth keeping; an error that it throws ends the upload. */
  wants(filename: string, begun: Begun): boolean | Promise<boolean>;
  /** Called if the upload ends early after `begin`, before its error is thrown. */
  brokeOff?(begun: Begun): Promise<unknown>;
  /**
   * Called before a file that is kept and while it arrives, with the bytes since the last call; an error that it throws
   * ends the upload.
   */
  readonly checkRoom?: ((bytes: number) => Promise<void>) | undefined;
  /** Ends the upload with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Limits on the size and number of files; by default those of an upload. */
  readonly limits?: { readonly fileBytes: number; readonly files: number };
  /** The maximum length of the fields that may be long, by name. */
  readonly fieldBytes?: Readonly<Record<string, number>>;
  /** Gets every field, as sent. */
  readonly fields?: Map<string, string>;
}

/**
 * Writes the files of a multipart request to the disk as they arrive; none is held in memory. The caller discards the
 * drafts. Refuses requests that are not multipart, break off, or exceed the limits; no draft is left then.
 */
export async function receiveUpload<Begun>(
  request: Request,
  receiver: Receiver<Begun>,
): Promise<{ begun: Begun; files: ReceivedFile[] }> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type) || request.body === null) throw notMultipart();
  const files: ReceivedFile[] = [];
  let begun: Promise<Begun> | undefined;
  const begin = (taskId: string): Promise<Begun> => {
    begun ??= receiver.begin(taskId);
    return begun;
  };
  try {
    await parse(request, { ...receiver, begin }, files);
    return { begun: await begin(""), files };
  } catch (error) {
    await Promise.all(files.map(({ draft }) => draft?.discard()));
    const known = await begun?.then(
      (value) => ({ value }),
      () => null,
    );
    if (known) await receiver.brokeOff?.(known.value);
    throw error;
  }
}

/** The files of an upload alone. */
export async function receiveFiles(request: Request, receiver: Receiver): Promise<ReceivedFile[]> {
  return (await receiveUpload(request, receiver)).files;
}

function parse<Begun>(request: Request, receiver: Receiver<Begun>, received: ReceivedFile[]): Promise<void> {
  const source = Readable.fromWeb(request.body as ReadableStream);
  const limits = receiver.limits ?? { ...UPLOAD, files: MOST_FILES };
  const { fieldBytes = {}, signal } = receiver;
  const parser = openParser(request, { ...limits, fieldBytes: Math.max(FIELD_BYTES, ...Object.values(fieldBytes)) });
  let itemNumber = "";
  // Files are taken one at a time: the next part is parsed when this one is done.
  let last: Promise<void> = Promise.resolve();
  const open = new Set<Readable>();
  return new Promise((resolve, reject) => {
    let failed = false;
    let idle = 0;
    const watch = setInterval(() => {
      const isHolding = open.size === 0 && (parser.writableLength > 0 || source.readableEnded);
      idle = isHolding ? idle + 1 : 0;
      if (idle >= MOST_IDLE) fail(notMultipart());
    }, 1000);
    const fail = (error: unknown): void => {
      if (failed) return;
      failed = true;
      clearInterval(watch);
      source.unpipe(parser);
      source.destroy();
      // A file that is being received ends with its stream, and the drafts are discarded after that. The parser does
      // not end streams whose rest never arrives.
      for (const stream of open) stream.destroy(error instanceof Error ? error : undefined);
      void last.catch(() => undefined).then(() => reject(error));
    };
    const end = () => fail(signal?.reason);
    signal?.addEventListener("abort", end);
    /** Whether the fields are valid; if not, the upload ends. */
    const isTaken = (...texts: (string | undefined)[]): boolean => {
      try {
        refuseNul(texts, "files");
        return true;
      } catch (error) {
        fail(error);
        return false;
      }
    };
    parser.on("field", (name: string, value: string, _nameIsCut: boolean, isCut: boolean) => {
      if (!isTaken(name, value)) return;
      const most = fieldBytes[name] ?? FIELD_BYTES;
      if (isCut || value.length > most) return fail(fieldTooLong(name, most));
      receiver.fields?.set(name, value);
      if (name === "item_number") {
        // "Item 2" and "2" mean the same.
        const [, digits] = ITEM_NUMBER.exec(value.trim()) ?? [];
        if (digits === undefined) return fail(notAnItem(value));
        itemNumber = digits;
      }
      if (name === "task_id") receiver.begin(value).catch(fail);
    });
    parser.on("file", (name: string, stream: Readable & { truncated?: boolean }, filename?: string) => {
      if (!isTaken(name, filename)) return void stream.resume();
      const item = itemNumber;
      // A file that cannot be written is dropped halfway: the code that receives it reports why.
      stream.on("error", (error) => error.name !== "AbortError" && fail(error));
      open.add(stream);
      last = last.then(async () => {
        // A browser sends an empty file input as a file without a name.
        if (name !== "files" || !filename) return void stream.resume();
        const begun = await receiver.begin("");
        if (failed) return;
        const named = receiver.nameOf?.(filename, item, begun) ?? filename;
        const wants = (own: string) => receiver.wants(own, begun);
        received.push(await takeFile(stream, { filename: named, itemNumber: item, receiver: { ...receiver, wants } }));
      });
      last.then(
        () => open.delete(stream),
        (error) => {
          stream.resume();
          fail(error);
        },
      );
    });
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
      parser.on(limit, () => fail(tooMany(limits.files)));
    parser.on("error", () => fail(notMultipart()));
    parser.on("finish", () => {
      clearInterval(watch);
      Promise.all([receiver.begin(""), last]).then(() => resolve(), fail);
    });
    source.on("data", () => {
      idle = 0;
    });
    source.on("error", fail);
    source.pipe(parser);
  });
}

function openParser(
  request: Request,
  { fileBytes, files, fieldBytes }: NonNullable<Receiver["limits"]> & { fieldBytes: number },
): BusboyInstance {
  try {
    return new Busboy({
      headers: { "content-type": request.headers.get("content-type") ?? "" },
      limits: { fileSize: fileBytes, files, fields: 2 * files + 10, fieldSize: fieldBytes },
    });
  } catch {
    throw notMultipart();
  }
}

interface Taking extends Pick<Receiver, "store" | "checkRoom"> {
  wants(filename: string): boolean | Promise<boolean>;
}

/** Writes one file to the disk as it arrives. */
export async function takeFile(
  stream: Readable & { truncated?: boolean },
  { filename, itemNumber, receiver }: { filename: string; itemNumber: string; receiver: Taking },
): Promise<ReceivedFile> {
  const nothing = { filename, itemNumber, draft: null, size: 0, sha256: "" };
  if (!(await receiver.wants(filename))) {
    let size = 0;
    for await (const chunk of stream) size += (chunk as Uint8Array).length;
    return { ...nothing, size, tooLarge: stream.truncated === true };
  }
  await receiver.checkRoom?.(0);
  const draft = await receiver.store.draft();
  try {
    let unchecked = 0;
    for await (const chunk of stream) {
      await draft.write(chunk as Uint8Array);
      unchecked += (chunk as Uint8Array).length;
      if (unchecked < ROOM_STEP) continue;
      await receiver.checkRoom?.(unchecked);
      unchecked = 0;
    }
    const sealed = await draft.seal();
    await receiver.checkRoom?.(unchecked);
    if (!stream.truncated) return { filename, itemNumber, draft, ...sealed, tooLarge: false };
  } catch (error) {
    await draft.discard();
    throw error;
  }
  await draft.discard();
  return { ...nothing, tooLarge: true };
}

function notMultipart(): Refusal {
  return new Refusal(400, { code: "not-multipart", message: ERROR_PAGES["400"].message });
}

function notAnItem(value: string): Refusal {
  return new Refusal(400, {
    code: "item-number",
    message: `"${value.slice(0, 30)}" is not an item number, such as 2.`,
  });
}

function tooMany(files: number): Refusal {
  return new Refusal(413, { code: "too-many-files", message: `Please upload at most ${files} files at once.` });
}

function fieldTooLong(name: string, most: number): Refusal {
  const message = `The field ${name} is too long: at most ${most} characters.`;
  return new Refusal(413, { code: "field-too-long", message });
}

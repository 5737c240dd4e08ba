import { ADDRESSES } from "../server/contract/addresses.ts";
import type { ErrorBody } from "../server/contract/common.ts";
import type { EndpointName, RequestOf, ResponseOf } from "../server/contract/endpoints.ts";
import { TEXTS, UNEXPECTED } from "../server/contract/texts.ts";

type Issue = NonNullable<ErrorBody["error"]["issues"]>[number];

/** A call that failed; `message` is for the user. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The HTTP status; 0 if no answer of the server came. */
  readonly status: number;
  readonly code: string;
  readonly issues: readonly Issue[];
  /** The whole response, for fields next to `error`. */
  readonly body: unknown;

  constructor(status: number, error: ErrorBody["error"] & { readonly body?: unknown }) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.issues = error.issues ?? [];
    this.body = error.body;
  }
}

/** The code of an `ApiError` for a chosen file that has changed on disk: trying again cannot send it. */
export const FILE_CHANGED = "file-changed";

/** For an action on what was open and exists no more: the specification's words are for pages that are opened. */
export const GONE =
  "This was deleted meanwhile, or is no longer shared with you. Copy what you typed before you leave the page.";

/** The message of an action's failed call for the user; `fallback` if it is not an answer of the server. */
export function messageOf(error: unknown, fallback: string = UNEXPECTED): string {
  if (!(error instanceof ApiError)) return fallback;
  const { code, message } = error;
  const isGone = code === "gone-meanwhile" || message === TEXTS.task.notFound || message === TEXTS.classes.notFound;
  return isGone ? GONE : message;
}

/** Whether a call got no answer from the server, or a proxy answered in its place: it may succeed later. */
export function isUnreached(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 0;
}

/** The code of an `ApiError` for a call that was ended because nothing came for too long. */
export const TIMED_OUT = "timed-out";

/**
 * Seconds without a byte after which a call ends: what a page loads, what leaves this browser, and anything else, since
 * a busy server may take its time.
 */
export const PATIENCE = { load: 60, leaving: 60, other: 300 } as const;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** In seconds; `PATIENCE.other` if it is not given. */
  readonly patience?: number;
}

/** Called if the session has ended; true: there is a new one, and the call is repeated. */
type SessionLostHandler = (message: string, options: { readonly saving: boolean }) => Promise<boolean>;

let sessionLost: SessionLostHandler = async () => false;

export function onSessionLost(handler: SessionLostHandler): void {
  sessionLost = handler;
}

let saved: () => void = () => undefined;

/** Calls `handler` after each call that may have changed something on the server. */
export function onSaved(handler: () => void): void {
  saved = handler;
}

/**
 * Makes the contract's call `name`; returns its JSON, or the `Response` if it returns bytes or text.
 * @throws {ApiError} for every response from 400 on, if the server cannot be reached or does not answer in time, and if
 * a file cannot be read.
 */
export function call<Name extends EndpointName>(
  name: Name,
  request: RequestOf<Name>,
  options?: CallOptions,
): Promise<ResponseOf<Name>> {
  return inSession({ saving: ADDRESSES[name].method !== "GET" }, () => callOnce(name, request, options));
}

/** Whose session this browser has now; null: nobody's. Unlike a call, it asks nobody to log in again. */
export async function sessionUserId(): Promise<string | null> {
  try {
    return (await callOnce("checkSession", {}, { patience: PATIENCE.load })).user_id;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

async function callOnce<Name extends EndpointName>(
  name: Name,
  request: RequestOf<Name>,
  { signal, patience = PATIENCE.other }: CallOptions = {},
): Promise<ResponseOf<Name>> {
  const body = "body" in request ? request.body : undefined;
  const line = new AbortController();
  const stall = stallLimit(() => line.abort());
  if (signal?.aborted) line.abort();
  signal?.addEventListener("abort", () => line.abort());
  stall.wait(patience);
  try {
    const response = await fetch(pathOf(name, request), {
      method: ADDRESSES[name].method,
      credentials: "same-origin",
      signal: line.signal,
      ...(body instanceof FormData && { body }),
      ...(body !== undefined &&
        !(body instanceof FormData) && {
          body: JSON.stringify(body),
          headers: { "content-type": "application/json" },
        }),
    });
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      stall.wait(patience);
      parts.push(part.value);
    }
    const { headers, status } = response;
    const whole = new Response(new Blob(parts), { headers });
    const isJson = headers.get("content-type")?.startsWith("application/json");
    if (response.ok && !isJson && headers.has(OWN)) return whole as ResponseOf<Name>;
    return readJson(await whole.text(), { status, isOwn: headers.has(OWN) }) as ResponseOf<Name>;
  } catch (error) {
    if (signal?.aborted || error instanceof ApiError) throw error;
    throw line.signal.aborted ? timedOut() : await unsent(body);
  } finally {
    stall.end();
  }
}

/** Calls `onStall` when `wait` was not called again for so many seconds. */
function stallLimit(onStall: () => void) {
  let timer: ReturnType<typeof setTimeout>;
  const end = () => clearTimeout(timer);
  return {
    end,
    wait(seconds: number): void {
      end();
      timer = setTimeout(onStall, seconds * 1000);
    },
  };
}

/** Each answer of the server has it. A proxy, or the log-in page of a network, that answers in its place does not. */
const OWN = "x-request-id";

/**
 * @throws {ApiError} for a refusal, and for what is not an answer of the server; a `SyntaxError` for one that broke off.
 */
function readJson(text: string, { status, isOwn }: { readonly status: number; readonly isOwn: boolean }): unknown {
  const body = isOwn && JSON.parse(text);
  if (isOwn && status < 400) return body;
  if (body?.error?.message) throw new ApiError(status, { ...body.error, body });
  throw status === 413 ? new ApiError(status, { code: "unknown", message: TOO_LARGE }) : unreached(FOREIGN);
}

const FOREIGN =
  "The answer did not come from CircuitGrade. If your network asks you to log in, do that first. Then try again.";
const TOO_LARGE = "A proxy in front of the server takes no files of this size.";

function timedOut(): ApiError {
  return unreached("No answer came in time. Check your connection and try again.", TIMED_OUT);
}

function unreached(message: string, code = "unreachable"): ApiError {
  return new ApiError(0, { code, message });
}

/** The path of a call with its parameters and query: also for links, pictures and downloads. */
export function pathOf<Name extends EndpointName>(name: Name, request: RequestOf<Name>): string {
  const { params = {}, query = {} } = request as {
    params?: Readonly<Record<string, string>>;
    query?: Readonly<Record<string, unknown>>;
  };
  const path = ADDRESSES[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return search === "" ? path : `${path}?${search}`;
}

export interface UploadOptions {
  /** The part of the body that was sent, 0 to 1. */
  onProgress(part: number): void;
  readonly params?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

type UploadName = "uploadFiles" | "uploadProfileImage" | "uploadStack";

/**
 * Makes a multipart call that reports its progress, which `fetch` cannot.
 * @throws {ApiError} as `call` does; a `DOMException` if it was cancelled.
 */
export function upload<Name extends UploadName>(
  name: Name,
  body: FormData,
  options: UploadOptions,
): Promise<ResponseOf<Name>> {
  return inSession({ saving: true }, () => uploadOnce(name, body, options));
}

function uploadOnce<Name extends UploadName>(
  name: Name,
  body: FormData,
  { onProgress, signal, params = {} }: UploadOptions,
): Promise<ResponseOf<Name>> {
  const { method } = ADDRESSES[name];
  const path = pathOf(name, { params } as unknown as RequestOf<Name>);
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  const stall = stallLimit(abort);
  stall.wait(PATIENCE.leaving);
  return new Promise<ResponseOf<Name>>((resolve, reject) => {
    request.open(method, path);
    request.upload.onprogress = ({ loaded, total }) => {
      stall.wait(loaded < total ? PATIENCE.leaving : PATIENCE.other);
      onProgress(total === 0 ? 0 : loaded / total);
    };
    request.onerror = () => void unsent(body).then(reject);
    request.onabort = () =>
      reject(signal?.aborted ? new DOMException("The upload was cancelled.", "AbortError") : timedOut());
    request.onload = () => {
      const { status, responseText } = request;
      try {
        resolve(readJson(responseText, { status, isOwn: request.getResponseHeader(OWN) !== null }) as ResponseOf<Name>);
      } catch (error) {
        if (error instanceof ApiError) reject(error);
        else void unsent(body).then(reject);
      }
    };
    signal?.addEventListener("abort", abort);
    request.send(body);
  }).finally(() => {
    stall.end();
    signal?.removeEventListener("abort", abort);
  });
}

/**
 * Why a call got no response, or an incomplete one. Browsers do not send a file that has changed since it was chosen,
 * and do not say so.
 */
async function unsent(body: unknown): Promise<ApiError> {
  if (body instanceof FormData && !(await isReadable(body))) {
    const message = "The file was changed or moved since it was chosen: choose it again.";
    return new ApiError(0, { code: FILE_CHANGED, message });
  }
  return unreached("The server cannot be reached. Check your connection and try again.");
}

async function isReadable(body: FormData): Promise<boolean> {
  const files = [...body.values()].filter((value) => value instanceof File);
  try {
    await Promise.all(files.map((file) => file.slice(0, 1).arrayBuffer()));
    return true;
  } catch {
    return false;
  }
}

/** Makes a call, and repeats it if its session had ended and there is a new one. */
async function inSession<Answer>(options: { saving: boolean }, attempt: () => Promise<Answer>): Promise<Answer> {
  const answer = await attempt().catch(async (error: unknown) => {
    const isLost = error instanceof ApiError && error.status === 401 && error.code === "session-expired";
    if (!isLost || !(await sessionLost(error.message, options))) throw error;
    return attempt();
  });
  if (options.saving) saved();
  return answer;
}

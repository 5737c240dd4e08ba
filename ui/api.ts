import { ADDRESSES } from "../server/contract/addresses.ts";
import type { ErrorBody } from "../server/contract/common.ts";
import type { EndpointName, RequestOf, ResponseOf } from "../server/contract/endpoints.ts";
import type { LiveEvent } from "../server/contract/system.ts";
import { ERROR_PAGES, TEXTS } from "../server/contract/texts.ts";

type Issue = NonNullable<ErrorBody["error"]["issues"]>[number];

/** A call that failed; `message` is for the user. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The HTTP status; 0 if the server could not be reached. */
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
export function messageOf(error: unknown, fallback: string = ERROR_PAGES.other.message): string {
  if (!(error instanceof ApiError)) return fallback;
  const { code, message } = error;
  const isGone = code === "gone-meanwhile" || message === TEXTS.task.notFound || message === TEXTS.classes.notFound;
  return isGone ? GONE : message;
}

/** Whether a call did not reach the server, or a proxy answered in its place: it may succeed later. */
export function isUnreached(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false;
  return error.code === "unreachable" || (error.status >= 502 && error.code === "unknown");
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
 * @throws {ApiError} for every response from 400 on, if the server cannot be reached, and if a file cannot be read.
 */
export function call<Name extends EndpointName>(
  name: Name,
  request: RequestOf<Name>,
  signal?: AbortSignal,
): Promise<ResponseOf<Name>> {
  return inSession({ saving: ADDRESSES[name].method !== "GET" }, () => callOnce(name, request, signal));
}

/** Whose session this browser has now; null: nobody's. Unlike a call, it asks nobody to log in again. */
export async function sessionUserId(): Promise<string | null> {
  try {
    return (await callOnce("checkSession", {})).user_id;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

async function callOnce<Name extends EndpointName>(
  name: Name,
  request: RequestOf<Name>,
  signal?: AbortSignal,
): Promise<ResponseOf<Name>> {
  const body = "body" in request ? request.body : undefined;
  try {
    const response = await fetch(pathOf(name, request), {
      method: ADDRESSES[name].method,
      credentials: "same-origin",
      ...(signal && { signal }),
      ...(body instanceof FormData && { body }),
      ...(body !== undefined &&
        !(body instanceof FormData) && {
          body: JSON.stringify(body),
          headers: { "content-type": "application/json" },
        }),
    });
    if (!response.ok) throw readError(response.status, await response.text());
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return (isJson ? await response.json() : response) as ResponseOf<Name>;
  } catch (error) {
    const isAborted = error instanceof DOMException && error.name === "AbortError";
    if (isAborted || error instanceof ApiError) throw error;
    throw await unsent(body);
  }
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

/** Makes a multipart call that reports its progress, which `fetch` cannot. */
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
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => void unsent(body).then(reject);
    request.onabort = () => reject(new DOMException("The upload was cancelled.", "AbortError"));
    request.onload = () => {
      if (request.status >= 400) return reject(readError(request.status, request.responseText));
      try {
        resolve(JSON.parse(request.responseText) as ResponseOf<Name>);
      } catch {
        void unsent(body).then(reject);
      }
    };
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

/** Seconds until a refused connection is tried again: each time twice as long, up to the maximum. */
const REFUSED_WAIT = { first: 3, longest: 30 } as const;

/**
 * Listens to the server's events until the returned function is called; reconnects by itself. After `missed` the data
 * on the page must be loaded again: events may have come while nobody listened, at the beginning after `since`
 * (milliseconds since 1970 by the server's clock). In the background it does
 * not listen: without HTTP/2 a browser makes six connections to a server at most, for all its tabs, and with six tabs
 * open another page would never load.
 */
export function listen(since: number, onNews: (news: LiveEvent) => void): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait: number = REFUSED_WAIT.first;
  let isBehind = false;

  function open(): void {
    const opened = new EventSource(pathOf("events", { query: { since } }));
    source = opened;
    opened.onopen = () => {
      wait = REFUSED_WAIT.first;
      if (isBehind) onNews({ type: "missed" });
      isBehind = false;
    };
    opened.onerror = () => {
      isBehind = true;
      // Browsers reconnect by themselves after a broken connection, but never after a refused one: the session ended,
      // or a proxy answered for a server that is restarting.
      if (opened.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, wait * 1000);
      wait = Math.min(2 * wait, REFUSED_WAIT.longest);
    };
    opened.onmessage = ({ data }: MessageEvent<string>) => onNews(JSON.parse(data) as LiveEvent);
  }

  function close(): void {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  function follow(): void {
    if (document.hidden) {
      close();
      isBehind = true;
    } else if (source === null) open();
  }

  follow();
  document.addEventListener("visibilitychange", follow);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    close();
  };
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
  const message = "The server cannot be reached. Check your connection and try again.";
  return new ApiError(0, { code: "unreachable", message });
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

function readError(status: number, text: string): ApiError {
  try {
    const body = JSON.parse(text) as ErrorBody;
    return new ApiError(status, { ...body.error, body });
  } catch {
    const { message } = ERROR_PAGES[String(status) as keyof typeof ERROR_PAGES] ?? ERROR_PAGES.other;
    return new ApiError(status, { code: "unknown", message });
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

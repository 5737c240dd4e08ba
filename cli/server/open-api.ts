import type { z } from "zod";
import { sum } from "../../core/basics/numbers.ts";
import { ENDPOINTS } from "../../server/contract/endpoints.ts";
import { EXCHANGE_FORM } from "../../server/contract/tasks/exchange.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { fetchSoon, Silence } from "./fetch-soon.ts";

type Calls = typeof ENDPOINTS;

/** A call that takes an access token. */
export type ApiCall = {
  [Name in keyof Calls]: Calls[Name]["access"] extends "read" | "grade" ? Name : never;
}[keyof Calls];

interface Request<S extends z.ZodType> {
  readonly taskId: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object | undefined;
  /** The shape of the response. */
  readonly answer: S;
}

/** The part of a server that a program with an access token may use. */
export interface Api {
  /** Makes a call about a task. Throws `CommandFailure` with what to do if it fails. */
  call<S extends z.ZodType>(name: ApiCall, request: Request<S>): Promise<z.output<S>>;
}

/** A busy server, or an unreliable network, is tried again after these seconds, or shorter ones in proportion. */
const PAUSES = [1, 4, 15];

const MOST_WAITED = 60;

/** A shorter body is expected to be sent and answered at once. */
const SHORT_BODY = 50_000;

export function openApi({ server, token }: { server: string; token: string }): Api {
  let reached = false;
  const pauses = pausesIn(process.env.RETRY_SECONDS);

  async function send(url: string, init: RequestInit): Promise<Response> {
    for (const pause of [...pauses, null]) {
      // Uploads, and calls on many pages, may take long.
      const { body } = init;
      const isShort = !reached && (body == null || (typeof body === "string" && body.length < SHORT_BODY));
      const response = await (isShort ? fetchSoon : fetch)(url, init).catch((error: unknown) => {
        // A server that has answered before may be restarting; an address that never did is probably wrong.
        if (pause === null || !reached) throw notReached(server, error);
        return null;
      });
      reached ||= response !== null;
      const wait = response === null ? pause : waitOf(response, pause);
      if (response !== null && wait === null) return response;
      await response?.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, wait ?? 0));
    }
    throw notReached(server, null);
  }

  return {
    async call(name, { taskId, query = {}, body, answer }) {
      const { method, path } = ENDPOINTS[name];
      const isForm = body instanceof FormData;
      const headers = {
        authorization: `Bearer ${token}`,
        accept: "application/json",
        [EXCHANGE_FORM.header]: EXCHANGE_FORM.form,
        ...(body !== undefined && !isForm && { "content-type": "application/json" }),
      };
      const content = body === undefined ? null : isForm ? body : JSON.stringify(body);
      const search = new URLSearchParams(query).toString();
      const url = `${server}${path.replace(":taskId", encodeURIComponent(taskId))}${search && `?${search}`}`;
      const response = await send(url, { method, headers, body: content, redirect: "manual" });
      if (response.status >= 300 && response.status < 400) throw redirected(server, response.headers.get("location"));
      const value: unknown = await response.json().catch(() => null);
      const form = response.headers.get(EXCHANGE_FORM.header);
      const isAnswer = form !== null || (response.ok && value !== null);
      if (isAnswer && form !== EXCHANGE_FORM.form) throw otherForm(server, form);
      if (!response.ok) throw refused(value, { server, taskId, status: response.status });
      const parsed = answer.safeParse(value);
      if (!parsed.success) throw strange(server, response.status);
      return parsed.data;
    },
  };
}

/** The pauses in milliseconds, for a setting of how many seconds they last together. */
function pausesIn(setting: string | undefined): number[] {
  const whole = sum(PAUSES);
  const seconds = Number(setting || whole);
  if (seconds >= 0) return PAUSES.map((pause) => (1000 * seconds * pause) / whole);
  throw new CommandFailure(EXIT.usage, "RETRY_SECONDS must be a number of seconds, 0 or more.");
}

/** Milliseconds before the call is repeated; null if the response is final. */
function waitOf(response: Response, pause: number | null): number | null {
  if (pause === null || (response.status !== 503 && response.status !== 429)) return null;
  const seconds = retryAfter(response);
  return seconds > MOST_WAITED ? null : Math.max(pause, seconds * 1000);
}

/** In how many seconds the server wants to be asked again: its `Retry-After` is a number or a date; 0 if it is neither. */
function retryAfter(response: Response): number {
  const value = response.headers.get("retry-after") ?? "0";
  const seconds = Number(value);
  return Number.isNaN(seconds) ? (Date.parse(value) - Date.now()) / 1000 || 0 : seconds;
}

/** The server has understood, but refuses. */
export class ApiRefused extends CommandFailure {
  readonly status: number;

  constructor(status: number, message: string) {
    super(status >= 500 ? EXIT.internal : EXIT.usage, message);
    this.status = status;
  }
}

interface Refused {
  readonly server: string;
  readonly taskId: string;
  readonly status: number;
}

function refused(value: unknown, { server, taskId, status }: Refused): CommandFailure {
  const error = (value as { error?: { code?: string; message?: string } } | null)?.error;
  if (error?.message === undefined) return status === 413 ? tooLargeForProxy(server) : strange(server, status);
  if (status === 404) {
    const message = `The server ${server} has no task ${taskId}, or it is another instructor's. Check the id or the address.`;
    return new CommandFailure(EXIT.notFound, message);
  }
  return new ApiRefused(status, error.message);
}

/** Servers of earlier versions name no form. */
function otherForm(server: string, form: string | null): CommandFailure {
  const isOlder = Number(form) < Number(EXCHANGE_FORM.form);
  const message = isOlder
    ? `The server ${server} has an older version of CircuitGrade than this command: have the server updated`
    : `The server ${server} has a newer version of CircuitGrade than this command: update circuitgrade on this machine`;
  return new CommandFailure(EXIT.usage, `${message}, then run the same command again.`);
}

function notReached(server: string, error: unknown): CommandFailure {
  const why = reasonOf(error);
  const message = `No server answers at ${server}${why ? ` (${why})` : ""}. Check the address and the network.`;
  return new CommandFailure(EXIT.notFound, message);
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof Silence) return error.message;
  const cause = error instanceof Error ? (error.cause as { code?: string; message?: string } | undefined) : undefined;
  return cause?.code ?? cause?.message;
}

function redirected(server: string, location: string | null): CommandFailure {
  const to = location === null ? "elsewhere" : `to ${location}`;
  // A token is not sent on by redirects.
  return new CommandFailure(EXIT.usage, `The server ${server} redirects ${to}. Name the right address with --server.`);
}

/** CircuitGrade itself explains why it refuses what is too large. */
function tooLargeForProxy(server: string): CommandFailure {
  const message =
    `A proxy before the server ${server} limits the size of what is sent (413). Its administrator can raise the limit: ` +
    "docs/installing.md names the setting.";
  return new CommandFailure(EXIT.usage, message);
}

function strange(server: string, status: number): CommandFailure {
  const message = `The server at ${server} is not a CircuitGrade of this version. Check the address. (Its status is ${status}.)`;
  return new CommandFailure(EXIT.usage, message);
}

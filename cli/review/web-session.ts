import { setTimeout as pause } from "node:timers/promises";
import { ENDPOINTS, type EndpointName, type RequestOf, type ResponseOf } from "../../server/contract/endpoints.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";

/** The stream of news is opened again after this time. */
const AGAIN_MS = 1000;

/** A person's session on the server, as a browser has it. */
export interface WebSession {
  call<Name extends EndpointName>(name: Name, request: RequestOf<Name>): Promise<ResponseOf<Name>>;
  /** Calls `onNews` when something happened on the server, and now and then without that, until `signal` is aborted. */
  listen(onNews: () => void, signal: AbortSignal): Promise<void>;
}

/**
 * Signs in. Its calls throw `CommandFailure` with the server's words if the server refuses.
 *
 * @throws {CommandFailure} if the account cannot sign in.
 */
export async function signIn(
  origin: string,
  account: { readonly email: string; readonly password: string },
): Promise<WebSession> {
  let cookie = "";

  async function call(
    name: EndpointName,
    { params = {}, body }: { params?: object; body?: unknown },
  ): Promise<unknown> {
    const { method, path } = ENDPOINTS[name];
    const values = params as Readonly<Record<string, string>>;
    const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(values[key] ?? ""));
    const isForm = body instanceof FormData;
    const response = await fetch(`${origin}${filled}`, {
      method,
      headers: { origin, cookie, ...(body !== undefined && !isForm && { "content-type": "application/json" }) },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    });
    const given = response.headers.getSetCookie().find((each) => each.startsWith("session="));
    if (given !== undefined) cookie = given.split(";")[0]!;
    const value = (await response.json().catch(() => null)) as { error?: { message?: string } } | null;
    if (response.ok) return value;
    const message = value?.error?.message ?? `The server answered ${response.status} to ${name}.`;
    throw new CommandFailure(EXIT.usage, message);
  }

  async function listen(onNews: () => void, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // What happened while nobody listened is news, too.
      onNews();
      try {
        const { body } = await fetch(`${origin}${ENDPOINTS.events.path}`, { headers: { cookie }, signal });
        for await (const _ of body ?? []) onNews();
      } catch {
        // The server has ended, or ends.
      }
      await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  await call("login", { body: { ...account, remember: false } });
  return { call: call as WebSession["call"], listen };
}

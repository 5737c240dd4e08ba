import { ENDPOINTS, type EndpointName, type RequestOf, type ResponseOf } from "../../server/contract/endpoints.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";

/** A person's session on the server, as a browser has it. */
export interface WebSession {
  call<Name extends EndpointName>(name: Name, request: RequestOf<Name>): Promise<ResponseOf<Name>>;
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

  await call("login", { body: { ...account, remember: false } });
  return { call: call as WebSession["call"] };
}

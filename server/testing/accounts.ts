import type { TestClient } from "./test-client.ts";
import type { TestServer } from "./test-server.ts";

export const ANA = { email: "ana@example.edu", password: "Half-Adder-1" };

/** The token in the newest mail. */
export function mailedToken({ mails }: TestServer): string {
  return /token=([\w-]+)/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "no token";
}

/** Signs a person up, and leaves the mail unanswered. */
export async function register(server: TestServer, credentials = ANA): Promise<void> {
  const { status, body } = await server.visitor().call("register", { body: credentials });
  if (status !== 200) throw new Error(body.error.message);
}

/** Signs Ana up and confirms her mail. */
export async function verified(server: TestServer): Promise<void> {
  await register(server);
  const { status, body } = await server.visitor().call("verifyEmail", { body: { token: mailedToken(server) } });
  if (status !== 200) throw new Error(body.error.message);
}

/** Ana's browser after a log-in with her password. */
export async function loggedIn(server: TestServer, remember = false): Promise<TestClient & { userId: string }> {
  const client = server.visitor();
  const { status, body } = await client.call("login", { body: { ...ANA, remember } });
  if (status !== 200) throw new Error(body.error.message);
  return Object.assign(client, { userId: body.user.id });
}

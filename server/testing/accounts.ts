import { Secret, TOTP } from "otpauth";
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

/** What an authenticator app shows for a secret, after `steps` of 30 seconds. */
export function appCode(secret: string, now: number, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 });
}

/** Turns a signed-in client's second factor on; gives its secret and recovery codes. The code of `now` is used up. */
export async function turnOnSecondFactor(
  client: TestClient,
  { password, now }: { password: string; now: number },
): Promise<{ secret: string; codes: readonly string[] }> {
  const started = await client.call("startSecondFactor", { body: { password } });
  if (started.status !== 200) throw new Error(started.body.error.message);
  const { secret } = started.body;
  const confirmed = await client.call("confirmSecondFactor", { body: { code: appCode(secret, now) } });
  if (confirmed.status !== 200) throw new Error(confirmed.body.error.message);
  return { secret, codes: confirmed.body.recovery_codes };
}

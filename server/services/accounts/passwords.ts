import { availableParallelism } from "node:os";
import { hash as argon2, verify as argon2Verify } from "@node-rs/argon2";
import { isCommonPassword } from "../../../core/rules/accounts/common-password.ts";
import { PASSWORD_TEXTS } from "../../../core/rules/accounts/password.ts";
import { createFairQueue } from "../../../workers/fair-queue.ts";
import { currentCaller } from "../../adapters/current-caller.ts";
import { newToken } from "../../adapters/random.ts";
import { refuseIssues } from "../../refusal.ts";

/**
 * OWASP's parameters for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. Hashing runs off the
 * event loop.
 */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Deno would do as many at once as are asked for: they took the cores from the event loop, and 19 MiB each. */
const hashing = createFairQueue(availableParallelism());

function hash(password: string, options: Parameters<typeof argon2>[1]): Promise<string> {
  return hashing.run(currentCaller(), () => argon2(password, options));
}

function verify(passwordHash: string, password: string): Promise<boolean> {
  return hashing.run(currentCaller(), () => argon2Verify(passwordHash, password));
}

/** The hash of a new password; refuses one of the most common passwords. */
export async function hashNewPassword(password: string): Promise<string> {
  if (await isCommonPassword(password)) {
    const code = "password-common";
    refuseIssues([{ code, field: "password", message: PASSWORD_TEXTS[code] }]);
  }
  return hash(password, ARGON2ID);
}

/** The hash of a password that nobody knows, for an account without one. */
export function hashUnknownPassword(): Promise<string> {
  return hash(newToken(), ARGON2ID);
}

/** The hash of a code that the server made, with a given salt: the same code gives the same hash. */
export function hashWithSalt(code: string, salt: Uint8Array): Promise<string> {
  return hash(code, { ...ARGON2ID, salt });
}

let nobodysHash: Promise<string> | undefined;

/** Whether the password is correct; takes the same time if there is no account (`null`). */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hash("nobody's password", ARGON2ID);
  const right = await verify(passwordHash ?? (await nobodysHash), password);
  return right && passwordHash !== null;
}

import { hash, verify } from "@node-rs/argon2";

/** OWASP's parameters for argon2id, which is the library's default algorithm: 19 MiB, two passes, one lane. The work is done off the event loop. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2ID);
}

let nobodysHash: Promise<string> | undefined;

/** Whether the password is right; takes the same time where there is no account (`null`). */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword("nobody's password");
  const right = await verify(passwordHash ?? (await nobodysHash), password);
  return right && passwordHash !== null;
}

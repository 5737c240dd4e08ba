import { createHash, randomBytes } from "node:crypto";

/**
 * An unguessable ID: 128 bits, 22 characters. It never starts with a dash, so that no command takes it for an option.
 */
export function newId(): string {
  const id = randomBytes(16).toString("base64url");
  return id.startsWith("-") ? newId() : id;
}

/** A secret for a cookie or a mail: 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token: a person who reads the database cannot use it. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

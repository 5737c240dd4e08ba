import { createHmac, timingSafeEqual } from "node:crypto";

interface Keyed {
  /** Shared by all processes of a database. */
  readonly secret: string;
  /** What the hash is for: those of one purpose never fit another. */
  readonly purpose: string;
}

/** A hash of `text` that only the owner of the secret can make: 256 bits, base64url. */
export function keyedHash(text: string, { secret, purpose }: Keyed): string {
  const key = createHmac("sha256", secret).update(`${purpose} key\n`).digest();
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** Whether two hashes are the same, in a time that says nothing about where they differ. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

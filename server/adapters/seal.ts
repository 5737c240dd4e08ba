import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const [NONCE_BYTES, TAG_BYTES, KEY_BYTES] = [12, 16, 32];

interface Key {
  /** The server's own, of at least 16 characters. */
  readonly secret: string;
  /** What the text belongs to: it cannot be opened as anything else's. */
  readonly owner: string;
}

/** Encrypts a text that the server must be able to read again (AES-256-GCM), in base64url. */
export function seal(text: string, { secret, owner }: Key): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** The text that `seal` encrypted; null if it was changed, or was sealed with another key. */
export function unseal(sealed: string, { secret, owner }: Key): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const cipher = createDecipheriv(CIPHER, keyOf(secret), nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(owner));
    cipher.setAuthTag(tag);
    const text = cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, cipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "circuitgrade seal", KEY_BYTES));
}

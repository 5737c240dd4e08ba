/** The first bytes of a file that is encrypted with age (https://age-encryption.org/v1). */
export const AGE_START = "age-encryption.org/v1\n";

/**
 * Encrypts a stream so that only the owners of these public keys (`age1…`) can read it.
 *
 * @throws {Error} if one of them is not a public key of age.
 */
export async function encryptTo(
  recipients: readonly string[],
  bytes: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return encrypter.encrypt(bytes);
}

/** The first of these texts that is not a public key of age; null if all are. */
export async function badRecipient(recipients: readonly string[]): Promise<string | null> {
  if (recipients.length === 0) return null;
  const { Encrypter } = await import("age-encryption");
  const isGood = (recipient: string): boolean => {
    try {
      new Encrypter().addRecipient(recipient);
      return true;
    } catch {
      return false;
    }
  };
  return recipients.find((recipient) => !isGood(recipient)) ?? null;
}

/** The file with secret keys does not open the archive; the message says why. */
export class NotDecrypted extends Error {
  override readonly name = "NotDecrypted";
}

/**
 * Decrypts a stream. `identities` is the text of a file of age-keygen: secret keys, one a line, and comments.
 *
 * @throws {NotDecrypted} if it has no secret key, or none that fits. What is damaged fails in the stream.
 */
export async function decryptWith(
  identities: string,
  bytes: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  const { Decrypter } = await import("age-encryption");
  const keys = identities.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  if (keys.length === 0) throw new NotDecrypted("it contains no secret key (AGE-SECRET-KEY-1…)");
  const decrypter = new Decrypter();
  try {
    for (const key of keys) decrypter.addIdentity(key.trim());
  } catch {
    throw new NotDecrypted("it is not a file of secret keys as age-keygen makes them");
  }
  try {
    return await decrypter.decrypt(bytes);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("no identity matched")) {
      throw new NotDecrypted("none of its keys is one that the archive was encrypted for");
    }
    throw error;
  }
}

import { z } from "zod";
import { messageSchema, timeSchema, typedText } from "../common.ts";

/** The second factor as the account's owner sees it. */
export const secondFactorResponse = z.object({
  on: z.boolean(),
  since: timeSchema.nullable(),
  recovery_codes_left: z.number(),
});
export type SecondFactor = z.infer<typeof secondFactorResponse>;

export const startSecondFactorBody = z.object({
  /** The account's: a session that was left open must not be enough. */
  password: typedText(),
});

/** What an authenticator app needs, shown once. */
export const startSecondFactorResponse = z.object({
  /** In base32, to type. */
  secret: z.string(),
  /** `otpauth://…`, which the QR code says. */
  uri: z.string(),
  /** The dark modules as the path of an SVG, a module being 1 × 1 of `size` × `size`. */
  qr: z.object({ size: z.number(), path: z.string() }),
});
export type SecondFactorStart = z.infer<typeof startSecondFactorResponse>;

export const confirmSecondFactorBody = z.object({
  /** The app's first code. */
  code: typedText(100),
});

/** Shown only once. */
export const recoveryCodesResponse = messageSchema.extend({ recovery_codes: z.array(z.string()) });

export const secondFactorProofBody = z.object({
  password: typedText(),
  /** The app's code, or a recovery code. */
  code: typedText(100),
});

import { z } from "zod";
import { ACCOUNT_LIMITS } from "../../../core/rules/accounts/account-fields.ts";
import { atMost } from "../../../core/rules/at-most.ts";
import { idSchema, messageSchema, timeSchema, typedText } from "../common.ts";

/** A user as that user sees it. */
export const userSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  /** A path on this server, or null if there is no picture. */
  profile_image_url: z.string().nullable(),
  contact_number: z.string().nullable(),
  recovery_email: z.string().nullable(),
  /** Manages accounts. */
  admin: z.boolean(),
});
export type User = z.infer<typeof userSchema>;

/** The maximum size of a profile picture. */
export const PROFILE_IMAGE_BYTES = 5 * 1024 * 1024;

export const userResponse = z.object({ user: userSchema });

export const loginBody = z.object({
  email: typedText(),
  password: typedText(),
  remember: z.boolean().default(false),
  /** If the account has a second factor: its app's code, or a recovery code. */
  code: typedText(100).optional(),
});

export const logoutResponse = messageSchema.extend({
  /** Where the browser signs off at the provider of single sign-on; null: nowhere. */
  sign_off_url: z.string().nullable(),
});

export const registerBody = z.object({
  email: typedText(),
  password: typedText(),
  /** From the link of the first start: then the account needs no mail. */
  setup_token: z.string().check(atMost(100)).optional(),
  /** With it: the person's name. */
  name: z.string().check(atMost(ACCOUNT_LIMITS.nameLength)).optional(),
  /** With it, if the site asks: whether everybody with an address of the same domain may sign up. */
  open_domain: z.boolean().optional(),
});

export const registerResponse = messageSchema.extend({
  /** False if a mail must be confirmed first: always, except for an account created with `setup_token`. */
  verified: z.boolean(),
});

export const emailBody = z.object({ email: typedText() });

/**
 * The addresses that recovery mail can go to; the same for known and unknown accounts. The recovery address is masked
 * completely, since any letter of it would reveal that the account exists.
 */
export const recoveryInfoResponse = z.object({
  /** The typed address, masked: `j•••@e•••.edu`. */
  email: z.string(),
  recovery_email: z.string(),
  /** No messages go to telephones: always null. */
  contact_number: z.null(),
});

export const forgotPasswordBody = z.object({
  email: typedText(),
  /** Which address gets the mail; for an account without a recovery address its own. */
  destination: z.enum(["email", "recovery_email"]).default("email"),
});

export const tokenBody = z.object({ token: typedText(200) });

/** `page`: a path of this site to go on to; without it, the account's dashboard. */
export const enterQuery = z.object({
  token: z.string().check(atMost(200)).default(""),
  page: z
    .string()
    .check(atMost(200))
    .regex(/^(\/[\w-]+)+$/)
    .optional(),
});

export const resetPasswordBody = tokenBody.extend({ new_password: typedText() });

export const verifyEmailResponse = messageSchema.extend({ success: z.boolean() });

/** Where the user is logged in, last used first. */
export const sessionsResponse = z.object({
  sessions: z.array(
    z.object({
      /** The session of this request. */
      current: z.boolean(),
      /** "Firefox on Windows", as far as the browser says. */
      device: z.string(),
      created_at: timeSchema,
      last_seen_at: timeSchema,
    }),
  ),
});
export type OpenSession = z.infer<typeof sessionsResponse>["sessions"][number];

export const sessionResponse = z.object({ user_id: idSchema });

export const updateUserInfoBody = z.object({
  recoveryEmail: z.string().check(atMost(500)).optional(),
  name: z.string().check(atMost(500)).optional(),
  contactNumber: z.string().check(atMost(500)).optional(),
});

export const validatePasswordBody = z.object({ password: typedText(), email: typedText() });

export const changePasswordBody = z.object({
  newPassword: typedText(),
  /**
   * A user who changes the password because somebody else knew it does not want that person's tokens to keep working.
   */
  revokeTokens: z.boolean().default(true),
});

import { z } from "zod";
import { idSchema, messageSchema, timeSchema, typedText } from "./common.ts";

/** A user as that user sees it. */
export const userSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  /** A path on this server, or null if there is no picture. */
  profile_image_url: z.string().nullable(),
  contact_number: z.string().nullable(),
  recovery_email: z.string().nullable(),
});
export type User = z.infer<typeof userSchema>;

/** How large a profile picture may be as it is sent. */
export const PROFILE_IMAGE_BYTES = 5 * 1024 * 1024;

export const userResponse = z.object({ user: userSchema });

export const loginBody = z.object({
  email: typedText(),
  password: typedText(),
  remember: z.boolean().default(false),
});

export const registerBody = z.object({
  email: typedText(),
  password: typedText(),
  /** From the link of the first start: the account needs no mail then. */
  setup_token: z.string().max(100).optional(),
});

export const registerResponse = messageSchema.extend({
  /** False if a mail must be confirmed first, which is so but for an account made with `setup_token`. */
  verified: z.boolean(),
});

export const emailBody = z.object({ email: typedText() });

/**
 * The same for known and unknown addresses: where recovery mail can go. The recovery address is masked wholly, since
 * any letter of it would tell that the account exists.
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
  /** Where the mail goes; an account without recovery address gets it at its own. */
  destination: z.enum(["email", "recovery_email"]).default("email"),
});

export const tokenBody = z.object({ token: typedText(200) });

export const resetPasswordBody = tokenBody.extend({ new_password: typedText() });

export const verifyEmailResponse = messageSchema.extend({ success: z.boolean() });

/** Where the user is logged in, the last used first. */
export const sessionsResponse = z.object({
  sessions: z.array(
    z.object({
      /** The one that asks. */
      current: z.boolean(),
      /** "Firefox on Windows", as far as the browser tells. */
      device: z.string(),
      created_at: timeSchema,
      last_seen_at: timeSchema,
    }),
  ),
});
export type OpenSession = z.infer<typeof sessionsResponse>["sessions"][number];

export const sessionResponse = z.object({ user_id: idSchema });

export const userParams = z.object({ userId: idSchema });

export const updateUserInfoBody = z.object({
  recoveryEmail: z.string().max(500).optional(),
  name: z.string().max(500).optional(),
  contactNumber: z.string().max(500).optional(),
});

export const validatePasswordBody = z.object({ password: typedText(), email: typedText() });

export const changePasswordBody = z.object({
  newPassword: typedText(),
  /** Who changes a password because somebody else knew it wants no token that the other one made to go on working. */
  revokeTokens: z.boolean().default(true),
});

export const profileImageParams = z.object({ imageId: idSchema });

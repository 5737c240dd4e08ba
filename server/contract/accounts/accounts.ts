import { z } from "zod";
import { ACCOUNT_LIMITS } from "../../../core/rules/accounts/account-fields.ts";
import { atMost } from "../../../core/rules/at-most.ts";
import { idSchema, messageSchema, timeSchema, typedText } from "../common.ts";

export const createUserBody = z.object({
  email: typedText(),
  name: z.string().check(atMost(ACCOUNT_LIMITS.nameLength)).optional(),
  password: typedText(),
  admin: z.boolean().default(false),
});
export const createUserResponse = messageSchema.extend({ user_id: idSchema });

/** An account as administrators see it: figures, nothing of students' work. */
export const accountSchema = z.object({
  id: idSchema,
  email: z.string(),
  name: z.string(),
  admin: z.boolean(),
  /** `unverified`: the address is not confirmed; `waiting`: for an administrator's approval. */
  state: z.enum(["active", "unverified", "waiting", "disabled"]),
  /** Log-in asks for a code after the password. */
  second_factor: z.boolean(),
  /** Linked to a person at a provider of single sign-on. */
  sign_on: z.boolean(),
  classes: z.number(),
  tasks: z.number(),
  submissions: z.number(),
  created_at: timeSchema,
  last_sign_in_at: timeSchema.nullable(),
});
export type Account = z.infer<typeof accountSchema>;

export const accountsResponse = z.object({ accounts: z.array(accountSchema) });

/** `url` signs in to the account once, by its `token`: see `enter`. */
export const entranceResponse = z.object({ token: z.string(), url: z.string() });

/** What is left out stays. */
export const changeAccountBody = z.object({
  /** True ends sessions and access tokens at once; false lets the account in again, or approves it. */
  disabled: z.boolean().optional(),
  admin: z.boolean().optional(),
});
export const accountChangedResponse = messageSchema.extend({ account: accountSchema });

export const handOverBody = z.object({
  /** The address of the account that gets classes and tasks. */
  to: typedText(),
});
export const handOverResponse = messageSchema.extend({
  classes: z.number(),
  tasks: z.number(),
  /** Classes that got another group number, as the receiver had that group of the course already. */
  renumbered: z.array(z.object({ class_code: z.string(), from: z.number(), to: z.number() })),
});

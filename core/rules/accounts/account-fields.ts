import { LIMITS } from "../limits.ts";
import type { RuleIssue } from "../rule-issue.ts";
import { textLength } from "../text-length.ts";
import { checkNewPassword, checkSignUpPassword, PASSWORD_TEXTS } from "./password.ts";

/** Lengths that the specification leaves open; 254 is the longest address that mail allows. */
export const ACCOUNT_LIMITS = { nameLength: 50, emailLength: 254, contactNumberLength: 30 } as const;

/** The messages of the account forms, by the code of the issue. */
const TEXTS = {
  "email-required": "Email is required.",
  "email-too-long": `Email cannot exceed ${LIMITS.loginEmailLength} characters.`,
  "password-required": "Password is required.",
  "recovery-field-required": "Email field is required.",
  "email-invalid": "Not a valid email address",
  "recovery-email-required": "Recovery email cannot be empty.",
  "name-required": "Name cannot be empty.",
  "name-too-long": `Name cannot exceed ${ACCOUNT_LIMITS.nameLength} characters.`,
  "contact-number-invalid": "Contact number must be digits, spaces and + - ( ) only.",
  "passwords-required": "All password fields must be filled.",
  "fields-required": "Please fill in all fields.",
} as const;

function issue(code: keyof typeof TEXTS, field: string): RuleIssue {
  return { code, field, message: TEXTS[code] };
}

/**
 * Whether `text` has the form of an e-mail address: something, one @, a host with a dot, no spaces, and nothing that
 * separates, groups or comments addresses in a mail's header: `x,ana@uni.edu` would be Ana's, and so would `x;ana@…`.
 * Nor has it characters that nobody sees, with which it would look like another one.
 */
export function isEmail(text: string): boolean {
  return !/[,;:<>()[\]"\\\p{Cc}\p{Cf}]/u.test(text) && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}

/** The domain of an address, in lower case. */
export function domainOf(email: string): string {
  return email
    .slice(email.lastIndexOf("@") + 1)
    .trim()
    .toLowerCase();
}

/** Whether `email` is an address of the university's domain, whose people may sign up. */
export function isUniversityEmail(email: string, domain: string): boolean {
  return isEmail(email) && email.toLowerCase().endsWith(`@${domain}`);
}

/** Everything wrong with the log-in form (`email`, `password`), before the server is called. */
export function checkLogin({ email, password }: { readonly email: string; readonly password: string }): RuleIssue[] {
  return [
    ...(email.trim() === "" ? [issue("email-required", "email")] : []),
    ...(textLength(email.trim()) > LIMITS.loginEmailLength ? [issue("email-too-long", "email")] : []),
    ...(password === "" ? [issue("password-required", "password")] : []),
    ...(textLength(password) > LIMITS.loginPasswordLength
      ? [{ code: "password-too-long", field: "password", message: PASSWORD_TEXTS["password-too-long"] }]
      : []),
  ];
}

export interface SignUpFields {
  readonly email: string;
  readonly password: string;
  /** As entered again; a caller that has it only once passes it twice. */
  readonly confirmation: string;
}

/**
 * Everything wrong with the sign-up form (`email`, `password`, `confirmation`), in the specification's order. `domain`: the
 * only one whose addresses are allowed; null: any is.
 */
export function checkSignUp(fields: SignUpFields, domain: string | null): RuleIssue[] {
  const mismatch = checkConfirmation(fields, "Passwords do not match.");
  return [...mismatch, ...checkSignUpEmail(fields.email, domain), ...checkSignUpPassword(fields.password)];
}

/** What is wrong with the address of a new account (`email`). */
export function checkSignUpEmail(typed: string, domain: string | null): RuleIssue[] {
  const email = typed.trim();
  if (email === "") return [issue("email-required", "email")];
  if (domain === null && !isEmail(email)) return [issue("email-invalid", "email")];
  if (domain !== null && !isUniversityEmail(email, domain)) {
    const message = `Invalid email domain. Only ${domain} emails are allowed.`;
    return [{ code: "email-domain", field: "email", message }];
  }
  return textLength(email) > LIMITS.loginEmailLength ? [issue("email-too-long", "email")] : [];
}

/** What is wrong with the address on the forgot-password page. */
export function checkForgotPassword(email: string): RuleIssue[] {
  if (email.trim() === "") return [issue("recovery-field-required", "email")];
  return isEmail(email.trim()) ? [] : [issue("email-invalid", "email")];
}

/** Everything that is wrong with a new password (`password`, `confirmation`). */
export function checkResetPassword(fields: { readonly password: string; readonly confirmation: string }): RuleIssue[] {
  return [...checkNewPassword(fields.password), ...checkConfirmation(fields, "Passwords do not match.")];
}

/** Everything wrong with a change of password in the settings (`current`, `password`, `confirmation`). */
export function checkChangePassword(fields: {
  readonly current: string;
  readonly password: string;
  readonly confirmation: string;
}): RuleIssue[] {
  const empty = (["current", "password", "confirmation"] as const).filter((name) => fields[name] === "");
  if (empty.length > 0) return empty.map((name) => issue("passwords-required", name));
  const text = "New password and confirm password do not match.";
  return [...checkConfirmation(fields, text), ...checkNewPassword(fields.password)];
}

/** What is wrong with a recovery address (`recoveryEmail`). */
export function checkRecoveryEmail(email: string): RuleIssue[] {
  if (email.trim() === "") return [issue("recovery-email-required", "recoveryEmail")];
  return isEmail(email.trim()) && textLength(email) <= ACCOUNT_LIMITS.emailLength
    ? []
    : [issue("email-invalid", "recoveryEmail")];
}

/** Everything wrong with the profile (`name`, `contactNumber`); a contact number may be empty. */
export function checkProfile(fields: { readonly name: string; readonly contactNumber: string }): RuleIssue[] {
  const name = fields.name.trim();
  return [
    ...(name === "" ? [issue("name-required", "name")] : []),
    ...(textLength(name) > ACCOUNT_LIMITS.nameLength ? [issue("name-too-long", "name")] : []),
    ...(isContactNumber(fields.contactNumber) ? [] : [issue("contact-number-invalid", "contactNumber")]),
  ];
}

function isContactNumber(text: string): boolean {
  return /^[0-9 +()-]*$/.test(text) && text.length <= ACCOUNT_LIMITS.contactNumberLength;
}

export interface ContactFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly message: string;
}

/** Everything wrong with the contact form (`firstName`, `lastName`, `email`, `message`). */
export function checkContact(fields: ContactFields): RuleIssue[] {
  const names = ["firstName", "lastName", "email", "message"] as const;
  const empty = names.filter((name) => fields[name].trim() === "");
  if (empty.length > 0) return empty.map((name) => issue("fields-required", name));
  return isEmail(fields.email.trim()) ? [] : [issue("email-invalid", "email")];
}

function checkConfirmation(
  fields: { readonly password: string; readonly confirmation: string },
  message: string,
): RuleIssue[] {
  return fields.password === fields.confirmation ? [] : [{ code: "passwords-differ", field: "confirmation", message }];
}

import { DAY, HOUR } from "../../../core/basics/durations.ts";
import { oneLine } from "../../../core/basics/shown-name.ts";
import { count } from "../../../core/basics/texts.ts";
import type { ContactFields } from "../../../core/rules/accounts/account-fields.ts";
import type { Mail } from "../../adapters/mailer.ts";

/** How long the links in mails are valid, in milliseconds. */
export const LINK_LIFE = { verify: DAY, reset: HOUR } as const;

interface Link {
  readonly to: string;
  readonly origin: string;
  readonly token: string;
}

interface Notice extends Omit<Link, "token"> {
  /** Paragraphs after the first one. */
  readonly also?: readonly string[];
}

export function verificationMail({ to, origin, token }: Link): Mail {
  return letter(
    { to, subject: "Verify your email for CircuitGrade" },
    "Welcome to CircuitGrade. Please confirm that this address is yours:",
    `${origin}/verify-email?token=${token}`,
    "The link works for 24 hours. If you did not sign up, ignore this mail: without the link the account cannot be used.",
  );
}

/** To administrators: somebody signed up, and cannot log in before they decide. */
export function approvalAskedMail(email: string, { to, origin }: Omit<Link, "token">): Mail {
  return letter(
    { to, subject: "An account waits for your approval" },
    `${email} signed up for CircuitGrade at ${origin} and confirmed the address. The account cannot be used before you approve it.`,
    `On the server's machine: circuitgrade user enable ${email}`,
  );
}

export function approvedMail({ to, origin }: Omit<Link, "token">): Mail {
  return letter(
    { to, subject: "Your CircuitGrade account is approved" },
    "An administrator approved your CircuitGrade account.",
    `Log in: ${origin}/auth`,
  );
}

/** An administrator created the account, and tells its owner the password, if there is one. */
export function accountCreatedMail({ to, origin, signOn }: Omit<Link, "token"> & { signOn: string | null }): Mail {
  return letter(
    { to, subject: "You have a CircuitGrade account" },
    "An administrator created a CircuitGrade account for this address.",
    signOn === null
      ? `Log in with the password that you are given, or set your own: ${origin}/forgot-password`
      : `Log in with ${signOn}.`,
    `Log in: ${origin}/auth`,
  );
}

export interface Added extends Omit<Link, "token"> {
  /** Who added the person, and to what: `CPE 101, group 1`. */
  readonly by: string;
  readonly what: string;
  readonly role: string;
  /** Where it is on the site. */
  readonly path: string;
  /** Of a person without an account; null for others. */
  readonly invitation: string | null;
}

/** To a person who works in a class or task from now on. */
export function addedMail({ to, origin, by, what, role, path, invitation }: Added): Mail {
  const signUp = `You have no account yet. Choose its password within a week: ${origin}/reset-password?token=${invitation}`;
  return letter(
    { to, subject: `You were added to ${what}` },
    `${by} added you to ${what} in CircuitGrade: you are a ${role}.`,
    ...(invitation === null ? [] : [signUp]),
    `Open it: ${origin}${path}`,
  );
}

interface ResultsOf {
  readonly to: string;
  /** The task's title. */
  readonly title: string;
  readonly link: string;
}

/** To a student whose grades were released. */
export function resultsMail({ to, title, link }: ResultsOf): Mail {
  return letter(
    { to, subject: `Your results of ${title}` },
    `Your results of ${title} can be seen now:`,
    link,
    "The link is yours alone: who has it sees your pages and points.",
  );
}

/** Sent when the sign-up page must not reveal that an account exists. */
export function accountExistsMail({ to, origin }: Omit<Link, "token">): Mail {
  return letter(
    { to, subject: "You already have a CircuitGrade account" },
    "Somebody, perhaps you, tried to sign up for CircuitGrade with this address. It already has an account.",
    `Log in: ${origin}/auth`,
    `If you forgot the password: ${origin}/forgot-password`,
  );
}

export function resetMail({ to, origin, token }: Link): Mail {
  return letter(
    { to, subject: "Reset your CircuitGrade password" },
    "Set a new password for your CircuitGrade account here:",
    `${origin}/reset-password?token=${token}`,
    "The link works once, within one hour. If you did not ask for it, ignore this mail: your password stays as it is.",
  );
}

/** Tells the owner that something about the account has changed, so that an intruder is noticed. */
export function changeNoticeMail(change: string, { to, origin, also = [] }: Notice): Mail {
  return letter(
    { to, subject: `Your CircuitGrade ${change} was changed` },
    `The ${change} of your CircuitGrade account was just changed.`,
    ...also,
    `If it was not you, set a new password at once: ${origin}/forgot-password`,
  );
}

/** Tells the owner that somebody who signs on as them at the provider `name` opens the account from now on. */
export function signOnLinkedMail(name: string, { to, support }: { to: string; support: string }): Mail {
  return letter(
    { to, subject: `Your CircuitGrade account is linked to ${name}` },
    `Somebody, probably you, signed on with ${name} and your address. From now on this opens your CircuitGrade account.`,
    `If it was not you, tell ${support} at once.`,
  );
}

/** What happened to the access tokens that worked when the password was changed. */
export type TokensAfter = "none" | "revoked" | "kept";

const TOKEN_WORDS: Readonly<Record<TokensAfter, readonly string[]>> = {
  none: [],
  revoked: ["Your access tokens were revoked with it. Programs that used them need new ones from Settings."],
  kept: ["Your access tokens still work. Revoke those that you do not know in Settings."],
};

/** Tells the owner that the account has a new password, and whether programs still have access. */
export function passwordNoticeMail(tokens: TokensAfter, link: Omit<Link, "token">): Mail {
  return changeNoticeMail("password", { ...link, also: TOKEN_WORDS[tokens] });
}

/** Tells the owner that a program may use the account from now on. */
export function accessTokenMail({ to, origin, name }: Omit<Link, "token"> & { name: string }): Mail {
  return letter(
    { to, subject: "A new access token for your CircuitGrade account" },
    `An access token named "${name}" was just created for your CircuitGrade account.`,
    "Anyone who has it can use the circuitgrade command in your name. You can revoke it in Settings.",
    `If it was not you, set a new password at once, which revokes every token: ${origin}/forgot-password`,
  );
}

/** Tells the owner that somebody who knows the password entered a code that had been used. */
export function codeUsedAgainMail({ to, origin }: Omit<Link, "token">): Mail {
  return letter(
    { to, subject: "A used code was entered for your CircuitGrade account" },
    "Somebody entered your correct password and a code of your authenticator app that had already been used. It was refused.",
    `If you entered the same code twice, all is well. If it was not you, set a new password at once: ${origin}/forgot-password`,
  );
}

/** Tells the owner that a recovery code was used, and how many are left. */
export function recoveryCodeUsedMail(left: number, { to, origin }: Omit<Link, "token">): Mail {
  return letter(
    { to, subject: "A recovery code of your CircuitGrade account was used" },
    `A recovery code of your CircuitGrade account was just used. ${left} of them are left: you can make new ones in Settings.`,
    `If it was not you, set a new password at once (${origin}/forgot-password), and make new recovery codes.`,
  );
}

/** Tells the owner of old tasks when they will be removed; `lines` names them with their dates. */
export function removalMail(
  lines: readonly string[],
  { to, origin, months }: Omit<Link, "token"> & { months: number },
): Mail {
  return letter(
    { to, subject: "Old tasks will be removed from CircuitGrade" },
    `This server removes tasks, with all pages and grades, ${count(months, "month")} after they were due. These are next:`,
    lines.join("\n"),
    `Export what you still need: ${origin}/dashboard`,
  );
}

export function contactMail(to: string, message: ContactFields): Mail {
  const name = `${oneLine(message.firstName)} ${oneLine(message.lastName)}`;
  const replyTo = message.email.trim();
  return letter(
    { to, replyTo, subject: `CircuitGrade: message from ${name}` },
    `${name} <${replyTo}> writes:`,
    message.message,
  );
}

/** A mail of these paragraphs. */
function letter(head: Omit<Mail, "text">, ...paragraphs: readonly string[]): Mail {
  return { ...head, text: paragraphs.join("\n\n") };
}

import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { DAY } from "../../core/basics/durations.ts";
import { lazily } from "../../core/basics/lazily.ts";
import { OUTBOX_DAYS } from "../../core/rules/limits.ts";
import type { Config } from "../config.ts";
import type { Log } from "./log.ts";
import { newId } from "./random.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly replyTo?: string;
}

export interface Mailer {
  /**
   * Rejects if the mail was not accepted.
   * @throws {MailPostponed} if it may be accepted later.
   * @throws {AddressRefused} if it never is, because of the address.
   */
  send(mail: Mail): Promise<void>;
}

/** The mail server cannot be reached, or does not take the mail for now. */
export class MailPostponed extends Error {
  override readonly name = "MailPostponed";
}

/** The mail server takes no mail for this address. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

/**
 * Sends through `SMTP_URL`. Without it every mail becomes a file in the data folder's `outbox` and is kept for
 * `OUTBOX_DAYS`.
 */
export function createMailer(config: Config, services: { readonly log: Log; readonly now: () => number }): Mailer {
  if (config.smtpUrl !== undefined) return createSmtpMailer(config.smtpUrl, config.mailFrom);
  const outbox = outboxOf(config);
  return {
    async send(mail) {
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      const time = new Date(services.now());
      const path = join(outbox, `${timeText(time)}-${newId().slice(0, 6)}.eml`);
      await writeFile(`${path}.part`, plainMail(mail, { from: config.mailFrom, time }), { mode: 0o600 });
      await rename(`${path}.part`, path);
      services.log.info("mail-in-outbox", { path });
    },
  };
}

/** The names of the files that `send` writes, complete or not: the time comes first. */
const OUTBOX_NAME = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)-[\w-]{6}\.eml(\.part)?$/;

/**
 * Removes mails from the outbox that are older than `OUTBOX_DAYS`: their links have expired, and the rest of their text
 * could be read by anyone who gets access to the folder. Other files are left alone. Returns how many were removed.
 */
export async function sweepOutbox(config: Pick<Config, "dataDir">, now: number): Promise<number> {
  const outbox = outboxOf(config);
  const names = await readdir(outbox).catch(() => []);
  const eldest = timeText(new Date(now - OUTBOX_DAYS * DAY));
  const old = names.filter((name) => (OUTBOX_NAME.exec(name)?.[1] ?? eldest) < eldest);
  for (const name of old) await rm(join(outbox, name), { force: true });
  return old.length;
}

function outboxOf({ dataDir }: Pick<Config, "dataDir">): string {
  return join(dataDir, "outbox");
}

/** A time that is valid in a file name on every system; earlier times sort first. */
function timeText(time: Date): string {
  return time.toISOString().replaceAll(":", "-");
}

function createSmtpMailer(url: string, from: string): Mailer {
  // Loaded with the first mail, so that the server starts without it.
  const transport = lazily(() => openTransport(url, from));
  return {
    async send({ replyTo, ...mail }) {
      const sending = (await transport()).sendMail({ ...mail, ...(replyTo !== undefined && { replyTo }) });
      await sending.catch((error: SmtpError) => {
        if (mayPass(error)) throw new MailPostponed(error.message, { cause: error });
        throw error.command === "RCPT TO" ? new AddressRefused(error.message, { cause: error }) : error;
      });
    },
  };
}

interface SmtpError extends Error {
  readonly code?: string;
  /** What the server answered, and to which command. */
  readonly responseCode?: number;
  readonly command?: string;
}

/** Replies from 400 to 499 are for now (RFC 5321); without a reply the server was not reached, or fell silent. */
function mayPass({ responseCode, code }: SmtpError): boolean {
  if (responseCode !== undefined) return responseCode < 500;
  return code !== "EAUTH" && code !== "EENVELOPE" && code !== "EMESSAGE";
}

async function openTransport(url: string, from?: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport({ url, getSocket: openSocket, ...PATIENCE }, { from });
}

/** Connects and logs in; throws if the mail server takes no mails. */
export async function tryMailServer(url: string): Promise<void> {
  const transport = await openTransport(url);
  await transport.verify().finally(() => transport.close());
}

interface MailHost {
  readonly host?: string | undefined;
  readonly secure?: boolean | undefined;
  readonly port?: number | string | undefined;
}

const CONNECT_PATIENCE = 30_000;

/**
 * Milliseconds to wait for a mail server's greeting and for each of its answers: a person who signs up waits meanwhile.
 */
const PATIENCE = { greetingTimeout: 8_000, socketTimeout: 20_000 } as const;

/** Connects by host name: the mail library would resolve it first, and the process may only connect to that name. */
function openSocket(
  { host = "localhost", secure, port }: MailHost,
  done: (error: Error | null, socket: { connection: Socket } | false) => void,
): void {
  const connection = connect({ host, port: Number(port ?? (secure ? 465 : 587)), timeout: CONNECT_PATIENCE });
  const fail = (error: Error) => {
    connection.destroy();
    done(error, false);
  };
  connection.once("error", fail);
  connection.once("timeout", () => fail(new Error("The mail server does not answer.")));
  connection.once("connect", () => {
    connection.removeAllListeners("error").removeAllListeners("timeout").setTimeout(0);
    done(null, { connection });
  });
}

/** In the format that mail programs open. Line breaks in a header would start another header, so they are removed. */
function plainMail(mail: Mail, { from, time }: { from: string; time: Date }): string {
  const header = (text: string) => text.replace(/[\r\n]+/g, " ");
  const lines = [
    `Date: ${time.toUTCString()}`,
    `From: ${header(from)}`,
    `To: ${header(mail.to)}`,
    ...(mail.replyTo === undefined ? [] : [`Reply-To: ${header(mail.replyTo)}`]),
    `Subject: ${header(mail.subject)}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: 8bit",
    "",
    mail.text,
  ];
  return `${lines.join("\r\n")}\r\n`;
}

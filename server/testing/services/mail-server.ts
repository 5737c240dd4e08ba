import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** The body, decoded, with plain line ends. */
  readonly text: string;
  readonly raw: string;
}

/** A real SMTP server on this machine that requires a log-in and keeps the mails it receives. */
export interface MailServer {
  readonly port: number;
  readonly received: ReceivedMail[];
  close(): Promise<void>;
}

export async function openMailServer({ user, password }: { user: string; password: string }): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authMethods: ["PLAIN", "LOGIN"],
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth({ username, password: given }, _session, done) {
      if (username === user && given === password) done(null, { user });
      else done(new Error("Wrong user or password"));
    },
    onData(stream, { envelope }, done) {
      void text(stream).then((raw) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), ...parseMail(raw), raw });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function parseMail(raw: string): { subject: string; text: string } {
  const split = raw.indexOf("\r\n\r\n");
  const headers = raw.slice(0, split).replace(/\r\n[ \t]+/g, " ");
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(headers)?.[1] ?? "";
  const body = raw.slice(split + 4);
  return { subject: decodeWords(field("Subject")), text: decodeBody(body, field("Content-Transfer-Encoding")) };
}

/** `=?UTF-8?B?…?=` and `=?UTF-8?Q?…?=`; the space between two of them does not count. */
function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(word, "base64").toString("utf8")
        : decodeQuoted(word.replaceAll("_", " ")),
    );
}

function decodeBody(body: string, encoding: string): string {
  const plain = body.replaceAll("\r\n", "\n").replace(/\n$/, "");
  if (/base64/i.test(encoding)) return Buffer.from(body, "base64").toString("utf8").replaceAll("\r\n", "\n");
  return /quoted-printable/i.test(encoding) ? decodeQuoted(plain.replace(/=\n/g, "")) : plain;
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

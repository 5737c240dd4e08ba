import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { oneLine } from "../../core/basics/shown-name.ts";
import { OUTBOX_DAYS } from "../../core/rules/limits.ts";
import { readConfig } from "../config.ts";
import { contactMail, LINK_LIFE } from "../services/notifications/mails.ts";
import { type MailServer, openMailServer } from "../testing/services/mail-server.ts";
import { createLog } from "./log.ts";
import { createMailer, MailPostponed, sweepOutbox } from "./mailer.ts";

const MAIL = { to: "ana@example.edu", subject: "Grüße — 你好", text: "Zeile 1\nLink: https://x.example/?token=a=b" };
const HEADERS = [
  "content-transfer-encoding",
  "content-type",
  "date",
  "from",
  "message-id",
  "mime-version",
  "reply-to",
  "subject",
  "to",
];
const START = Date.UTC(2026, 10, 1);
const DAY = 24 * 60 * 60 * 1000;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "circuitgrade-mail-"));
});

afterEach(() => rm(folder, { recursive: true }));

function mailer(variables: Record<string, string>, lines: string[] = []) {
  const log = createLog(
    (line) => void lines.push(line),
    () => START,
  );
  return createMailer(readConfig({ DATA_DIR: folder, ...variables }), { log, now: () => START });
}

describe("with SMTP_URL", () => {
  let smtp: MailServer;

  beforeEach(async () => {
    smtp = await openMailServer({ user: "cg", password: "p@ss" });
  });

  afterEach(() => smtp.close());

  it("logs in and hands over the mail, with letters of every script intact", async () => {
    const url = `smtp://cg:${encodeURIComponent("p@ss")}@127.0.0.1:${smtp.port}`;
    await mailer({ SMTP_URL: url, MAIL_FROM: "Grading <grading@example.edu>" }).send({
      ...MAIL,
      replyTo: "bo@x.example",
    });
    expect(smtp.received).toMatchObject([
      { from: "grading@example.edu", to: ["ana@example.edu"], subject: MAIL.subject, text: MAIL.text },
    ]);
    expect(smtp.received[0]?.raw).toMatch(/^Reply-To: bo@x\.example/im);
  });

  it.each([
    ['Ana, "Q" <x@other.example>', "O'Neil; Bcc: all@other.example"],
    ["Ana\r\nBcc: all@other.example\r\n\r\nHi", "Cruz\u2028Li"],
    ["שלום 你好 ไอ", "=?utf-8?q?other?="],
    ["ă".repeat(200), "x".repeat(200)],
  ])("keeps the name %j %j in one subject", async (firstName, lastName) => {
    const url = `smtp://cg:${encodeURIComponent("p@ss")}@127.0.0.1:${smtp.port}`;
    const words = { firstName, lastName, email: "bo@example.edu", message: "Hi\n.\nQUIT" };
    await mailer({ SMTP_URL: url }).send(contactMail("support@example.edu", words));
    const [{ to, subject, text, raw } = { to: [], subject: "", text: "", raw: "" }] = smtp.received;
    const name = `${oneLine(firstName)} ${oneLine(lastName)}`;
    expect([to, subject]).toEqual([["support@example.edu"], `CircuitGrade: message from ${name}`]);
    expect(text).toBe(`${name} <bo@example.edu> writes:\n\nHi\n.\nQUIT`);
    const headers = raw.slice(0, raw.indexOf("\r\n\r\n"));
    expect(
      headers
        .match(/^[\w-]+(?=:)/gm)
        ?.map((each) => each.toLowerCase())
        .sort(),
    ).toEqual(HEADERS);
    expect(Math.max(...raw.split("\r\n").map((line) => Buffer.byteLength(line)))).toBeLessThan(998);
  });

  it("rejects when the server does", async () => {
    const refused = mailer({ SMTP_URL: `smtp://cg:wrong@127.0.0.1:${smtp.port}` }).send(MAIL);
    await expect(refused).rejects.not.toBeInstanceOf(MailPostponed);
    expect(smtp.received).toEqual([]);
  });
});

it("gives up if a mail server connects and says nothing, or is not there", async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  await expect(mailer({ SMTP_URL: `smtp://127.0.0.1:${port}` }).send(MAIL)).rejects.toThrow(/greeting/i);
  await new Promise((resolve) => silent.close(resolve));
  await expect(mailer({ SMTP_URL: `smtp://127.0.0.1:${port}` }).send(MAIL)).rejects.toThrow(MailPostponed);
}, 60_000);

it.each([
  ["RCPT", "451 4.7.1 Try again later", "MailPostponed"],
  ["RCPT", "550 5.1.1 No such person", "AddressRefused"],
  ["MAIL", "421 4.3.2 Shutting down", "MailPostponed"],
  ["MAIL", "530 5.7.0 Must log in first", "Error"],
  ["MAIL", "553 5.7.1 Sender not yours", "Error"],
])("knows from the answer to %s, %s, what becomes of the mail: %s", async (command, reply, name) => {
  const server = createServer((socket) => {
    socket.write("220 mail\r\n");
    socket.on(
      "data",
      (line) => void socket.write(line.toString().startsWith(command) ? `${reply}\r\n` : "250 yes\r\n"),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const error = await mailer({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    .send(MAIL)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name, message: expect.stringContaining(reply.slice(4)) });
  await new Promise((resolve) => server.close(resolve));
});

describe("without SMTP_URL", () => {
  it("leaves a file in the outbox and its path in the log", async () => {
    const lines: string[] = [];
    await mailer({}, lines).send(MAIL);
    const [name = ""] = await readdir(join(folder, "outbox"));
    expect(name).toMatch(/^2026-11-01T00-00-00\.000Z-[\w-]{6}\.eml$/);
    const text = await readFile(join(folder, "outbox", name), "utf8");
    expect(text).toContain("To: ana@example.edu\r\n");
    expect(text).toContain(MAIL.text);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ event: "mail-in-outbox", path: join(folder, "outbox", name) });
    expect(lines[0]).not.toContain("token");
  });

  it("removes mails from the outbox when their links have long expired, and no other files", async () => {
    const outbox = join(folder, "outbox");
    expect(OUTBOX_DAYS * DAY).toBeGreaterThan(Math.max(...Object.values(LINK_LIFE)));
    await mailer({}).send(MAIL);
    const [name = ""] = await readdir(outbox);
    // The process ended while writing.
    await writeFile(join(outbox, `${name}.part`), "half a mail");
    await writeFile(join(outbox, "2020-notes.txt"), "an administrator's");
    const config = readConfig({ DATA_DIR: folder });
    expect(await sweepOutbox(config, START + OUTBOX_DAYS * DAY)).toBe(0);
    expect(await sweepOutbox(config, START + OUTBOX_DAYS * DAY + 1)).toBe(2);
    expect(await readdir(outbox)).toEqual(["2020-notes.txt"]);
  });

  it("removes nothing if there is no outbox", async () => {
    expect(await sweepOutbox(readConfig({ DATA_DIR: join(folder, "none") }), START)).toBe(0);
  });

  it("lets nobody smuggle a header in", async () => {
    await mailer({}).send({ ...MAIL, subject: "Hi\r\nBcc: all@example.edu" });
    const [name = ""] = await readdir(join(folder, "outbox"));
    const text = await readFile(join(folder, "outbox", name), "utf8");
    expect(text).toContain("Subject: Hi Bcc: all@example.edu\r\n");
    expect(text).not.toMatch(/^Bcc:/m);
  });
});

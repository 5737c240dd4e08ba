import { beforeEach, expect, it, vi } from "vitest";
import { createLifecycle } from "../../adapters/lifecycle.ts";
import { createLog } from "../../adapters/log.ts";
import { type Mail, MailPostponed } from "../../adapters/mailer.ts";
import { SEND_AGAIN, sendAfterAnswer, sendLater } from "./mail-later.ts";

const MAIL: Mail = { to: "ana@example.edu", subject: "Hello", text: "Ana" };
const wait = vi.fn(async (_milliseconds: number, _signal?: AbortSignal) => undefined);
/** Begins the stop of the server that sends. */
let stop: () => void;

beforeEach(() => wait.mockClear());

/** Sends through a mail server that answers one mail after the other so; null: it takes the mail. */
async function send(answers: readonly (Error | null)[], how: typeof sendLater = sendLater) {
  const sent: Mail[] = [];
  const lines: string[] = [];
  const log = createLog(
    (line) => void lines.push(line),
    () => 0,
  );
  const lifecycle = createLifecycle(log);
  stop = () => lifecycle.beginStop();
  const rest = [...answers];
  const mailer = {
    async send(mail: Mail) {
      const answer = rest.shift();
      if (answer) throw answer;
      sent.push(mail);
    },
  };
  how({ lifecycle, log, mailer }, "notice", MAIL, wait);
  await lifecycle.settled();
  return { sent, events: lines.map((line) => JSON.parse(line).event) };
}

it("sends a mail again that the mail server did not take for now", async () => {
  const { sent, events } = await send([new MailPostponed("451 Greylisted"), new MailPostponed("It is gone."), null]);
  expect(sent).toEqual([MAIL]);
  expect(wait.mock.calls.map(([milliseconds]) => milliseconds)).toEqual([...SEND_AGAIN]);
  expect(events).toEqual(["mail-postponed", "mail-postponed"]);
});

it("gives up after that, and at once if the mail is refused for good; the log says so", async () => {
  const later = SEND_AGAIN.map(() => new MailPostponed("451"));
  const last = await send([...later, new MailPostponed("451"), null]);
  expect(last.sent).toEqual([]);
  expect(last.events.at(-1)).toBe("mail-failed");
  const refused = await send([new Error("550 No such person"), null]);
  expect(refused).toEqual({ sent: [], events: ["mail-failed"] });
});

it("tries once more when the server stops while a mail waits, and then gives up", async () => {
  wait.mockImplementationOnce(async (_milliseconds, signal) => {
    stop();
    signal?.throwIfAborted();
  });
  const { sent, events } = await send([new MailPostponed("451"), new MailPostponed("451"), null]);
  expect([sent, events]).toEqual([[], ["mail-postponed", "mail-failed"]]);
});

it("does the same after a response, and sends nothing if there is no mail", async () => {
  const afterAnswer: typeof sendLater = (context, _, mail) => sendAfterAnswer(context, mail, wait);
  expect((await send([new MailPostponed("451"), null], afterAnswer)).sent).toEqual([MAIL]);
  expect((await send([], (context) => sendAfterAnswer(context, null, wait))).sent).toEqual([]);
});

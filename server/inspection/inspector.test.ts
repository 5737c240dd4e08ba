import { expect, it } from "vitest";
import { createLog } from "../adapters/log.ts";
import { createInspector } from "./inspector.ts";
import type { InspectionOutcome, InspectMessage, OutcomeMessage } from "./messages.ts";

const FOUND = {
  ok: true,
  type: "png",
  page: 1,
  pageCount: 1,
  isWhole: true,
  sheets: [],
  turn: 0,
  codes: [],
  isBlurred: false,
  asksWhich: false,
} as const;
const DONE: InspectionOutcome = { answer: FOUND };
const LATE: InspectionOutcome = { failure: "late", reason: "" };
const CRAMPED: InspectionOutcome = { failure: "cramped", reason: "" };

/** An inspector whose launcher ends inspections when the test says so: `began` names them, with their seconds. */
function openInspector() {
  const began: string[] = [];
  const running = new Map<string, number>();
  let hear = (_: OutcomeMessage): void => undefined;
  const launcher = {
    connected: true,
    on: (event: string, listen: (message: OutcomeMessage) => void) => {
      if (event === "message") hear = listen;
    },
    send({ id, request, allowance }: InspectMessage) {
      const name = request.request.path;
      began.push(`${name} ${allowance.seconds}`);
      running.set(name, id);
      return true;
    },
  };
  const log = createLog(() => undefined, Date.now);
  const workerUrl = new URL("none.mjs", import.meta.url);
  const typeOf = async (name: string) => (name.startsWith("picture") ? "png" : "pdf");
  const inspector = createInspector({ workerUrl, seconds: 5, typeOf, launcher, log });
  return {
    began,
    /** Asks for files of one sender, one after the other. */
    async ask(from: string, ...names: string[]) {
      const answers = [];
      for (const name of names) {
        const wanted = { taskId: "t", item: 1, studentId: "20230001" };
        answers.push(inspector.ask("inspect", { path: name, wanted }, from));
        await settled();
      }
      return answers;
    },
    async end(name: string, outcome: InspectionOutcome = DONE) {
      hear({ id: running.get(name)!, ...outcome });
      await settled();
    },
  };
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

it("looks into two files at once, and senders take turns", async () => {
  const { began, ask, end } = openInspector();
  const asked = [...(await ask("a", "a1", "a2", "a3", "a4")), ...(await ask("b", "b1"))];
  expect(began).toEqual(["a1 1", "a2 1"]);
  for (const name of ["a2", "b1", "a3", "a1", "a4"]) await end(name);
  expect(began.slice(2)).toEqual(["b1 1", "a3 1", "a4 1"]);
  expect(await Promise.all(asked)).toEqual(Array(5).fill(FOUND));
});

it("lets a sender's pictures and other files take turns", async () => {
  const { began, ask, end } = openInspector();
  const names = ["pdf1", "pdf2", "pdf3", "pdf4", "picture1", "picture2"];
  await ask("campus", ...names);
  for (const name of ["pdf1", "pdf2", "picture1", "pdf3"]) await end(name);
  expect(began).toEqual(["pdf1 1", "pdf2 1", "picture1 1", "pdf3 1", "picture2 1", "pdf4 1"]);
});

it.each([
  ["time", LATE, "takes-too-long"],
  ["memory", CRAMPED, "takes-too-much"],
])("gives files that need more %s theirs one after the other, and others overtake them", async (_, outcome, code) => {
  const { began, ask, end } = openInspector();
  const asked = await ask("campus", "slow1", "slow2");
  for (const name of ["slow1", "slow2"]) await end(name, outcome);
  expect(began.slice(2)).toEqual(["slow1 5"]);
  const quick = await ask("campus", "quick");
  await end("quick");
  expect(began.slice(3)).toEqual(["quick 1"]);
  await end("slow1", outcome);
  await end("slow2");
  expect(began.slice(4)).toEqual(["slow2 5"]);
  expect(await Promise.all([...asked, ...quick])).toMatchObject([{ ok: false, code }, FOUND, FOUND]);
});

it("keeps a slot for files that were not tried yet, however many others are slow", async () => {
  const { began, ask, end } = openInspector();
  await ask("a", "a1");
  await ask("b", "b1");
  await end("a1", LATE);
  await end("b1", LATE);
  expect(began.slice(2)).toEqual(["a1 5"]);
  await ask("c", "c1");
  expect(began.slice(3)).toEqual(["c1 1"]);
});

import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { compareExpressions } from "../../core/boolean/compare-expressions.ts";
import { parseExpression } from "../../core/boolean/parse-expression.ts";
import { fillGradebook } from "../../core/gradebook/fill-gradebook.ts";
import { parseNetlistJson } from "../../core/netlist/formats/json.ts";
import { cleanPage } from "../../core/page/clean-page.ts";
import { openPageReader } from "../../core/read-page.ts";
import { parseFileName } from "../../core/rules/files/file-name.ts";
import { parseRoster } from "../../core/rules/students/roster.ts";
import { parseTaskFile } from "../../core/rules/tasks/task-file.ts";
import { decodePages } from "../../core/scan/decode-pages.ts";
import { readQr } from "../../core/scan/read-qr.ts";
import { checkQrText } from "../../core/template/qr-text.ts";
import { pick, type Random, seededRandom } from "../../core/testdata/render/random.ts";
import { ENDPOINTS, type EndpointName } from "../../server/contract/endpoints.ts";
import { users } from "../../server/db/schema.ts";
import { hashNewPassword } from "../../server/services/accounts/passwords.ts";
import { CLASS_BODY, insertSubmission, makeClass, makeTask, TASK_BODY } from "../../server/testing/fixtures.ts";
import { pdfOf, uploadForm } from "../../server/testing/pages.ts";
import { openTestServer } from "../../server/testing/test-server.ts";
import { mutateBytes, mutateJson, mutateText } from "./mutate.ts";

const PAGES = new URL("../../core/testdata/pages/", import.meta.url);

/** A part of the program that takes what strangers send. */
export interface FuzzTarget {
  /**
   * Another process draws the inputs first: that time does not count, and `run` calls `begin` when an input is drawn.
   */
  readonly drawsInputs?: boolean;
  /** Takes one input, the same for the same `random`; says how it ended. Throws only for a defect. */
  run(random: Random, begin: () => void): Promise<string>;
  close(): Promise<void>;
}

/** What is tried, each with its share of the inputs. */
export const TARGETS = {
  pictures: { share: 0.25, open: openPictures },
  pdfs: { share: 0.1, open: openPdfs },
  expressions: { share: 0.2, open: openExpressions },
  files: { share: 0.2, open: openFiles },
  calls: { share: 0.2, open: openCalls },
  uploads: { share: 0.04, open: openUploads },
  pages: { share: 0.01, open: openPages },
} as const satisfies Record<string, { share: number; open(): Promise<FuzzTarget> }>;

export type TargetName = keyof typeof TARGETS;

const nothing = async () => {};

async function pictureSeeds(): Promise<Buffer[]> {
  const names = readdirSync(PAGES).filter((name) => /\.(png|jpg|gif)$/i.test(name));
  const drawn = names.map((name) => readFileSync(new URL(encodeURIComponent(name), PAGES)));
  const small = sharp(drawn[0]).resize(400);
  return [
    ...drawn,
    ...(await Promise.all([
      small.clone().jpeg().toBuffer(),
      small.clone().gif().toBuffer(),
      small.clone().png().toBuffer(),
    ])),
  ];
}

/** The steps of a page in the command and of an upload: its pages, the QR code, the clean page. */
async function openPictures(): Promise<FuzzTarget> {
  const seeds = await pictureSeeds();
  return { run: (random) => lookInto(mutateBytes(seeds, random)), close: nothing };
}

async function openPdfs(): Promise<FuzzTarget> {
  const pictures = await pictureSeeds();
  const small = pictures.at(-3)!;
  const seeds = [await pdfOf([small]), await pdfOf([small, null, small]), await pdfOf([null])];
  return { run: (random) => lookInto(mutateBytes(seeds, random)), close: nothing };
}

async function lookInto(bytes: Buffer): Promise<string> {
  const file = await decodePages(bytes);
  if (!file.ok) return file.failure.code;
  const ends: string[] = [];
  for await (const page of file.pages) {
    if (page.ok) {
      await readQr(page.image);
      cleanPage(page.image);
    }
    ends.push(page.ok ? "read" : page.failure.code);
  }
  return ends.includes("read") ? "read" : (ends[0] ?? "no pages");
}

/** Pages that are not circuits, read as the command reads them. */
async function openPages(): Promise<FuzzTarget> {
  const reader = await openPageReader();
  const drawer = fork(fileURLToPath(new URL("draw.ts", import.meta.url)), { serialization: "advanced" });
  const gone = once(drawer, "exit").then(([code]) => Promise.reject(new Error(`Drawing ended with ${code}`)));
  gone.catch(() => undefined);
  return {
    drawsInputs: true,
    async run(random, begin) {
      drawer.send(String(random.next()));
      const [bytes] = await Promise.race([once(drawer, "message"), gone]);
      begin();
      const file = await decodePages(bytes);
      if (!file.ok) return file.failure.code;
      const codes: string[] = [];
      for await (const page of file.pages) {
        if (!page.ok) return page.failure.code;
        await readQr(page.image);
        codes.push(...(await reader.read(page.image)).problems.map(({ code }) => code));
      }
      return codes.includes("too-many-lines") ? "not followed" : codes.length > 0 ? "read with problems" : "read";
    },
    async close() {
      drawer.disconnect();
      await reader.close();
    },
  };
}

async function openExpressions(): Promise<FuzzTarget> {
  const seeds = ["A ^ B", "(A & ~B) | (C & D)", "~(~A | B) & (C ^ D) | E & F & G", "A", "~A"];
  return {
    async run(random) {
      const [left, right] = [mutateText(seeds, random), mutateText(seeds, random)].map((text) => parseExpression(text));
      if (!left!.ok || !right!.ok) return "refused";
      compareExpressions(left!.expression, right!.expression);
      return "compared";
    },
    close: nothing,
  };
}

async function openFiles(): Promise<FuzzTarget> {
  const task = readFileSync(new URL("task.json", PAGES), "utf8");
  const roster = 'student_id,name,email\n20230001,"Cruz, Ana",ana@example.edu\n20230002,Ben,\n';
  const canvas = "Student,ID,SIS User ID,Section,Quiz (123)\n    Points Possible,,,,10\nAna,1,20230001,A,\n";
  const moodle = 'Identifier,Full name,ID number,Grade,Maximum Grade\nParticipant 1,Ana,20230001,,"10,00"\n';
  const netlist = JSON.stringify({ nets: 1, gates: [], inputs: [{ name: "A", net: 0 }], outputs: [] });
  const order = { results: [], title: "Quiz", maximum: 10 };
  const readers: readonly ((random: Random) => unknown)[] = [
    (random) => parseTaskFile(mutateText([task], random)),
    (random) => parseRoster(mutateText([roster, canvas], random)),
    (random) => fillGradebook(mutateBytes([Buffer.from(canvas), Buffer.from(moodle)], random), order),
    (random) => parseNetlistJson(mutateText([netlist], random)),
    (random) => parseFileName(mutateText(["20230001_quiz[1].png", "20230001_exam[12].pdf"], random)),
    (random) =>
      checkQrText(mutateText(["https://x.example/submit/abc?i=1&s=2"], random), { secret: "s", taskId: "abc" }),
  ];
  return {
    async run(random) {
      const value = pick(readers, random)(random);
      const isRefused = value === null || (value as { ok?: boolean }).ok === false;
      return isRefused ? "refused" : "read";
    },
    close: nothing,
  };
}

/** Bodies, queries and ids of every call but those that a test cannot make often, as an instructor with data. */
async function openCalls(): Promise<FuzzTarget> {
  const server = await openTestServer();
  const ana = await server.instructor();
  const passwordHash = await hashNewPassword("Strange6Door");
  await server.context.db.write((query) => query.update(users).set({ passwordHash }).where(eq(users.id, ana.userId)));
  const classId = await makeClass(ana);
  const taskId = await makeTask(ana, classId);
  const fileId = await insertSubmission(server.context, { taskId });
  const names = (Object.keys(ENDPOINTS) as EndpointName[]).filter(
    (name) => !["events", "logout", "logoutElsewhere"].includes(name),
  );
  const bodies: readonly unknown[] = [
    CLASS_BODY,
    { ...TASK_BODY, classId },
    { email: "ana@example.edu", password: "Strange6Door", remember: true },
    { name: "Ana", contactNumber: "09171234567", recoveryEmail: "ana@example.org" },
    {
      fileId,
      taskId,
      classId,
      expression: "A & B",
      grade: "5",
      comment: "fine",
      rows: [{ output: 1, key: 1, grade: 5 }],
    },
    { predictions: [{ id: "1", label: "AND 1", x: 1, y: 1, width: 10, height: 10, confidence: 1 }], threshold: 120 },
  ];
  return {
    async run(random) {
      const name = pick(names, random);
      const params = Object.fromEntries(
        [...ENDPOINTS[name].path.matchAll(/:(\w+)/g)].map(([, key]) => {
          const known = { taskId, classId, fileId, submissionId: fileId }[key!];
          return [key!, known !== undefined && random.next() < 0.6 ? known : encodable(mutateText([taskId], random))];
        }),
      );
      const isRead = ENDPOINTS[name].method === "GET";
      const query = isRead
        ? { task_id: taskId, item: mutateText(["1"], random), chance: mutateText(["0.01"], random) }
        : {};
      const body = isRead ? undefined : mutateJson(pick(bodies, random), random);
      const { status } = await ana.callLoosely(name, { params, query, body });
      // The rate limits depend on the clock.
      server.clock.advance(61_000);
      if (status >= 500) throw new Error(`${name} answered ${status}: ${server.logged.at(-1)}`);
      return `${Math.floor(status / 100)}xx`;
    },
    close: () => server.close(),
  };
}

/** Without halves of characters, which no address can contain. */
function encodable(text: string): string {
  return Buffer.from(text).toString();
}

async function openUploads(): Promise<FuzzTarget> {
  const server = await openTestServer();
  const ana = await server.instructor();
  const taskId = await makeTask(ana, await makeClass(ana));
  const pictures = await pictureSeeds();
  return {
    async run(random) {
      const name = mutateText(["20230001_quiz[1].png", "20230002_quiz[2].pdf"], random);
      const form = uploadForm(taskId, [{ name, bytes: mutateBytes(pictures, random) }]);
      const whole = new Response(form);
      const type = whole.headers.get("content-type")!;
      const bytes = Buffer.from(await whole.arrayBuffer());
      const body = random.next() < 0.5 ? bytes : mutateBytes([bytes], random);
      const { method, path } = ENDPOINTS.uploadFiles;
      const response = await server
        .visitor()
        .fetch(path, { method, headers: { "content-type": type }, body: new Uint8Array(body) });
      server.clock.advance(61_000);
      if (response.status >= 500) throw new Error(`answered ${response.status}: ${server.logged.at(-1)}`);
      return `${Math.floor(response.status / 100)}xx`;
    },
    close: () => server.close(),
  };
}

/** The inputs of a run, by target and number: each can be repeated by itself. */
export function randomOf(seed: number, target: TargetName, index: number): Random {
  return seededRandom(`${seed} ${target} ${index}`);
}

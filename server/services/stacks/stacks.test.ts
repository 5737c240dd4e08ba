import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../adapters/random.ts";
import { stackPages, stacks } from "../../db/schema.ts";
import type { FileDraft } from "../../storage/file-store.ts";
import { makeClass, makeTask } from "../../testing/fixtures.ts";
import { openLibsqlServer } from "../../testing/services/libsql-server.ts";
import { openS3Server } from "../../testing/services/s3-server.ts";
import { openTestServer, type TestServer } from "../../testing/test-server.ts";
import { acceptStack } from "./stacks.ts";

let pictures: Buffer[];

beforeEach(async () => {
  const sizes = [40, 41, 42];
  pictures = await Promise.all(
    sizes.map((width) =>
      sharp({ create: { width, height: 40, channels: 3, background: "white" } })
        .png()
        .toBuffer(),
    ),
  );
});

function stackForm(): FormData {
  const form = new FormData();
  for (const [index, bytes] of pictures.entries()) {
    form.append("files", new Blob([bytes as BlobPart]), `scan${index + 1}.png`);
  }
  return form;
}

/** Calls `hook` before a file of an upload is put into the store, with the number of files before it. */
function beforeKeep({ context }: TestServer, hook: (kept: number) => Promise<unknown>): void {
  const make = context.files.draft;
  let kept = 0;
  vi.spyOn(context.files, "draft").mockImplementation(async () => {
    const draft = await make();
    const keep: FileDraft["keep"] = async (name) => {
      await hook(kept++);
      return draft.keep(name);
    };
    return { ...draft, keep };
  });
}

async function missingFiles({ context }: TestServer): Promise<number> {
  const rows = await context.db.query.select().from(stackPages);
  const found = await Promise.all(rows.map(({ sha256 }) => context.files.read(sha256)));
  return found.filter((bytes) => bytes === null).length;
}

it("keeps its files where another process deletes the same scans in the middle of it", async () => {
  const [remote, bucket] = await Promise.all([openLibsqlServer(), openS3Server()]);
  const variables = {
    DATABASE_URL: `http://${remote.host}`,
    DATABASE_AUTH_TOKEN: remote.token,
    ...bucket.variables,
  };
  const [a, b] = [await openTestServer(variables), await openTestServer(variables)];
  const [anaAtA, anaAtB] = [await a.instructor(), await b.instructor()];
  const classId = await makeClass(anaAtA);
  const [wrong, right] = [await makeTask(anaAtA, classId), await makeTask(anaAtA, classId, { title: "Right" })];
  const first = await anaAtA.call("uploadStack", { params: { taskId: wrong }, body: stackForm() });
  const stackId = first.body.stack!.id;
  beforeKeep(b, async (kept) => {
    if (kept === 2) expect((await anaAtA.call("deleteStack", { params: { stackId } })).status).toBe(200);
  });
  const again = await anaAtB.call("uploadStack", { params: { taskId: right }, body: stackForm() });
  expect([again.status, again.body.message]).toEqual([200, "3 pages were taken."]);
  expect(await b.context.db.query.select().from(stackPages)).toHaveLength(3);
  expect(await missingFiles(b)).toBe(0);
  await Promise.all([a.close(), b.close()]);
  await Promise.all([remote.close(), bucket.close()]);
}, 60_000);

describe("a stack", () => {
  let server: TestServer;
  let ana: Awaited<ReturnType<TestServer["instructor"]>>;
  let taskId: string;

  beforeEach(async () => {
    server = await openTestServer();
    ana = await server.instructor();
    taskId = await makeTask(ana, await makeClass(ana));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await server.close();
  });

  const rows = () => server.context.db.query.select().from(stackPages);
  const upload = () => ana.call("uploadStack", { params: { taskId }, body: stackForm() });
  const shown = async () => (await ana.call("getStacks", { params: { taskId } })).body.stacks;

  it("becomes visible when it is complete, and blocks no other write until then", async () => {
    const seen: number[] = [];
    beforeKeep(server, async () => {
      await makeTask(ana, await makeClass(ana, { classGroup: 2 + seen.length }));
      seen.push((await shown()).length);
    });
    expect((await upload()).body.stack).toMatchObject({ pages: 3, waiting: 3 });
    expect(seen).toEqual([0, 0, 0]);
    expect(await shown()).toHaveLength(1);
  });

  it("leaves nothing behind if a file cannot be stored", async () => {
    beforeKeep(server, async (kept) => {
      if (kept === 1) throw new Error("The disk is full.");
    });
    expect((await upload()).status).toBe(500);
    expect(await rows()).toEqual([]);
    const names: string[] = [];
    for await (const name of server.context.files.names()) names.push(name);
    expect(names).toEqual([]);
  });

  it("is refused if its task was deleted while it was stored", async () => {
    beforeKeep(server, async (kept) => {
      if (kept === 1) await ana.call("deleteTask", { params: { taskId } });
    });
    const { status, body } = await upload();
    expect([status, body.error.code]).toEqual([409, "stack-removed"]);
  });

  it("is removed if its process died before it was stored, and stays while that one works on it", async () => {
    const insert = async (processId: string) => {
      const [stackId, id] = [newId(), newId()];
      const page = { position: 1, filename: "scan.png", mimetype: "image/png", size: 1, sha256: id.repeat(3), page: 1 };
      await server.context.db.write((query) =>
        query.batch([
          query.insert(stacks).values({ id: stackId, taskId, filename: "scan.png", createdAt: 0 }),
          query.insert(stackPages).values({ id, stackId, state: "arriving", processId, ...page }),
        ]),
      );
      return id;
    };
    await insert("killed");
    const own = await insert(server.context.presence.id);
    await server.context.lifecycle.tick();
    expect((await rows()).map(({ id, state }) => [id, state])).toEqual([[own, "arriving"]]);
  });

  it("has a limited number of pages in all its files, and says which files exceed it", async () => {
    const counts = [3000, 2001, 2000];
    const ask = vi.spyOn(server.context.recogniser, "ask");
    for (const pages of counts) ask.mockResolvedValueOnce({ ok: true, type: "pdf", pages } as never);
    const request = new Request("http://localhost/", { method: "POST", body: stackForm() });
    const answer = await acceptStack(server.context, { request, userId: ana.userId, taskId });
    expect(answer.stack?.pages).toBe(5000);
    expect(answer.refused).toEqual([
      {
        filename: "scan2.png",
        code: "too-many-pages",
        message: "With its 2001 pages this stack would have more than 5000. Upload it as another stack.",
      },
    ]);
    expect((await rows()).map(({ position }) => position).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 5000 }, (_, index) => index + 1),
    );
  });
});

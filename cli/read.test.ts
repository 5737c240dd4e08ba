import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import type { PageRecord, ReadRecord } from "../core/reading/record.ts";
import { drawnJpeg, hugePng, pagePng, repeatedPagePdf } from "./testdata/draw-pages.ts";
import { COMMAND, startCommand } from "./testdata/run-command.ts";
import { runInProcess } from "./testdata/run-in-process.ts";

/** The machine may be busy, and each run of the command loads the model. */
const PATIENCE = { timeout: 300_000 };

const EMPTY = { width: 300, height: 200, channels: 3, background: "white" } as const;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "read-"));
});

function parse(stdout: string): ReadRecord {
  return JSON.parse(stdout) as ReadRecord;
}

function withoutSeconds(record: ReadRecord): Omit<PageRecord, "seconds">[] {
  return record.files.map(({ seconds: _, ...page }) => page);
}

describe("circuitgrade read", PATIENCE, () => {
  test("returns one record for each file, hostile ones with their reason, in natural order", async () => {
    await mkdir(join(folder, "scans"));
    const files: Record<string, Uint8Array | string> = {
      "page10.png": await pagePng(),
      "page2.png": "This is no picture.",
      "page3.jpg": (await drawnJpeg()).subarray(0, 900),
      "page4.pdf": "",
      "page5.png": hugePng(),
      "page6.avif": "ftypavif",
    };
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, "scans", name), bytes);
    await symlink("nowhere.png", join(folder, "scans", "page7.png"));
    const notUtf8 = Buffer.concat([Buffer.from(join(folder, "scans", "page8")), Uint8Array.of(0xff)]);
    await writeFile(Buffer.concat([notUtf8, Buffer.from(".png")]), await pagePng());

    const { code, stdout, stderr } = await runInProcess(["read", "scans", "--json"], folder);
    const { schema_version, model, files: records } = parse(stdout);
    expect(schema_version).toBe(1);
    expect(model).toMatch(/^[0-9a-f]{64}$/);
    expect(
      records.map(({ file, status, problems }) => [file, status, status === "failed" && problems[0]?.code]),
    ).toEqual([
      ["scans/page2.png", "failed", "unknown-type"],
      ["scans/page3.jpg", "failed", "damaged-picture"],
      ["scans/page4.pdf", "failed", "empty-file"],
      ["scans/page5.png", "failed", "picture-too-large"],
      ["scans/page6.avif", "failed", "unknown-type"],
      ["scans/page7.png", "failed", "link"],
      ["scans/page8\uFFFD.png", "failed", "file-unreadable"],
      ["scans/page10.png", "read", false],
    ]);
    const named = records.find(({ file }) => file.includes("\uFFFD"));
    expect(named?.problems[0]?.message).toBe("The file's name is not UTF-8, so that it cannot be opened. Rename it.");
    expect(records.at(-1)).toMatchObject({ page: 1, width: 900, height: 600, qr: null });
    expect(code).toBe(1);
    expect(stderr).toContain("1 read");
  });

  test("returns the same records whichever worker reads them, for every page of a PDF", async () => {
    await writeFile(join(folder, "stack.pdf"), await repeatedPagePdf(6));
    await writeFile(join(folder, "a.png"), await pagePng());
    const words = ["read", "stack.pdf", "a.png", "--json", "--quiet"];
    const [one, three] = await Promise.all(["1", "3"].map((jobs) => runInProcess([...words, "--jobs", jobs], folder)));
    const records = withoutSeconds(parse(one?.stdout ?? ""));
    expect(records.map(({ file, page }) => `${file} ${page}`)).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((page) => `stack.pdf ${page}`),
      "a.png 1",
    ]);
    expect(withoutSeconds(parse(three?.stdout ?? ""))).toEqual(records);
    expect(one?.stderr).toBe("");
  });

  test("writes annotated pages of the pictures' size, PDFs page by page", async () => {
    await writeFile(join(folder, "a.png"), await pagePng());
    await writeFile(join(folder, "b.pdf"), await repeatedPagePdf(2));
    await runInProcess(["read", ".", "--annotate", "seen"], folder);
    expect((await readdir(join(folder, "seen"))).sort()).toEqual(["a.png", "b.p2.png", "b.png"]);
    const { width, height, format } = await sharp(join(folder, "seen", "a.png")).metadata();
    expect([width, height, format]).toEqual([900, 600, "png"]);
    // Its own output is not read as a page the next time.
    const { stdout } = await runInProcess(["read", ".", "--annotate", "seen", "--json"], folder);
    expect(parse(stdout).files.map(({ file }) => file)).toEqual(["a.png", "b.pdf", "b.pdf"]);
  });

  test("writes what each stage saw and decided, of a page without a circuit what there is", async () => {
    await writeFile(join(folder, "a.png"), await pagePng());
    await writeFile(join(folder, "empty.png"), await sharp({ create: EMPTY }).png().toBuffer());
    await runInProcess(["read", ".", "--stages", "stages"], folder);
    const files = ["1-page.jpg", "2-ink.json", "2-ink.png", "3-marks.json", "3-marks.png", "4-mask.png"];
    files.push("5-wires.json", "5-wires.png", "6-reading.json", "6-reading.png");
    const names = ["a", "empty"].flatMap((page) => files.map((file) => `${page}.${file}`));
    expect((await readdir(join(folder, "stages"))).sort()).toEqual(names);
    const facts = async (name: string) => JSON.parse(await readFile(join(folder, "stages", name), "utf8"));
    const { width, height } = await sharp(join(folder, "stages", "a.2-ink.png")).metadata();
    expect(await facts("a.2-ink.json")).toMatchObject({ width, height, frame: "picture", problems: [] });
    const { gates } = await facts("a.3-marks.json");
    for (const { class_name: own, scores } of gates)
      expect(scores[own]).toBe(Math.max(...Object.values<number>(scores)));
    const wires = await facts("a.5-wires.json");
    expect(wires.pins.filter(({ role }: { role: string }) => role === "output")).toHaveLength(gates.length);
    expect(wires.decisions[0].chosen).toMatchObject({ name: expect.any(String), cost: expect.any(Number) });
    const { functions, outputs } = await facts("a.6-reading.json");
    expect(functions[0].outputs[0].expression).toBe(outputs[0].expression);
    expect(functions[0].share).toBeGreaterThan(0.5);
    expect(await facts("empty.5-wires.json")).toBeNull();
  });

  test("ends with 3 for a missing path, and 4 if nothing can be read", async () => {
    await writeFile(join(folder, "a.png"), "no picture");
    await mkdir(join(folder, "empty"));
    const [missing, unreadable, empty] = await Promise.all(
      [["none.png", "a.png"], ["a.png"], ["empty"]].map((paths) => runInProcess(["read", ...paths, "--json"], folder)),
    );
    expect(missing).toMatchObject({ code: 3, stdout: "" });
    expect(missing?.stderr).toContain("none.png");
    expect(unreadable?.code).toBe(4);
    expect(parse(unreadable?.stdout ?? "").files).toHaveLength(1);
    expect(empty).toMatchObject({ code: 4, stdout: "" });
  });

  test.runIf(process.platform === "linux")("a full disk is not a fault of the pages", async () => {
    await writeFile(join(folder, "a.png"), await pagePng());
    // The shell lets no file grow beyond 1,024 bytes.
    const script = `trap '' XFSZ; ulimit -f 2; "${process.execPath}" "${COMMAND}" read a.png --annotate seen`;
    const { status, stdout, stderr } = spawnSync("sh", ["-c", script], { cwd: folder, encoding: "utf8" });
    expect([status, stdout]).toEqual([5, ""]);
    expect(stderr.trim()).toMatch(/^circuitgrade: the system refused: EFBIG/);
  });

  test("says so if the folder for annotated pages is a file", async () => {
    await writeFile(join(folder, "a.png"), await pagePng());
    await writeFile(join(folder, "notes.txt"), "");
    const { code, stderr } = await runInProcess(["read", "a.png", "--annotate", "notes.txt"], folder);
    expect([code, stderr]).toEqual([2, "circuitgrade: notes.txt is a file. Name a folder.\n"]);
  });

  test("ends quietly if nobody reads its output", async () => {
    await writeFile(join(folder, "a.png"), await pagePng());
    const running = startCommand(["read", "a.png", "--quiet"], folder);
    running.process.stdout?.destroy();
    const { code, stderr } = await running.ended;
    expect(stderr).toBe("");
    expect(code).not.toBe(5);
  });
});

import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, type Zippable, zipSync } from "fflate";
import { beforeEach, expect, test } from "vitest";
import { type UnpackedZip, unpackZip } from "./unpack-zip.ts";

let base: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "unpack-"));
});

async function unpack(bytes: Uint8Array, limits?: { unpackedBytes: number; entries: number }): Promise<UnpackedZip> {
  await writeFile(join(base, "in.zip"), bytes);
  return unpackZip(join(base, "in.zip"), { folder: join(base, "out", "unpacked"), ...(limits && { limits }) });
}

/** The code of the refusal; nothing may be left of the archive. */
async function refusal(unpacked: UnpackedZip): Promise<string | null> {
  expect(await readdir(join(base, "out"))).toEqual([]);
  return unpacked.ok ? null : unpacked.code;
}

function zip(files: Readonly<Record<string, string>>, level: 0 | 6 = 6): Uint8Array {
  const entries: Zippable = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]));
  return zipSync(entries, { level });
}

/** The archive with `change` applied to the fixed part of each entry's record in its directory. */
function withDirectory(bytes: Uint8Array, change: (record: DataView) => void): Uint8Array {
  const changed = bytes.slice();
  for (let at = 0; at + 46 <= changed.length; at++) {
    const record = new DataView(changed.buffer, at, 46);
    if (record.getUint32(0, true) === 0x02014b50) change(record);
  }
  return changed;
}

test("pages in all folders are taken, and names are only labels", async () => {
  const found = await unpack(
    zip({
      "Cruz Ana_1_assignsubmission_file_/20240101_quiz[1].png": "ana",
      "..\\../up.PDF": "up",
      "C:/x.jpg": "x",
      "naïve 画.png": "n",
      "list.csv": "a,b",
      "__MACOSX/._up.png": "mac",
      ".hidden.png": "hidden",
    }),
  );
  if (!found.ok) throw new Error(found.message);
  expect(found.entries.map(({ name }) => name)).toEqual([
    "Cruz Ana_1_assignsubmission_file_/20240101_quiz[1].png",
    "up.PDF",
    "x.jpg",
    "naïve 画.png",
  ]);
  expect(found.ignored).toEqual(["list.csv"]);
  const texts = await Promise.all(found.entries.map(({ path }) => readFile(path!, "utf8")));
  expect(texts).toEqual(["ana", "up", "x", "n"]);
  expect(await readdir(join(base, "out", "unpacked"))).toEqual(["1.png", "2.pdf", "3.jpg", "4.png"]);
});

test("a name in UTF-8 is read so, also without its flag", async () => {
  const named = zip({ "Ñandú_20240102_quiz[1].png": "n" });
  const flagless = withDirectory(named, (record) => record.setUint16(8, record.getUint16(8, true) & ~0x800, true));
  const found = await unpack(flagless);
  expect(found.ok && found.entries.map(({ name }) => name)).toEqual(["Ñandú_20240102_quiz[1].png"]);
});

test("two entries of one name are two pages", async () => {
  const twins = withDirectory(zip({ "a.png": "1", "b.png": "2" }), (record) => {
    new Uint8Array(record.buffer)[record.byteOffset + 46] = "a".charCodeAt(0);
  });
  const found = await unpack(twins);
  expect(found.ok && found.entries.map(({ name }) => name)).toEqual(["a.png", "a (2).png"]);
});

test("an archive in the archive is listed, and not unpacked", async () => {
  const found = await unpack(zipSync({ "a.png": strToU8("1"), "inner.zip": zip({ "b.png": "2" }) }));
  expect(found.ok && found.entries.map(({ name, path }) => [name, path === null])).toEqual([
    ["a.png", false],
    ["inner.zip", true],
  ]);
});

test("one with a password is refused", async () => {
  const locked = withDirectory(zip({ "a.png": "1" }), (record) => record.setUint16(8, 1, true));
  expect(await refusal(await unpack(locked))).toBe("encrypted-archive");
});

test("one with another compression, as 7-Zip can write, is refused", async () => {
  const lzma = withDirectory(zip({ "a.png": "1" }), (record) => record.setUint16(10, 14, true));
  expect(await refusal(await unpack(lzma))).toBe("unknown-compression");
});

test("a damaged one is refused, and nothing of it is left", async () => {
  const bytes = zip({ "a.png": "first", "b.png": "second" }, 0);
  const at = new TextDecoder("latin1").decode(bytes).indexOf("second");
  bytes[at]! ^= 1;
  expect(await refusal(await unpack(bytes))).toBe("damaged-archive");
  expect(await refusal(await unpack(zip({ "a.png": "first" }).slice(0, -30)))).toBe("damaged-archive");
  expect(await refusal(await unpack(strToU8("not a ZIP file")))).toBe("damaged-archive");
});

test("one that unpacks to too much is refused before, and also if it says that it is small", async () => {
  const limits = { unpackedBytes: 100, entries: 3 };
  const large = zip({ "a.png": "a".repeat(60), "b.png": "b".repeat(60) });
  expect(await refusal(await unpack(large, limits))).toBe("archive-too-large");
  const lying = withDirectory(large, (record) => record.setUint32(24, 10, true));
  expect(await refusal(await unpack(lying, limits))).toBe("damaged-archive");
  const many = zip({ "1.txt": "", "2.txt": "", "3.txt": "", "4.png": "" });
  expect(await refusal(await unpack(many, limits))).toBe("archive-too-large");
});

test("one without pages says so", async () => {
  expect(await refusal(await unpack(zip({ "list.csv": "a" })))).toBe("empty-archive");
});

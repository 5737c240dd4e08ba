import { expect, test } from "vitest";
import type { Statement } from "../../core/page-record/statement.ts";
import type { WebSaid } from "../../server/contract/tasks/exchange.ts";
import type { GradedPage } from "../grading/grade-record.ts";
import { nextWords, type PageWords, withWords } from "../pages/page-words.ts";
import { settledPage } from "../pages/settled-pages.ts";
import { freshWords, type StackPage } from "./web-words.ts";

const ANSWER = { file: "a.png", page: 1, sha256: "a", student_id: "20230001", item: 1, counts: true };
const NOBODYS = { file: "b.png", page: 2, sha256: "b", student_id: null, item: null, counts: false };
const RECORD = { files: [ANSWER, NOBODYS] as unknown as GradedPage[] };
const HANDED = { "0001.jpg": { file: "b.png", page: 2, sha256: "b" } };

const points = (totalGrade: number): Statement => {
  return { kind: "grade", grade: { graded: true, totalGrade, comment: null } };
};
const invert: Statement = {
  kind: "wires",
  add: [{ kind: "invert", pin: { x: 1, y: 2 } as never, inverted: true }],
  drop: [],
};

/** What the web has of a page; a statement in a list was pushed. */
function web(sha256: string, ...all: (Statement | [Statement])[]): WebSaid {
  const statements = all.map((each, index) => {
    const pushed = Array.isArray(each);
    const statement = { ...(pushed ? each[0] : each) };
    return { number: index + 1, at: "2026-01-01T00:00:00.000Z", pushed, statement };
  });
  const place = { sha256, page: 1, turn: 0, student_id: "20230001", item: 1, threshold: "auto" } as const;
  return { ...place, file_id: `id-${sha256}`, statements };
}

function stack(state: StackPage["state"]): StackPage {
  const owner = { student_id: "20230002", item_number: 3, file_id: "id-jpeg" };
  return { id: "s1", place: "0001.jpg", state, ...(state === "placed" ? owner : {}) } as StackPage;
}

/** The words of the folder after the web had this, one state after the other. */
function follow(words: PageWords, ...states: { said?: WebSaid[]; stackPages?: StackPage[] }[]): PageWords {
  return states.reduce((known, { said = [], stackPages = [] }) => {
    const fresh = freshWords({ said, stackPages }, { record: RECORD, handed: HANDED, words: known });
    return withWords(known, fresh);
  }, words);
}

function kinds(words: PageWords, key = "a.png 1"): string[] {
  return (words.get(key) ?? []).map(({ statement }) => {
    return statement.kind === "take-back" ? `take-back ${statement.number}` : statement.kind;
  });
}

test("statements are copied once, in their order, and a copy takes back the copy of what was taken back", () => {
  const said = [points(3), invert, { kind: "take-back", number: 1 } as const];
  const words = follow(
    new Map(),
    { said: [web("a", ...said.slice(0, 1))] },
    { said: [web("a", ...said)] },
    { said: [web("a", ...said)] },
  );
  expect(kinds(words)).toEqual(["grade", "wires", "take-back 1"]);
  expect(words.get("a.png 1")!.map(({ number, sha256 }) => [number, sha256])).toEqual([1, 2, 3].map((n) => [n, "a"]));
  expect(follow(words, { said: [web("another", points(1))] })).toEqual(words);
});

test("what the folder has pushed does not come back; what is said of it does", () => {
  const own = nextWords({ file: "a.png", page: 1, sha256: "a" }, [points(4)], { words: new Map(), at: 0 });
  const known = withWords(new Map(), own);
  expect(kinds(follow(known, { said: [web("a", [points(4)])] }))).toEqual(["grade"]);
  const undo = { kind: "take-back", number: 1 } as const;
  expect(kinds(follow(known, { said: [web("a", [points(4)], undo)] }))).toEqual(["grade", "take-back 1"]);
  // The machine's own grade is no word of the folder, and cannot be taken back there.
  expect(kinds(follow(new Map(), { said: [web("a", [points(4)], undo)] }))).toEqual([]);
});

test("what the folder had pulled can be taken back here, and of two pushed corrections the right one", () => {
  const pulled: Statement = { kind: "wires", add: [{ kind: "cut", at: { x: 3, y: 4 } }], drop: [] };
  const undo = (number: number): Statement => ({ kind: "take-back", number });
  const words = follow(new Map(), { said: [web("a", [pulled], [invert])] });
  expect(kinds(words)).toEqual([]);
  const copied = follow(words, { said: [web("a", [pulled], [invert], undo(1))] });
  expect(kinds(copied)).toEqual(["wires", "take-back 1"]);
  expect(copied.get("a.png 1")![0]!.statement).toEqual(pulled);
  // What was taken back where it was pulled from stays so.
  expect(kinds(follow(words, { said: [web("a", [pulled], [undo(1)])] }))).toEqual([]);
  const at = Date.parse("2026-01-01T00:00:00.000Z");
  const own = nextWords({ file: "a.png", page: 1, sha256: "a" }, [pulled, invert], { words: new Map(), at });
  const known = withWords(new Map(), own);
  expect(kinds(follow(known, { said: [web("a", [pulled], [invert], undo(1))] })).at(-1)).toBe("take-back 1");
});

test("a page that was handed over gets an owner, a grade, or is ignored, and is open again if the web says so", () => {
  const jpeg = { ...web("jpeg", invert, points(2)), file_id: "id-jpeg" };
  const placed = follow(new Map(), { said: [jpeg], stackPages: [stack("placed")] });
  expect(kinds(placed, "b.png 2")).toEqual(["owner", "grade"]);
  expect(settledPage(placed.get("b.png 2")!)).toMatchObject({ studentId: "20230002", item: 3, grade: 2, sha256: "b" });
  const out = follow(placed, { said: [], stackPages: [stack("rejected")] });
  expect(settledPage(out.get("b.png 2")!)).toMatchObject({ studentId: null, grade: null, ignore: true });
  const open = follow(out, { stackPages: [stack("queued")] });
  expect(settledPage(open.get("b.png 2")!)).toMatchObject({ studentId: null, ignore: false });
  // What a person has typed into a list is not taken back because the web does not know it.
  const owner: Statement = { kind: "owner", owner: { studentId: "20230009", item: 1 } };
  const typed = nextWords({ file: "b.png", page: 2, sha256: "b" }, [owner], { words: new Map(), at: 0 });
  const kept = follow(withWords(new Map(), typed), { stackPages: [stack("queued")] });
  expect(kinds(kept, "b.png 2")).toEqual(["owner"]);
});

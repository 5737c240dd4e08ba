import fc from "fast-check";
import { expect, test } from "vitest";
import { foldWords } from "./fold.ts";
import { statementsOf } from "./from-records.ts";
import { inOrder, mergeSaid, newsFrom } from "./merge.ts";
import { saidRecord } from "./said-record.ts";
import type { Said, Statement } from "./statement.ts";

const join = (x: number): Statement => {
  return { kind: "wires", add: [{ kind: "join", from: { x, y: 0 }, to: { x, y: 9 } }], drop: [] };
};
const numbered = (...statements: Statement[]): Said[] => {
  return statements.map((statement, index) => ({ number: index + 1, at: index, statement }));
};
const next = (said: readonly Said[], at: number, statement: Statement): Said => {
  return { number: (said.at(-1)?.number ?? 0) + 1, at, statement };
};
const heldOf = (said: readonly Said[]) => foldWords(said).corrections.map(({ statement }) => statement);

test("a statement is copied once, and one that takes it back follows it wherever it is", () => {
  const theirs = numbered(join(1), join(2), { kind: "take-back", number: 1 });
  const here = [{ number: 4, at: 1, statement: join(2) }];
  const { fresh } = newsFrom(theirs, here);
  expect(fresh).toEqual([
    { number: 5, at: 0, statement: join(1) },
    { number: 6, at: 2, statement: { kind: "take-back", number: 5 } },
  ]);
  expect(newsFrom(theirs, [...here, ...fresh]).fresh).toEqual([]);
});

test("a statement is the same whatever the order of its fields; two of one millisecond are two", () => {
  const grade = { graded: true, totalGrade: 5, comment: null };
  const here: Said[] = [{ number: 1, at: 5, statement: { kind: "grade", grade } }];
  const { graded, ...rest } = grade;
  const same: Said = { number: 1, at: 5, statement: { grade: { ...rest, graded }, kind: "grade" } };
  expect(newsFrom([same], here).fresh).toEqual([]);
  const undo: Said = { number: 3, at: 5, statement: { kind: "take-back", number: 2 } };
  const { fresh } = newsFrom([same, { ...same, number: 2 }, undo], here);
  expect(fresh.map(({ number, statement }) => [number, statement.kind])).toEqual([
    [2, "grade"],
    [3, "take-back"],
  ]);
  expect(fresh[1]?.statement).toEqual({ kind: "take-back", number: 2 });
});

test("the same said again at another time is another statement; one without a time is any of them", () => {
  const here = numbered(join(1), { kind: "take-back", number: 1 });
  expect(newsFrom([{ number: 1, at: 9, statement: join(1) }], here).fresh).toHaveLength(1);
  expect(newsFrom([{ number: 1, statement: join(1) }], here).fresh).toEqual([]);
});

test("a merge says whether either side has corrections that the other has not, or has taken back", () => {
  const here = numbered(join(1), join(2));
  const tell = (said: Said[], theirs: Said[]) => {
    const { hasOwn, hasLost } = mergeSaid(said, theirs);
    return { hasOwn, hasLost };
  };
  expect(tell(here, here)).toEqual({ hasOwn: false, hasLost: false });
  expect(tell(here.slice(0, 1), here)).toEqual({ hasOwn: false, hasLost: false });
  expect(tell(here, here.slice(0, 1))).toEqual({ hasOwn: true, hasLost: false });
  const undone = [...here, next(here, 5, { kind: "take-back", number: 2 })];
  expect(tell(undone, here)).toEqual({ hasOwn: false, hasLost: true });
  expect(tell(here, undone)).toEqual({ hasOwn: false, hasLost: false });
  // Nobody discards what they have not seen.
  const discard: Statement = { kind: "discard" };
  expect(tell(here, numbered(discard))).toEqual({ hasOwn: true, hasLost: false });
  expect(tell(here, [...here, next(here, 5, discard)])).toEqual({ hasOwn: false, hasLost: false });
});

interface Deed {
  readonly who: "web" | "first" | "second";
  readonly does: "correct" | "take back" | "discard" | "pull" | "push";
  readonly which: number;
}

test("whatever is said on two machines and in the web, after a pull and a push all have the same, each word once", () => {
  const deed = fc.record<Deed>({
    who: fc.constantFrom("web", "first", "second"),
    does: fc.constantFrom("correct", "take back", "discard", "pull", "push"),
    which: fc.nat(20),
  });
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 30 }), (deeds) => {
      let web: Said[] = [];
      // What each machine has pulled, and what was said there.
      const folders = { first: { pulled: [] as Said[], own: [] as Said[] }, second: { pulled: [], own: [] } };
      type Folder = { pulled: Said[]; own: Said[] };
      const inFolder = ({ pulled, own }: Folder) => [...pulled, ...newsFrom(own, pulled).fresh];
      const sent = (said: readonly Said[]) => {
        const record = saidRecord(said, "auto");
        return record ? inOrder(statementsOf(record)) : [];
      };
      const pull = (folder: Folder) => {
        folder.pulled = sent(web);
      };
      const push = (folder: Folder, isForced = false) => {
        const { fresh, hasOwn, hasLost } = mergeSaid(web, sent(inFolder(folder)));
        if (isForced) expect([hasOwn, hasLost]).toEqual([false, false]);
        if (!hasOwn && !hasLost) web = [...web, ...fresh];
        if (!hasOwn && !hasLost) expect(mergeSaid(web, sent(inFolder(folder))).fresh).toEqual([]);
      };
      deeds.forEach(({ who, does, which }, at) => {
        const folder = who === "web" ? null : folders[who];
        if (does === "pull" || does === "push") {
          if (folder) ({ pull, push })[does](folder);
          return;
        }
        const all = folder ? inFolder(folder) : web;
        const gone = all[which % Math.max(1, all.length)];
        if (does === "take back" && !gone) return;
        const statement: Statement =
          does === "correct" ? join(which % 3) : does === "discard" ? { kind: does } : { kind: "take-back", number: 0 };
        if (!folder) {
          web = [
            ...web,
            next(web, at, gone && does === "take back" ? { kind: "take-back", number: gone.number } : statement),
          ];
          return;
        }
        if (does !== "take back") {
          folder.own = [...folder.own, next(folder.own, at, statement)];
          return;
        }
        // What was pulled becomes a word of the folder's own before it is taken back there.
        const theirs = [...all, next(all, at, { kind: "take-back", number: gone!.number })];
        folder.own = [...folder.own, ...newsFrom(theirs, folder.own).fresh];
      });
      for (const folder of Object.values(folders)) {
        pull(folder);
        push(folder, true);
      }
      const left = web
        .filter(({ statement }) => statement.kind !== "take-back")
        .map((each) => JSON.stringify([each.at, each.statement]));
      expect(new Set(left).size).toBe(left.length);
      for (const folder of Object.values(folders)) {
        pull(folder);
        expect(heldOf(inFolder(folder))).toEqual(heldOf(web));
      }
    }),
    { seed: 47, numRuns: 500 },
  );
});

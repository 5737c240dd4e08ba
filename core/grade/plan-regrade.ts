import { sum } from "../basics/numbers.ts";
import type { ItemGrade } from "./grade-item.ts";

/** A graded page compared with the old and the new keys. */
export interface RegradedPage {
  /** The caller's name for it. */
  readonly id: string;
  readonly studentId: string;
  readonly item: number;
  /** The current points; null if there are none. */
  readonly given: number | null;
  /** A person gave different points than the machine proposed: they stay. */
  readonly overridden: boolean;
  /** Null if the item is not among the keys: the page's points do not count. */
  readonly before: Judged | null;
  readonly after: Judged | null;
}

type Judged = Pick<ItemGrade, "points"> & {
  readonly rows: readonly Pick<ItemGrade["rows"][number], "output" | "result" | "partial">[];
  readonly adjustments: readonly Pick<ItemGrade["adjustments"][number], "reason">[];
};

/** An output that becomes correct or wrong. */
export interface TurnedOutput {
  readonly output: string;
  readonly to: "right" | "wrong";
}

export interface PageChange {
  readonly id: string;
  readonly item: number;
  /** `item-gone`, `item-back`: its points stay, but no longer count, or count again. */
  readonly why: "keys" | "item-gone" | "item-back";
  /** What counts. */
  readonly from: number | null;
  /** Null because of the keys: it cannot be compared with them, so a person must grade it again. */
  readonly to: number | null;
  readonly turned: readonly TurnedOutput[];
  /** The points that the rubric then adds or takes off. */
  readonly reasons: readonly string[];
}

/** A student whose points change: the sums are over all of their pages whose points count. */
export interface StudentChange {
  readonly studentId: string;
  readonly from: number;
  readonly to: number;
  readonly pages: readonly PageChange[];
}

/** Points of a person that stay, although the keys propose others than before, and others than these. */
export interface KeptPoints {
  readonly id: string;
  readonly studentId: string;
  readonly item: number;
  readonly points: number | null;
  /** What the keys give, before and after. */
  readonly proposed: readonly [before: number | null, after: number | null];
}

/** What new keys would change. */
export interface RegradePlan {
  /** In the order of their first pages. */
  readonly students: readonly StudentChange[];
  readonly kept: readonly KeptPoints[];
  /** On how many pages with other points an output becomes correct and wrong, by item and output. */
  readonly outputs: readonly {
    readonly item: number;
    readonly output: string;
    readonly right: number;
    readonly wrong: number;
  }[];
  /** Pages for which nothing changes. */
  readonly unchanged: number;
}

/**
 * What happens to existing points when the keys change. Points that the machine proposed follow the new keys, and are
 * removed if the page cannot be compared with them; points that a person gave instead stay. Points of a removed item
 * stop counting, and count again when the item is back.
 *
 * @example
 * planRegrade(pages); // { students: [{ studentId: "20230001", from: 0, to: 5, pages: […] }], kept: [], … }
 */
export function planRegrade(pages: readonly RegradedPage[]): RegradePlan {
  const changes = new Map(pages.filter(isChanged).map((page) => [page, pageChange(page)] as const));
  const ids = new Set([...changes.keys()].map(({ studentId }) => studentId));
  const kept = pages.flatMap(keptPoints);
  return {
    students: [...ids].map((studentId) => {
      const own = pages.filter((page) => page.studentId === studentId);
      return {
        studentId,
        from: sum(own.map(countsBefore)),
        to: sum(own.map(countsAfter)),
        pages: own.flatMap((page) => changes.get(page) ?? []),
      };
    }),
    kept,
    outputs: turnedOutputs([...changes.values()]),
    unchanged: pages.length - changes.size - kept.length,
  };
}

function countsBefore({ before, given }: RegradedPage): number | null {
  return before === null ? null : given;
}

function countsAfter({ overridden, given, after }: RegradedPage): number | null {
  if (after === null) return null;
  return overridden ? given : after.points;
}

function isChanged(page: RegradedPage): boolean {
  const { given, before, after } = page;
  // A grade of 0 is also removed with its item.
  const isMoved = given !== null && (before === null) !== (after === null);
  return isMoved || countsBefore(page) !== countsAfter(page);
}

function pageChange(page: RegradedPage): PageChange {
  const { id, item, overridden, before, after } = page;
  const why = after === null ? "item-gone" : before === null ? "item-back" : "keys";
  const partial = after?.rows.flatMap((row) => row.partial ?? []) ?? [];
  const reasons = overridden ? [] : [...partial, ...(after?.adjustments ?? []).map(({ reason }) => reason)];
  return { id, item, why, from: countsBefore(page), to: countsAfter(page), turned: turnedOf(page), reasons };
}

function keptPoints({ id, studentId, item, given, overridden, before, after }: RegradedPage): KeptPoints[] {
  if (!overridden || before === null || after === null) return [];
  if (after.points === before.points || after.points === given) return [];
  return [{ id, studentId, item, points: given, proposed: [before.points, after.points] }];
}

function turnedOf({ before, after }: RegradedPage): TurnedOutput[] {
  if (before === null || after === null) return [];
  const was = new Map(before.rows.map(({ output, result }) => [output, result === "Match"]));
  return after.rows.flatMap(({ output, result }) => {
    const isRight = result === "Match";
    const wasRight = was.get(output);
    return wasRight === undefined || wasRight === isRight ? [] : [{ output, to: isRight ? "right" : "wrong" }];
  });
}

function turnedOutputs(changes: readonly PageChange[]): RegradePlan["outputs"] {
  const counts = new Map<string, { item: number; output: string; right: number; wrong: number }>();
  for (const { item, turned } of changes) {
    for (const { output, to } of turned) {
      const key = `${item} ${output}`;
      const count = counts.get(key) ?? { item, output, right: 0, wrong: 0 };
      counts.set(key, { ...count, [to]: count[to] + 1 });
    }
  }
  return [...counts.values()].sort(
    (a, b) => a.item - b.item || a.output.localeCompare(b.output, "en", { numeric: true }),
  );
}

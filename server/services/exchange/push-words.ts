import { correct, foldWords, isSameGrade, type PageWords } from "../../../core/page-record/fold.ts";
import { statementsOf } from "../../../core/page-record/from-records.ts";
import { inOrder, type Merged, mergeSaid } from "../../../core/page-record/merge.ts";
import type { SaidRecord } from "../../../core/page-record/said-record.ts";
import type { DatedStatement, GivenGrade, Said } from "../../../core/page-record/statement.ts";
import type { PushedPage } from "../../contract/tasks/exchange.ts";
import type { Analysis } from "../reading/page-record.ts";
import type { SaidPage } from "./page-corrections.ts";
import { CHOSEN_HERE, CORRECTED_HERE, type Reason, TAKEN_BACK_HERE, TURNED_HERE } from "./push-rules.ts";

/** What a push says of a page's reading that the web does not know yet. */
export interface PushedWords {
  readonly statements: readonly DatedStatement[];
  /** The page's grade and comment after that, if it takes one back; null: they stay. */
  readonly grade: GivenGrade | null;
  /** Why a person's word here must be looked at first. */
  readonly conflict: Reason | null;
  /** The web has corrections that the results know nothing of. */
  readonly hasOwn: boolean;
  /** Other corrections hold now. */
  readonly corrected: boolean;
  /** Another reading is chosen now. */
  readonly chosen: boolean;
}

/** Nothing that a person said here is changed without `overwrite`, and nothing that the web knows is said again. */
export function pushedWords(
  { said: record, turn }: Pick<PushedPage, "said" | "turn">,
  { there, overwrite }: { readonly there: SaidPage | null; readonly overwrite: boolean },
): PushedWords {
  const said = there?.said ?? [];
  const theirs = inOrder(record ? statementsOf(record) : []);
  const [here, wanted] = [foldWords(said), foldWords(theirs)];
  const effect = effectOf(wanted.corrections, record?.threshold ?? "auto");
  // Earlier versions kept what corrections come to, in other words.
  const isKnown = effect !== null && effect === effectOf(here.corrections, there?.analysis.readThreshold ?? "auto");
  const { hasOwn, hasLost, knowsChoice, fresh } = mergedWords(said, { theirs, isKnown });
  const isRewritten = overwrite && effect !== null && (hasOwn || hasLost);
  const news: DatedStatement[] = isRewritten
    ? [{ kind: "discard" }, ...wanted.corrections.map(({ statement }) => statement)]
    : fresh.map(({ at, statement }) => ({ ...statement, at }));
  const choice = wanted.choice?.statement ?? null;
  const isOther = choice !== null && nameOf(foldWords(withNext(said, news))) !== choice.name;
  const statements = isOther ? [...news, choice] : news;
  const after = foldWords(withNext(said, statements));
  /** What a person has said in the web that the results would change; null if nothing. */
  function saidHere(): Reason | null {
    if (hasOwn && statements.length > 0) return CORRECTED_HERE;
    if (hasLost || (isOther && here.takenBack === choice.name)) return TAKEN_BACK_HERE;
    const isReplaced = nameOf(here) !== null && nameOf(after) !== nameOf(here);
    return here.choice?.pushed === false && !knowsChoice && isReplaced ? CHOSEN_HERE : null;
  }
  const isTurned = there !== null && there.submission.turn !== turn && haveAPlace(statements);
  const conflict = isTurned ? TURNED_HERE : overwrite ? null : saidHere();
  return {
    statements,
    grade: isSameGrade(after.grade, here.grade) ? null : after.grade,
    conflict,
    hasOwn: hasOwn && !isRewritten,
    corrected: numbersOf(after) !== numbersOf(here),
    chosen: after.choice !== null && nameOf(after) !== nameOf(here),
  };
}

/** Of corrections that the web has in other words only the choices are news. */
function mergedWords(
  said: readonly Said[],
  { theirs, isKnown }: { readonly theirs: readonly Said[]; readonly isKnown: boolean },
): Merged {
  const merged = mergeSaid(said, theirs);
  if (!isKnown || !(merged.hasOwn || merged.hasLost)) return merged;
  const choices = theirs.filter(({ statement: { kind } }) => kind === "choice" || kind === "take-back");
  return { ...mergeSaid(said, choices), hasOwn: false, hasLost: false };
}

function withNext(said: readonly Said[], statements: readonly DatedStatement[]): Said[] {
  const last = said.at(-1)?.number ?? 0;
  return [...said, ...inOrder(statements).map((each) => ({ ...each, number: last + each.number }))];
}

function nameOf({ choice }: PageWords): string | null {
  return choice?.statement.name ?? null;
}

function numbersOf({ corrections }: PageWords): string {
  return String(corrections.map(({ number }) => number));
}

/** Corrections belong to a page that was read with this threshold. */
export function thresholdsOf({ said }: PushedPage, statements: readonly DatedStatement[]): Partial<Analysis> {
  if (!haveAPlace(statements) || said === null) return {};
  const threshold = said.threshold === "auto" ? null : said.threshold;
  return { threshold, readThreshold: threshold };
}

/** Whether some are about places on the page. */
function haveAPlace(statements: readonly DatedStatement[]): boolean {
  return statements.some(({ kind }) => kind === "object" || kind === "wires");
}

/** What corrections come to, the same for those that say the same in another way; null: nothing. */
function effectOf(corrections: readonly Said[], threshold: SaidRecord["threshold"]): string | null {
  const { predictions, removed, wires = [] } = correct([], corrections).corrections;
  const [placed, gone] = [predictions, removed].map((all) =>
    all.map(({ className, box: { x, y, width, height }, ...each }) => {
      return [className, ("label" in each && each.label) || "", x, y, width, height].join(" ");
    }),
  );
  const isEmpty = placed!.length + gone!.length + wires.length === 0;
  return isEmpty ? null : JSON.stringify([threshold, placed!.sort(), gone!.sort(), wires]);
}

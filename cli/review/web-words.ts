import { holding } from "../../core/page-record/fold.ts";
import { newsFrom } from "../../core/page-record/merge.ts";
import type { Said } from "../../core/page-record/statement.ts";
import type { ResponseOf } from "../../server/contract/endpoints.ts";
import { saidResponse, type WebSaid } from "../../server/contract/tasks/exchange.ts";
import type { GradedPage, GradeRecord } from "../grading/grade-record.ts";
import { nextWords, type PagePicture, type PageWord, type PageWords, pageKey } from "../pages/page-words.ts";
import { settledPage, settlingStatements } from "../pages/settled-pages.ts";
import type { Api } from "../server/open-api.ts";
import type { ReviewTask } from "./review-state.ts";
import type { WebSession } from "./web-session.ts";

export type StackPage = ResponseOf<"getStack">["page_list"][number];

/** What the web has of a task's pages. */
export interface WebPages {
  readonly said: readonly WebSaid[];
  readonly stackPages: readonly StackPage[];
}

/** `since` is that of the last call: only what was said since is loaded; without it, all. */
export async function loadWebPages(
  api: Api,
  web: WebSession,
  { task: { taskId, handed }, since }: { readonly task: ReviewTask; readonly since: number | null },
): Promise<WebPages & { readonly since: number }> {
  const query = since === null ? {} : { since: String(since) };
  const fresh = await api.call("getSaid", { taskId, query, answer: saidResponse });
  if (Object.keys(handed).length === 0) return { ...fresh, stackPages: [] };
  const { stacks } = await web.call("getStacks", { params: { taskId } });
  const lists = await Promise.all(stacks.map(({ id }) => web.call("getStack", { params: { stackId: id } })));
  return { ...fresh, stackPages: lists.flatMap(({ page_list }) => page_list) };
}

interface Known {
  readonly record: Pick<GradeRecord, "files">;
  /** Pages without an owner that were handed to the web, by the names of their pictures. */
  readonly handed: ReviewTask["handed"];
  readonly words: PageWords;
}

/** What people have said in the web of pages of the results, and the folder does not know yet, as its next words. */
export function freshWords({ said, stackPages }: WebPages, { record, handed, words }: Known): PageWord[] {
  const answers = record.files
    .filter(({ counts }) => counts)
    .flatMap((page): PageWord[] => {
      const theirs = said.find((each) => isAbout(each, page));
      return theirs === undefined ? [] : copiedWords(page, theirs, ownWords(page, words));
    });
  const others = stackPages.flatMap((page): PageWord[] => {
    const picture = handed[page.place];
    if (picture === undefined) return [];
    const placed = placingWords(picture, page, words);
    const theirs = page.state === "placed" ? said.find(({ file_id }) => file_id === page.file_id) : undefined;
    if (theirs === undefined) return placed;
    const graded = { ...theirs, statements: theirs.statements.flatMap(gradeAlone) };
    return [...placed, ...copiedWords(picture, graded, [...ownWords(picture, words), ...placed])];
  });
  return [...answers, ...others];
}

function ownWords({ file, page }: PagePicture, words: PageWords): readonly PageWord[] {
  return words.get(pageKey(file, page)) ?? [];
}

/** The answer may be another picture by now. */
function isAbout({ student_id, item, sha256 }: WebSaid, page: GradedPage): boolean {
  return student_id === page.student_id && item === page.item && sha256 === page.sha256;
}

/**
 * The statements that the folder has not got yet. What was pushed is none of them, unless somebody here took back what
 * the folder had pulled: only what it has can be taken back there.
 */
function copiedWords(picture: PagePicture, theirs: WebSaid, own: readonly PageWord[]): PageWord[] {
  const { file_id, turn, threshold, statements } = theirs;
  const last = own.at(-1)?.number ?? 0;
  const all = saidInWeb(theirs, own);
  const { numbers } = newsFrom(all, own);
  const pushed = new Set(statements.filter((each) => each.pushed).map(({ number }) => number));
  const wanted = takenBackHere(all, pushed);
  const kept = all.filter(({ number }) => !pushed.has(number) || wanted.has(number) || numbers.get(number)! <= last);
  const { file, page, sha256 } = picture;
  return newsFrom(kept, own).fresh.map(({ number, at = 0, statement }) => {
    return { file, page, sha256, number, at, statement, web: { file: file_id, turn, threshold } };
  });
}

/** A pushed grade, which the web may have completed, is the folder's last one, or no person's. */
function saidInWeb({ statements }: WebSaid, own: readonly PageWord[]): Said[] {
  const isGrade = ({ statement }: { readonly statement: { readonly kind: string } }) => statement.kind === "grade";
  const [given, last] = [holding(own).findLast(isGrade), statements.findLast((each) => each.pushed && isGrade(each))];
  return statements.flatMap((each): Said[] => {
    const { number, at, statement } = each;
    if (each === last && given) return [{ ...given, number }];
    const isOpen = !each.pushed || !isGrade(each);
    return isOpen ? [{ number, at: Date.parse(at), statement }] : [];
  });
}

/** The numbers of what is taken back by somebody here, and of what that had taken back. */
function takenBackHere(all: readonly Said[], pushed: ReadonlySet<number>): ReadonlySet<number> {
  const wanted = new Set<number>();
  for (const { number, statement } of all.toReversed()) {
    if (statement.kind === "take-back" && (!pushed.has(number) || wanted.has(number))) wanted.add(statement.number);
  }
  return wanted;
}

/** Of a page that was handed to the web as another picture only the grade is about this one, too. */
function gradeAlone(said: WebSaid["statements"][number]): WebSaid["statements"] {
  const { statement } = said;
  if (statement.kind === "choice" && statement.grade) {
    return [{ ...said, statement: { kind: "grade", grade: statement.grade } }];
  }
  return statement.kind === "grade" || statement.kind === "take-back" ? [said] : [];
}

/** Whose page it is, or that it is no answer, as a person has decided in the web; back in its queue nothing holds. */
function placingWords(picture: PagePicture, { id, state, ...owner }: StackPage, words: PageWords): PageWord[] {
  const said = ownWords(picture, words);
  const isOurs = said.some(({ web }) => web?.file === id);
  if (state !== "placed" && state !== "rejected" && !isOurs) return [];
  const isPlaced = state === "placed";
  const before = isPlaced && said.length > 0 ? settledPage(said) : { grade: null, reading: "", comment: "" };
  const place = { studentId: isPlaced ? owner.student_id : null, item: isPlaced ? owner.item_number : null };
  const statements = settlingStatements(said, { ...before, ...picture, ...place, ignore: state === "rejected" });
  const fresh = nextWords(picture, statements, { words, at: Date.now() });
  return fresh.map((word) => ({ ...word, web: { file: id } }));
}

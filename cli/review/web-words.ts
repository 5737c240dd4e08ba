import { holding } from "../../core/page-record/fold.ts";
import { copyOf, isSameSaid } from "../../core/page-record/merge.ts";
import type { Said, Statement } from "../../core/page-record/statement.ts";
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
      return theirs === undefined ? [] : copiedWords(page, theirs, words);
    });
  const others = stackPages.flatMap((page): PageWord[] => {
    const picture = handed[page.place];
    if (picture === undefined) return [];
    const placed = placingWords(picture, page, words);
    const theirs = page.state === "placed" ? said.find(({ file_id }) => file_id === page.file_id) : undefined;
    if (theirs === undefined) return placed;
    const graded = { ...theirs, statements: theirs.statements.flatMap(gradeAlone) };
    return [...placed, ...copiedWords(picture, graded, words, placed.length)];
  });
  return [...answers, ...others];
}

/** The answer may be another picture by now. */
function isAbout({ student_id, item, sha256 }: WebSaid, page: GradedPage): boolean {
  return student_id === page.student_id && item === page.item && sha256 === page.sha256;
}

/**
 * The statements that the folder has not got yet. What it pushed itself is none of them, but for what was taken back
 * here of what it had pulled: only what it has can be taken back there.
 */
function copiedWords(picture: PagePicture, theirs: WebSaid, words: PageWords, before = 0): PageWord[] {
  const own = words.get(pageKey(picture.file, picture.page)) ?? [];
  const copies = own.flatMap(({ web, number }) =>
    web?.file === theirs.file_id ? [[web.number, number] as const] : [],
  );
  const numbers = new Map(copies);
  const spare = new Set(own.filter(({ web }) => web?.file !== theirs.file_id));
  const wanted = takenBackHere(theirs);
  let last = (own.at(-1)?.number ?? 0) + before;
  return theirs.statements.flatMap(({ number, at, pushed, statement: stored }): PageWord[] => {
    const said = { number, at: Date.parse(at), statement: stored as unknown as Statement };
    const copy = copyOf(said, numbers);
    if (numbers.has(number) || copy === null) return [];
    const { statement } = copy;
    if (pushed) {
      const same = pushedFrom(spare, copy);
      if (same !== undefined) {
        spare.delete(same);
        numbers.set(number, same.number);
      }
      if (same !== undefined || statement.kind === "grade" || !wanted.has(number)) return [];
    }
    numbers.set(number, ++last);
    const { file, page, sha256 } = picture;
    const { file_id, turn, threshold } = theirs;
    return [
      {
        file,
        page,
        sha256,
        number: last,
        at: said.at,
        statement,
        web: { file: file_id, number, turn, threshold },
      },
    ];
  });
}

/** The numbers of what is taken back by somebody here, and of what that had taken back. */
function takenBackHere({ statements }: WebSaid): ReadonlySet<number> {
  const wanted = new Set<number>();
  for (const { number, pushed, statement: stored } of statements.toReversed()) {
    const statement = stored as unknown as Statement;
    if (statement.kind === "take-back" && (!pushed || wanted.has(number))) wanted.add(statement.number);
  }
  return wanted;
}

/** The folder's own word that came here as this one: grades, which the web may have completed, as its last. */
function pushedFrom(own: ReadonlySet<PageWord>, said: Said): PageWord | undefined {
  if (said.statement.kind === "grade") return holding([...own]).findLast(({ statement: { kind } }) => kind === "grade");
  return [...own].find((each) => isSameSaid(each, said));
}

/** Of a page that was handed to the web as another picture only the grade is about this one, too. */
function gradeAlone(said: WebSaid["statements"][number]): WebSaid["statements"] {
  const statement = said.statement as unknown as Statement;
  if (statement.kind === "choice" && statement.grade) {
    return [{ ...said, statement: { kind: "grade", grade: statement.grade } }];
  }
  return statement.kind === "grade" || statement.kind === "take-back" ? [said] : [];
}

/** Whose page it is, or that it is no answer, as a person has decided in the web; back in its queue nothing holds. */
function placingWords(picture: PagePicture, { id, state, ...owner }: StackPage, words: PageWords): PageWord[] {
  const said = words.get(pageKey(picture.file, picture.page)) ?? [];
  const isOurs = said.some(({ web }) => web?.file === id);
  if (state !== "placed" && state !== "rejected" && !isOurs) return [];
  const isPlaced = state === "placed";
  const before = isPlaced && said.length > 0 ? settledPage(said) : { grade: null, reading: "", comment: "" };
  const place = { studentId: isPlaced ? owner.student_id : null, item: isPlaced ? owner.item_number : null };
  const statements = settlingStatements(said, { ...before, ...picture, ...place, ignore: state === "rejected" });
  const fresh = nextWords(picture, statements, { words, at: Date.now() });
  return fresh.map((word) => ({ ...word, web: { file: id, number: 0 } }));
}

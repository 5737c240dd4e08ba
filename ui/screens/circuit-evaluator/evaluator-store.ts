import { createContext, type Dispatch, type RefObject, useContext } from "react";
import type { File as Submission } from "../../../server/contract/results/file.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import type { Actions, CommandId } from "../../evaluator/commands.ts";
import type { PageEdits } from "../../evaluator/edits.ts";
import type { Computed } from "../../evaluator/function-change.ts";
import type { CanvasStage } from "../../evaluator/stage.ts";
import { INITIAL_VIEW, reduceView, type ViewAction, type ViewState } from "../../evaluator/view-state.ts";
import type { Viewport } from "../../evaluator/viewport.ts";
import { createPageStore, type PageStore, usePart } from "../../store.ts";
import { withEntry } from "../../with-entry.ts";
import type { GradeDraft } from "./assessment/grade-draft.ts";

export type DetectionState = "idle" | "processing" | "completed";
export type ReadingState = "working" | "overtaken" | "failed";

export interface EvaluatorState {
  readonly view: ViewState;
  readonly viewport: Viewport | null;
  /** What was changed on each submission's page. */
  readonly edits: ReadonlyMap<string, PageEdits>;
  /** What each submission's page computed before its last changes. */
  readonly before: ReadonlyMap<string, Computed & { readonly revision: number }>;
  /** One change after the other. */
  readonly sending: Promise<void>;
  /** IDs of predictions that were replaced by those of the server, and by which. */
  readonly ids: ReadonlyMap<string, string>;
  /** A detection continues while another submission is shown. */
  readonly detections: ReadonlyMap<string, DetectionState>;
  /** Submissions that are being read again, perhaps overtaken by later changes, or could not be read last. */
  readonly readings: ReadonlyMap<string, ReadingState>;
  /** The readings that were chosen in this visit, in words, by submission. */
  readonly choices: ReadonlyMap<string, string>;
  /** The filter image that is shown instead of a submission's photo. */
  readonly filter: { readonly fileId: string; readonly url: string } | null;
  /** Grades that were typed and not stored yet, by student and item. */
  readonly drafts: ReadonlyMap<string, GradeDraft>;
  /** Submissions whose grades are on their way: another one may be typed meanwhile. */
  readonly storing: ReadonlySet<string>;
}

export type EvaluatorStore = PageStore<EvaluatorState>;

export function createEvaluatorStore(): EvaluatorStore {
  return createPageStore<EvaluatorState>({
    view: INITIAL_VIEW,
    viewport: null,
    edits: new Map(),
    before: new Map(),
    sending: Promise.resolve(),
    ids: new Map(),
    detections: new Map(),
    readings: new Map(),
    choices: new Map(),
    filter: null,
    drafts: new Map(),
    storing: new Set(),
  });
}

export interface Evaluator {
  readonly store: EvaluatorStore;
  readonly task: Task;
  /** Those that count, in the task's order. */
  readonly files: readonly Submission[];
  readonly current: Submission | null;
  /** The current files and submission, for code that continues after a call. */
  readonly latest: RefObject<Pick<Evaluator, "files" | "current">>;
  readonly canvas: RefObject<CanvasStage | null>;
  readonly actions: RefObject<Actions>;
  /** Runs a command, by key or button. False if it does nothing now. */
  run(command: CommandId): boolean;
  /** Shows another submission; does nothing if there is none. */
  goTo(file: Submission | null): void;
  reload(): Promise<void>;
}

export const EvaluatorContext = createContext<Evaluator | null>(null);

export function useEvaluator(): Evaluator {
  const evaluator = useContext(EvaluatorContext);
  if (evaluator === null) throw new Error("This component is a part of the evaluator.");
  return evaluator;
}

export function useSubmission(): Submission {
  const { current } = useEvaluator();
  if (current === null) throw new Error("There is no current submission.");
  return current;
}

export function useView(): readonly [ViewState, Dispatch<ViewAction>] {
  const { store } = useEvaluator();
  return [usePart(store, "view"), (action) => store.set("view", (view) => reduceView(view, action))];
}

export function setReading(store: EvaluatorStore, fileId: string, state: ReadingState | null): void {
  store.set("readings", (before) => withEntry(before, fileId, state));
}

export async function whileStoring<T>(store: EvaluatorStore, fileId: string, work: () => Promise<T>): Promise<T> {
  store.set("storing", (ids) => new Set(ids).add(fileId));
  try {
    return await work();
  } finally {
    store.set("storing", (ids) => new Set([...ids].filter((id) => id !== fileId)));
  }
}

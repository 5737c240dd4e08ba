import { createContext, type Dispatch, type RefObject, useContext } from "react";
import type { PictureBox } from "../../../core/geometry/coordinates.ts";
import type { WireCorrection } from "../../../core/wires/correct/wire-correction.ts";
import type { File as Submission } from "../../../server/contract/results/file.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { type Edit, EMPTY_HISTORY, type History } from "../../evaluator/history.ts";
import type { ScenePrediction } from "../../evaluator/scene.ts";
import type { CanvasStage } from "../../evaluator/stage.ts";
import type { Viewport } from "../../evaluator/viewport.ts";
import { createPageStore, type PageStore, usePart } from "../../store.ts";
import { withEntry } from "../../with-entry.ts";
import type { GradeDraft } from "./assessment/grade-draft.ts";
import { INITIAL_VIEW, reduceView, type ViewAction, type ViewState } from "./stage/view-state.ts";
import type { DetectionState } from "./tools/tool-parts.tsx";

export interface Nudged {
  /** The box before the first key press. */
  readonly prediction: ScenePrediction;
  readonly box: PictureBox;
  /** The page that the box is on: it is never sent for another one. */
  readonly send: (prediction: ScenePrediction, box: PictureBox) => void;
}

interface UnsentWires {
  /** What the user saw before the first of them, and wants after the last. */
  readonly seen: readonly WireCorrection[];
  readonly corrections: readonly WireCorrection[];
  readonly last: Edit;
}

export interface EvaluatorState {
  readonly view: ViewState;
  readonly viewport: Viewport | null;
  readonly nudged: Nudged | null;
  readonly changes: { readonly fileId: string | null; readonly history: History };
  /** One change after the other: the server's response to each has all predictions. */
  readonly sending: Promise<void>;
  /** The change that was made last: the server's responses to earlier ones do not know it. */
  readonly lastSent: Edit | null;
  /** Changes of the wires that are not sent yet, by analysis: they are sent with the last of them. */
  readonly unsentWires: ReadonlyMap<string, UnsentWires>;
  /** IDs that were given here until the server assigned its own. */
  readonly ids: ReadonlyMap<string, string>;
  /** A detection continues while another submission is shown. */
  readonly detections: ReadonlyMap<string, DetectionState>;
  /** How many readings of a submission are under way; none that has none. */
  readonly reading: ReadonlyMap<string, number>;
  /** Submissions with changes that no reading has taken up, or could not. */
  readonly unread: ReadonlyMap<string, "changed" | "failed">;
  readonly applying: boolean;
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
    nudged: null,
    changes: { fileId: null, history: EMPTY_HISTORY },
    sending: Promise.resolve(),
    lastSent: null,
    unsentWires: new Map(),
    ids: new Map(),
    detections: new Map(),
    reading: new Map(),
    unread: new Map(),
    applying: false,
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

export async function whileReading<T>(store: EvaluatorStore, fileId: string, work: () => Promise<T>): Promise<T> {
  const add = (by: number) =>
    store.set("reading", (before) => withEntry(before, fileId, (before.get(fileId) ?? 0) + by || null));
  add(1);
  try {
    return await work();
  } finally {
    add(-1);
  }
}

export function setUnread(store: EvaluatorStore, fileId: string, state: "changed" | "failed" | null): void {
  store.set("unread", (before) => withEntry(before, fileId, state));
}

export async function whileStoring<T>(store: EvaluatorStore, fileId: string, work: () => Promise<T>): Promise<T> {
  store.set("storing", (ids) => new Set(ids).add(fileId));
  try {
    return await work();
  } finally {
    store.set("storing", (ids) => new Set([...ids].filter((id) => id !== fileId)));
  }
}
